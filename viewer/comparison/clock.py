"""Clocks of two recordings: the offset between their elapsed times, by several rules."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import RANKS
from viewer.analysis.find_events import find_events
from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.comparison.side import Side

MODES = ("elapsed", "frame", "motion", "pose")
"""Names of the rules that need no argument; ``event:KIND:N`` and a number of seconds are others."""
_MOVES, _MOVES_FOR = 0.1, 0.5
"""The hero moves from the time on at which it is faster than 0.1 m/s for 0.5 s over ground.

Height is left out: a vehicle that has been spawned falls onto the road.
"""
_LONGEST, _SHORTEST = 5.0, 2.0
"""Seconds of motion over which the paths of the heroes are laid upon each other: at most, and at least."""
_COARSE, _FINE = 12, 1_000
"""Most of the hero's positions that are compared at each offset: for all offsets, and for the best ones."""
_MOST_OFFSETS, _WIDEST = 20_000, 0.25
"""Number of offsets of the first search, and the largest step in seconds between them."""
_AT_ONCE = 1 << 16
"""Number of positions that are compared together."""
_BEST = 32
"""Number of offsets of the first search that are examined closely."""
_REFINEMENTS, _FINER = 3, 20
"""Number of grids of the last search, between two frames, and how much finer each is than the one before."""


class AlignError(ValueError):
    """Error raised if recordings cannot be aligned as asked; the message is a sentence without full stop."""


class Better(NamedTuple):
    """Alignment that lays the paths of the heroes better upon each other than the one in use."""

    mode: str
    offset: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """Offset between the clocks of two recordings.

    Attributes:
        mode: rule by which it was found: one of ``MODES``, ``event:KIND:N``, or a number as text.
        offset: seconds: elapsed time of B is elapsed time of A plus ``offset``.
        better: an alignment by the heroes' paths that is better by more than a frame, or None.
    """

    mode: str
    offset: float
    better: Better | None = None


def parse_mode(text: str) -> str:
    """Return ``text`` if it is a way to align two recordings: a mode, ``event:KIND:N`` or seconds.

    Raises:
        ValueError: it is none; the message says what there is.
    """
    if text in MODES:
        return text
    word, _, rest = text.partition(":")
    kind, _, number = rest.partition(":")
    if word == "event":
        if kind not in KINDS:
            raise ValueError(f"there is no kind '{kind}' of events; there are {', '.join(KINDS)}")
        if number.isdecimal() and int(number) > 0:
            return text
    try:
        if math.isfinite(float(text)):
            return text
    except ValueError:
        pass
    raise ValueError(f"'{text}' is no alignment: give {', '.join(MODES)}, event:KIND:N or seconds")


def align(
    a: Side, b: Side, mode: str, *, accuracy: float, should_continue: ShouldContinue = always
) -> Alignment:
    """Return the offset between the clocks of two recordings, and whether another would be better.

    Args:
        a: recording A, with the offset 0.
        b: recording B, with the offset 0.
        mode: rule, as ``parse_mode`` returns it.
        accuracy: metres between the heroes' paths below which no better alignment is looked for.
        should_continue: is called with the share done so far; returns False to cancel.

    Raises:
        AlignError: the recordings lack what the rule needs.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    find = _RULES.get(mode)
    if find is not None:
        offset = find(a, b, should_continue)
    elif mode.startswith("event:"):
        _, kind, number = mode.split(":")
        starts = [_start(side, kind, int(number), should_continue) for side in (a, b)]
        offset = starts[1] - starts[0]
    else:
        offset = float(mode)
    if mode == "pose":
        return Alignment(mode, offset)
    return Alignment(mode, offset, _better(a, b, offset, accuracy, should_continue))


def _better(
    a: Side, b: Side, offset: float, accuracy: float, should_continue: ShouldContinue
) -> Better | None:
    """Return the offset by the heroes' paths if it is a frame or more away and halves their distance."""
    try:
        paths = _Paths(a, b)
    except AlignError:
        return None
    now = paths.distance(offset)
    if now <= accuracy:
        return None
    try:
        found = paths.best(should_continue)
    except AlignError:
        return None
    far = abs(found - offset) > max(a.usual_step, b.usual_step)
    return Better("pose", found) if far and not paths.distance(found) > now / 2.0 else None


def _by_frame(a: Side, b: Side, _should_continue: ShouldContinue) -> float:
    """Return the offset with which the first frame id that both recordings have is at the same time."""
    _, in_a, in_b = np.intersect1d(a.index.frame_ids, b.index.frame_ids, return_indices=True)
    if not len(in_a):
        raise AlignError("the recordings have no frame id in common")
    return float(b.times[in_b[0]] - a.times[in_a[0]])


def _by_motion(a: Side, b: Side, _should_continue: ShouldContinue) -> float:
    """Return the offset with which both heroes begin to move at the same time."""
    begins = []
    for name, side in (("A", a), ("B", b)):
        first = np.flatnonzero(_moving(side))
        if not len(first):
            hero = "the hero never moves" if side.heroes else "there is no hero"
            raise AlignError(f"{hero} in {name}")
        begins.append(float(side.times[first[0]]))
    return begins[1] - begins[0]


def _by_pose(a: Side, b: Side, should_continue: ShouldContinue) -> float:
    return _Paths(a, b).best(should_continue)


_RULES: dict[str, Callable[[Side, Side, ShouldContinue], float]] = {
    "elapsed": lambda _a, _b, _should_continue: 0.0,
    "frame": _by_frame,
    "motion": _by_motion,
    "pose": _by_pose,
}


