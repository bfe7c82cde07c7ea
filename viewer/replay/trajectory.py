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
    """Return the poses of the actor of this row in all frames that tell one, by the rules of ``world_at``.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    actors = index.actors
    life = slice(int(actors.spawn_frame[row]), min(int(actors.destroy_frame[row]), len(index.heads)))
    frames, records = gather(index, packets.POSITION, int(actors.actor_id[row]), life)
    locations, rotations = metres(records["location"]), pitch_yaw_roll(records["rotation"])
    untold = np.setdiff1d(np.arange(life.start, life.stop), frames, assume_unique=True)
    if len(untold):
        more = _untold_poses(index, row, untold)
        frames = np.concatenate((frames, more[0]))
        locations, rotations = np.concatenate((locations, more[1])), np.concatenate((rotations, more[2]))
    order = np.argsort(frames)
    order = order[np.isfinite(locations[order]).all(axis=1)]
    frames = frames[order]
    return Trajectory(frames, index.elapsed[frames], locations[order], rotations[order])


def _untold_poses(
    index: RecordingIndex, row: int, untold: NDArray[np.int64]
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Return frames, locations and rotations for those of the frames without Position that tell otherwise."""
    actors = index.actors
    parent = int(actors.parent[row])
    if parent >= 0:
        on = trajectory(index, parent)
        here = np.isin(on.frames, untold)
        placed = compose(on.locations[here], on.rotations[here], actors.location[row], actors.rotation[row])
        return on.frames[here], *placed
    if not stands(actors.category[row]):
        untold = untold[:0]
    shape = (len(untold), 3)
    return untold, np.broadcast_to(actors.location[row], shape), np.broadcast_to(actors.rotation[row], shape)
