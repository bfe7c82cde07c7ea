"""Where labels go: beside their actors, on nobody, and where they were before. Pure numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats

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
_REACH = float(_ASIDE.max()) + 40.0
"""Pixels from what an actor and its label cover to all that may matter to the label, outlines included."""
_AWAY = np.where(_RIGHT == 0, _ASIDE, 0.8 * _ASIDE)


@dataclass(frozen=True, slots=True)
class WantedLabel:
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
    wanted: Sequence[WantedLabel],
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
    if not wanted:
        return placed
    labels = np.empty((0, 4))
    around = _around(wanted, taken)
    own = [_is_own(label, near) for label, near in zip(wanted, around, strict=True)]
    wanted = [
        _with_outlines(label, near[mine]) for label, near, mine in zip(wanted, around, own, strict=True)
    ]
    for label, near, mine, sides in zip(wanted, around, own, _sides(wanted, screen), strict=True):
        others = np.concatenate([near[~mine], labels])
        side = _side(sides, others, before.get(label.row), needed=label.needed)
        if side is not None:
            placed[label.row] = (side, *sides.boxes[side, :2].tolist())
            labels = np.concatenate([labels, sides.boxes[side : side + 1]])
    return placed


def _around(wanted: Sequence[WantedLabel], taken: Floats) -> list[Floats]:
    """Return for each label those of the taken rectangles (K, 4) that matter to it, shape (N, 4) each."""
    numbers = [(w.x, w.y, w.half_width + w.width, w.half_height + w.height) for w in wanted]
    x, y, width, height = np.array(numbers).reshape(-1, 4, 1).swapaxes(0, 1)
    x0, y0, x1, y1 = taken.T
    across, along = width + _REACH, height + _REACH
    near = (x0 < x + across) & (x1 > x - across) & (y0 < y + along) & (y1 > y - along)
    return [taken[row] for row in near]


def _is_own(wanted: WantedLabel, rectangles: Floats) -> NDArray[np.bool_]:
    """Return which rectangles (K, 4) are the actor itself and the outlines around it, shape (K,)."""
    middles = (rectangles[:, :2] + rectangles[:, 2:]) / 2
    return np.asarray((np.abs(middles - (wanted.x, wanted.y)) <= _SAME).all(axis=1))


def _with_outlines(wanted: WantedLabel, own: Floats) -> WantedLabel:
    """Return a label that keeps its distance from the outlines of its actor, too: shape (K, 4)."""
    if len(own) <= 1:
        return wanted
    width, height = ((own[:, 2:] - own[:, :2]) / 2).max(axis=0).tolist()
    return replace(
        wanted, half_width=max(wanted.half_width, width), half_height=max(wanted.half_height, height)
    )


class _Sides(NamedTuple):
    """The sides that one label can be on.

    Attributes:
        boxes: left, top, right, bottom of the label there, shape (S, 4).
        leaders: how long the leader would be, shape (S,).
        outside: whether the label would not be wholly on the screen, shape (S,).
        cramped: the same with room around it.

    """

    boxes: Floats
    leaders: Floats
    outside: NDArray[np.bool_]
    cramped: NDArray[np.bool_]


def _sides(wanted: Sequence[WantedLabel], screen: tuple[float, float]) -> list[_Sides]:
    """Return the sides of each label."""
    numbers = [(w.x, w.y, w.half_width, w.half_height, w.width, w.height) for w in wanted]
    x, y, half_width, half_height, width, height = np.array(numbers).reshape(-1, 6, 1).swapaxes(0, 1)
    left = x + _RIGHT * (half_width + _ASIDE) - width * (1 - _RIGHT) / 2
    pushed = np.clip(left, _EDGE, np.maximum(screen[0] - _EDGE - width, _EDGE))
    left = np.round(np.where(_DOWN == 0, left, pushed))
    top = np.round(y + _DOWN * (half_height + _AWAY) - height * (1 - _DOWN) / 2)
    boxes = np.stack([left, top, left + width, top + height], axis=-1)
    across = np.abs(np.clip(x, left, left + width) - x) - half_width
    along = np.abs(np.clip(y, top, top + height) - y) - half_height
    leaders = np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0))
    outside, cramped = _is_outside(boxes, screen), _is_outside(boxes + _COMFORT * _OUTWARDS, screen)
    return list(map(_Sides, boxes, leaders, outside, cramped))


def _side(sides: _Sides, others: Floats, before: int | None, *, needed: bool) -> int | None:
    """Return which side a label goes to, or None if there is no room and it is not needed.

    It goes where it is nearer to its actor than to all else, if it can: elsewhere it seems to belong to
    another one, or its leader runs over that one.
    """
    leaders, outside = sides.leaders, sides.outside
    stays = False
    if before is not None and (needed or leaders[before] <= _LONGEST) and not outside[before]:
        beside, apart = _distances(sides.boxes[before : before + 1], others)
        stays = bool(beside.min(initial=np.inf) >= 0)
        if stays and apart[0] * _PATIENCE >= leaders[before]:
            return before
    beside, apart = _distances(sides.boxes, others)
    room = beside.min(axis=1, initial=np.inf)
    free = (room >= _COMFORT) & ~sides.cramped & ((leaders <= _LONGEST) | needed)
    clear = free & (apart >= leaders)
    if clear.any():
        return int(clear.argmax())
    if stays:
        return before
    if free.any():
        return int(free.argmax())
    if not needed:
        return None
    cost = np.count_nonzero(beside < 0, axis=1) + _OUTSIDE * outside
    best = int(np.argmin(cost))
    return before if before is not None and cost[before] == cost[best] else best


def _distances(boxes: Floats, others: Floats) -> tuple[Floats, Floats]:
    """Return how far rectangles (K, 4) are from boxes (S, 4) in pixels.

    First across or along, whichever is farther, negative where one covers the other, shape (S, K); then how
    far the nearest one is, shape (S,).
    """
    left, top, right, bottom = (edge[:, None] for edge in boxes.T)
    x0, y0, x1, y1 = others.T
    across, along = np.maximum(x0 - right, left - x1), np.maximum(y0 - bottom, top - y1)
    apart = np.hypot(np.maximum(across, 0.0), np.maximum(along, 0.0)).min(axis=1, initial=np.inf)
    return np.maximum(across, along), apart


def _is_outside(boxes: Floats, screen: tuple[float, float]) -> NDArray[np.bool_]:
    """Return which boxes (…, 4) are not wholly on the screen, shape (…)."""
    return np.asarray((boxes[..., :2] < 0).any(axis=-1) | (boxes[..., 2:] > screen).any(axis=-1))
