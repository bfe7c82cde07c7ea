"""Who lives when: found for many frames at once, by sorting what happens to each id."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.lazy import lazy
from viewer.recording.actors import NEVER
from viewer.recording.columns import GrowingColumn

_BY_ID = 1 << 20
"""Ids below it have places in arrays; greater ones would make them too long."""

_REMOVED, _ADDED, _REMOVED_LATE, _SEEN = range(4)
"""What happens to an id in a frame, in this order: who is not there to be removed may be added in the frame,
and who stands there without having been added lives from there on. The odd ones begin lives."""
_KINDS = 4
_KIND = _KINDS - 1  # the bits of a key that tell it
_FRAMES = 1 << 24
"""More than are looked at together."""


class Moments(NamedTuple):
    """Ids, and the indices of the frames in which something happens to them, shape (N,) each."""

    ids: Ints
    frames: Ints


class IdTable:
    """A number for each id, 0 at first."""

    def __init__(self) -> None:
        self._numbers = np.zeros(1, np.int32)  # the last one stays 0, for all that are greater
        self._great: dict[int, int] = {}

    def get(self, ids: Ints) -> Ints:
        """Return the numbers of some ids, shape (N,)."""
        numbers = self.of_small(ids).astype(np.int64)
        for place in np.flatnonzero(ids >= _BY_ID).tolist():
            numbers[place] = self._great.get(int(ids[place]), 0)
        return numbers

    def of_small(self, ids: NDArray[Any]) -> NDArray[np.int32]:
        """Return the same quickly, but 0 for great ids."""
        return self._numbers.take(ids, mode="clip")

    def put(self, ids: Ints, numbers: Ints) -> None:
        """Set numbers, shape (N,); of ids that are there more than once the last one counts."""
        great = ids >= _BY_ID
        most = int(ids.max(initial=-1, where=~great)) + 1
        if most >= len(self._numbers):
            self._numbers = np.append(self._numbers, np.zeros(2 * most - len(self._numbers), np.int32))
        self._numbers[np.minimum(ids, len(self._numbers) - 1)] = numbers
        self._numbers[-1] = 0
        self._great.update(zip(ids[great].tolist(), numbers[great].tolist(), strict=True))


class Lives:
    """All lives so far; a life's row is its number.

    Attributes:
        spawned: index of the first frame with each.
        destroyed: index of the first frame without it, or NEVER.

    """

    def __init__(self) -> None:
        self.spawned, self.destroyed = GrowingColumn(np.int32), GrowingColumn(np.int32)
        self._latest = IdTable()  # rows of the latest lives, greater by one
        self._since, self._until = IdTable(), IdTable()  # when these begin and end

    def alive(self, ids: Ints) -> Ints:
        """Return the rows of those who live under some ids after all that was taken, −1 for nobody, (N,)."""
        rows = self._latest.get(ids) - 1
        if len(self.spawned):
            rows[self.destroyed.view()[rows] != NEVER] = -1
        return rows

    def take(self, turnover: Turnover) -> None:
        """Let lives begin and end."""
        count = len(turnover.born)
        ids, frames, opens = turnover.what
        self.spawned.extend(np.sort(frames[opens]))
        self.destroyed.extend(np.full(count, NEVER))
        ends = turnover.before >= 0
        self.destroyed.put(turnover.before[ends], frames[ends])
        self._latest.put(ids[opens], turnover.after[opens] + 1)

    def note(self, turnover: Turnover) -> None:
        """Note when the latest lives begin and end, so that who is ``surely_there`` is found quickly."""
        ids, frames, opens = turnover.what
        changed = opens | (turnover.before >= 0)
        self._until.put(ids[changed], np.where(opens, NEVER, frames)[changed])
        self._since.put(ids[opens], frames[opens])

    def surely_there(self, ids: NDArray[Any], frames: NDArray[Any]) -> Flags:
        """Tell who lives at the end of a frame, (N,); not of all whose ids are great or used again."""
        there: Flags = (self._since.of_small(ids) <= frames) & (frames < self._until.of_small(ids))
        return there


class Turnover:
    """Whose lives begin and end in some frames.

    Attributes:
        before: row of who has the id before all that happens, by ids and frames, −1 for nobody, shape (K,).
        after: row of who has it afterwards, shape (K,).
        ended: row of whom each removal ends, −1 for nobody, shape (R,).
        late: which removals find nobody who was there before the frame, shape (R,).
        replaced: row of who had the id of each of those added, −1 for nobody, shape (A,).
        born: who begins to live, in the order of the rows, shape (B,): places among those added, and, from A
            on, among those seen.

    """

    def __init__(self, lives: Lives, first: int, removed: Moments, added: Moments, seen: Moments) -> None:
        """Find out what happens in frames from ``first`` on; the lives are not changed.

        Who is seen lives from there on, if nobody does under that id.
        """
        self._lives, self._first = lives, first
        counts = [len(each.ids) for each in (removed, added, seen)]
        ids, frames = (np.concatenate(each) for each in zip(removed, added, seen, strict=True))
        keys = _keys(ids, frames - first, np.repeat([_REMOVED, _ADDED, _SEEN], counts))
        initial = lives.alive(ids)
        order = np.argsort(keys, kind="stable")
        if counts[0]:
            late = _are_late(keys[order], initial[order] >= 0)
            keys[order[late]] += _REMOVED_LATE - _REMOVED
            order = np.argsort(keys, kind="stable")
        if counts[-1]:
            known = _before(keys[order], keys[order] % 2, initial[order] >= 0) == 1
            order = order[~known | (keys[order] & _KIND != _SEEN)]
        born = np.sort(order[(keys[order] & 1) == 1])
        born = born[np.argsort(keys[born] & (_KINDS * _FRAMES - 1), kind="stable")]
        rows, before = np.full((2, len(ids)), -1)
        rows[born] = len(lives.spawned) + np.arange(len(born))
        before[order] = _before(keys[order], rows[order], initial[order])
        self._keys, self.before, self.after = keys[order], before[order], rows[order]
        self.ended, self.replaced, _ = np.split(before, np.cumsum(counts[:-1]))
        self.late, self.born = keys[: counts[0]] & _KIND == _REMOVED_LATE, born - counts[0]

    @lazy
    def what(self) -> tuple[Ints, Ints, Flags]:
        """Ids and frames of all that happens, and whether a life begins with it, shape (K,) each."""
        moments = self._keys // _KINDS
        return moments // _FRAMES, moments % _FRAMES + self._first, self._keys % 2 == 1

    def rows(self, at: Moments, *, or_ended: bool = False) -> Ints:
        """Return who lives under ids when all have been added to a frame, −1 for nobody, shape (N,).

        With ``or_ended``, who is removed in the frame still counts if nobody has the id after that.
        """
        return self._rows(at, _ADDED, or_ended=or_ended)

    def rows_at_end(self, at: Moments) -> Ints:
        """Return who lives under ids when a frame is over, as ``rows``."""
        return self._rows(at, _SEEN)

    def _rows(self, at: Moments, kind: int, *, or_ended: bool = False) -> Ints:
        if not len(at.ids):
            return at.ids
        rows = self._lives.alive(at.ids)
        if len(self._keys):
            keys = _keys(at.ids, at.frames - self._first, kind)
            places = self._keys.searchsorted(keys, side="right")
            following, past = np.minimum(places, len(self._keys) - 1), places - 1
            same = self._keys[following] // (_KINDS * _FRAMES) == at.ids
            rows[same] = self.before[following[same]]
            same = (places > 0) & (self._keys[past] // (_KINDS * _FRAMES) == at.ids)
            rows[same] = self.after[past[same]]
            if or_ended:
                same &= (rows < 0) & (self._keys[past] // _KINDS == keys // _KINDS)
                rows[same] = self.before[past[same]]
        return rows


def _keys(ids: Ints, frames: Ints, kinds: Ints | int) -> Ints:
    keys: Ints = (ids * _FRAMES + frames) * _KINDS + kinds
    return keys


def _before(keys: Ints, values: NDArray[Any], initial: NDArray[Any]) -> NDArray[Any]:
    """Return the value of what happens before to the same id, or else the initial one; all (K,)."""
    before = initial.astype(values.dtype)
    same = np.flatnonzero(keys[1:] // (_KINDS * _FRAMES) == keys[:-1] // (_KINDS * _FRAMES))
    before[same + 1] = values[same]
    return before


def _are_late(keys: Ints, were_alive: Flags) -> Flags:
    """Tell which removals find nobody who was there before the frame, shape (N,), given ascending keys.

    They come into effect after the frame's additions. So one of them leaves nobody, and so do two removals;
    but a single one, with an addition, leaves somebody only if somebody was there to be removed first.
    """
    moments, kinds = keys // _KINDS, keys & _KIND
    is_first = np.append(True, moments[1:] != moments[:-1])
    odd: Flags = (kinds == _REMOVED) & ~(is_first & _before(keys, kinds % 2 == 1, were_alive))
    if not odd.any():  # each finds somebody if all come into effect before the additions
        return odd
    firsts = np.flatnonzero(is_first)
    removals, additions, seen = (
        np.add.reduceat(kinds == kind, firsts, dtype=np.int64) for kind in (_REMOVED, _ADDED, _SEEN)
    )
    leaves_somebody = (seen > 0) | (removals == 0)
    is_settled = leaves_somebody | (removals > 1) | (additions == 0)
    ids = moments[firsts] // _FRAMES
    is_settled_so = is_settled | np.append(True, ids[1:] != ids[:-1])
    somebody = np.where(is_settled, leaves_somebody, were_alive[firsts])
    somebody = somebody[np.maximum.accumulate(np.where(is_settled_so, np.arange(len(firsts)), 0))]
    before = _before(keys[firsts], somebody, were_alive[firsts])
    late: Flags = (kinds == _REMOVED) & ~(is_first & before[np.cumsum(is_first) - 1])
    return late
