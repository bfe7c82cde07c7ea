"""The way of one actor through a recording."""

from __future__ import annotations

from viewer.cancellation import Proceed
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.series.speed import SpeedProfile, speed_profile


@dataclass(frozen=True, eq=False)
class ActorPath:
    """An actor over its life: where it was and how fast."""

    row: int
    poses: Trajectory
    speed: SpeedProfile


def actor_path(index: RecordingIndex, row: int, proceed: Proceed) -> ActorPath:
    """Return the path of an actor as far as its recording has been read; errors as ``trajectory``."""
    poses = trajectory(index, row, proceed=proceed)
    return ActorPath(row, poses, speed_profile(index, row, poses, proceed=proceed))
