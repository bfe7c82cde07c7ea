"""How vehicles and walkers move: along their ways, by the lights, and never into each other but once.

Drivers follow the Intelligent Driver Model (Treiber, Hennecke, Helbing 2000): whatever is ahead, a vehicle, a
walker or a line to stop at, is a gap and a speed; the least acceleration counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tests.sample import streets as town
from tests.sample.cast import Driven, Walking
from tests.sample.geometry import Path, Piece, Pose, join, wrap
from tests.sample.streets import CROSSINGS, JUNCTIONS, LINKS, MAIN, Arm, Crossing, Junction, Side
from viewer.logfile.enums import TrafficLightState

_ACCELERATION, _BRAKING, _FIRM, _EMERGENCY, _SIDEWAYS = 1.9, 2.2, 3.2, 8.0, 2.2  # m/s²
_STANDOFF, _HEADWAY = 2.0, 1.1  # m and s behind a vehicle
_REACH = 1.9  # m beside the path that a vehicle needs
_STEP = 0.5  # m between the points of a path that are looked at
_LOOKAHEAD, _APPROACH = 40.0, 35.0  # m
_MAIN_GREEN, _SIDE_GREEN, _YELLOW, _ALL_RED = 15.0, 11.0, 3.0, 2.0  # s of a light's plan
_CYCLE = _MAIN_GREEN + _SIDE_GREEN + 2 * (_YELLOW + _ALL_RED)
_NEARLY = 0.05  # m, as good as nothing
_SETTLED = 1.5  # s of red before a walker steps off the kerb, and left when it is across
_SLIDING, _SPIN_DRAG = 6.5, 3.5  # m/s² and rad/s² of locked wheels on asphalt
_CRUMPLE = 0.2  # m that boxes overlap after a crash, because metal gives way


def light(junction: Junction, arm: Arm, elapsed: float) -> tuple[TrafficLightState, float, float]:
    """Return what a light shows, for how many seconds it has, and the seconds until it turns green."""
    lag = 0.0 if arm.control == MAIN else _MAIN_GREEN + _YELLOW + _ALL_RED
    since = (elapsed + (junction.offset or 0.0) - lag) % _CYCLE
    green = _MAIN_GREEN if arm.control == MAIN else _SIDE_GREEN
    if since < green:
        return TrafficLightState.GREEN, since, 0.0
    if since < green + _YELLOW:
        return TrafficLightState.YELLOW, since - green, _CYCLE - since
    return TrafficLightState.RED, since - green - _YELLOW, _CYCLE - since


class Gate(NamedTuple):
    """A junction on a route: where to stop, where it begins and ends; -1 is a turn to the left."""

    junction: Junction
    arm: Arm
    stop: float
    begin: float
    end: float
    turn: int


def find_route(names: str, kind: str) -> tuple[Path, list[float], list[Gate]]:
    """Return the path through the streets named, a speed for each of its pieces, and junctions."""
    hops = list(_directed(names.split()))
    pieces: list[Piece] = []
    limits: list[float] = []
    gates: list[Gate] = []
    for i, (name, side) in enumerate(hops):
        lane, begin = _lane(name, side, kind), sum(piece.length for piece in pieces)
        arms = [(junction, arm) for junction in JUNCTIONS for arm in junction.arms if arm.inward == hops[i]]
        way: tuple[Piece, ...] = ()
        if arms and i + 1 < len(hops):
            way, begin = join(lane.at(lane.length), _lane(*hops[i + 1], kind).at(0.0)), begin + lane.length
            turn = round(sum(piece.curvature * piece.length for piece in way) / (math.pi / 2))
            end = begin + sum(piece.length for piece in way)
            gates.append(Gate(*arms[0], begin - arms[0][1].stop_line, begin, end, turn))
        pieces += [*lane.pieces, *way]
        limits.extend([town.street(name).speed_limit / 3.6] * (len(pieces) - len(limits)))
    bends = (math.sqrt(_SIDEWAYS / abs(piece.curvature)) if piece.curvature else math.inf for piece in pieces)
    return Path(pieces), [min(pair) for pair in zip(limits, bends, strict=True)], gates


def _directed(names: list[str]) -> Iterator[tuple[str, Side]]:
    """Yield each street with the side that leads on."""
    meeting = [{arm.street: arm.end for arm in junction.arms} for junction in JUNCTIONS]
    for name, other in [*pairwise(names), (names[-1], names[-2])]:
        end = next(ends[name] for ends in [*meeting, *map(dict, LINKS)] if name in ends and other in ends)
        last = (name, other) == (names[-1], names[-2])
        yield name, "right" if (end == "end") != last else "left"


def _lane(name: str, side: Side, kind: str) -> Path:
    offset = town.middle(name, side, kind) or town.middle(name, side, "driving")
    line = town.reference(name)
    return line.beside(offset) if side == "right" else line.beside(-offset).reversed()


class Vehicle:
    """A vehicle now: ``s`` is where its front axle is on the route, ``pose`` the middle between its axles."""

    def __init__(self, part: Driven) -> None:
        self.part, self.model = part, part.model
        self.path, self.limits, self.gates = find_route(part.route, "biking" if part.bicycle else "driving")
        self.s, self.speed = part.s, part.speed
        self.acceleration = self.steering = self.yaw_rate = 0.0
        self.wrecked = self.held = False  # held: it will not enter the next junction
        self.pose, self.velocity = Pose(0.0, 0.0, 0.0), (0.0, 0.0)
        self._settle(math.inf)
        count = math.ceil(self.path.length / _STEP)
        self.points = np.array([self.path.at(i * _STEP)[:2] for i in range(count)])

    @property
    def bumper(self) -> float:
        """Return where on the route the front end is."""
        return self.s + (self.model.length - self.model.wheelbase) / 2

    @property
    def rear(self) -> float:
        """Return where on the route the rear end is."""
        return self.bumper - self.model.length

    @property
    def arrived(self) -> bool:
        """Return whether it is where its route ends."""
        return self.bumper >= self.path.length - _STEP

    def drive(self, acceleration: float, seconds: float) -> None:
        """Move along the path, never backwards."""
        before = self.speed
        self.speed = max(0.0, before + acceleration * seconds)
        self.acceleration = (self.speed - before) / seconds
        self.s += (before + self.speed) / 2 * seconds
        self._settle(seconds)

    def slide(self, seconds: float) -> None:
        """Slide on with locked wheels."""
        self.acceleration = self.steering = 0.0
        speed = math.hypot(*self.velocity)
        self.speed = max(0.0, speed - _SLIDING * seconds)
        share = self.speed / speed if speed else 0.0
        spin = math.copysign(max(0.0, abs(self.yaw_rate) - _SPIN_DRAG * seconds), self.yaw_rate)
        (vx, vy), (x, y, heading), half = self.velocity, self.pose, (1.0 + share) / 2 * seconds
        self.pose = Pose(x + vx * half, y + vy * half, heading + (self.yaw_rate + spin) / 2 * seconds)
        self.velocity, self.yaw_rate = (vx * share, vy * share), spin

    def ahead(self, places: np.ndarray) -> np.ndarray:
        """Return how far before the bumper places, (M, 2), are in the way, (M,); else infinity."""
        first = int(self.bumper / _STEP)
        points = self.points[first : first + int(_LOOKAHEAD / _STEP)]
        if not len(points) or not len(places):
            return np.full(len(places), np.inf)
        near = np.hypot(*(points[:, None] - places[None]).transpose(2, 0, 1)) < _REACH
        return np.where(near.any(axis=0), near.argmax(axis=0) * _STEP, np.inf)

    def _settle(self, seconds: float) -> None:
        """Put both axles on the path, where a parked car is beside it."""
        (fx, fy, course), (rx, ry, _) = (
            self.path.at(s).beside(self.part.kerbside) for s in (self.s, self.s - self.model.wheelbase)
        )
        heading = math.atan2(fy - ry, fx - rx)
        self.yaw_rate = wrap(heading - self.pose.heading) / seconds
        self.pose, self.steering = Pose((fx + rx) / 2, (fy + ry) / 2, heading), wrap(course - heading)
        self.velocity = (self.speed * math.cos(heading), self.speed * math.sin(heading))


class Walker:
    """A walker: from place to place, over crossings when it may."""

    def __init__(self, part: Walking) -> None:
        self.part, self.s, self.speed = part, 0.0, 0.0
        points: list[tuple[float, float]] = []
        over: list[tuple[int, Crossing]] = []
        for step in part.walk:
            if isinstance(step, str):
                crossing = next(one for one in CROSSINGS if one.name == step)
                over.append((len(points), crossing))
                points += _kerbs(crossing, points[-1])
            elif len(step) == 2:
                points.append(step)
            else:
                name, side, s = step
                aside: Side = "left" if side == "left" else "right"
                points.append(town.beside(name, aside, s, town.middle(name, aside, "sidewalk"))[:2])
        legs = [(a, math.dist(a, b), math.atan2(b[1] - a[1], b[0] - a[0])) for a, b in pairwise(points)]
        self.path = Path(Piece(Pose(*a, heading), length) for a, length, heading in legs)
        self.over = [(crossing, self.path.starts[i], self.path.starts[i + 1]) for i, crossing in over]
        self.pose, self.velocity, self.yaw_rate = self.path.at(0.0), (0.0, 0.0), 0.0

    @property
    def arrived(self) -> bool:
        """Return whether it goes into a house now."""
        return self.part.leaves and self.path.length - self.s < _NEARLY

    def advance(self, elapsed: float, seconds: float) -> None:
        """Walk on, unless there is something to wait for."""
        room = self.path.length - self.s
        for crossing, begin, end in self.over:
            if self.s <= begin and not self._may_go(crossing, end - begin, elapsed):
                room = min(room, begin - self.s)
        before = self.speed
        wanted = min(self.part.pace, math.sqrt(3.2 * max(room, 0.0)))
        self.speed += min(max(wanted - before, -3.2 * seconds), 1.6 * seconds)
        self.s += min((before + self.speed) / 2 * seconds, room)
        if room < _NEARLY:
            self.speed = 0.0
        self.pose = self.path.at(self.s)
        self.velocity = self.pose._replace(x=0.0, y=0.0).ahead(self.speed)[:2]

    def _may_go(self, crossing: Crossing, length: float, elapsed: float) -> bool:
        signal = next((each for each in town.lights() if each[1][:2] == crossing[1:3]), None)
        if signal and crossing.distance < signal[1].stop_line:
            shown, since, left = light(*signal[:2], elapsed)
            return shown is TrafficLightState.RED and min(since, left - length / self.part.pace) > _SETTLED
        return True


def _kerbs(crossing: Crossing, before: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the two ends of a crossing, half a metre behind the kerbs, the nearer one first."""
    line = town.reference(crossing.street).at(town.along(crossing, crossing.distance))
    sides: tuple[tuple[Side, float], ...] = (("left", -1.0), ("right", 1.0))
    ends = [line.beside(sign * (town.kerb(crossing.street, side) + 0.5))[:2] for side, sign in sides]
    return sorted(ends, key=lambda end: math.dist(end, before))


