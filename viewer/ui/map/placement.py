"""Where labels go: beside their actors, on nobody, and where they were before. Pure numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_COMFORT = 8.0
"""Pixels that a label which was elsewhere keeps free around it, so that it need not move again at once."""
_PATIENCE = 2.0
"""Times nearer that something else may come to a label than its actor is, before the label goes elsewhere."""
_EDGE = 4.0
_SAME = 0.5
"""Pixels between the middles of rectangles around the same actor."""
_OUTSIDE = 1000  # what it costs to leave the screen; covering something costs 1
_OUTWARDS = np.array([-1.0, -1.0, 1.0, 1.0])

# The sides a label can be on, the best first: above right, above left, …, and all again farther away. To the
# right is 1 and to the left −1, below is 1 and above −1; how far away is in pixels.
_SIDES = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))
_RIGHT, _DOWN = np.tile(np.array(_SIDES, np.float64), (3, 1)).T
_ASIDE = np.repeat([10.0, 30.0, 60.0], len(_SIDES))
_LONGEST = 40.0
"""Pixels of the longest leader; a longer one is for what one cannot do without."""
_AWAY = np.where(_RIGHT == 0, _ASIDE, 0.8 * _ASIDE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A label that is wanted; the more important ones come first.

    Attributes:
        row: of the actor.
        x: middle of the actor, pixels.
        y: middle of the actor, pixels.
        half_width: of what the actor covers on the screen, pixels.
        half_height: the same, downwards.
        width: of the label.
        height: of the label.
        needed: whether it is shown even where there is no room for it.

    """

    row: int
    x: float
    y: float
    half_width: float
    half_height: float
    width: float
    height: float
    needed: bool


def place_labels(
    wanted: Sequence[Wanted],
    taken: Floats,
    screen: tuple[float, float],
    before: Mapping[int, int],
) -> dict[int, tuple[int, float, float]]:
    """Return the side and the top left corner of each label there is room for, by row.

    Args:
        wanted: the labels, the most important first.
        taken: what no label may cover, as left, top, right, bottom, shape (K, 4).
        screen: its width and height.
        before: the side of each label in the last picture, by row; kept as long as it is free.

    """
    placed: dict[int, tuple[int, float, float]] = {}
    labels = np.empty((0, 4))
    own = [_is_own(label, taken) for label in wanted]
    wanted = [_with_outlines(label, taken[mine]) for label, mine in zip(wanted, own, strict=True)]
    for label, mine, boxes in zip(wanted, own, _boxes(wanted, screen), strict=True):
        others = np.concatenate([taken[~mine], labels])
        sides = np.arange(len(boxes)) if label.needed else np.flatnonzero(_leaders(label, boxes) <= _LONGEST)
        side = _side(label, boxes, sides, others, screen, before.get(label.row))
        if side is not None:
            placed[label.row] = (side, float(boxes[side, 0]), float(boxes[side, 1]))
            labels = np.concatenate([labels, boxes[side : side + 1]])
    return placed


def _is_own(wanted: Wanted, taken: Floats) -> NDArray[np.bool_]:
    """Return which rectangles (K, 4) are the actor itself and the outlines around it, shape (K,)."""
    middles = (taken[:, :2] + taken[:, 2:]) / 2
    return np.asarray((np.abs(middles - (wanted.x, wanted.y)) <= _SAME).all(axis=1))


def _with_outlines(wanted: Wanted, own: Floats) -> Wanted:
    """Return a label that keeps its distance from the outlines of its actor, shape (K, 4), too."""
    half_width, half_height = ((own[:, 2:] - own[:, :2]) / 2).max(axis=0, initial=0.0).tolist()
    return replace(
        wanted,
        half_width=max(wanted.half_width, half_width),
        half_height=max(wanted.half_height, half_height),
    )


