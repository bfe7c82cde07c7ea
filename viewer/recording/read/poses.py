"""Reading the poses of many actors in many frames, as one dense array.

The path of a single actor, also of one attached to another, is found by ``viewer.replay.paths.trajectory``.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import Records
from viewer.recording.actors import ActorTable
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import are_alone, read_packets, steady
from viewer.recording.units import CENTIMETRES_PER_METRE, FARTHEST

BUDGET = 2 << 30
"""Largest number of bytes of memory that the poses requested in one call may need."""
_COMPONENTS = {"x": 0, "y": 1, "z": 2, "pitch": 4, "yaw": 5, "roll": 3}
"""Components of a pose in the program's order, each with its index among the numbers of a recorded pose.

Recorded poses are those of Position packets.
"""
_LOCATION = 3
"""Number of components of a pose that are its location (x, y, z); they come before the angles."""
POSE = tuple(_COMPONENTS)
"""Names of the components of a pose, in this order: x, y, z, pitch, yaw, roll."""

Poses = NDArray[np.float32] | NDArray[np.float64]


class MemoryBudgetError(MemoryError):
    """Error raised if the requested poses need too much memory: ask for fewer frames or actors at a time."""


@dataclass(frozen=True, eq=False)
class Trajectories:
    """Poses of N actors in F frames.

    Attributes:
        frames: indices of the frames, ascending, shape (F,).
        rows: rows of the actors in the actor table, ascending, shape (N,).
        columns: column of each actor in ``poses``, shape (N,); actors that do not exist at the same time may
            share one.
        begins: index into ``frames`` of the first frame of each actor, shape (N,).
        ends: index into ``frames`` after the last frame of each actor, shape (N,).
        poses: the requested components of x, y, z in metres, pitch, yaw, roll in degrees, in CARLA's world
            coordinates, by frame, column and component, shape (F, S, C); NaN where no pose is recorded.
    """

    frames: Ints
    rows: Ints
    columns: Ints
    begins: Ints
    ends: Ints
    poses: Poses

    def of(self, index: int) -> Poses:
        """Return the poses of the actor ``rows[index]`` in the K frames in which it exists, as a view.

        The view has shape (K, C), with the C components that were read; the frames are
        ``frames[begins[index]:ends[index]]``.
        """
        poses: Poses = self.poses[self.begins[index] : self.ends[index], self.columns[index]]
        return poses


def read_trajectories(
    index: RecordingIndex,
    rows: Ints,
    frames: slice | Ints | None = None,
    *,
    components: Sequence[str] = POSE,
    should_continue: ShouldContinue = always,
) -> Trajectories:
    """Return the recorded poses of some actors in all or some frames.

    Only the part of each packet that holds these actors is read, for many frames at a time; where actors
    change their order within the packets, whole packets are searched.

    Args:
        index: index of the recording.
        rows: rows of the actors in the actor table.
        frames: indices of the frames, ascending, each once; None for all.
        components: names of the wanted components, of POSE.
        should_continue: is called with the fraction read so far, and returns False to cancel.

    Raises:
        MemoryBudgetError: the poses would need more than BUDGET bytes.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    every = np.arange(len(index.frame_starts))
    chosen = frames if isinstance(frames, np.ndarray) else every[frames or slice(None)]
    rows = np.sort(np.asarray(rows, np.int64))
    rows = rows[np.diff(rows, prepend=-1) > 0]  # np.unique would load numpy's masked arrays
    begins, ends = lifetimes(index.actors, rows, chosen)
    there = begins < ends
    rows, begins, ends = rows[there], begins[there], ends[there]
    columns = _assign_columns(begins, ends)
    width = int(columns.max()) + 1 if len(columns) else 0
    scalar = index.dialect.dtype(packets.POSITION)["location"].base
    needed = len(chosen) * width * len(components) * scalar.itemsize
    if needed > BUDGET:
        raise MemoryBudgetError(
            f"poses of {width} actors in {len(chosen):,} frames take {needed >> 20:,} MB, "
            f"{BUDGET >> 20:,} MB are allowed"
        )
    poses = np.empty((width, len(chosen), len(components)), scalar.newbyteorder("=")).transpose(1, 0, 2)
    if poses.size:
        column_of_row = np.full(len(index.actors), -1, np.int64)
        column_of_row[rows] = columns
        _Reader(index, column_of_row, chosen, components, poses).read(should_continue)
    return Trajectories(chosen, rows, columns, begins, ends, poses)


def lifetimes(actors: ActorTable, rows: Ints, frames: Ints) -> tuple[Ints, Ints]:
    """Return in which range of ``frames`` each actor exists: first index, and index after the last.

    Args:
        actors: actors of the recording.
        rows: rows of N actors in ``actors``.
        frames: indices of frames, ascending.

    Returns:
        Two arrays of shape (N,), equal where an actor exists in none of ``frames``.
    """
    begins = np.searchsorted(frames, actors.spawn_frame[rows])
    return begins, np.maximum(np.searchsorted(frames, actors.destroy_frame[rows]), begins)


def _assign_columns(begins: Ints, ends: Ints) -> Ints:
    columns = np.zeros(len(begins), np.int64)
    free: list[int] = []
    busy: list[tuple[int, int]] = []
    for lifetime in np.argsort(begins, kind="stable").tolist():
        while busy and busy[0][0] <= begins[lifetime]:
            heapq.heappush(free, heapq.heappop(busy)[1])
        column = heapq.heappop(free) if free else len(busy)
        columns[lifetime] = column
        heapq.heappush(busy, (int(ends[lifetime]), column))
    return columns


