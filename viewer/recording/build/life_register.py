"""Who lives when, while event packets are read: the latest life of each id, and the frames of all."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.recording.actors import NEVER
from viewer.recording.columns import ChangingColumn

_FLAGGED = 1 << 20  # ids below it are looked up all at once
_FEW = 6  # ids: fewer are looked up sooner one by one


class Named(NamedTuple):
    """Ids with the index of the frame that names each, in the order of the file, both (N,)."""

    frames: Ints
    ids: Ints


class Standing(NamedTuple):
    """Who stands in some frames: indices of these (K,), and the ids in each, shape (K, N)."""

    frames: Ints
    ids: NDArray[np.uint32]


class LifeRegister:
    """All lives so far; a life's row is its number."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.spawned = ChangingColumn(np.int32)
        """Index of the first frame with the actor."""
        self.destroyed = ChangingColumn(np.int32)
        """Index of the first frame without it, or NEVER."""
        self._latest = np.zeros(64, np.int32)  # by id: the row of the latest life, + 1
        self._latest_of_great: dict[int, int] = {}  # the row, of ids that are not flagged
        self._alive = np.zeros(64 + 1, np.bool_)  # by id; the last one stands for all greater ids
        # By id, while many come and go at once: the first and the last frame in which each was seen.
        self._first, self._last = np.zeros((2, 64), np.int32)

    def __len__(self) -> int:
        """Return the number of lives."""
        return len(self.spawned)

    def latest(self, actor_id: int) -> int:
        """Return the row of the latest life of an id, or −1."""
        if actor_id < len(self._latest):
            return int(self._latest.item(actor_id)) - 1
        return self._latest_of_great.get(actor_id, -1)

    def row_of(self, actor_id: int) -> int:
        """Return the row of the living actor with this id, or −1."""
        row = self.latest(actor_id)
        return row if row >= 0 and self.destroyed.values.item(row) == NEVER else -1

    def row_in(self, frame: int, actor_id: int) -> int:
        """Return the row of the actor that has this id or had it until this frame, or −1."""
        row = self.latest(actor_id)
        return row if row >= 0 and self.destroyed.values.item(row) in (NEVER, frame) else -1

    def rows_at(self, named: Named, *, or_ends: bool) -> Ints:
        """Return the row of the actor that has each id in a frame lately taken, or −1, shape (N,).

        With ``or_ends``, who is destroyed in that frame is there too.
        """
        if len(named.ids) < _FEW:
            pairs = zip(named.frames.tolist(), named.ids.tolist(), strict=True)
            return np.array([self._row_at(*pair, or_ends=or_ends) for pair in pairs], np.int64)
        if not len(self):
            return np.full(len(named.ids), -1, np.int64)
        small = named.ids < len(self._latest)
        rows = np.where(small, self._latest.take(named.ids, mode="clip"), 0).astype(np.int64) - 1
        if self._latest_of_great:
            rows[~small] = [self._latest_of_great.get(each, -1) for each in named.ids[~small].tolist()]
        ends = self.destroyed.values[rows]
        there = (rows >= 0) & (self.spawned.values[rows] <= named.frames)
        there &= (named.frames <= ends) if or_ends else (named.frames < ends)
        return np.where(there, rows, -1)

    def _row_at(self, frame: int, actor_id: int, *, or_ends: bool) -> int:
        row = self.latest(actor_id)
        if row < 0 or self.spawned.values.item(row) > frame:
            return -1
        return row if frame < self.destroyed.values.item(row) + or_ends else -1

    def missing(self, ids: NDArray[np.unsignedinteger]) -> list[int]:
        """Return those of the ids, shape (N,), that no living actor has; each once."""
        alive = self._alive.take(ids, mode="clip")
        if alive.all():
            return []
        return [actor_id for actor_id in sorted(set(ids[~alive].tolist())) if self.row_of(actor_id) < 0]

    def begin(self, frame: int, actor_id: int) -> int:
        """Begin a life; return its row. One of its id that was still open ends here."""
        self.end(frame, actor_id)
        row = len(self)
        if actor_id < _FLAGGED:
            self._make_room(actor_id)
            self._latest[actor_id], self._alive[actor_id] = row + 1, True
        else:
            self._latest_of_great[actor_id] = row
        self.spawned.append(frame)
        self.destroyed.append(NEVER)
        return row

    def end(self, frame: int, actor_id: int) -> int:
        """End the life of an id; return its row, or −1 if nobody of that id lives."""
        row = self.row_of(actor_id)
        if row >= 0:
            self.destroyed.values[row] = frame
            self._alive[min(actor_id, len(self._latest))] = False
        return row

    def _make_room(self, actor_id: int) -> None:
        """Let an id have its places in the arrays by id."""
        room = len(self._latest)
        if actor_id >= room:
            more = (1 << actor_id.bit_length()) - room
            self._latest = np.append(self._latest, np.zeros(more, np.int32))
            self._alive = np.append(self._alive, np.zeros(more, np.bool_))
            self._first, self._last = np.zeros((2, room + more), np.int32)

    def turn_over(self, gone: Named, new: Named, standing: list[Standing]) -> Ints | None:
        """Let those who are gone end and those who are new begin, in frames that follow all before.

        In each frame, first lives end, then others begin.

        Returns:
            The rows of those who are gone; the new ones have the next rows. None, and nothing is changed, if
            anything is out of order, so that frame after frame must be looked at: an id has two lives in
            these frames, is in use or not there, is too great, or stands there with nobody who has it.

        """
        greatest = int(max(gone.ids.max(initial=0), new.ids.max(initial=0)))
        if greatest >= _FLAGGED:
            return None
        self._make_room(greatest)
        if self._alive[new.ids].any() or not self._all_differ(new.ids) or not self._all_differ(gone.ids):
            return None
        self._first[gone.ids] = NEVER
        self._first[new.ids] = new.frames
        born = self._first[gone.ids]
        if not np.where(self._alive[gone.ids], born == NEVER, born < gone.frames).all():
            return None
        self._alive[new.ids] = True
        if not self._all_live(standing, gone, new):
            self._alive[new.ids] = False
            return None
        self._latest[new.ids] = np.arange(len(self) + 1, len(self) + 1 + len(new.ids))
        self.spawned.extend(new.frames, len(new.ids))
        self.destroyed.extend(NEVER, len(new.ids))
        self._alive[gone.ids] = False
        rows = self._latest[gone.ids].astype(np.int64) - 1
        self.destroyed.values[rows] = gone.frames
        return rows

    def _all_differ(self, ids: Ints) -> bool:
        """Tell whether no id is named twice."""
        numbers = np.arange(len(ids))
        self._first[ids] = numbers
        return bool((self._first[ids] == numbers).all())

    def _all_live(self, standing: list[Standing], gone: Named, new: Named) -> bool:
        """Tell whether all who stand there live then; those who come or go meanwhile are flagged as alive."""
        self._first[new.ids], self._last[gone.ids] = NEVER, -1
        for frames, ids in standing:
            everywhere = (ids == ids[0]).all(axis=0)  # most have one place in all frames
            ends = frames[[0, -1]], ids[[0, -1]][:, everywhere]
            if not self._see(*ends) or not self._see(frames, ids[:, ~everywhere]):
                return False
        in_time = (new.frames <= self._first[new.ids]).all() and (self._last[gone.ids] < gone.frames).all()
        return bool(in_time)

    def _see(self, frames: Ints, ids: NDArray[np.uint32]) -> bool:
        """Tell whether all ids, shape (K, N), are flagged; remember in which frames, (K,), they were seen."""
        if not self._alive.take(ids, mode="clip").all():
            return False
        when, whom = np.repeat(frames, ids.shape[1]).astype(np.int32), ids.ravel().astype(np.int64)
        np.minimum.at(self._first, whom, when)
        np.maximum.at(self._last, whom, when)
        return True