def pedals(me: Vehicle, vehicles: Sequence[Vehicle], walkers: Sequence[Walker], elapsed: float) -> float:
    """Return the acceleration that a driver wants, m/s²."""
    if me.part.kerbside:
        return 0.0
    if me.part.reckless:
        return min(me.part.wanted - me.speed, _ACCELERATION)
    firm = _EMERGENCY if me.held else _FIRM
    lines = [gap for gap in _lines(me, elapsed) if me.speed**2 <= 2 * firm * gap]
    wishes = [_cruise(me), *(_follow(me, gap, 0.0, 0.4, 0.3) for gap in lines)]
    bodies = [(walker.pose, (0.0, 0.0)) for walker in walkers]
    for other in vehicles:
        shares = (-0.5, 0.0, 0.5) if other is not me else ()
        bodies += [(other.pose.ahead(other.model.length * share), other.velocity) for share in shares]
    gaps = me.ahead(np.array([place[:2] for place, _ in bodies]))
    for gap, (_, (vx, vy)) in zip(gaps.tolist(), bodies, strict=True):
        if gap < _LOOKAHEAD:
            heading = me.path.at(me.bumper + gap).heading
            away = max(vx * math.cos(heading) + vy * math.sin(heading), 0.0)
            wishes.append(_follow(me, gap, away, _STANDOFF, _HEADWAY))
    mind = min(wishes)
    if mind > -_FIRM:
        mind = me.acceleration + (mind - me.acceleration) * 0.2
    return max(mind, -_EMERGENCY)


