"""Plane geometry of the town: poses, lines and arcs, paths along them.

Metres and radians in CARLA's frame seen from above: x forward (east), y right (south), headings clockwise
from x. Offsets across a path are positive to the right, curvatures where it bends to the right.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

_PARALLEL = 1e-9


class Pose(NamedTuple):
    """A point with a heading."""

    x: float
    y: float
    heading: float

    def ahead(self, distance: float) -> Pose:
        """Return the pose this far along the heading."""
        x, y, heading = self
        return Pose(x + distance * math.cos(heading), y + distance * math.sin(heading), heading)

    def beside(self, offset: float) -> Pose:
        """Return the pose this far to the right."""
        x, y, heading = self
        return Pose(x - offset * math.sin(heading), y + offset * math.cos(heading), heading)

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


class Path:
    """Pieces one after the other, addressed by arc length; straight on beyond both ends."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        self.starts = [0.0]
        for piece in self.pieces:
            self.starts.append(self.starts[-1] + piece.length)
        self.length = self.starts[-1]

    def at(self, s: float) -> Pose:
        """Return the pose at arc length ``s``."""
        i = min(max(bisect_right(self.starts, s) - 1, 0), len(self.pieces) - 1)
        piece = self.pieces[i]
        inside = min(max(s - self.starts[i], 0.0), piece.length)
        pose = piece.at(inside)
        rest = s - self.starts[i] - inside
        return pose.ahead(rest) if rest else pose

    def beside(self, offset: float) -> Path:
        """Return the parallel path this far to the right."""
        return Path(piece.beside(offset) for piece in self.pieces)

    def reversed(self) -> Path:
        """Return the same path run through from its end."""
        return Path(piece.reversed() for piece in reversed(self.pieces))


def join(start: Pose, end: Pose) -> tuple[Piece, ...]:
    """Return a smooth connection: a line, or an arc with a line before or after it.

    The ray ahead of ``start`` and the ray behind ``end`` must meet, as they do for the turns of a junction.
    """
    turn = wrap(end.heading - start.heading)
    dx, dy = end.x - start.x, end.y - start.y
    along = dx * math.cos(start.heading) + dy * math.sin(start.heading)
    across = dy * math.cos(start.heading) - dx * math.sin(start.heading)
    if abs(turn) < _PARALLEL:
        return (Piece(start, along),)
    after = across / math.sin(turn)
    before = along - after * math.cos(turn)
    tangent = min(before, after)
    curvature = math.tan(turn / 2) / tangent
    arc = Piece(start.ahead(before - tangent), turn / curvature, curvature)
    lines = Piece(start, before - tangent), Piece(end.ahead(tangent - after), after - tangent)
    return tuple(piece for piece in (lines[0], arc, lines[1]) if piece.length > _PARALLEL)
