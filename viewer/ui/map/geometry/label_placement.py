"""Where labels go: beside their actors, on nobody, across nothing, and where they were before. Pure numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats
from viewer.quick_dataclass import dataclass

_EDGE = 4.0
"""Pixels from the edge of the screen."""
_SAME = 0.5
"""Pixels between the middles of rectangles around the same actor."""
_FARTHEST = 60.0
"""Pixels of the longest leader."""
_ROUNDING = 0.6
"""Radius of an actor's corners, in half widths."""
_DIAGONAL = np.sqrt(0.5)
_STEPS = 3
"""Of the search for where a slant leaves an outline."""
_HALF_RING = 4.0
"""Pixels of a ring and its halo, to either side."""
_NOTHING: Floats = np.empty((0, 4))
_NO_RINGS: Floats = np.empty((0, 3))

# The places a label can be at, the best first: up right, up left, down right, down left, right, left, up,
# down; and all again farther away. To the right is 1 and to the left −1, below is 1 and above −1.
_SIDES = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
_DISTANCES = (12.0, 28.0, 44.0, _FARTHEST)
_RIGHT, _DOWN = np.tile(np.array(_SIDES, np.float64), (len(_DISTANCES), 1)).T
_AWAY = np.repeat(_DISTANCES, len(_SIDES)) * np.where(_RIGHT * _DOWN == 0, 1.0, _DIAGONAL)
_CORNERS = np.array([side for side in _SIDES if all(side)], np.float64)


@dataclass(frozen=True, slots=True)
class WantedLabel:
    """A label that is wanted; the more important ones come first.

    Attributes:
        row: of the actor.
        x: middle of the actor, pixels.
        y: middle of the actor, pixels.
        heading: radians clockwise.
        half_length: of the actor's outline, along its heading, pixels; of the outermost if it has several.
        half_width: across it.
        width: of the label.
        height: of the label.

    """

    row: int
    x: float
    y: float
    heading: float
    half_length: float
    half_width: float
    width: float
    height: float


class PlacedLabel(NamedTuple):
    """Where a label is: its place, its top left corner, and both ends of its leader, in pixels.

    The leader begins on the actor's outline and ends at the label's nearest edge or corner.
    """

    place: int
    left: float
    top: float
    begin: tuple[float, float]
    end: tuple[float, float]


def place_labels(
    wanted: Sequence[WantedLabel],
    taken: Floats,
    screen: tuple[float, float],
    before: Mapping[int, int],
    spared: Floats = _NOTHING,
    avoided: Floats = _NOTHING,
    rings: Floats = _NO_RINGS,
) -> dict[int, PlacedLabel]:
    """Return where each label is that there is room for, by row.

    Args:
        wanted: the labels, the most important first.
        taken: what no label may cover and no leader may cross, as left, top, right, bottom, shape (K, 4).
        screen: its width and height.
        before: the place of each label in the last picture, by row; kept as long as it is allowed.
        spared: as ``taken``, but covered by a label that has no other place.
        avoided: as ``spared``, but a label stays where it is when it comes to cover it.
        rings: what no label may cover, but leaders may cross: x, y and radius in pixels, shape (K, 3).

    """
    placed: dict[int, PlacedLabel] = {}
    pills, leaders = _NOTHING, _NOTHING
    for label in wanted:
        near = _without_own(label, _within_reach(label, taken))
        last = before.get(label.row)
        soft = spared if last is not None else np.concatenate([spared, avoided])
        both = np.concatenate([near, _within_reach(label, soft)])
        place = _place(label, both, rings, pills, leaders, screen, last)
        if place is None:
            place = _place(label, near, rings, pills, leaders, screen, last)
        if place is not None:
            placed[label.row] = place
            box = (place.left, place.top, place.left + label.width, place.top + label.height)
            pills = np.vstack([pills, box])
            leaders = np.vstack([leaders, (*place.begin, *place.end)])
    return placed


def _within_reach(label: WantedLabel, taken: Floats) -> Floats:
    """Return those of the taken rectangles (K, 4) that may matter to a label."""
    reach = label.half_length + label.half_width + _FARTHEST
    across, along = reach + label.width, reach + label.height
    x0, y0, x1, y1 = taken.T
    near: Floats = taken[
        (x0 < label.x + across) & (x1 > label.x - across) & (y0 < label.y + along) & (y1 > label.y - along)
    ]
    return near


