"""From the table of streets to paths that can be driven: lanes, turns, and what lies on the way.

A route is compiled once per vehicle. It says, by arc length along its path, how fast one may drive, where
junctions begin and end and where to stop before them, and which crossings lie across.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from sample.geometry import Path, Piece, Pose, chain, join, wrap
from sample.streets import (
    CROSSINGS,
    JUNCTIONS,
    LINKS,
    STREETS,
    Arm,
    Control,
    Crossing,
    End,
    Junction,
    Lane,
    LaneKind,
    Line,
    Side,
    Street,
)

Turn = Literal["left", "straight", "right"]
Track = Literal["driving", "biking"]

KMH = 3.6  # km/h in 1 m/s
COMFORTABLE_LATERAL = 2.2  # m/s², limits the speed in bends
_EDGE = 0.65  # m, how far from the edge of the road cyclists keep where they have no lane
_STRAIGHT = math.radians(30.0)
_ZONE = 2.6  # m, paths nearer to each other than this cannot be driven at the same time
_SAMPLE = 0.5  # m


@dataclass(frozen=True, eq=False)
class Way:
    """One way through a junction, the same for all who take it."""

    junction: Junction
    arm: Arm
    exit: Arm
    track: Track
    turn: Turn
    path: Path

    @property
    def rank(self) -> int:
        """Who goes first where ways cross: the lower number."""
        if self.arm.control is Control.YIELD:
            return 3
        return {"straight": 0, "right": 1, "left": 2}[self.turn]


@dataclass(frozen=True)
class Gate:
    """A junction on a route: where to stop before it, and where it begins and ends."""

    way: Way
    stop: float
    begin: float
    end: float


@dataclass(frozen=True)
class Zebra:
    """A crossing on a route; ``offset`` is where the route cuts it, to the right of the street's line."""

    crossing: Crossing
    begin: float
    end: float
    offset: float


@dataclass(frozen=True)
class Route:
    """A path to drive, with what the law and comfort say along it; all positions are arc lengths."""

    path: Path
    limits: tuple[tuple[float, float], ...]  # (until, m/s)
    gates: tuple[Gate, ...]
    zebras: tuple[Zebra, ...]


@cache
def street(name: str) -> Street:
    """Return a street of the table."""
    return next(one for one in STREETS if one.name == name)


@cache
def reference(name: str) -> Path:
    """Return the reference line of a street."""
    x, y, heading = street(name).start
    return chain(
        Pose(x, y, math.radians(heading)),
        (
            (part.length, 0.0)
            if isinstance(part, Line)
            else (math.radians(abs(part.angle)) * part.radius, math.copysign(1.0 / part.radius, part.angle))
            for part in street(name).line
        ),
    )


def distance_from_start(name: str, end: End, distance: float) -> float:
    """Return the arc length on a street's reference line of a place given from either end."""
    return distance if end == "start" else reference(name).length - distance


def lanes(name: str, side: Side) -> tuple[Lane, ...]:
    """Return the lanes of one side of a street, from the reference line outwards."""
    return street(name).right if side == "right" else street(name).left


def middle(name: str, side: Side, kind: LaneKind) -> float | None:
    """Return how far from the reference line the middle of a lane lies; None if there is no such lane."""
    edge = 0.0
    for lane in lanes(name, side):
        if lane.kind is kind:
            return edge + lane.width / 2
        edge += lane.width
    return None


def kerb(name: str, side: Side) -> float:
    """Return how far from the reference line the carriageway ends."""
    return sum(lane.width for lane in lanes(name, side) if lane.kind is not LaneKind.SIDEWALK)


def beside(name: str, s: float, side: Side, offset: float) -> Pose:
    """Return the pose ``offset`` away from the reference line, headed as that side's traffic."""
    pose = reference(name).at(s)
    return pose.beside(offset) if side == "right" else pose.beside(-offset).turned(math.pi)


def on_sidewalk(name: str, s: float, side: Side) -> Pose:
    """Return the middle of the sidewalk."""
    offset = middle(name, side, LaneKind.SIDEWALK)
    return beside(name, s, side, offset if offset is not None else kerb(name, side))


def track_offset(name: str, side: Side, track: Track) -> float:
    """Return where cars or cyclists drive, in metres from the reference line."""
    lane = middle(name, side, LaneKind.BIKING) if track == "biking" else None
    driving = middle(name, side, LaneKind.DRIVING)
    if lane is not None:
        return lane
    if driving is None:
        raise ValueError(f"{name} has no lane to drive on its {side} side")
    return driving if track == "driving" else 2 * driving - _EDGE


def crossing_s(crossing: Crossing) -> float:
    """Return where the middle of a crossing lies along its street."""
    return distance_from_start(crossing.street, crossing.end, crossing.distance)


def arm_of(crossing: Crossing) -> tuple[Junction, Arm] | None:
    """Return the signalised arm that a crossing belongs to, or None."""
    for junction in JUNCTIONS:
        for arm in junction.arms:
            if (arm.street, arm.end) == (crossing.street, crossing.end) and crossing.distance < arm.stop_line:
                return junction, arm
    return None