def _boxes(wanted: Sequence[Wanted], screen: tuple[float, float]) -> Floats:
    """Return left, top, right, bottom of each label on all sides, shape (L, S, 4)."""
    numbers = [(w.x, w.y, w.half_width, w.half_height, w.width, w.height) for w in wanted]
    x, y, half_width, half_height, width, height = np.array(numbers).reshape(-1, 6, 1).swapaxes(0, 1)
    left = x + _RIGHT * (half_width + _ASIDE) - width * (1 - _RIGHT) / 2
    pushed = np.clip(left, _EDGE, np.maximum(screen[0] - _EDGE - width, _EDGE))
    left = np.round(np.where(_DOWN == 0, left, pushed))
    top = np.round(y + _DOWN * (half_height + _AWAY) - height * (1 - _DOWN) / 2)
    return np.stack([left, top, left + width, top + height], axis=-1)


def _leaders(wanted: Wanted, boxes: Floats) -> Floats:
    """Return how long the leader of a label would be in each of its boxes (S, 4), shape (S,)."""
    left, top, right, bottom = boxes.T
    across = np.abs(np.clip(wanted.x, left, right) - wanted.x) - wanted.half_width
    along = np.abs(np.clip(wanted.y, top, bottom) - wanted.y) - wanted.half_height
    return np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))


def _side(
    label: Wanted,
    boxes: Floats,
    sides: NDArray[np.intp],
    taken: Floats,
    screen: tuple[float, float],
    before: int | None,
) -> int | None:
    """Return which of some sides a label goes to, or None if there is no room and it is not needed."""
    keeps = before is not None and before in sides
    if before is not None and keeps:
        old = boxes[before : before + 1]
        keeps = bool(_cost(old, taken, screen)[0] == 0)
        if keeps and _is_nearest(label, old, _within_reach(taken, old), patience=_PATIENCE)[0]:
            return before
    near = _within_reach(taken, boxes)
    free = np.flatnonzero(_cost(boxes[sides] + _COMFORT * _OUTWARDS, near, screen) == 0)
    if len(free):
        free = sides[free]
        clear = free[_is_nearest(label, boxes[free], near)]
        if len(clear):
            return int(clear[0])
    if keeps:
        return before
    if len(free):
        return int(free[0])
    if not label.needed:
        return None
    cost = _cost(boxes, near, screen)
    best = int(np.argmin(cost))
    return before if before is not None and cost[before] == cost[best] else best


def _is_nearest(wanted: Wanted, boxes: Floats, taken: Floats, patience: float = 1.0) -> NDArray[np.bool_]:
    """Return in which of its boxes (S, 4) a label is nearer to its actor than to all else, shape (S,).

    Elsewhere it seems to belong to another one, or its leader runs over that one. Something else may be
    ``patience`` times nearer.
    """
    left, top, right, bottom = (edge[:, None] for edge in boxes.T)
    x0, y0, x1, y1 = taken.T
    across, along = np.maximum(x0 - right, left - x1), np.maximum(y0 - bottom, top - y1)
    apart = np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))
    return np.asarray((apart * patience >= _leaders(wanted, boxes)[:, None]).all(axis=1))


def _cost(boxes: Floats, taken: Floats, screen: tuple[float, float]) -> NDArray[np.int64]:
    """Return how bad each box (S, 4) is, 0 if it is on the screen and covers nothing, shape (S,)."""
    left, top, right, bottom = (edge[:, None] for edge in boxes.T)
    x0, y0, x1, y1 = taken.T
    covers = (left < x1) & (right > x0) & (top < y1) & (bottom > y0)
    outside = (boxes[:, 0] < 0) | (boxes[:, 1] < 0) | (boxes[:, 2] > screen[0]) | (boxes[:, 3] > screen[1])
    return np.count_nonzero(covers, axis=1) + _OUTSIDE * outside


def _within_reach(taken: Floats, boxes: Floats) -> Floats:
    """Return those of the taken rectangles (K, 4) that any of the boxes (S, 4) might cover."""
    left, top = boxes[:, 0].min() - _COMFORT, boxes[:, 1].min() - _COMFORT
    right, bottom = boxes[:, 2].max() + _COMFORT, boxes[:, 3].max() + _COMFORT
    x0, y0, x1, y1 = taken.T
    return taken[(x0 < right) & (x1 > left) & (y0 < bottom) & (y1 > top)]