def _without_own(label: WantedLabel, near: Floats) -> Floats:
    """Return the rectangles (K, 4) that are not the actor itself or an outline around it."""
    middles = (near[:, :2] + near[:, 2:]) / 2
    others: Floats = near[(np.abs(middles - (label.x, label.y)) > _SAME).any(axis=1)]
    return others


def _place(
    label: WantedLabel,
    near: Floats,
    rings: Floats,
    pills: Floats,
    leaders: Floats,
    screen: tuple[float, float],
    before: int | None,
) -> PlacedLabel | None:
    """Return where a label is allowed: where it was, else at the first place; None if nowhere."""
    boxes = _boxes(label)
    begins, ends, outside = _leaders(label, boxes)
    lines = np.concatenate([begins, ends], axis=1)
    allowed = outside & (np.hypot(*(ends - begins).T) <= _FARTHEST + 1.0)
    allowed &= (boxes[:, :2] >= _EDGE).all(axis=1) & (boxes[:, 2:] <= np.array(screen) - _EDGE).all(axis=1)
    solid = np.concatenate([near, pills])
    allowed &= ~_overlap(boxes, solid).any(axis=1) & ~_cross(leaders, boxes).any(axis=0)
    allowed &= ~_on(boxes, rings).any(axis=1)
    allowed &= ~_meet(lines, leaders).any(axis=1)
    crossed = _cross(lines, solid)
    clear = allowed & ~crossed.any(axis=1)
    # Of those who touch the actor itself a leader may have to cross the one it begins in, but only outwards.
    touching = _inside(begins, near) & _outwards(begins, ends, near)
    touching = np.concatenate([touching, np.zeros((len(begins), len(pills)), np.bool_)], axis=1)
    possible = allowed & ~(crossed & ~touching).any(axis=1)
    if before is not None and possible[before]:
        chosen = before
    elif clear.any():
        chosen = int(clear.argmax())
    elif possible.any():
        chosen = int(possible.argmax())
    else:
        return None
    left, top = boxes[chosen, :2].tolist()
    begin_x, begin_y, end_x, end_y = lines[chosen].tolist()
    return PlacedLabel(chosen, left, top, (begin_x, begin_y), (end_x, end_y))


def _boxes(label: WantedLabel) -> Floats:
    """Return left, top, right, bottom of the label at each place, shape (S, 4)."""
    cos, sin = abs(np.cos(label.heading)), abs(np.sin(label.heading))
    across = label.half_length * cos + label.half_width * sin
    along = label.half_length * sin + label.half_width * cos
    begins = np.array(_SIDES) * (across, along)
    begins[: len(_CORNERS)] = _off_corners(label, begins[: len(_CORNERS)])
    x, y = np.tile(begins, (len(_DISTANCES), 1)).T
    left = np.round(label.x + x + _RIGHT * _AWAY - label.width * (1 - _RIGHT) / 2)
    top = np.round(label.y + y + _DOWN * _AWAY - label.height * (1 - _DOWN) / 2)
    return np.stack([left, top, left + label.width, top + label.height], axis=1)


def _off_corners(label: WantedLabel, corners: Floats) -> Floats:
    """Return the corners of the box around an actor, from its middle, moved slantwise (C, 2).

    From there the first distance beside the corner is the first distance from the actor's outline: a slanted
    actor is far from two of the corners.
    """
    cos, sin = np.cos(label.heading), np.sin(label.heading)
    turn = np.array([[cos, -sin], [sin, cos]])
    radius, inner = _rounded(label)
    away = _CORNERS * _DIAGONAL
    begins = corners
    for _ in range(_STEPS):
        local = (begins + _DISTANCES[0] * away) @ turn
        gap = np.hypot(*(local - np.clip(local, -inner, inner)).T) - radius
        begins = begins + away * (_DISTANCES[0] - gap)[:, None]
    return begins


def _rounded(label: WantedLabel) -> tuple[float, Floats]:
    """Return how round an actor's outline is: the radius, and half the size (2,) of the box it is around."""
    radius = _ROUNDING * min(label.half_length, label.half_width)
    return radius, np.array([label.half_length, label.half_width]) - radius