def compile_route(names: str, track: Track = "driving") -> Route:
    """Return the route through the streets named, first to last, each run through in full."""
    hops = list(_directed(names.split()))
    tracks = [_lane(name, side, track) for name, side in hops]
    pieces: list[Piece] = []
    limits: list[tuple[float, float]] = []
    gates: list[Gate] = []
    zebras: list[Zebra] = []
    begin = 0.0
    for i, (name, side) in enumerate(hops):
        pieces += tracks[i].pieces
        limits += _limits(tracks[i], begin, street(name).speed_limit / KMH)
        zebras += _zebras(name, side, tracks[i], begin, track_offset(name, side, track))
        begin += tracks[i].length
        way = _way(hops[i], hops[i + 1], track) if i + 1 < len(hops) else None
        if way:
            end = begin + way.path.length
            gates.append(Gate(way, begin - way.arm.stop_line, begin, end))
            pieces += way.path.pieces
            limits += _limits(way.path, begin, street(name).speed_limit / KMH)
            begin = end
    return Route(Path(pieces), tuple(limits), tuple(gates), tuple(zebras))


@cache
def conflict(mine: Way, theirs: Way) -> tuple[float, float, float, float] | None:
    """Return where two ways through a junction come too close: (my begin, my end, their begin, their end).

    Measured from the start of each way; None if both can be driven at once, or if one follows the other.
    """
    same_arm = mine.arm == theirs.arm
    if mine.junction is not theirs.junction or (same_arm and mine.track == theirs.track):
        return None
    close = [
        (a, b)
        for a in _steps(mine.path)
        for b in _steps(theirs.path)
        if _distance(mine.path.at(a), theirs.path.at(b)) < _ZONE and not (same_arm and max(a, b) < _ZONE)
    ]
    if not close:
        return None
    a = [pair[0] for pair in close]
    b = [pair[1] for pair in close]
    return min(a), max(a), min(b), max(b)


def _steps(path: Path) -> Iterator[float]:
    count = math.ceil(path.length / _SAMPLE)
    return (i * path.length / count for i in range(count + 1))


def _distance(a: Pose, b: Pose) -> float:
    return math.hypot(a.x - b.x, a.y - b.y)


def _directed(names: list[str]) -> Iterator[tuple[str, Side]]:
    """Yield each street with the side that leads to the next one."""
    for name, onward in pairwise(names):
        yield name, "right" if _shared(name, onward) == "end" else "left"
    last = names[-1]
    if len(names) == 1:
        raise ValueError(f"a route needs two streets to have a direction, not only {last}")
    yield last, "right" if _shared(last, names[-2]) == "start" else "left"


def _shared(name: str, other: str) -> End:
    """Return the end of ``name`` at which it meets ``other``."""
    junctions = [{arm.street: arm.end for arm in junction.arms} for junction in JUNCTIONS]
    for ends in (*junctions, *map(dict, LINKS)):
        if name in ends and other in ends:
            return ends[name]
    raise ValueError(f"{name} does not meet {other}")


@cache
def _way(hop: tuple[str, Side], onward: tuple[str, Side], track: Track) -> Way | None:
    """Return the way from one street to the next, or None where they are linked without a junction."""
    come: End = "end" if hop[1] == "right" else "start"
    leave: End = "start" if onward[1] == "right" else "end"
    for junction in JUNCTIONS:
        arms = {(arm.street, arm.end): arm for arm in junction.arms}
        if (hop[0], come) in arms and (onward[0], leave) in arms:
            incoming = _lane(*hop, track)
            path = Path(join(incoming.at(incoming.length), _lane(*onward, track).at(0.0)))
            return Way(junction, arms[hop[0], come], arms[onward[0], leave], track, _turn(path), path)
    return None


def _lane(name: str, side: Side, track: Track) -> Path:
    offset = track_offset(name, side, track)
    return reference(name).beside(offset) if side == "right" else reference(name).beside(-offset).reversed()


def _limits(path: Path, begin: float, allowed: float) -> Iterator[tuple[float, float]]:
    for piece, end in zip(path.pieces, path.starts[1:], strict=True):
        bend = abs(piece.curvature)
        yield begin + end, min(allowed, math.sqrt(COMFORTABLE_LATERAL / bend)) if bend else allowed


def _zebras(name: str, side: Side, lane: Path, begin: float, offset: float) -> list[Zebra]:
    zebras = []
    for crossing in CROSSINGS:
        if crossing.street == name:
            x, y, _ = reference(name).at(crossing_s(crossing))
            ((at, _),) = lane.locate(x, y, 0.0, lane.length)
            half = crossing.width / 2
            to_the_right = offset if side == "right" else -offset
            zebras.append(Zebra(crossing, begin + at - half, begin + at + half, to_the_right))
    return sorted(zebras, key=lambda zebra: zebra.begin)


def _turn(path: Path) -> Turn:
    angle = wrap(path.at(path.length).heading - path.at(0.0).heading)
    if abs(angle) < _STRAIGHT:
        return "straight"
    return "right" if angle > 0 else "left"
