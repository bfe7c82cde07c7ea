"""Plane geometry of the town: poses, lines and arcs, paths along them, boxes.

Metres and radians in CARLA's frame seen from above: x forward (east), y right (south), headings clockwise
from x. Offsets across a path are positive to the right, curvatures where it bends to the right.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

_PARALLEL = 1e-9
_TOLERANCE = 1e-6  # m


class Pose(NamedTuple):
    """A point with a heading."""

    x: float
    y: float
    heading: float

    def ahead(self, distance: float) -> Pose:
        """Return the pose this far along the heading."""
        return Pose(
            self.x + distance * math.cos(self.heading),
            self.y + distance * math.sin(self.heading),
            self.heading,
        )

    def beside(self, offset: float) -> Pose:
        """Return the pose this far to the right."""
        return Pose(
            self.x - offset * math.sin(self.heading), self.y + offset * math.cos(self.heading), self.heading
        )

    def turned(self, angle: float) -> Pose:
        """Return the pose with its heading turned to the right."""
        return Pose(self.x, self.y, self.heading + angle)


def wrap(angle: float) -> float:
    """Return the same angle between -π and π."""
    return math.remainder(angle, math.tau)


@dataclass(frozen=True, slots=True)
class Piece:
    """A line (curvature 0) or an arc of less than half a circle."""

    start: Pose
    length: float
    curvature: float = 0.0

    def at(self, s: float) -> Pose:
        """Return the pose at arc length ``s``."""
        if not self.curvature:
            return self.start.ahead(s)
        x, y, heading = self.start
        end = heading + self.curvature * s
        return Pose(
            x + (math.sin(end) - math.sin(heading)) / self.curvature,
            y - (math.cos(end) - math.cos(heading)) / self.curvature,
            end,
        )

    def beside(self, offset: float) -> Piece:
        """Return the parallel piece this far to the right."""
        scale = 1.0 - self.curvature * offset
        return Piece(self.start.beside(offset), self.length * scale, self.curvature / scale)

    def reversed(self) -> Piece:
        """Return the same piece run through from its end."""
        return Piece(self.at(self.length).turned(math.pi), self.length, -self.curvature)

    def locate(self, x: float, y: float) -> tuple[float, float]:
        """Return (s, offset) of a point; s lies outside [0, length] if the point is not beside the piece."""
        sin, cos = math.sin(self.start.heading), math.cos(self.start.heading)
        dx, dy = x - self.start.x, y - self.start.y
        if not self.curvature:
            return dx * cos + dy * sin, dy * cos - dx * sin
        radius = 1.0 / self.curvature  # signed: the centre lies this far to the right
        side = math.copysign(1.0, radius)
        dx, dy = (dx + radius * sin) * side, (dy - radius * cos) * side
        heading = math.atan2(dx, -dy)
        return wrap(heading - self.start.heading) * radius, radius - side * math.hypot(dx, dy)


class Path:
    """Pieces one after the other, addressed by arc length; straight on beyond both ends."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.starts = [0.0]
        for piece in self.pieces:
            self.starts.append(self.starts[-1] + piece.length)

    @property
    def length(self) -> float:
        """Arc length of the whole path."""
        return self.starts[-1]

    def index(self, s: float) -> int:
        """Return the number of the piece at ``s``."""
        return min(max(bisect_right(self.starts, s) - 1, 0), len(self.pieces) - 1)

    def at(self, s: float) -> Pose:
        """Return the pose at arc length ``s``."""
        i = self.index(s)
        piece = self.pieces[i]
        inside = min(max(s - self.starts[i], 0.0), piece.length)
        pose = piece.at(inside)
        rest = s - self.starts[i] - inside
        return pose.ahead(rest) if rest else pose

    def locate(self, x: float, y: float, begin: float, end: float) -> Iterator[tuple[float, float]]:
        """Yield (s, offset) of a point for every piece between ``begin`` and ``end`` that it lies beside."""
        for i in range(self.index(begin), self.index(end) + 1):
            s, offset = self.pieces[i].locate(x, y)
            if -_TOLERANCE <= s <= self.pieces[i].length + _TOLERANCE:
                yield self.starts[i] + s, offset

    def nearest(self, x: float, y: float, begin: float, end: float) -> tuple[float, float]:
        """Return (s, offset) where the path passes a point most closely between ``begin`` and ``end``."""
        return min(self.locate(x, y, begin, end), key=lambda place: abs(place[1]))

    def beside(self, offset: float) -> Path:
        """Return the parallel path this far to the right."""
        return Path(piece.beside(offset) for piece in self.pieces)

    def reversed(self) -> Path:
        """Return the same path run through from its end."""
        return Path(piece.reversed() for piece in reversed(self.pieces))


