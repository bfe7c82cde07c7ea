"""Where one actor was during its life."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.recording.gather import gather
from viewer.recording.index import RecordingIndex
from viewer.recording.units import metres, pitch_yaw_roll
from viewer.replay.motion import derive
from viewer.replay.pose import compose, teleported
from viewer.replay.world import stands

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Trajectory:
    """Poses of one actor.

    Attributes:
        frames: frame indices, ascending, shape (K,).
        elapsed: seconds, shape (K,).
        locations: metres in CARLA's frame, shape (K, 3).
        rotations: degrees as pitch, yaw, roll, shape (K, 3).

    """

    frames: NDArray[np.int64]
    elapsed: Floats
    locations: Floats
    rotations: Floats

    def __iter__(self) -> Iterator[NDArray[np.float64]]:
        """Unpack into elapsed, locations, rotations."""
        return iter((self.elapsed, self.locations, self.rotations))

    def __len__(self) -> int:
        """Return the number of poses."""
        return len(self.frames)

    def velocities(self) -> Floats:
        """Return velocities derived from the poses, m/s, shape (K, 3), not across teleports or gaps."""
        if not len(self):
            return np.empty((0, 3))
        jumps = teleported(np.diff(self.locations, axis=0), np.diff(self.elapsed))
        breaks = np.flatnonzero(jumps | (np.diff(self.frames) > 1)) + 1
        pieces = zip(np.split(self.elapsed, breaks), np.split(self.locations, breaks), strict=True)
        return np.concatenate([derive(elapsed, locations) for elapsed, locations in pieces])


def trajectory(index: RecordingIndex, row: int) -> Trajectory:
    """Return all poses of the actor of this row that the file tells, by the same rules as ``world_at``.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    actors = index.actors
    life = slice(int(actors.spawn_frame[row]), min(int(actors.destroy_frame[row]), len(index.heads)))
    frames, records = gather(index, packets.POSITION, int(actors.actor_id[row]), life)
    if len(frames):
        return _made(index, frames, metres(records["location"]), pitch_yaw_roll(records["rotation"]))
    parent = int(actors.parent[row])
    if parent >= 0:
        on = trajectory(index, parent)
        both = (on.frames >= life.start) & (on.frames < life.stop)
        placed = compose(on.locations[both], on.rotations[both], actors.location[row], actors.rotation[row])
        return _made(index, on.frames[both], *placed)
    if stands(actors.category[row]):
        frames = np.arange(life.start, life.stop)
        shape = (len(frames), 3)
        return _made(
            index,
            frames,
            np.broadcast_to(actors.location[row], shape),
            np.broadcast_to(actors.rotation[row], shape),
        )
    return _made(index, frames, np.empty((0, 3)), np.empty((0, 3)))


def _made(
    index: RecordingIndex, frames: NDArray[np.int64], locations: Floats, rotations: Floats
) -> Trajectory:
    return Trajectory(frames, index.elapsed[frames], locations, rotations)
