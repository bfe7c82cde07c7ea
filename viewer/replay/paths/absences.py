"""Times at which actors exist, but their poses are not recorded: out of range of a clip's annotations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.logfile import packets
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import read_blocks
from viewer.recording.units import metres, pitch_yaw_roll


class Absences(NamedTuple):
    """Vehicles and walkers without a recorded pose, each from one frame to another.

    Attributes:
        rows: rows in the actor table, shape (K,).
        begins: indices of the first frames without a pose, shape (K,).
        ends: indices of the frames after the last ones without a pose, shape (K,).
        locations: last known locations before, metres, shape (K, 3).
        rotations: last known rotations before, as pitch, yaw, roll in degrees, shape (K, 3).
    """

    rows: Ints
    begins: Ints
    ends: Ints
    locations: Floats
    rotations: Floats

    def at(self, frame: int) -> Ints:
        """Return the indices of the absences at the frame index ``frame``."""
        return np.flatnonzero((self.begins <= frame) & (frame < self.ends))


def find_absences(index: RecordingIndex, should_continue: ShouldContinue = always) -> Absences:
    """Return the times at which vehicles and walkers have no recorded pose, after their first one.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read the file.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    actors, count = index.actors, len(index.frame_starts)
    moves = np.isin(actors.category, tuple(MOVERS))
    last = np.full(len(actors), -1)
    poses = np.zeros(len(actors), packets.POSITION.dtype(index.dialect.engine_of(packets.POSITION)))
    found: list[tuple[Ints, Ints, Ints, np.ndarray]] = []
    for block in read_blocks(index, kinds=[packets.POSITION]):
        check(should_continue, block.first / max(count, 1))
        for batch in block.batches:
            rows = actors.rows_at(batch.records["actor_id"], batch.frames)
            order = np.lexsort((batch.frames, rows))
            order = order[(rows[order] >= 0) & moves[rows[order]]]
            rows, frames, records = rows[order], batch.frames[order], batch.records[order]
            first = np.diff(rows, prepend=-1) != 0
            before = np.where(first, last[rows], np.roll(frames, 1))
            gaps = np.flatnonzero((before >= 0) & (frames - before > 1))
            held = records[gaps - 1]
            held[first[gaps]] = poses[rows[gaps[first[gaps]]]]
            found.append((rows[gaps], before[gaps] + 1, frames[gaps], held))
            final = np.flatnonzero(np.diff(rows, append=-1) != 0)
            last[rows[final]], poses[rows[final]] = frames[final], records[final]
    ends = np.minimum(actors.destroy_frame, count)
    gone = np.flatnonzero((last >= 0) & (last + 1 < ends))
    found.append((gone, last[gone] + 1, ends[gone], poses[gone]))
    rows, begins, stops, held = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return Absences(rows, begins, stops, metres(held["location"]), pitch_yaw_roll(held["rotation"]))