def chain(start: Pose, bends: Iterable[tuple[float, float]]) -> Path:
    """Return the path from ``start`` along pieces given as (length, curvature)."""
    pieces: list[Piece] = []
    for length, curvature in bends:
        pieces.append(Piece(start, length, curvature))
        start = pieces[-1].at(length)
    return Path(pieces)


def join(start: Pose, end: Pose) -> tuple[Piece, ...]:
    """Return a smooth connection: a line, or an arc with a line before or after it.

    The ray ahead of ``start`` and the ray behind ``end`` must meet, as they do for the turns of a junction.
    """
    turn = wrap(end.heading - start.heading)
    dx, dy = end.x - start.x, end.y - start.y
    along = dx * math.cos(start.heading) + dy * math.sin(start.heading)
    across = dy * math.cos(start.heading) - dx * math.sin(start.heading)
    if abs(turn) < _PARALLEL:
        if abs(across) > _PARALLEL * max(along, 1.0):
            raise ValueError(f"no single arc leads from {start} to {end}")
        return (Piece(start, along),)
    after = across / math.sin(turn)
    before = along - after * math.cos(turn)
    if before < -_PARALLEL or after < -_PARALLEL:
        raise ValueError(f"no single arc leads from {start} to {end}")
    tangent = min(before, after)
    curvature = math.tan(turn / 2) / tangent
    arc = Piece(start.ahead(before - tangent), turn / curvature, curvature)
    lines = Piece(start, before - tangent), Piece(end.ahead(tangent - after), after - tangent)
    return tuple(piece for piece in (lines[0], arc, lines[1]) if piece.length > _PARALLEL)


def rounded(points: Sequence[tuple[float, float]], radius: float) -> Path:
    """Return the path through ``points`` with its corners rounded, as far as the legs between them allow."""
    legs = [
        Piece(Pose(*a, math.atan2(b[1] - a[1], b[0] - a[0])), math.hypot(b[0] - a[0], b[1] - a[1]))
        for a, b in pairwise(points)
    ]
    pieces: list[Piece] = []
    begin = 0.0
    for leg, onward in pairwise(legs):
        turn = abs(wrap(onward.start.heading - leg.start.heading))
        cut = min(radius * math.tan(min(turn, math.pi / 2) / 2), leg.length / 2, onward.length / 2)
        pieces.append(Piece(leg.at(begin), leg.length - begin - cut))
        if cut > _PARALLEL:
            pieces.extend(join(leg.at(leg.length - cut), onward.at(cut)))
        begin = cut
    pieces.append(Piece(legs[-1].at(begin), legs[-1].length - begin))
    return Path(pieces)


class Box(NamedTuple):
    """A rectangle seen from above: its centre with heading, half its length, half its width."""

    pose: Pose
    half_length: float
    half_width: float

    def outline(self, steps: int) -> Iterable[tuple[float, float]]:
        """Yield points along both long sides, ``steps`` intervals each."""
        for i in range(steps + 1):
            at = self.pose.ahead(self.half_length * (2.0 * i / steps - 1.0))
            yield at.beside(-self.half_width)[:2]
            yield at.beside(self.half_width)[:2]


def separation(a: Box, b: Box) -> tuple[float, float]:
    """Return the widest gap along a side of either box, and the heading from a to b across it.

    A negative gap is the depth by which the boxes overlap.
    """
    best = (-math.inf, 0.0)
    dx, dy = b.pose.x - a.pose.x, b.pose.y - a.pose.y
    for heading in (
        a.pose.heading,
        a.pose.heading + math.pi / 2,
        b.pose.heading,
        b.pose.heading + math.pi / 2,
    ):
        distance = dx * math.cos(heading) + dy * math.sin(heading)
        gap = abs(distance) - _reach(a, heading) - _reach(b, heading)
        if gap > best[0]:
            best = (gap, heading if distance >= 0 else heading + math.pi)
    return best


def _reach(box: Box, heading: float) -> float:
    angle = heading - box.pose.heading
    return box.half_length * abs(math.cos(angle)) + box.half_width * abs(math.sin(angle))
