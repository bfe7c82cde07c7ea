"""The speed of one actor over its life."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.recording.gather import gather
from viewer.recording.index import RecordingIndex
from viewer.recording.units import recorded_velocities
from viewer.replay.trajectory import Trajectory


@dataclass(frozen=True, eq=False)
class SpeedProfile:
    """Speeds in m/s (K,) at elapsed seconds (K,), recorded by Kinematics or derived from poses."""

    elapsed: NDArray[np.float64]
    speeds: NDArray[np.float64]
    recorded: bool


def speed_profile(index: RecordingIndex, row: int, poses: Trajectory) -> SpeedProfile:
    """Return an actor's speed: recorded where there is additional data, else derived from its poses."""
    actors = index.actors
    if index.packet_counts.get(packets.KINEMATICS.id):
        life = slice(int(actors.spawn_frame[row]), min(int(actors.destroy_frame[row]), len(index.heads)))
        frames, records = gather(index, packets.KINEMATICS, int(actors.actor_id[row]), life)
        speeds = np.linalg.norm(recorded_velocities(records["velocity"]), axis=1)
        known = np.isfinite(speeds)
        if known.any():
            return SpeedProfile(index.elapsed[frames[known]], speeds[known], recorded=True)
    return SpeedProfile(poses.elapsed, np.linalg.norm(poses.velocities(), axis=1), recorded=False)
