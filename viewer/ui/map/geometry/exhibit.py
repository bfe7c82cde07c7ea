"""Where the parts of an exhibit stand on the screen: bodies, arrows, the angle, the ring. Pure numpy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.evidence import Evidence
from viewer.analysis.kinds import JUNCTIONS, KINDS
from viewer.arrays import Floats
from viewer.replay.world.appearance import GroundBoxes
from viewer.ui.map.camera import Camera
from viewer.ui.map.geometry.actor_shapes import ActorShape, glass, outline, placed
from viewer.ui.map.geometry.detail import NEAR_SCALE, Detail, shapes_at

RING_GAP = 16.0
"""Pixels between the corners of the boxes and the ring."""
_LEAST_RING = 24.0
_SHORTEST, _LONGEST, _PER_SPEED = 60.0, 220.0, 20.0
"""Pixels of an arrow: its bounds, and how many for each m/s."""
ARC_RADIUS = 92.0
"""Pixels of the angle between two arrows, unless the ring is too small for it."""
_ARC_GAP, _LEAST_ARC = 10.0, 24.0
_HALF_LANE = 1.75
"""Metres."""
_STILL = 0.1
"""m/s below which nobody has a direction."""
_BOX = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)))


@dataclass(frozen=True, eq=False)
class ExhibitShapes:
    """An exhibit in pixels.

    Attributes:
        near: whether there is room for more than the ring.
        bodies: outline of each actor at the moment, shape (K, 2) each; empty for who was not there.
        panes: what is darker in each body.
        before: boxes at the times before, each of shape (N, 4, 2).
        arrows: tail and head of the velocity of each, shape (N, 2, 2); NaN for none.
        point: where it happened, shape (2,); NaN for nowhere.
        ring: middle and radius: x, y, r.
        light: where the light is that governs, shape (2,); NaN for none.
        line: ends of the stop line where it was crossed, shape (2, 2); NaN for none.
        lane: left and right edge of the lane that was left, as traffic goes, shape (2, K, 2).
        arc: angles of two arrows in degrees as Qt counts them, start and span, and the radius in pixels;
            None for none.

    """

    near: bool
    bodies: tuple[Floats, ...]
    panes: tuple[tuple[Floats, ...], ...]
    before: tuple[Floats, ...]
    arrows: Floats
    point: Floats
    ring: tuple[float, float, float]
    light: Floats
    line: Floats
    lane: Floats
    arc: tuple[float, float, float] | None


def exhibit_shapes(evidence: Evidence, categories: NDArray[np.uint8], camera: Camera) -> ExhibitShapes:
    """Return where the parts of an exhibit stand; ``categories`` are those of its rows, shape (N,)."""
    bodies, panes = [], []
    shapes = shapes_at(Detail.NEAR)
    centers, headings, halves = _on_screen(evidence.at, camera)
    for number in range(len(evidence.rows)):
        here = slice(number, number + 1)
        if not np.isfinite(centers[number]).all():
            bodies.append(np.empty((0, 2)))
            panes.append(())
            continue
        shape = ActorShape(int(shapes[int(categories[number])]))
        bodies.append(outline(shape, centers[here], headings[here], halves[here])[0])
        panes.append(tuple(pane[0] for pane in glass(shape, centers[here], headings[here], halves[here])))
    boxes = placed(_BOX, centers, headings, halves).reshape(-1, 2)
    boxes = boxes[np.isfinite(boxes).all(axis=1)]
    point = np.full(2, np.nan) if evidence.point is None else camera.to_screen(evidence.point)
    arrows = _arrows(evidence, camera, point, centers)
    around = boxes if len(boxes) else point[None]
    middle = (around.min(axis=0) + around.max(axis=0)) / 2
    reach = max(float(np.linalg.norm(around - middle, axis=1).max()) + RING_GAP, _LEAST_RING)
    return ExhibitShapes(
        near=camera.scale >= NEAR_SCALE,
        bodies=tuple(bodies),
        panes=tuple(panes),
        before=tuple(placed(_BOX, *_on_screen(each, camera)) for each in evidence.before),
        arrows=arrows,
        point=point,
        ring=(float(middle[0]), float(middle[1]), reach),
        light=np.full(2, np.nan) if evidence.light is None else camera.to_screen(evidence.light),
        line=_stop_line(evidence, camera),
        lane=camera.to_screen(evidence.lane.reshape(-1, 2)).reshape(evidence.lane.shape),
        arc=_arc(arrows, point, middle, reach) if evidence.side is not None else None,
    )


def _on_screen(boxes: GroundBoxes, camera: Camera) -> tuple[Floats, Floats, Floats]:
    return (
        camera.to_screen(boxes.centers),
        boxes.headings + camera.turn,
        np.maximum(boxes.extents * camera.scale, 1.0),
    )


def _arrows(evidence: Evidence, camera: Camera, point: Floats, centers: Floats) -> Floats:
    """Return tails and heads: arrows end at the contact, or in front of who drives alone."""
    arrows = np.full((len(evidence.rows), 2, 2), np.nan)
    speeds = evidence.speeds
    touches = evidence.side is not None
    for number, speed in enumerate(speeds.tolist()):
        if not speed >= _STILL or not np.isfinite(centers[number]).all():
            continue
        way = camera.to_screen(evidence.velocities[number]) - camera.to_screen((0.0, 0.0))
        way /= np.linalg.norm(way)
        length = min(max(_PER_SPEED * speed, _SHORTEST), _LONGEST)
        if touches and np.isfinite(point).all():
            arrows[number] = point - way * length, point
        else:
            nose = centers[number] + way * float(evidence.at.extents[number, 0]) * camera.scale
            arrows[number] = nose, nose + way * length
    return arrows


def _stop_line(evidence: Evidence, camera: Camera) -> Floats:
    """Return the ends of the line that was crossed: across the way, as wide as a lane."""
    entered = KINDS[evidence.event.kind].finder is JUNCTIONS
    if not entered or evidence.point is None or not len(evidence.rows):
        return np.full((2, 2), np.nan)
    heading = float(evidence.at.headings[0])
    across = np.array((-np.sin(heading), np.cos(heading))) * _HALF_LANE
    ends: Floats = camera.to_screen(np.array((evidence.point - across, evidence.point + across)))
    return ends


def _arc(arrows: Floats, point: Floats, middle: Floats, reach: float) -> tuple[float, float, float] | None:
    """Return where the angle between the tails of two arrows begins, how far it goes, and its radius.

    Angles are in degrees. It stays inside the ring around ``middle``.
    """
    if len(arrows) != 2 or not np.isfinite(arrows).all():  # noqa: PLR2004 - between two
        return None
    back = arrows[:, 0] - arrows[:, 1]
    first, second = np.degrees(np.arctan2(-back[:, 1], back[:, 0])).tolist()
    span = (second - first + 180.0) % 360.0 - 180.0
    turns = np.radians(first + span * np.linspace(0.0, 1.0, 9))
    ways = np.column_stack([np.cos(turns), -np.sin(turns)])
    off = point - middle
    along = ways @ off
    room = np.sqrt(np.maximum(along**2 + max(reach - _ARC_GAP, 0.0) ** 2 - off @ off, 0.0)) - along
    return first, span, float(np.clip(room.min(), _LEAST_ARC, ARC_RADIUS))
