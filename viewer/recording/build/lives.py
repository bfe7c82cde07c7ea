"""Who lives when: it follows from the order of all that is told of an id, found by sorting.

In a frame, first some are removed, then others added; then records name who is there; then those are removed
who were not there at first, for they may be added in this frame too; and who stands in Position at last is
there, whether anybody added him or not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.recording.actors import NEVER
from viewer.recording.columns import ChangingColumn

MOST_IMPLIED = 10_000
"""Actors that nobody adds; more are noise, and each of them takes far more memory than bytes."""
_BY_ID = 1 << 20
"""Ids below it have places in arrays; greater ones would make these too long."""
_REMOVED, _ADDED, _ASKED, _STANDING = range(4)  # the order in a frame
_PHASE_BITS, _FRAME_BITS = 2, 29


class Named(NamedTuple):
    """Ids with the index of the frame that names each, in the order of the file, both (N,)."""

    frames: Ints
    ids: Ints


class Turnover(NamedTuple):
    """What became of those who are named in some frames; rows are −1 where nobody has the id.

    Attributes:
        removed: rows of those who are removed, (R,).
        late: who of these are removed at the end of the frame, or nobody is, (R,).
        last: rows of those who had these ids last, whether they lived or not, (R,).
        added: rows of those who are added, (A,).
        replaced: rows of those who lived under the ids of those added, (A,).
        asked: rows of those who are asked for, (Q,).
        meanwhile: the same, of those who are removed in this frame too, (Q,).
        missing: who stands there and does not live, by frame and id, (M,).
        implied: rows that these get; −1 where they are too many, (M,).

    """

    removed: Ints
    late: Flags
    last: Ints
    added: Ints
    replaced: Ints
    asked: Ints
    meanwhile: Ints
    missing: Named
    implied: Ints


class Lives:
    """All lives so far; a life's row is its number."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.spawned = ChangingColumn(np.int32)
        """Index of the first frame with the actor."""
        self.destroyed = ChangingColumn(np.int32)
        """Index of the first frame without it, or NEVER."""
        self._implied = 0  # how many
        self._great: dict[int, int] = {}  # rows of the latest lives of ids without a place
        # By id, the last entry standing for all that have no place: who lives and neither comes nor goes in
        # the frames at hand; the row of the latest life; and from when until when somebody lives for sure.
        self._steady = np.zeros(1, np.bool_)
        self._latest = np.full(1, -1, np.int32)
        self._since, self._until = np.full((2, 1), NEVER, np.int32)

    def begin(self, removed: Named, added: Named) -> None:
        """Note who comes and goes in the frames at hand, for ``doubtful``."""
        ids = np.concatenate([removed.ids, added.ids])
        if not len(ids):
            return
        self._make_room(int(ids[ids < _BY_ID].max(initial=0)))
        end = len(self._steady) - 1
        leaving, coming = np.minimum(removed.ids[::-1], end), np.minimum(added.ids, end)
        ids = np.minimum(ids, end)
        self._since[ids], self._until[ids] = np.where(self._steady[ids], 0, NEVER), NEVER
        self._since[coming] = added.frames  # of several the last one stays, and of those who go the first
        self._until[leaving] = removed.frames[::-1]
        self._steady[ids] = False
        self._since[end] = NEVER

    def unsteady(self, ids: NDArray[np.unsignedinteger]) -> Ints:
        """Return the places of ids, (N,), that are not of somebody who lives in all of the frames at hand."""
        return np.flatnonzero(~self._steady.take(ids, mode="clip"))

    def doubtful(self, standing: Named) -> Named:
        """Return those of whom it is not sure that they live where they stand."""
        places = np.minimum(standing.ids, len(self._steady) - 1)
        doubtful = (standing.frames < self._since[places]) | (standing.frames >= self._until[places])
        return Named(standing.frames[doubtful], standing.ids[doubtful])

    def turn_over(self, removed: Named, added: Named, asked: Named, standing: Named) -> Turnover:
        """Let lives end and begin in frames that follow all before; ``standing`` are the doubtful ones."""
        kinds = (removed, added, asked, standing)
        frames, ids = (np.concatenate(columns).astype(np.int64) for columns in zip(*kinds, strict=True))
        keys = (ids << _FRAME_BITS | frames) << _PHASE_BITS
        keys |= np.repeat(np.arange(len(kinds)), [len(each.ids) for each in kinds])
        steps = _Steps(keys, self._rows_of, self.destroyed.values)
        room = max(MOST_IMPLIED - self._implied, 0)
        missing = steps.missing()
        if len(missing) > room:
            steps.imply_nobody_from(missing[room])
            missing = steps.missing()
        coming, implied = self._begin(added, steps.frames[missing[:room]])
        steps.begin_lives(coming, missing[:room], implied)
        gone, late, last = steps.who_goes()
        replaced = steps.whom_they_replace()
        there, meanwhile = steps.who_is_there()
        for rows, ends in ((gone, removed.frames), (replaced, added.frames)):
            self.destroyed.values[rows[rows >= 0]] = ends[rows >= 0]
        self._remember(*steps.latest())
        whom = Named(steps.frames[missing], steps.ids[missing])
        implied = np.append(implied, np.full(len(missing) - len(implied), -1))
        return Turnover(gone, late, last, coming, replaced, there, meanwhile, whom, implied)

    def _begin(self, added: Named, implied: Ints) -> tuple[Ints, Ints]:
        """Return new rows of those who are added, and of others from some frames on, in the order of all."""
        first = len(self.spawned)
        coming = first + np.arange(len(added.ids)) + np.searchsorted(implied, added.frames)
        others = first + np.arange(len(implied)) + np.searchsorted(added.frames, implied, side="right")
        spawned = np.empty(len(coming) + len(others), np.int32)
        spawned[coming - first], spawned[others - first] = added.frames, implied
        self.spawned.extend(spawned, len(spawned))
        self.destroyed.extend(NEVER, len(spawned))
        self._implied += len(implied)
        return coming, others

    def _rows_of(self, ids: Ints) -> Ints:
        """Return the rows of the latest lives of ids, −1 where there is none."""
        rows = self._latest.take(ids, mode="clip").astype(np.int64)
        if self._great:
            great = ids >= len(self._latest) - 1
            rows[great] = [self._great.get(each, -1) for each in ids[great].tolist()]
        return rows

    def _remember(self, ids: Ints, rows: Ints) -> None:
        """Take the latest lives of ids that were named, −1 where there is none."""
        self._make_room(int(ids[ids < _BY_ID].max(initial=0)))
        small = ids < len(self._latest) - 1
        self._great.update(zip(ids[~small].tolist(), rows[~small].tolist(), strict=True))
        ids, rows = ids[small], rows[small]
        self._latest[ids] = rows
        self._steady[ids] = (
            (rows >= 0) & (self.destroyed.values[rows] == NEVER) if len(self.spawned) else False
        )

    def _make_room(self, actor_id: int) -> None:
        """Let an id have its places."""
        room = len(self._steady) - 1
        if actor_id >= room:
            more = (1 << max(actor_id.bit_length(), 6)) - room
            self._steady = np.append(self._steady, np.zeros(more, np.bool_))
            self._latest = np.append(self._latest, np.full(more, -1, np.int32))
            self._since, self._until = np.full((2, room + more + 1), NEVER, np.int32)