def _cruise(me: Vehicle) -> float:
    """Return the acceleration on an empty road, with the limits here and those that come."""
    wish, path = _ACCELERATION, me.path
    for begin, end, limit in zip(path.starts, path.starts[1:], me.limits, strict=False):
        if end > me.s - me.model.wheelbase and begin < me.s + _LOOKAHEAD:
            top = min(limit, me.part.wanted, me.model.top_speed)
            slow = math.sqrt(top**2 + 3.0 * max(begin - me.s - 0.3 * me.speed, 0.0))
            wish = min(wish, max(1.5 * (slow - me.speed), -_BRAKING))
    return wish


def _lines(me: Vehicle, elapsed: float) -> Iterator[float]:
    """Yield how far ahead there is a line to stop at: a light, if not yellow when it is too late, a halt."""
    held = False
    for gate in me.gates:
        gap = gate.stop - me.bumper
        if gate.junction.offset is not None and 0.0 < gap < _APPROACH:
            shown, _, _ = light(gate.junction, gate.arm, elapsed)
            late = not me.held and me.speed**2 > 2 * _BRAKING * gap
            held |= shown is TrafficLightState.RED or (shown is TrafficLightState.YELLOW and not late)
            if held:
                yield gap
    me.held = held
    if me.part.halt > me.bumper:
        yield me.part.halt - me.bumper


