"""Where many actors were in many frames, from one pass over the file: the one reader of poses.

What one actor did, carried by others too, is asked of ``viewer.replay.paths.trajectory``; this is for
questions about everybody: poses as one dense array, in which those of one actor lie together.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import are_alone, read_packets, steady
from viewer.recording.units import CENTIMETRES_PER_METRE, FARTHEST

BUDGET = 2 << 30
"""Bytes of poses that are held at once."""
_COLUMNS = {"x": 0, "y": 1, "z": 2, "pitch": 4, "yaw": 5, "roll": 3}
"""Numbers of a Position record, in the order of ``Trajectories.poses``."""
_PLACE = 3
"""How many of them are a place."""
POSE = tuple(_COLUMNS)
"""Names of all numbers of a pose."""

Poses = NDArray[np.float32] | NDArray[np.float64]


class MemoryBudgetError(MemoryError):
    """The poses asked for need more memory than is allowed: ask for fewer frames or rows at a time."""


@dataclass(frozen=True, eq=False)
class Trajectories:
    """Poses of some lives in some frames.

    A slot is used again after its actor died, so that many short lives need no more room than those who are
    alive at the same time.

    Attributes:
        frames: indices of the frames, ascending, shape (F,).
        rows: rows of the actor table whose poses these are, ascending, shape (N,).
        slots: where each of them is in ``poses``, shape (N,).
        begins: first place in ``poses`` of each life, shape (N,).
        ends: the place after its last one, shape (N,).
        poses: the numbers that were asked for, of x, y, z in metres, pitch, yaw, roll in degrees, in CARLA's
            frame; shape (F, S, C), of the precision of the file; NaN where Position does not tell.

    """

    frames: Ints
    rows: Ints
    slots: Ints
    begins: Ints
    ends: Ints
    poses: Poses

    def of(self, number: int) -> Poses:
        """Return the poses of ``rows[number]`` from its first to its last frame here, a view (K, 6)."""
        life: Poses = self.poses[self.begins[number] : self.ends[number], self.slots[number]]
        return life


def read_trajectories(
    index: RecordingIndex,
    rows: Ints,
    frames: slice | Ints | None = None,
    *,
    columns: Sequence[str] = POSE,
    proceed: Proceed = always,
) -> Trajectories:
    """Return what Position tells of some lives in all frames, or in some of them.

    Only that part of each packet is read in which these actors stand, many frames at a time; where they
    change places, whole packets are searched.

    Args:
        index: the recording.
        rows: of the actor table.
        frames: indices of the frames, ascending, each once; all of them if None.
        columns: names of the numbers that are wanted, of POSE.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        MemoryBudgetError: it would take more than BUDGET.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    chosen = frames if isinstance(frames, np.ndarray) else np.arange(len(index.heads))[frames or slice(None)]
    rows = np.sort(np.asarray(rows, np.int64))
    rows = rows[np.diff(rows, prepend=-1) > 0]  # np.unique would load numpy's masked arrays
    begins, ends = lifetimes(index.actors, rows, chosen)
    there = (begins < len(chosen)) & (ends > 0)
    rows, begins, ends = rows[there], begins[there], ends[there]
    slots = _slots(begins, ends)
    width = int(slots.max()) + 1 if len(slots) else 0
    scalar = index.dialect.dtype(packets.POSITION)["location"].base
    needed = len(chosen) * width * len(columns) * scalar.itemsize
    if needed > BUDGET:
        raise MemoryBudgetError(
            f"poses of {width} actors in {len(chosen):,} frames take {needed >> 20:,} MB, "
            f"{BUDGET >> 20:,} MB are allowed"
        )
    poses = np.empty((width, len(chosen), len(columns)), scalar.newbyteorder("=")).transpose(1, 0, 2)
    if poses.size:
        slot_of_row = np.full(len(index.actors), -1, np.int64)
        slot_of_row[rows] = slots
        _Reader(index, slot_of_row, chosen, columns, poses).read(proceed)
    return Trajectories(chosen, rows, slots, begins, ends, poses)


def lifetimes(actors: ActorTable, rows: Ints, frames: Ints) -> tuple[Ints, Ints]:
    """Return the first place of lives among frames, ascending, and the place after their last, (N,) each."""
    begins = np.searchsorted(frames, actors.spawn_frame[rows])
    return begins, np.maximum(np.searchsorted(frames, actors.destroy_frame[rows]), begins)


def _slots(begins: Ints, ends: Ints) -> Ints:
    slots = np.zeros(len(begins), np.int64)
    free: list[int] = []
    busy: list[tuple[int, int]] = []
    for life in np.argsort(begins, kind="stable").tolist():
        while busy and busy[0][0] <= begins[life]:
            heapq.heappush(free, heapq.heappop(busy)[1])
        slot = heapq.heappop(free) if free else len(busy)
        slots[life] = slot
        heapq.heappush(busy, (int(ends[life]), slot))
    return slots


