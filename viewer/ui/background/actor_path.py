"""The way of one actor through a recording."""

from __future__ import annotations

from dataclasses import dataclass

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.signals.read import read_speed
from viewer.signals.series import Series


@dataclass(frozen=True, eq=False)
class ActorPath:
    """An actor over its life: where it was and how fast."""

    row: int
    poses: Trajectory
    speed: Series


def actor_path(index: RecordingIndex, row: int, proceed: Proceed) -> ActorPath:
    """Return the path of an actor as far as its recording has been read; errors as ``trajectory``."""
    poses = trajectory(index, row, proceed=proceed)
    return ActorPath(row, poses, read_speed(index, row, poses, proceed=proceed))
