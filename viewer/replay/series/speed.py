"""The speed of one actor over its life."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, always
from viewer.logfile import packets
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.series.read import series_of_signals
from viewer.replay.series.reading import Reading
from viewer.replay.series.signals import RECORDING_SIGNALS


@dataclass(frozen=True, eq=False)
class SpeedProfile:
    """Speeds in m/s (K,) at elapsed seconds (K,), recorded by Kinematics or derived from poses."""

    elapsed: NDArray[np.float64]
    speeds: NDArray[np.float64]
    recorded: bool


def speed_profile(
    index: RecordingIndex, row: int, poses: Trajectory, *, proceed: Proceed = always
) -> SpeedProfile:
    """Return an actor's speed: recorded where there is additional data, else derived from its poses.

    Errors as for ``trajectory``.
    """
    reading = Reading(index, row, None, proceed)
    if index.packet_counts.get(packets.KINEMATICS.id):
        speed = RECORDING_SIGNALS["speed"]
        (series,) = series_of_signals([speed], lambda _: reading, proceed)
        known = np.isfinite(series.values)
        if known.any():
            return SpeedProfile(series.elapsed[known], series.values[known], recorded=True)
    speeds = np.linalg.norm(poses.velocities(), axis=1)
    return SpeedProfile(poses.elapsed, np.where(reading.put_away, np.nan, speeds), recorded=False)