def _leaders(label: WantedLabel, boxes: Floats) -> tuple[Floats, Floats, Flags]:
    """Return where the leaders begin and end, (S, 2) each, and which labels are off the actor, (S,).

    The actor's outline is a rounded box: the points that are as far from a smaller box as its corners are
    round.
    """
    cos, sin = np.cos(label.heading), np.sin(label.heading)
    turn = np.array([[cos, -sin], [sin, cos]])
    middle = np.array([label.x, label.y])
    round_, inner = _rounded(label)
    ends = np.clip(middle, boxes[:, :2], boxes[:, 2:])
    # Towards the nearest points of two convex shapes, in turns; so few that between edges which are all but
    # parallel it stays near the middle, and does not leap from corner to corner as the actor turns.
    for _ in range(5):
        local = (ends - middle) @ turn
        nearest = np.clip(local, -inner, inner)
        way = local - nearest
        far = np.hypot(*way.T)
        begins = middle + (nearest + way * (round_ / np.maximum(far, 1e-9))[:, None]) @ turn.T
        ends = np.clip(begins, boxes[:, :2], boxes[:, 2:])
    return begins, ends, far > round_


def _overlap(boxes: Floats, others: Floats) -> Flags:
    """Return which of S boxes cover which of K others, shape (S, K)."""
    left, top, right, bottom = (edge[:, None] for edge in boxes.T)
    x0, y0, x1, y1 = others.T
    covers: Flags = (left < x1) & (right > x0) & (top < y1) & (bottom > y0)
    return covers


def _on(boxes: Floats, rings: Floats) -> Flags:
    """Return which of S boxes lie on the line of which of K rings, shape (S, K)."""
    middles, radii = rings[:, :2], rings[:, 2]
    low, high = boxes[:, None, :2] - middles, boxes[:, None, 2:] - middles
    nearest = np.hypot(*np.moveaxis(np.clip(0.0, low, high), -1, 0))
    farthest = np.hypot(*np.moveaxis(np.maximum(-low, high), -1, 0))
    on: Flags = (nearest < radii + _HALF_RING) & (farthest > radii - _HALF_RING)
    return on


def _inside(points: Floats, boxes: Floats) -> Flags:
    """Return which of S points are in which of K boxes, shape (S, K)."""
    x, y = (value[:, None] for value in points.T)
    x0, y0, x1, y1 = boxes.T
    inside: Flags = (x > x0) & (x < x1) & (y > y0) & (y < y1)
    return inside


def _outwards(begins: Floats, ends: Floats, boxes: Floats) -> Flags:
    """Return which of S lines, from one point to another, lead away from the middles of K boxes, (S, K)."""
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    outwards: Flags = ((ends - begins)[:, None] * (begins[:, None] - middles)).sum(axis=2) >= 0
    return outwards


def _cross(lines: Floats, boxes: Floats) -> Flags:
    """Return which of S lines (x, y, x, y) pass through which of K boxes, shape (S, K)."""
    enters, leaves = np.zeros((len(lines), len(boxes))), np.ones((len(lines), len(boxes)))
    with np.errstate(divide="ignore", invalid="ignore"):
        for axis in (0, 1):
            begin, way = lines[:, axis, None], (lines[:, axis + 2] - lines[:, axis])[:, None]
            first, second = (boxes[:, axis] - begin) / way, (boxes[:, axis + 2] - begin) / way
            low, high = np.minimum(first, second), np.maximum(first, second)
            flat = way == 0.0
            within = (begin > boxes[:, axis]) & (begin < boxes[:, axis + 2])
            enters = np.maximum(enters, np.where(flat, np.where(within, 0.0, 2.0), low))
            leaves = np.where(flat, leaves, np.minimum(leaves, high))
    crosses: Flags = enters < leaves
    return crosses


def _meet(lines: Floats, others: Floats) -> Flags:
    """Return which of S lines cross which of K others, shape (S, K)."""

    def side(a: Floats, b: Floats, point: Floats) -> Floats:
        way, off = b - a, point - a
        turn: Floats = way[..., 0] * off[..., 1] - way[..., 1] * off[..., 0]
        return turn

    a, b = lines[:, None, :2], lines[:, None, 2:]
    c, d = others[None, :, :2], others[None, :, 2:]
    meet: Flags = (side(a, b, c) * side(a, b, d) <= 0) & (side(c, d, a) * side(c, d, b) <= 0)
    return meet
