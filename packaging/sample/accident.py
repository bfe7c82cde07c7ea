"""The accident: one car runs a red light into another; both spin, slide and stand.

Before it, the culprit chooses its speed so that the two arrive together. At the first touch the cars exchange
an impulse as rigid bodies do; from then on friction with the road stops them.
"""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass, field

from sample.driver import ignorant
from sample.geometry import Pose, separation
from sample.vehicle import Shift, Vehicle

_BODY_FRICTION = 0.35  # between the two cars
_SLIDING = 6.5  # m/s², locked wheels on asphalt
_SPIN_DRAG = 3.5  # rad/s²
_CRUMPLE = 0.2  # m that the boxes of both overlap, because metal gives way
_TOUCH = 0.1  # m, as far as crumpled metal still bridges
_BISECTIONS = 24
_SLOWEST, _FASTEST = 6.0, 14.0  # m/s that the culprit may drive to be on time
_BEHIND_MIDDLE = 0.5  # m behind the victim's middle is where it is hit
_RETURN = 11.0  # m over which the victim steers back into its lane


@dataclass
class Accident:
    """Two vehicles on ways that cross, and what becomes of them."""

    culprit: Vehicle
    victim: Vehicle
    touching: bool = field(default=False, init=False)  # in the last step

    @property
    def happened(self) -> bool:
        """Whether they have met."""
        return self.culprit.wrecked

    @property
    def over(self) -> bool:
        """Whether the victim drives again."""
        return self.happened and not self.victim.wrecked

    def wanted_speed(self) -> float:
        """Return the speed at which the culprit meets the victim."""
        victim, culprit = self.victim, self.culprit
        meeting = _crossing_point(culprit, victim)
        place, _ = culprit.route.path.nearest(*meeting, culprit.rear, culprit.route.path.length)
        theirs, _ = victim.route.path.nearest(*meeting, victim.rear, victim.route.path.length)
        seconds = (theirs + _BEHIND_MIDDLE - (victim.s - victim.model.wheelbase / 2)) / max(victim.speed, 1.0)
        distance = place - victim.model.width / 2 - culprit.bumper
        return min(max(distance / max(seconds, 0.01), _SLOWEST), _FASTEST)

    def advance(self, pedals: float, seconds: float) -> None:
        """Move both cars; ``pedals`` is what the victim's driver does."""
        self.touching = False
        if not self.happened:
            seconds = self._approach(ignorant(self.culprit, self.wanted_speed()), pedals, seconds)
        if self.happened:
            for car in (self.culprit, self.victim):
                _slide(car, seconds)
            self._part()

    def release(self) -> None:
        """Let the victim drive on, back into its lane."""
        car = self.victim
        front = car.pose.ahead(car.model.wheelbase / 2)
        s, offset = car.route.path.nearest(front.x, front.y, car.s, car.s + _RETURN)
        car.s, car.shift = s, Shift(offset, s, _RETURN)
        car.wrecked = False

    def _approach(self, culprit_pedals: float, victim_pedals: float, seconds: float) -> float:
        """Drive for ``seconds``, or until the cars touch; return the seconds left."""

        def after(part: float) -> tuple[Vehicle, Vehicle]:
            a, b = copy(self.culprit), copy(self.victim)
            if part > 0.0:
                a.drive(culprit_pedals, part)
                b.drive(victim_pedals, part)
            return a, b

        apart, together = 0.0, seconds
        met = _gap(*after(seconds)) < 0.0
        for _ in range(_BISECTIONS if met else 0):
            half = (apart + together) / 2
            if _gap(*after(half)) < 0.0:
                together = half
            else:
                apart = half
        if not met:
            apart = seconds
        for car, moved in zip((self.culprit, self.victim), after(apart), strict=True):
            vars(car).update(vars(moved))
        if met:
            self._strike()
        return seconds - apart

    def _strike(self) -> None:
        """Exchange the impulse of the contact."""
        a, b = self.culprit, self.victim
        for car in (a, b):
            car.wrecked = True
            car.acceleration = 0.0
        _, direction = separation(a.box, b.box)
        point = a.pose.ahead(a.model.length / 2)
        normal = (math.cos(direction), math.sin(direction))
        tangent = (-normal[1], normal[0])
        approach = [_velocity_at(b, point, axis) - _velocity_at(a, point, axis) for axis in (normal, tangent)]
        push = -approach[0] / _lightness(a, b, point, normal)
        rub = -approach[1] / _lightness(a, b, point, tangent)
        rub = math.copysign(min(abs(rub), _BODY_FRICTION * push), rub)
        for axis, impulse in ((normal, push), (tangent, rub)):
            _kick(a, point, axis, -impulse)
            _kick(b, point, axis, impulse)
        self.touching = True

    def _part(self) -> None:
        """Keep the bodies out of each other, and tell whether they touch."""
        a, b = self.culprit, self.victim
        gap, direction = separation(a.box, b.box)
        gap += _CRUMPLE
        if gap < _TOUCH:
            self.touching = self.touching or any(math.hypot(*car.velocity) > 0.0 for car in (a, b))
        if gap < 0.0:
            for car, share in ((a, gap / 2), (b, -gap / 2)):
                x, y, heading = car.pose
                car.pose = Pose(x + share * math.cos(direction), y + share * math.sin(direction), heading)


