"""Walkers: along the sidewalks, over the crossings when they may, and now and then standing still."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sample import lights
from sample.driver import Pedestrian
from sample.geometry import Path, Pose, rounded
from sample.network import arm_of, crossing_s, kerb, on_sidewalk, reference
from sample.streets import CROSSINGS, Crossing, Side
from sample.vehicle import Vehicle
from viewer.logfile.enums import TrafficLightState

_SIDES: tuple[tuple[Side, float], ...] = (("left", -1.0), ("right", 1.0))
_SAMPLE = 3.0  # m between the points of a walk along a bend
_CORNER = 0.8  # m, radius of a walker's turns
_ACCELERATION = 1.6  # m/s²
_SETTLED = 1.5  # s of red before one steps off the kerb
_SPARE = 1.0  # s left when one is across
_BRAKING = 3.0  # m/s² that walkers trust drivers to manage
_BEFORE_STRIPES = 1.0  # m, where they stop
_AT_KERB = 1.0  # m from it one decides
_BEHIND_KERB = 0.5  # m from it one waits
_WATCHED = 30.0  # m of street that a walker watches
_NEAR = 4.0  # m before an unsignalised crossing at which drivers see that one wants to cross
_STANDING = 0.3  # m/s, slower than this a car lets one go
_STILL = 0.01  # m or m/s, as good as nothing


@dataclass(frozen=True)
class Spot:
    """A place on a sidewalk; ``aside`` is to the right of its middle, as the street's own traffic goes."""

    street: str
    s: float
    side: Side
    aside: float = 0.0


@dataclass(frozen=True)
class Along:
    """The sidewalk of a street from one place to another."""

    street: str
    side: Side
    begin: float
    end: float
    aside: float = 0.0


@dataclass(frozen=True)
class Over:
    """The way over a crossing, beginning on ``side``."""

    crossing: str
    side: Side
    aside: float = 0.0


@dataclass(frozen=True)
class Stop:
    """A rest at the place before it in the walk."""

    seconds: float


Step: TypeAlias = Spot | Along | Over | Stop | tuple[float, float]


@dataclass(frozen=True)
class _Passage:
    """A crossing on a walk, by arc length along it; ``direction`` is 1 to the right of the street's line."""

    crossing: Crossing
    begin: float
    end: float
    direction: int


@dataclass
class _Rest:
    """A rest on a walk: where, and the seconds left of it."""

    place: float
    left: float


