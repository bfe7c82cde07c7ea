"""What may wait until the first picture of the window is there."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex


class Afterwards(QObject):
    """Tells of a recording as it is opened and read, but not before ``begin``.

    Whoever works in the background listens here: threads would take the interpreter from the window while it
    draws its first picture. Without a window nobody waits.
    """

    opened = Signal(object)
    """First RecordingIndex of a newly opened file, or None when it was closed."""
    index_changed = Signal(object)
    """Every RecordingIndex, the first one too, or None."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self.begun = True
        """Whether nobody needs to wait."""

    @property
    def index(self) -> RecordingIndex | None:
        """The recording as it has been told here."""
        return self._index if self.begun else None

    def wait(self) -> None:
        """Tell nothing until ``begin``."""
        self.begun = False

    @Slot()
    def begin(self) -> None:
        """Tell what has been kept back, and everything from now on."""
        if not self.begun:
            self.begun = True
            if self._index is not None:
                self.opened.emit(self._index)
                self.index_changed.emit(self._index)

    def open(self, index: RecordingIndex | None) -> None:
        """Tell of another recording, now or later."""
        self._index = index
        if self.begun:
            self.opened.emit(index)

    def extend(self, index: RecordingIndex | None) -> None:
        """Tell of a recording as it has been read now, at once or later."""
        self._index = index
        if self.begun:
            self.index_changed.emit(index)
