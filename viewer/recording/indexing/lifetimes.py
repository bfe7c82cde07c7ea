"""Lifetimes of actors, computed for many frames at once by sorting what happens to each actor id."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.lazy import lazy
from viewer.recording.actors import NEVER
from viewer.recording.columns import GrowingColumn

_BY_ID = 1 << 20
"""Actor id below which IdTable finds ids in an array; greater ids, which are rare, are in a dictionary."""

_REMOVED, _ADDED, _REMOVED_LATE, _SEEN = range(4)
"""Kinds of changes to an actor id, in the order in which they take effect within a frame.

A removal is _REMOVED, before additions, if an actor has the id then; otherwise it is _REMOVED_LATE, after
them. _SEEN is an id in Position, the packet of poses, that was never added: it begins a lifetime, too. Kinds
with an odd number (1, 3) begin lifetimes, the others end them.
"""
_KINDS = 4
_KIND = _KINDS - 1  # mask of the kind in a key
_FRAMES = 1 << 24
"""Most frames in which the lifetimes of actors are computed at once; a sort key has 24 bits for the frame."""
_PER_ID = _KINDS * _FRAMES  # keys


class IdFrames(NamedTuple):
    """Pairs of actor id and frame index, as two arrays of shape (N,): one pair per spawn, for example."""

    ids: Ints
    frames: Ints


class IdTable:
    """Map from actor ids to integers, 0 for ids that are not set; works on arrays of ids."""

    def __init__(self) -> None:
        self._values = np.zeros(1, np.int32)  # the last entry stays 0, for all greater ids
        self._great: dict[int, int] = {}

    def get(self, ids: Ints) -> Ints:
        """Return the number stored for each actor id in ``ids``, shape (N,); 0 where there is none."""
        values = self.of_small(ids).astype(np.int64)
        for position in np.flatnonzero(ids >= _BY_ID).tolist():
            values[position] = self._great.get(int(ids[position]), 0)
        return values

    def of_small(self, ids: NDArray[Any]) -> NDArray[np.int32]:
        """Return the integers stored for the actor ``ids``, shape (N,), faster than ``get``.

        For ids from 1,048,576 on, the result is 0, whatever is stored.
        """
        return self._values.take(ids, mode="clip")

    def put(self, ids: Ints, values: Ints) -> None:
        """Store an integer of ``values`` for each of ``ids``; of a repeated id, the last one counts.

        ``ids`` are actor ids; both have shape (N,).
        """
        great = ids >= _BY_ID
        most = int(ids.max(initial=-1, where=~great)) + 1
        if most >= len(self._values):
            self._values = np.append(self._values, np.zeros(2 * most - len(self._values), np.int32))
        self._values[np.minimum(ids, len(self._values) - 1)] = values
        self._values[-1] = 0
        self._great.update(zip(ids[great].tolist(), values[great].tolist(), strict=True))


class Lifetimes:
    """All lifetimes found so far, in order of their rows in the actor table.

    Attributes:
        spawned: index of the first frame of each lifetime.
        destroyed: index of the first frame after each lifetime, or NEVER.
    """

    def __init__(self) -> None:
        self.spawned, self.destroyed = GrowingColumn(np.int32), GrowingColumn(np.int32)
        self._latest = IdTable()  # row + 1 of the latest lifetime of each id
        self._since, self._until = IdTable(), IdTable()  # its first frame, and the first frame after it

    def alive(self, ids: Ints) -> Ints:
        """Return the row of the actor that has each id after all changes so far, −1 if none, shape (N,)."""
        rows = self._latest.get(ids) - 1
        if len(self.spawned):
            rows[self.destroyed.view()[rows] != NEVER] = -1
        return rows

    def apply(self, changes: LifetimeChanges) -> None:
        """Record where actors' lifetimes (from spawn to destruction) begin and end, as ``changes`` says."""
        count = len(changes.born)
        ids, frames, opens = changes.columns
        self.spawned.extend(np.sort(frames[opens]))
        self.destroyed.extend(np.full(count, NEVER))
        ends = changes.before >= 0
        self.destroyed.put(changes.before[ends], frames[ends])
        self._latest.put(ids[opens], changes.after[opens] + 1)

    def store_times(self, changes: LifetimeChanges) -> None:
        """Store when the latest lifetime of each id in ``changes`` begins and ends, for ``known_alive``.

        A lifetime lasts from a spawn to a destruction. The lifetimes themselves are not changed; ``apply``
        does that.
        """
        ids, frames, opens = changes.columns
        changed = opens | (changes.before >= 0)
        self._until.put(ids[changed], np.where(opens, NEVER, frames)[changed])
        self._since.put(ids[opens], frames[opens])

    def known_alive(self, ids: NDArray[Any], frames: NDArray[Any]) -> Flags:
        """Return a mask, shape (N,), of the ``ids`` that surely belong to an actor at the end of a frame.

        ``frames`` is the frame index for each id, shape (N,). False may also mean unknown: ids from 1,048,576
        on are not looked up, and of an id that was used several times only the latest lifetime is.
        """
        there: Flags = (self._since.of_small(ids) <= frames) & (frames < self._until.of_small(ids))
        return there