class _Reader:
    def __init__(
        self,
        index: RecordingIndex,
        column_of_row: Ints,
        frames: Ints,
        components: Sequence[str],
        poses: Poses,
    ) -> None:
        self._index = index
        self._item = index.dialect.dtype(packets.POSITION)
        self._column_of_row = column_of_row
        self._frames = frames
        self._poses = poses
        self._components = [_COMPONENTS[name] for name in components]
        numbers, offsets, sizes = index.payloads_in(packets.POSITION.id, frames)
        indices = np.arange(len(frames)) if len(numbers) == len(frames) else np.searchsorted(frames, numbers)
        counts = (sizes - COUNT_SIZE) // self._item.itemsize
        self._has, alone = np.zeros(len(frames), np.bool_), are_alone(numbers)
        self._has[indices[counts > 0]] = True
        # Offset and number of the records, 0 for frames without or with several Position packets.
        self._offsets, self._counts = np.zeros((2, len(frames)), np.int64)
        at = indices[alone]
        self._offsets[at], self._counts[at] = offsets[alone] + COUNT_SIZE, counts[alone]

    def read(self, should_continue: ShouldContinue) -> None:
        """Read all poses, where possible for many frames at once.

        That is possible where the actors have the same order in the packets of successive frames.
        """
        left = self._has
        self._poses[~left] = np.nan
        done = 0.0
        for group in steady(self._index, self._frames, self._counts, self._item.itemsize):
            check(should_continue, done)
            left[group] = self._read_alike(group)
            done += (group.stop - group.start) / len(self._poses)
        self._search(np.flatnonzero(left), lambda share: should_continue(done + share * (1.0 - done)))
        self._index.check_unchanged()

    def _read_alike(self, group: slice) -> Flags:
        """Store the poses of those frames of ``group`` that list the same actors as its first, in its order.

        ``group`` is a slice of K requested frames. Returns a mask, shape (K,), of the other frames, whose
        poses must be read in another way.
        """
        size = int(self._counts[group.start]) * self._item.itemsize
        first = np.frombuffer(self._index.file.read(int(self._offsets[group.start]), size), self._item)
        ids = first["actor_id"]
        columns = self._columns_of(ids, np.full(len(ids), self._frames[group.start]))
        wanted = np.flatnonzero(columns >= 0)
        if not len(wanted):  # none in the first frame, but perhaps in later ones
            return np.ones(group.stop - group.start, np.bool_)
        low, high = int(wanted[0]), int(wanted[-1]) + 1
        offsets, item = self._offsets[group], self._item.itemsize
        data = self._index.file.read_each(offsets + low * item, (high - low) * item)
        records = np.frombuffer(data, self._item).reshape(len(offsets), high - low)
        alike: Flags = (records["actor_id"] == ids[low:high]).all(axis=1)
        index_of_column = np.full(self._poses.shape[1], -1, np.int64)
        index_of_column[columns[wanted]] = wanted - low  # of several records of an actor, the last counts
        if not np.array_equal(index_of_column, np.arange(high - low)):
            records = records.take(index_of_column, axis=1, mode="clip")
        self._store(records, self._poses[group])
        self._poses[group, index_of_column < 0] = np.nan
        return ~alike

    def _search(self, indices: Ints, should_continue: ShouldContinue) -> None:
        self._poses[indices] = np.nan
        for batch in read_packets(
            self._index, packets.POSITION, self._frames[indices], should_continue=should_continue
        ):
            frames, records = batch.frames, batch.records
            columns = self._columns_of(records["actor_id"], frames)
            has = np.flatnonzero(columns >= 0)
            values = np.empty((len(has), len(self._components)), self._poses.dtype)
            self._store(records[has], values)
            self._poses[np.searchsorted(self._frames, frames[has]), columns[has]] = values

    def _columns_of(self, ids: NDArray[np.integer], frames: Ints) -> Ints:
        rows = self._index.actors.rows_at(ids, frames)
        return np.where(rows >= 0, self._column_of_row[rows], -1)

    def _store(self, records: Records, poses: Poses) -> None:
        """Copy the requested components of the poses in ``records`` to ``poses``, in metres and degrees.

        ``records`` have shape (…,), ``poses`` (…, C) with C components. If a location is implausible, the
        pose becomes NaN; an implausible angle becomes 0.
        """
        if not poses.size:
            return
        scalar = self._item["location"].base
        offset = self._item.fields["location"][1]  # type: ignore[index]
        shape, strides = (*records.shape, len(_COMPONENTS)), (*records.strides, scalar.itemsize)
        # Location and rotation are adjacent in a record.
        numbers = np.ndarray(shape, scalar, records, offset, strides)
        with np.errstate(invalid="ignore", over="ignore"):
            for to, component in enumerate(self._components):
                if component < _LOCATION:
                    np.divide(numbers[..., component], CENTIMETRES_PER_METRE, out=poses[..., to])
                else:
                    poses[..., to] = numbers[..., component]
            if numbers.min() > -FARTHEST and numbers.max() < FARTHEST:  # False if there is a NaN
                return
            sane = np.abs(numbers) < FARTHEST
        for to, component in enumerate(self._components):
            if component >= _LOCATION:
                poses[..., to][~sane[..., component]] = 0.0
        poses[~sane[..., :_LOCATION].all(axis=-1)] = np.nan
