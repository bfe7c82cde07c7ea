"""How far all actors have travelled, found in the background while somebody wants to know."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.paths.driven_paths import distances_travelled
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks


class TravelledFinder(QObject):
    """Reads the whole recording for the lengths of all ways, but only if they are wanted."""

    found = Signal(object)
    """Metres by row, shape (N,), NaN where nothing is known; None if what was found holds no more."""
    progress = Signal(float)
    """Share of what is being read, 0 to 1, if it takes long."""
    failed = Signal(object)
    """RecordingError: the file cannot be read."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._wanted = False
        self._covered = 0  # frames of what was found, or is being looked for
        self._latest = Latest(tasks, self)
        self._latest.answered.connect(self.found)
        self._latest.unreadable.connect(self.failed)
        self._latest.progress.connect(self.progress)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take a recording, or a longer view of the one there is."""
        before, self._index = self._index, index
        if not same_opening(before, index):
            self._latest.cancel()
            self._covered = 0
            self.found.emit(None)
        self._go_on()

    def set_wanted(self, wanted: bool) -> None:
        """Say whether anybody wants to know."""
        self._wanted = wanted
        if not wanted and self._latest.busy:
            self._latest.cancel()
            self._covered = 0
        self._go_on()

    def _go_on(self) -> None:
        index = self._index
        if not self._wanted or index is None or not index.complete or len(index.heads) <= self._covered:
            return

        self._covered = len(index.heads)
        self._latest.ask(lambda proceed: distances_travelled(index, proceed=proceed), patient=index.growing)