class LifetimeChanges:
    """Lifetimes that begin or end in some frames, through removals, additions, and ids seen in Position.

    A lifetime lasts from a spawn to a destruction; Position is the packet of poses. R and A are the numbers
    of removals and additions, K that of all changes, which are sorted by actor id and then in order of time.

    Attributes:
        before: row of the actor that has the id before each change, −1 if none, shape (K,).
        after: row of the actor that has the id after each change, −1 if none, shape (K,).
        ended: row of the actor whose lifetime each removal ends, −1 if none, shape (R,).
        late: True for removals that take effect after the additions of their frame, shape (R,).
        added: row of the actor that each addition adds, shape (A,).
        replaced: row of the actor that had the id before each addition, −1 if none, shape (A,).
        born: what begins each of the B new lifetimes, in order of their rows, shape (B,): the index of an
            addition if less than A; otherwise A + the index of an id seen in Position.
    """

    def __init__(
        self, lifetimes: Lifetimes, first: int, removed: IdFrames, added: IdFrames, seen: IdFrames
    ) -> None:
        """Compute the changes in frames from the index ``first`` on; ``lifetimes`` is not modified.

        Args:
            lifetimes: all lifetimes that began before these frames.
            first: index of the first of these frames.
            removed: ids in the packets of destructions (EventDel), with their frames.
            added: ids in the packets of spawns (EventAdd), with their frames.
            seen: ids in the packets of poses (Position) that may have no recorded spawn, with their frames.
        """
        self._lifetimes, self._first = lifetimes, first
        counts = [len(each.ids) for each in (removed, added, seen)]
        ids, frames = (np.concatenate(each) for each in zip(removed, added, seen, strict=True))
        keys = _keys(ids, frames - first, np.repeat([_REMOVED, _ADDED, _SEEN], counts))
        initial = lifetimes.alive(ids)
        order = np.argsort(keys, kind="stable")
        if counts[0]:
            late = _are_late(keys[order], initial[order] >= 0)
            keys[order[late]] += _REMOVED_LATE - _REMOVED
            order = np.argsort(keys, kind="stable")
        if counts[-1]:
            known = _before(keys[order], keys[order] % 2, initial[order] >= 0) == 1
            order = order[~known | (keys[order] & _KIND != _SEEN)]
        born = np.sort(order[(keys[order] & 1) == 1])
        born = born[np.argsort(keys[born] & (_PER_ID - 1), kind="stable")]
        rows, before = np.full((2, len(ids)), -1)
        rows[born] = len(lifetimes.spawned) + np.arange(len(born))
        before[order] = _before(keys[order], rows[order], initial[order])
        self._keys, self.before, self.after = keys[order], before[order], rows[order]
        self.ended, self.replaced, _ = np.split(before, np.cumsum(counts[:-1]))
        self.added = rows[counts[0] : counts[0] + counts[1]]
        self.late, self.born = keys[: counts[0]] & _KIND == _REMOVED_LATE, born - counts[0]

    @lazy
    def columns(self) -> tuple[Ints, Ints, Flags]:
        """Actor id, frame index, and whether a lifetime begins (True) or ends, of each change.

        The three arrays have shape (K,) and are sorted by actor id, then by time.
        """
        groups = self._keys // _KINDS
        return groups // _FRAMES, groups % _FRAMES + self._first, self._keys % 2 == 1

    def rows(self, at: IdFrames, *, or_ended: bool = False) -> Ints:
        """Return the row, in the actor table, of the actor that has a given id in a given frame, shape (N,).

        ``at`` holds the N pairs of id and frame. The row is −1 if no actor has the id right after the spawns
        of the frame. With ``or_ended``, it is then that of the actor that had the id until it was removed in
        the same frame.
        """
        return self._rows(at, _ADDED, or_ended=or_ended)

    def rows_at_end(self, at: IdFrames) -> Ints:
        """Return the row of the actor that has each id of ``at`` at the end of its frame, shape (N,).

        ``at`` holds pairs of id and frame. Rows are those of the actor table, −1 if no actor has the id then.
        """
        return self._rows(at, _SEEN)

    def _rows(self, at: IdFrames, kind: int, *, or_ended: bool = False) -> Ints:
        if not len(at.ids):
            return at.ids
        rows = self._lifetimes.alive(at.ids)
        if len(self._keys):
            keys = _keys(at.ids, at.frames - self._first, kind)
            positions = self._keys.searchsorted(keys, side="right")
            following, past = np.minimum(positions, len(self._keys) - 1), positions - 1
            same = self._keys[following] // _PER_ID == at.ids
            rows[same] = self.before[following[same]]
            same = (positions > 0) & (self._keys[past] // _PER_ID == at.ids)
            rows[same] = self.after[past[same]]
            if or_ended:
                same &= (rows < 0) & (self._keys[past] // _KINDS == keys // _KINDS)
                rows[same] = self.before[past[same]]
        return rows


def _keys(ids: Ints, frames: Ints, kinds: Ints | int) -> Ints:
    keys: Ints = (ids * _FRAMES + frames) * _KINDS + kinds
    return keys


def _before(keys: Ints, values: NDArray[Any], initial: NDArray[Any]) -> NDArray[Any]:
    """Return for each of K changes the value of the previous change of the same actor id, shape (K,).

    Args:
        keys: sorted keys of the changes: actor id, frame and kind of change in one integer.
        values: value of each change, shape (K,).
        initial: value to return where there is no previous change, shape (K,).
    """
    before = initial.astype(values.dtype)
    same = np.flatnonzero(keys[1:] // _PER_ID == keys[:-1] // _PER_ID)
    before[same + 1] = values[same]
    return before


def _are_late(keys: Ints, were_alive: Flags) -> Flags:
    """Return which removals of actors take effect after the spawns of their frame, a mask of shape (N,).

    A removal of an id does so, except for the first one in a frame if an actor had the id before that frame.

    Args:
        keys: sorted keys of all changes of actor ids (id, frame and kind in one integer), shape (N,).
        were_alive: True if the id of a change had an actor before all the changes, shape (N,).
    """
    groups, kinds = keys // _KINDS, keys & _KIND
    is_first = np.append(True, groups[1:] != groups[:-1])
    late: Flags = (kinds == _REMOVED) & ~(is_first & _before(keys, kinds % 2 == 1, were_alive))
    if not late.any():  # all of them find an actor before the additions
        return late
    firsts = np.flatnonzero(is_first)  # of each id and frame
    removals, additions, seen = (
        np.add.reduceat(kinds == kind, firsts, dtype=np.int64) for kind in (_REMOVED, _ADDED, _SEEN)
    )
    # A frame that removes an id once and adds it leaves it alive or not, as it was; all others decide that.
    decides = (removals != 1) | (additions == 0) | (seen > 0)
    alive = np.where(decides, (seen > 0) | (removals == 0), were_alive[firsts])
    ids = groups[firsts] // _FRAMES
    is_known = decides | np.append(True, ids[1:] != ids[:-1])
    alive = alive[np.maximum.accumulate(np.where(is_known, np.arange(len(firsts)), 0))]
    before = _before(keys[firsts], alive, were_alive[firsts])
    return np.asarray((kinds == _REMOVED) & ~(is_first & before[np.cumsum(is_first) - 1]))