class _Steps:
    """All that is told of ids, sorted; what is told of one in one frame is a group of steps.

    What is returned of those who are named comes in the order in which they were given.

    Attributes:
        frames: of each group, (G,).
        ids: of each group, (G,).

    """

    def __init__(self, keys: Ints, rows_of: Callable[[Ints], Ints], destroyed: NDArray[np.int32]) -> None:
        self._order = np.argsort(keys, kind="stable")
        keys = keys[self._order]
        groups, phases = keys >> _PHASE_BITS, keys & (1 << _PHASE_BITS) - 1
        self._begins = _starts(groups)
        groups = groups[self._begins]
        self.frames, self.ids = groups & (1 << _FRAME_BITS) - 1, groups >> _FRAME_BITS
        self._group = np.repeat(np.arange(len(groups)), np.diff(np.append(self._begins, len(keys))))
        self._firsts = _starts(self.ids)  # the first group of each id
        counts = np.diff(np.append(self._firsts, len(groups)))
        self._first = np.repeat(self._firsts, counts)
        self._rows = np.repeat(rows_of(self.ids[self._firsts]), counts)  # who had the id before all frames
        self._lived = self._rows >= 0
        self._lived[self._lived] = destroyed[self._rows[self._lived]] == NEVER
        self._removed_at, self._added_at, self._asked_at, standing_at = (
            np.flatnonzero(phases == phase) for phase in range(4)
        )
        self._removed, self._added, standing = (
            np.bincount(self._group[at], minlength=len(groups))
            for at in (self._removed_at, self._added_at, standing_at)
        )
        self._wanted = self._stands = standing > 0
        self._work_out()

    def _work_out(self) -> None:
        """Find out who lives before what is told in each group, and after it."""
        removed, added = self._removed, self._added
        # Somebody who is removed and added lives afterwards if before: else, he is added and removed.
        told = self._stands | ((removed > 0) != (added > 0)) | (removed > 1)
        lives = self._stands | (removed == 0)
        latest = np.append(-1, np.maximum.accumulate(np.where(told, np.arange(len(told)), -1))[:-1])
        self._before = np.where(latest >= self._first, lives[latest], self._lived)
        self._meanwhile = (added > 0) | self._before
        self._there = (added > 0) | (self._before & (removed == 0))
        self._at_end = self._there & (removed <= self._before)

    def missing(self) -> Ints:
        """Return the groups of those who stand there and do not live, by frame and id."""
        groups = np.flatnonzero(self._wanted & ~self._at_end)
        return groups[np.lexsort((self.ids[groups], self.frames[groups]))]

    def imply_nobody_from(self, group: int) -> None:
        """Let no life begin in this group and those that come later because somebody stands there."""
        frame, actor_id = self.frames[group], self.ids[group]
        earlier = (self.frames < frame) | ((self.frames == frame) & (self.ids < actor_id))
        self._stands = self._wanted & earlier
        self._work_out()

    def begin_lives(self, added: Ints, implied: Ints, rows: Ints) -> None:
        """Take the rows of those added, (A,), and the groups and rows of those implied."""
        born = np.full(len(self._group), -1)
        born[self._added_at] = added[self._given(self._added_at)]
        born[np.append(self._begins[1:], len(born))[implied] - 1] = rows
        births = np.maximum.accumulate(np.where(born >= 0, np.arange(len(born)), -1))
        self._born, self._births = born, np.append(-1, births)

    def _had(self, at: Ints, groups: Ints) -> Ints:
        """Return who had the ids of groups last before some of their steps, −1 where nobody did."""
        births = self._births[at]
        return np.where(births >= self._begins[self._first[groups]], self._born[births], self._rows[groups])

    def _given(self, at: Ints) -> Ints:
        """Return as which of those that were given with them some steps were given, all of one phase."""
        given: Ints = self._order[at] - self._order[at].min(initial=len(self._order))
        return given

    def _as_given(self, at: Ints, found: Ints) -> Ints:
        """Return what was found of all steps of one phase in the order in which these were given."""
        ordered = np.empty_like(found)
        ordered[self._given(at)] = found
        return ordered

    def who_goes(self) -> tuple[Ints, Flags, Ints]:
        """Return ``removed``, ``late`` and ``last`` of a turnover."""
        at = self._removed_at
        groups = self._group[at]
        nth, before = at - self._begins[groups], self._before[groups]
        late = nth >= before
        last = self._had((self._begins + self._removed + self._added)[groups], groups)
        at_last = np.where((nth == before) & (self._added[groups] > 0), last, -1)
        rows = np.where(late, at_last, self._had(at, groups))
        return (
            self._as_given(at, rows),
            self._as_given(at, late.astype(np.int64)) > 0,
            self._as_given(at, last),
        )

    def whom_they_replace(self) -> Ints:
        """Return ``replaced`` of a turnover."""
        at = self._added_at
        groups = self._group[at]
        lives = (at > (self._begins + self._removed)[groups]) | (self._before & (self._removed == 0))[groups]
        return self._as_given(at, np.where(lives, self._had(at, groups), -1))

    def who_is_there(self) -> tuple[Ints, Ints]:
        """Return ``asked`` and ``meanwhile`` of a turnover."""
        at = self._asked_at
        groups = self._group[at]
        rows = self._had(at, groups)
        there, meanwhile = (np.where(those[groups], rows, -1) for those in (self._there, self._meanwhile))
        return self._as_given(at, there), self._as_given(at, meanwhile)

    def latest(self) -> tuple[Ints, Ints]:
        """Return each id, and who had it last."""
        ends = np.append(self._begins[self._firsts[1:]], len(self._group))
        return self.ids[self._firsts], self._had(ends, self._firsts)


def _starts(values: Ints) -> Ints:
    """Return where runs of equal values begin, of at least one."""
    return np.append(0, np.flatnonzero(values[1:] != values[:-1]) + 1)
