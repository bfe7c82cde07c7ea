"""The form in which time is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui import format as fmt
from viewer.ui.state.settings import Settings


class TimeDisplay(QObject):
    """Observable: the scale on which the window writes times and reads typed ones.

    The form that was chosen stays chosen in recordings that do not have it, which are shown as elapsed.
    """

    scale_changed = Signal(object)
    """TimeScale, or None without a recording; a longer view alone, which is written alike, is not told."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._index: RecordingIndex | None = None
        self.scale: TimeScale | None = None
        """How times are written now; None without a recording."""
        settings.changed("time_form").connect(self._tell)

    @property
    def form(self) -> TimeForm:
        """The form that is shown: the one chosen, if the recording has it."""
        form = self._settings.time_form
        return form if self.scale is None or self.scale.has(form) else TimeForm.ELAPSED

    def write(self, elapsed: float) -> str:
        """Write a moment, in seconds, in the form that is shown."""
        return fmt.moment_text(elapsed, self.scale)

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Write times of this recording, or of the next view of it."""
        self._index = index
        self._tell()

    @Slot()
    def _tell(self) -> None:
        before, index = self.scale, self._index
        self.scale = scale = None if index is None else TimeScale(index, self._settings.time_form)
        if (
            before is None
            or scale is None
            or before.index.file is not scale.index.file
            or not scale.writes_as(before)
        ):
            self.scale_changed.emit(scale)
