"""The way of one actor through a recording, found in the background."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import Proceed
from viewer.logfile.errors import RecordingError
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.series.speed import SpeedProfile, speed_profile
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks


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

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._latest = Latest(tasks, self)
        self._latest.answered.connect(self.found)
        self._latest.failed.connect(self._fail)

    @property
    def busy(self) -> bool:
        """Whether a path is being looked for."""
        return self._latest.busy

    def forget(self) -> None:
        """Want no answer any more."""
        self._latest.cancel()

    def find(self, index: RecordingIndex, row: int) -> None:
        """Find the path of an actor as far as its recording has been read."""
        self._ask(index, row, patient=False)

    def find_further(self, index: RecordingIndex, row: int) -> None:
        """Find the same path in a longer view; while the file grows, not for every one."""
        self._ask(index, row, patient=index.growing)

    def _ask(self, index: RecordingIndex, row: int, *, patient: bool) -> None:
        def find(proceed: Proceed) -> ActorPath:
            poses = trajectory(index, row, proceed=proceed)
            return ActorPath(row, poses, speed_profile(index, row, poses, proceed=proceed))

        self._latest.ask(find, patient=patient)

    @Slot(object)
    def _fail(self, error: RecordingError | None) -> None:
        if error is not None:
            self.failed.emit(error)