def _follow(me: Vehicle, gap: float, speed: float, standoff: float, headway: float) -> float:
    gap = max(gap, 0.05)
    if me.speed < 0.25 and gap < standoff + 1.0:
        return -_BRAKING
    closing = me.speed * (me.speed - speed) / (2 * math.sqrt(_ACCELERATION * _BRAKING))
    desired = standoff + max(0.0, me.speed * headway + closing)
    return _ACCELERATION * (1.0 - (desired / gap) ** 2)


def crash(a: Vehicle, b: Vehicle, seconds: float) -> bool:
    """Let two cars go on together, turning, from when the nose of one is in the side of the other.

    Returns whether they touch and move.
    """
    if not a.wrecked:
        (x, y, _), (bx, by, heading) = a.pose.ahead(a.model.length / 2), b.pose
        along = (x - bx) * math.cos(heading) + (y - by) * math.sin(heading)
        across = (y - by) * math.cos(heading) - (x - bx) * math.sin(heading)
        if abs(along) < b.model.length / 2 and abs(across) < b.model.width / 2 - _CRUMPLE:
            a.wrecked = b.wrecked = True
            (ax, ay), (cx, cy) = a.velocity, b.velocity
            a.velocity = b.velocity = ((ax + cx) / 2, (ay + cy) / 2)
            a.yaw_rate, b.yaw_rate = 0.4, -0.8
    for car in (a, b) if a.wrecked else ():
        car.slide(seconds)
    return a.wrecked and a.speed > 0.0
