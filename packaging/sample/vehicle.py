"""A vehicle's body: how it follows its path, and where that puts it.

The front axle keeps to the path and the rear axle trails behind it, as the wheels of a real car do: the
heading is continuous, and the steering is the angle between the path and the body.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from sample.geometry import Box, Pose, wrap
from sample.models import Model
from sample.routes import Route


@dataclass
class Shift:
    """A move across: ``offset`` metres right of the path at ``begin``, on it ``length`` metres later."""

    offset: float = 0.0
    begin: float = 0.0
    length: float = 1.0

    def at(self, s: float) -> tuple[float, float]:
        """Return the offset at ``s`` and its change per metre."""
        u = min(max((s - self.begin) / self.length, 0.0), 1.0)
        return self.offset * (1.0 - u * u * (3.0 - 2.0 * u)), -self.offset * 6.0 * u * (1.0 - u) / self.length


@dataclass
class Vehicle:
    """A vehicle now: ``s`` is where its front axle is on the route, ``pose`` the middle between its axles."""

    model: Model
    route: Route
    s: float
    speed: float
    shift: Shift = field(default_factory=Shift)
    acceleration: float = 0.0
    steering: float = 0.0  # angle of the front wheels, radians, positive to the right
    yaw_rate: float = 0.0  # radians per second
    wrecked: bool = False
    held: bool = False  # will not enter the next junction: red, no room beyond it, or a halt before it
    pose: Pose = field(init=False)
    velocity: tuple[float, float] = field(init=False)

    def __post_init__(self) -> None:
        front, rear = self._on_path(self.s), self._on_path(self.s - self.model.wheelbase)
        heading = math.atan2(front.y - rear.y, front.x - rear.x)
        self._settle(front, heading)

    @property
    def bumper(self) -> float:
        """Return where on the route the front end is."""
        return self.s + self.model.overhang

    @property
    def rear(self) -> float:
        """Return where on the route the rear end is."""
        return self.bumper - self.model.length

    @property
    def box(self) -> Box:
        """Return the outline seen from above."""
        return Box(self.pose, self.model.length / 2, self.model.width / 2)

    def drive(self, acceleration: float, seconds: float) -> None:
        """Move along the path, never backwards."""
        before = self.speed
        self.speed = max(0.0, before + acceleration * seconds)
        self.acceleration = (self.speed - before) / seconds
        _, slope = self.shift.at(self.s)
        self.s += (before + self.speed) / 2 * seconds * math.cos(math.atan(slope))
        front = self._on_path(self.s)
        heading = self.pose.heading
        later = self._swing(front, heading + self.yaw_rate * seconds)
        self._settle(front, heading + (self.yaw_rate + later) / 2 * seconds)

    def _on_path(self, s: float) -> Pose:
        offset, slope = self.shift.at(s)
        return self.route.path.at(s).beside(offset).turned(math.atan(slope))

    def _swing(self, front: Pose, heading: float) -> float:
        """Return how fast the rear axle, which cannot slip aside, makes the body turn."""
        return self.speed * math.sin(front.heading - heading) / self.model.wheelbase

    def _settle(self, front: Pose, heading: float) -> None:
        """Put the front axle there. The middle of the body moves as it does, less the swing."""
        self.steering = wrap(front.heading - heading)
        self.yaw_rate = self._swing(front, heading)
        self.pose = Pose(front.x, front.y, heading).ahead(-self.model.wheelbase / 2)
        swing = self.yaw_rate * self.model.wheelbase / 2
        self.velocity = (
            self.speed * math.cos(front.heading) + swing * math.sin(heading),
            self.speed * math.sin(front.heading) - swing * math.cos(heading),
        )