@dataclass
class Walker:
    """A walker now."""

    walk: Sequence[Step]
    pace: float  # m/s when nothing is in the way
    s: float = field(init=False, default=0.0)
    speed: float = field(init=False, default=0.0)
    path: Path = field(init=False)
    pose: Pose = field(init=False)
    passages: list[_Passage] = field(init=False, default_factory=list)
    rests: list[_Rest] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        points: list[tuple[float, float]] = []
        marks: list[tuple[int, Over | Stop]] = []
        for step in self.walk:
            if isinstance(step, Over):
                marks.append((len(points), step))
                points += _kerbs(step)
            elif isinstance(step, Stop):
                marks.append((len(points) - 1, step))
            else:
                points += _points(step)
        self.path = rounded(points, _CORNER)
        for i, mark in marks:
            if isinstance(mark, Over):
                direction = 1 if mark.side == "left" else -1
                begin, end = self._place(points[i]), self._place(points[i + 1])
                self.passages.append(_Passage(_crossing(mark.crossing), begin, end, direction))
            else:
                self.rests.append(_Rest(self._place(points[i]), mark.seconds))
        self.pose = self.path.at(self.s)

    @property
    def velocity(self) -> tuple[float, float]:
        """Return metres per second along the world's axes."""
        return self.speed * math.cos(self.pose.heading), self.speed * math.sin(self.pose.heading)

    @property
    def commanded(self) -> float:
        """Return the speed that the walker's controller asks for."""
        return self.pace if self.speed > _STILL else 0.0

    def advance(self, vehicles: Sequence[Vehicle], elapsed: float, seconds: float) -> None:
        """Walk on, unless there is something to wait for."""
        room = max(self._room(vehicles, elapsed, seconds), 0.0)
        before = self.speed
        if room < _STILL:
            self.speed = 0.0
        else:
            wanted = min(self.pace, math.sqrt(2 * _ACCELERATION * room))
            step = _ACCELERATION * seconds
            self.speed += min(max(wanted - before, -2 * step), step)
        self.s += min((before + self.speed) / 2 * seconds, room)
        self.pose = self.path.at(self.s)

    def seen(self) -> Iterator[Pedestrian]:
        """Yield where drivers see this walker on a crossing, or wanting to use one without lights."""
        for passage in self.passages:
            if passage.begin + _STILL < self.s < passage.end:
                yield Pedestrian(passage.crossing.name, self._offset(passage), passage.direction)
            elif passage.begin - _NEAR < self.s < passage.end and not arm_of(passage.crossing):
                yield Pedestrian(passage.crossing.name, self._offset(passage), 0)

    def _offset(self, passage: _Passage) -> float:
        return (self.s - (passage.begin + passage.end) / 2) * passage.direction

    def _place(self, point: tuple[float, float]) -> float:
        """Return where on the rounded path one passes a point of the walk."""
        return self.path.nearest(*point, 0.0, self.path.length)[0]

    def _room(self, vehicles: Sequence[Vehicle], elapsed: float, seconds: float) -> float:
        room = self.path.length - self.s
        for rest in self.rests:
            if rest.left > 0.0:
                room = min(room, rest.place - self.s)
                if rest.place - self.s < _STILL:
                    rest.left -= seconds
        for passage in self.passages:
            if self.s < passage.begin + _STILL and not self._may_go(passage, vehicles, elapsed):
                room = min(room, passage.begin - self.s)
        return room

    def _may_go(self, passage: _Passage, vehicles: Sequence[Vehicle], elapsed: float) -> bool:
        if passage.begin - self.s > _AT_KERB:
            return False
        signal = arm_of(passage.crossing)
        if signal:
            shown, since = lights.state(*signal, elapsed)
            needed = (passage.end - self.s) / self.pace + _SPARE
            if shown is not TrafficLightState.RED or since < _SETTLED:
                return False
            if lights.time_to_green(*signal, elapsed) < needed:
                return False
        return not any(_comes(vehicle, passage.crossing) for vehicle in vehicles)


def _comes(vehicle: Vehicle, crossing: Crossing) -> bool:
    """Tell whether a vehicle is on the crossing, or too near to it to stop."""
    if vehicle.held:
        return False
    for zebra in vehicle.route.zebras:
        if zebra.crossing is not crossing or vehicle.rear > zebra.end:
            continue
        gap = zebra.begin - vehicle.bumper
        if gap < 0.0:
            return True
        comes = gap < _WATCHED and vehicle.speed > _STANDING
        if comes and vehicle.speed**2 > 2 * _BRAKING * max(gap - _BEFORE_STRIPES, _STANDING):
            return True
    return False


def _crossing(name: str) -> Crossing:
    return next(crossing for crossing in CROSSINGS if crossing.name == name)


def _points(step: Spot | Along | tuple[float, float]) -> list[tuple[float, float]]:
    if isinstance(step, tuple):
        return [step]
    if isinstance(step, Spot):
        places = [step.s]
    else:
        count = math.ceil(abs(step.end - step.begin) / _SAMPLE)
        places = [step.begin + (step.end - step.begin) * i / count for i in range(count + 1)]
    return [on_sidewalk(step.street, s, step.side).beside(step.aside)[:2] for s in places]


def _kerbs(over: Over) -> list[tuple[float, float]]:
    """Return the two ends of a crossing, half a metre behind the kerbs."""
    crossing = _crossing(over.crossing)
    middle = reference(crossing.street).at(crossing_s(crossing)).ahead(over.aside)
    ends = [middle.beside(sign * (kerb(crossing.street, side) + _BEHIND_KERB)) for side, sign in _SIDES]
    if over.side == "right":
        ends.reverse()
    return [(end.x, end.y) for end in ends]