class _Reader:
    def __init__(
        self, index: RecordingIndex, slot_of_row: Ints, frames: Ints, columns: Sequence[str], poses: Poses
    ) -> None:
        self._index = index
        self._item = index.dialect.dtype(packets.POSITION)
        self._slot_of_row = slot_of_row
        self._frames = frames
        self._poses = poses
        self._columns = [_COLUMNS[name] for name in columns]
        numbers, offsets, sizes = index.payloads_in(packets.POSITION.id, frames)
        places = np.arange(len(frames)) if len(numbers) == len(frames) else np.searchsorted(frames, numbers)
        counts = (sizes - COUNT_SIZE) // self._item.itemsize
        self._has, alone = np.zeros(len(frames), np.bool_), are_alone(numbers)
        self._has[places[counts > 0]] = True
        # Of frames with one Position each, where its records begin, and how many there are; else 0.
        self._offsets, self._counts = np.zeros((2, len(frames)), np.int64)
        self._offsets[places[alone]], self._counts[places[alone]] = offsets[alone] + COUNT_SIZE, counts[alone]

    def read(self, proceed: Proceed) -> None:
        """Read together the frames in which everybody stands where they did before, and search the others."""
        left = self._has
        self._poses[~left] = np.nan
        done = 0.0
        for group in steady(self._index, self._frames, self._counts, self._item.itemsize):
            check(proceed, done)
            left[group] = self._take_alike(group)
            done += (group.stop - group.start) / len(self._poses)
        self._search(np.flatnonzero(left), lambda share: proceed(done + share * (1.0 - done)))
        self._index.check_unchanged()

    def _take_alike(self, group: slice) -> Flags:
        """Take frames in which everybody stands where they stand in the first; tell which are left."""
        size = int(self._counts[group.start]) * self._item.itemsize
        first = np.frombuffer(self._index.file.read(int(self._offsets[group.start]), size), self._item)
        ids = first["actor_id"]
        slots = self._slots_of(ids, np.full(len(ids), self._frames[group.start]))
        wanted = np.flatnonzero(slots >= 0)
        if not len(wanted):  # not in the first frame; but ids may differ in those that follow
            return np.ones(group.stop - group.start, np.bool_)
        low, high = int(wanted[0]), int(wanted[-1]) + 1
        offsets, item = self._offsets[group], self._item.itemsize
        data = self._index.file.read_each(offsets + low * item, (high - low) * item)
        records = np.frombuffer(data, self._item).reshape(len(offsets), high - low)
        alike: Flags = (records["actor_id"] == ids[low:high]).all(axis=1)
        place_of_slot = np.full(self._poses.shape[1], -1, np.int64)
        place_of_slot[slots[wanted]] = wanted - low  # of a doubled record the last counts
        if not np.array_equal(place_of_slot, np.arange(high - low)):
            records = records.take(place_of_slot, axis=1, mode="clip")
        self._store(records, self._poses[group])
        self._poses[group, place_of_slot < 0] = np.nan
        return ~alike

    def _search(self, places: Ints, proceed: Proceed) -> None:
        self._poses[places] = np.nan
        for batch in read_packets(self._index, packets.POSITION, self._frames[places], proceed=proceed):
            frames, records = batch.frames, batch.records
            slots = self._slots_of(records["actor_id"], frames)
            has = np.flatnonzero(slots >= 0)
            values = np.empty((len(has), len(self._columns)), self._poses.dtype)
            self._store(records[has], values)
            self._poses[np.searchsorted(self._frames, frames[has]), slots[has]] = values

    def _slots_of(self, ids: NDArray[np.integer], frames: Ints) -> Ints:
        rows = self._index.actors.rows_at(ids, frames)
        return np.where(rows >= 0, self._slot_of_row[rows], -1)

    def _store(self, records: Records, poses: Poses) -> None:
        """Write the poses of records (…,) into an array (…, C), in metres, degrees; what is none is NaN."""
        if not poses.size:
            return
        scalar = self._item["location"].base
        offset = self._item.fields["location"][1]  # type: ignore[index]
        shape, strides = (*records.shape, len(_COLUMNS)), (*records.strides, scalar.itemsize)
        # Location and rotation follow each other.
        numbers = np.ndarray(shape, scalar, records, offset, strides)
        with np.errstate(invalid="ignore", over="ignore"):
            for to, column in enumerate(self._columns):
                if column < _PLACE:
                    np.divide(numbers[..., column], CENTIMETRES_PER_METRE, out=poses[..., to])
                else:
                    poses[..., to] = numbers[..., column]
            if numbers.min() > -FARTHEST and numbers.max() < FARTHEST:  # neither holds with a NaN
                return
            sane = np.abs(numbers) < FARTHEST
        for to, column in enumerate(self._columns):
            if column >= _PLACE:
                poses[..., to][~sane[..., column]] = 0.0
        poses[~sane[..., :_PLACE].all(axis=-1)] = np.nan