def _start(side: Side, kind: str, number: int, should_continue: ShouldContinue) -> float:
    """Return when the event of ``kind`` with the ``number``, from 1, begins in a recording, in seconds."""
    events = find_events(side.index, kinds=[kind], should_continue=should_continue).events
    starts = np.sort(events["start"][events["kind"] == RANKS[kind]])
    if len(starts) < number:
        raise AlignError(f"{side.index.path.name} has {len(starts)} events of the kind {kind}, not {number}")
    return float(starts[number - 1])


def _moving(side: Side) -> Flags:
    """Return at which frames the hero begins to move, or goes on moving, for half a second, shape (F,)."""
    if not len(side.steps):
        return np.zeros(len(side.times), np.bool_)
    lengths = np.linalg.norm(np.diff(side.hero_path[:, :2], axis=0), axis=1)
    with np.errstate(invalid="ignore"):
        fast = lengths > _MOVES * side.steps
    stops = np.append(np.where(fast, np.inf, side.times[:-1]), side.times[-1])
    until = np.minimum.accumulate(stops[::-1])[::-1]  # when it is slow again
    return np.append(fast, False) & (until - side.times >= _MOVES_FOR - 1e-6)


class _Paths:
    """Paths of two heroes, whose distance is measured for any offset between the clocks."""

    def __init__(self, a: Side, b: Side) -> None:
        self._a, self._b = a, b
        if not (a.heroes and b.heroes):
            raise AlignError("without a hero in both recordings, poses cannot align them")
        if not (len(a.times) and len(b.times)):
            raise AlignError("a recording without frames cannot be aligned")
        moves = np.append(np.linalg.norm(np.diff(a.hero_path[:, :2], axis=0), axis=1), 0.0)
        with np.errstate(invalid="ignore"):
            moving = moves > _MOVES * np.append(a.steps, np.inf)
        self._moving: Ints = np.flatnonzero(moving)
        self._moved: Floats = np.append(0.0, np.cumsum(np.append(a.steps, 0.0)[self._moving]))

    def distance(self, offset: float, count: int = _FINE) -> float:
        """Return the median distance in metres of the heroes at ``count`` times; infinity if unknown."""
        return float(self.distances(np.array([offset]), count)[0])

    def distances(self, offsets: Floats, count: int) -> Floats:
        """Return the median distance in metres of the heroes at ``count`` times for each offset, shape (K,).

        Infinity where the recordings share less than two seconds in which A's hero moves.
        """
        a, b = self._a, self._b
        times = a.times[self._moving]
        first = np.searchsorted(times, b.times[0] - offsets - 1e-6)
        last = np.searchsorted(times, b.times[-1] - offsets + 1e-6, side="right")
        longest = np.searchsorted(self._moved, self._moved[first] + _LONGEST, side="right")
        last = np.maximum(np.minimum(last, longest), first)
        found = np.full(len(offsets), np.inf)
        count = min(count, int((last - first).max(initial=1)))
        enough = np.flatnonzero((self._moved[last] - self._moved[first] >= _SHORTEST - 1e-6) & (last > first))
        for part in np.array_split(enough, len(enough) * count // _AT_ONCE + 1):
            spread = np.linspace(first[part], last[part] - 1, count, axis=1).astype(np.int64)
            chosen = self._moving[spread]
            places = b.hero_places((a.times[chosen] + offsets[part, None]).ravel())
            apart = np.linalg.norm(places.reshape(*chosen.shape, 3) - a.hero_path[chosen, :3], axis=2)
            known = np.isfinite(apart).sum(axis=1)
            middle = np.sort(apart, axis=1)[np.arange(len(part)), known // 2 - (known > 0) * (known % 2 == 0)]
            found[part] = np.where(known * 2 > count, middle, np.inf)
        return found

    def best(self, should_continue: ShouldContinue) -> float:
        """Return the offset with the smallest distance, to a fraction of a frame; AlignError without one."""
        a, b = self._a, self._b
        frame = max(min(a.usual_step, b.usual_step), 1e-3)
        least, most = b.times[0] - a.times[-1], b.times[-1] - a.times[0]
        step = min(max(frame, (most - least) / _MOST_OFFSETS), max(frame, _WIDEST))
        offsets = np.arange(math.floor(least / step), math.ceil(most / step) + 1) * step
        while True:
            check(should_continue, 0.0)
            found = self.distances(offsets, _COARSE)
            order = np.argsort(found, kind="stable")[:_BEST]
            offsets = offsets[order[np.isfinite(found[order])]]
            if not len(offsets):
                raise AlignError("the heroes do not move for two seconds that both recordings share")
            if step <= frame:
                break
            around = np.arange(-math.ceil(step / frame), math.ceil(step / frame) + 1) * frame
            offsets, step = np.unique(np.round(offsets[:, None] + around, 9)), frame
        middle = float(offsets[int(np.argmin(self.distances(offsets, _FINE)))])
        return self._refined(middle, step)

    def _refined(self, middle: float, step: float) -> float:
        """Return the offset within ``step`` of ``middle`` with the smallest distance, by ever finer grids."""
        for _ in range(_REFINEMENTS):
            offsets = np.linspace(middle - step, middle + step, 2 * _FINER + 1)
            middle = float(offsets[int(np.argmin(self.distances(offsets, _FINE)))])
            step /= _FINER
        return middle