def _gap(a: Vehicle, b: Vehicle) -> float:
    """Return how far apart they are before one strikes the other."""
    return separation(a.box, b.box)[0] + _CRUMPLE


def _crossing_point(culprit: Vehicle, victim: Vehicle) -> tuple[float, float]:
    """Return where a straight on from the culprit cuts a straight on from the victim."""
    x, y, heading = culprit.pose
    cos, sin = math.cos(heading), math.sin(heading)
    junctions = [gate.way.junction for gate in culprit.route.gates]
    lane = next(gate.way.path.at(0.0) for gate in victim.route.gates if gate.way.junction in junctions)
    other = math.cos(lane.heading), math.sin(lane.heading)
    distance = ((lane.x - x) * other[1] - (lane.y - y) * other[0]) / (cos * other[1] - sin * other[0])
    return x + distance * cos, y + distance * sin


def _inertia(car: Vehicle) -> float:
    return car.model.mass * (car.model.length**2 + car.model.width**2) / 12.0


def _lever(car: Vehicle, point: Pose, axis: tuple[float, float]) -> float:
    return (point.x - car.pose.x) * axis[1] - (point.y - car.pose.y) * axis[0]


def _velocity_at(car: Vehicle, point: Pose, axis: tuple[float, float]) -> float:
    return car.velocity[0] * axis[0] + car.velocity[1] * axis[1] + car.yaw_rate * _lever(car, point, axis)


def _lightness(a: Vehicle, b: Vehicle, point: Pose, axis: tuple[float, float]) -> float:
    """Return how much an impulse along ``axis`` at ``point`` changes the cars' relative velocity there."""
    return sum(1.0 / car.model.mass + _lever(car, point, axis) ** 2 / _inertia(car) for car in (a, b))


def _kick(car: Vehicle, point: Pose, axis: tuple[float, float], impulse: float) -> None:
    change = impulse / car.model.mass
    car.velocity = (car.velocity[0] + change * axis[0], car.velocity[1] + change * axis[1])
    car.yaw_rate += impulse * _lever(car, point, axis) / _inertia(car)


def _slide(car: Vehicle, seconds: float) -> None:
    """Slide on with locked wheels."""
    speed = math.hypot(*car.velocity)
    slower = max(0.0, speed - _SLIDING * seconds)
    share = slower / speed if speed else 0.0
    spin = math.copysign(max(0.0, abs(car.yaw_rate) - _SPIN_DRAG * seconds), car.yaw_rate)
    meanwhile = (1.0 + share) / 2 * seconds
    x, y, heading = car.pose
    car.pose = Pose(
        x + car.velocity[0] * meanwhile,
        y + car.velocity[1] * meanwhile,
        heading + (car.yaw_rate + spin) / 2 * seconds,
    )
    car.velocity = (car.velocity[0] * share, car.velocity[1] * share)
    car.yaw_rate = spin
    car.speed = slower
    car.steering = 0.0
