"""Routes through the streets: lanes and turns joined to one path, with what lies on it.

A route says, by arc length along its path, how fast one may drive, where junctions begin and end and where to
stop before them, and which crossings lie across.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from sample.geometry import Path, Piece, Pose, join, wrap
from sample.network import Track, crossing_s, reference, street, track_offset
from sample.streets import CROSSINGS, JUNCTIONS, LINKS, Arm, Control, Crossing, End, Junction, Side

Turn = Literal["left", "straight", "right"]

_KMH = 3.6  # km/h in 1 m/s
_COMFORTABLE = 2.2  # m/s² to the side; limits the speed in bends
_STRAIGHT = math.radians(30.0)
_ZONE = 2.6  # m, ways nearer to each other than this cannot be driven at the same time
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
        limits += _limits(tracks[i], begin, street(name).speed_limit / _KMH)
        zebras += _zebras(name, side, tracks[i], begin, track_offset(name, side, track))
        begin += tracks[i].length
        way = _way(hops[i], hops[i + 1], track) if i + 1 < len(hops) else None
        if way:
            end = begin + way.path.length
            gates.append(Gate(way, begin - way.arm.stop_line, begin, end))
            pieces += way.path.pieces
            limits += _limits(way.path, begin, street(name).speed_limit / _KMH)
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
        yield begin + end, min(allowed, math.sqrt(_COMFORTABLE / bend)) if bend else allowed


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
