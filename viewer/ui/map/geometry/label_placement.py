"""Where labels go: beside their actors, on nobody, across nothing, and where they were before. Pure numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats
from viewer.ui.map.geometry.label_places import PLACES, LabelledActors, boxes_at, leaders_to
from viewer.ui.map.geometry.rectangles import cross, meet, overlap

_EDGE = 4.0
"""Pixels from the edge of the screen."""
_SAME = 0.5
"""Pixels between the middles of rectangles around the same actor."""
_HALF_RING = 4.0
"""Pixels of a ring and its halo, to either side."""
_NOTHING: Floats = np.empty((0, 4))
_NO_RINGS: Floats = np.empty((0, 3))
_NOWHERE = -1
"""Instead of a place."""
_SPARED = 2
"""Levels that an option is worse by which covers what is to be spared."""


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

    def sizes(self) -> tuple[float, ...]:
        """Return what ``LabelledActors`` has of it, shape (7,)."""
        return self.x, self.y, self.heading, self.half_length, self.half_width, self.width, self.height


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
    placing = _Placing(
        LabelledActors(*np.array([label.sizes() for label in wanted], np.float64).reshape(-1, 7).T),
        np.array([before.get(label.row, _NOWHERE) for label in wanted], np.int64),
        (len(taken), len(taken) + len(spared)),
        np.concatenate([taken, spared, avoided]),
        rings,
        screen,
    )
    # Most labels stay where they are; only the others look at all their places.
    kept = placing.last_options()
    spots = {number: spot for spot, number in enumerate(kept.numbers.tolist())}
    clashes = _clash(kept, kept)
    sought = placing.all_options([number for number in range(len(wanted)) if number not in spots])
    barred = _clash(sought, kept)
    stayed: list[int] = []
    moved = kept.take([])
    placed: dict[int, PlacedLabel] = {}
    for number, label in enumerate(wanted):
        spot = spots.get(number)
        if spot is None:
            free = ~barred[:, stayed].any(axis=1)
            options = sought.take(np.flatnonzero(free & (sought.numbers == number)))
        elif not clashes[spot, stayed].any() and len(kept.take([spot]).beside(moved).levels):
            stayed.append(spot)
            placed[label.row] = kept.label(spot)
            continue
        else:
            options = placing.all_options([number]).beside(kept.take(stayed))
        options = options.beside(moved)
        if len(options.levels):
            best = options.best(int(placing.last[number]))
            moved = moved.followed_by(options.take([best]))
            placed[label.row] = options.label(best)
    return placed


class _Options(NamedTuple):
    """Where labels could be, as far as their surroundings let them.

    Attributes:
        numbers: of the labels, shape (N,).
        places: which of its places each is, shape (N,).
        boxes: left, top, right, bottom of the label there, shape (N, 4).
        leaders: x and y of both ends of its leader, shape (N, 4).
        levels: 1 where the leader crosses those who touch the actor, and ``_SPARED`` more where something is
            covered that is to be spared, shape (N,).

    """

    numbers: NDArray[np.int64]
    places: NDArray[np.int64]
    boxes: Floats
    leaders: Floats
    levels: NDArray[np.int64]

    def take(self, rows: Sequence[int] | NDArray[np.int64]) -> _Options:
        """Return some of them."""
        chosen = np.array(rows, np.int64)
        return _Options._make(part[chosen] for part in self)

    def followed_by(self, others: _Options) -> _Options:
        """Return these and others."""
        return _Options._make(np.concatenate(parts) for parts in zip(self, others, strict=True))

    def beside(self, others: _Options) -> _Options:
        """Return those that can be there together with all of the others."""
        if not len(self.levels) or not len(others.levels):
            return self
        return self.take(np.flatnonzero(~_clash(self, others).any(axis=1)))

    def best(self, last: int) -> int:
        """Return which of the options of one label is taken: where it was, else the first of the best."""
        least = int(self.levels.min())
        as_good = (self.places == last) & (self.levels // _SPARED == least // _SPARED)
        return int(as_good.argmax() if as_good.any() else self.levels.argmin())

    def label(self, row: int) -> PlacedLabel:
        """Return a label that is put there."""
        left, top = self.boxes[row, :2].tolist()
        begin_x, begin_y, end_x, end_y = self.leaders[row].tolist()
        return PlacedLabel(int(self.places[row]), left, top, (begin_x, begin_y), (end_x, end_y))


_NO_OPTIONS = _Options(
    np.empty(0, np.int64), np.empty(0, np.int64), _NOTHING, _NOTHING, np.empty(0, np.int64)
)


class _Placing(NamedTuple):
    """What labels have to keep to.

    Attributes:
        actors: of the labels.
        last: where the labels were in the last picture or ``_NOWHERE``, shape (L,).
        ends: how many rectangles are taken, and how many are so or to be spared.
        rectangles: these and then those that labels without a place avoid, shape (K, 4).
        rings: as for ``place_labels``.
        screen: as for ``place_labels``.

    """

    actors: LabelledActors
    last: NDArray[np.int64]
    ends: tuple[int, int]
    rectangles: Floats
    rings: Floats
    screen: tuple[float, float]

    def last_options(self) -> _Options:
        """Return where labels can stay."""
        known = np.flatnonzero(self.last != _NOWHERE)
        options = self._options(known, self.last[known])
        return options.take(np.flatnonzero(options.levels < _SPARED))

    def all_options(self, numbers: Sequence[int]) -> _Options:
        """Return where some of the labels could be, of all their places."""
        each = np.repeat(np.array(numbers, np.int64), PLACES)
        return self._options(each, np.tile(np.arange(PLACES), len(numbers)))

    def _options(self, numbers: NDArray[np.int64], places: NDArray[np.int64]) -> _Options:
        """Return which of some places (N,) of some labels (N,) are allowed."""
        if not len(numbers):
            return _NO_OPTIONS
        actors = self.actors.take(numbers)
        boxes = boxes_at(actors, places)
        leaders, allowed = leaders_to(actors, boxes)
        left, top, right, bottom = boxes.T
        allowed &= (left >= _EDGE) & (right <= self.screen[0] - _EDGE)
        allowed &= (top >= _EDGE) & (bottom <= self.screen[1] - _EDGE)
        allowed &= ~_on(boxes, self.rings).any(axis=1)
        options = _Options(numbers, places, boxes, leaders, np.zeros_like(numbers))
        return self._assessed(options.take(np.flatnonzero(allowed)))

    def _assessed(self, options: _Options) -> _Options:
        """Return those that nothing forbids, and how good they are.

        A leader may cross those who touch the actor itself, where it begins, but only outwards.
        """
        # A leader ends at its label's edge, so where it begins is what else they reach.
        begins = options.leaders[:, :2]
        reached = np.hstack(
            [np.minimum(begins, options.boxes[:, :2]), np.maximum(begins, options.boxes[:, 2:])]
        )
        which, other = np.nonzero(overlap(reached[:, None], self.rectangles))
        rectangles, leaders, numbers = self.rectangles[other], options.leaders[which], options.numbers[which]
        x, y = (rectangles[:, :2] + rectangles[:, 2:]).T / 2
        own = np.maximum(np.abs(x - self.actors.x[numbers]), np.abs(y - self.actors.y[numbers])) <= _SAME
        solid, kept_clear = other < self.ends[0], other < self.ends[1]
        counts = ~(own & solid) & (kept_clear | (self.last[numbers] == _NOWHERE))
        crosses = counts & cross(leaders, rectangles)
        begin_x, begin_y, end_x, end_y = leaders.T
        touches = overlap(leaders[:, [0, 1, 0, 1]], rectangles)
        touches &= (end_x - begin_x) * (begin_x - x) + (end_y - begin_y) * (begin_y - y) >= 0
        bars = (counts & overlap(options.boxes[which], rectangles)) | (crosses & ~touches)
        barred, crossing, covering, passing = np.zeros((4, len(options.levels)), np.bool_)
        barred[which[bars & solid]] = True
        crossing[which[crosses & solid]] = True
        covering[which[bars & ~solid]] = True
        passing[which[crosses & ~solid]] = True
        levels = np.where(covering, _SPARED + crossing, crossing | passing)
        return options._replace(levels=levels).take(np.flatnonzero(~barred))


def _clash(options: _Options, others: _Options) -> Flags:
    """Return which of N labels could not be beside which of M others, shape (N, M)."""
    boxes, leaders = options.boxes[:, None], options.leaders[:, None]
    clash: Flags = overlap(boxes, others.boxes) | cross(others.leaders, boxes)
    clash |= cross(leaders, others.boxes) | meet(leaders, others.leaders)
    return clash


def _on(boxes: Floats, rings: Floats) -> Flags:
    """Return which of S boxes lie on the line of which of K rings, shape (S, K)."""
    middles, radii = rings[:, :2], rings[:, 2]
    low, high = boxes[:, None, :2] - middles, boxes[:, None, 2:] - middles
    nearest = np.hypot(*np.moveaxis(np.clip(0.0, low, high), -1, 0))
    farthest = np.hypot(*np.moveaxis(np.maximum(-low, high), -1, 0))
    on: Flags = (nearest < radii + _HALF_RING) & (farthest > radii - _HALF_RING)
    return on
