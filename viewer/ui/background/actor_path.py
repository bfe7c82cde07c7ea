"""The way of one actor through a recording, found in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.series.speed import SpeedProfile, speed_profile
from viewer.ui.background.job import Job

_REST = 4.0
"""Times as long as finding a path took is waited before it is found again in a file that grows."""


@dataclass(frozen=True, eq=False)
class ActorPath:
    """An actor over its life: where it was and how fast."""

    row: int
    poses: Trajectory
    speed: SpeedProfile


class PathFinder(QObject):
    """Finds the path of the selected actor; an answer to an older question is dropped."""

    found = Signal(object)
    """ActorPath."""
    failed = Signal(object)
    """RecordingError: the file cannot be read."""

    def __init__(self, clock: Callable[[], float], parent: QObject) -> None:
        super().__init__(parent)
        self._clock = clock
        self._job: Job | None = None
        self._asked = self._due = 0.0

    @property
    def busy(self) -> bool:
        """Whether a path is being looked for."""
        return self._job is not None

    def forget(self) -> None:
        """Want no answer any more."""
        self._job = None

    def shut_down(self) -> None:
        """Wait for every thread."""
        self.forget()
        for job in self.findChildren(Job):
            job.wait()

    def find(self, index: RecordingIndex, row: int) -> None:
        """Find the path of an actor as far as its recording has been read."""

        def ask() -> ActorPath:
            poses = trajectory(index, row)
            return ActorPath(row, poses, speed_profile(index, row, poses))

        self._asked = self._clock()
        self._job = Job(ask, self)
        self._job.answered.connect(self._take)
        self._job.failed.connect(self._fail)
        self._job.start()

    def find_further(self, index: RecordingIndex, row: int) -> None:
        """Find the same path in a longer view; while the file grows, not for every one."""
        if not index.growing or (self._job is None and self._clock() >= self._due):
            self.find(index, row)

    @Slot(object, object)
    def _take(self, job: Job, path: ActorPath) -> None:
        if job is self._job:
            self._job = None
            now = self._clock()
            self._due = now + _REST * (now - self._asked)
            self.found.emit(path)

    @Slot(object, object)
    def _fail(self, job: Job, error: RecordingError) -> None:
        if job is self._job:
            self._job = None
            self.failed.emit(error)
