"""The form in which time is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui import format as fmt
from viewer.ui.state.binding import bind
from viewer.ui.state.settings import Settings


class TimeDisplay(QObject):
    """Observable: the scale on which the window writes times and reads typed ones.

    The form that was chosen stays chosen in recordings that do not have it, which are shown as elapsed.
    """

    scale_changed = Signal(object)
    """TimeScale, or None without a recording; a longer view alone, which is written alike, is not told."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._form = settings.time_form
        self._index: RecordingIndex | None = None
        self.scale: TimeScale | None = None
        """How times are written now; None without a recording."""
        bind(settings.changed("time_form"), lambda: settings.time_form, self._show)

    @property
    def form(self) -> TimeForm:
        """The form that is shown: the one chosen, if the recording has it."""
        return self._form if self.scale is None or self.scale.has(self._form) else TimeForm.ELAPSED

    def _show(self, form: TimeForm) -> None:
        self._form = form
        self._tell()

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Write times of this recording, or of the next view of it."""
        self._index = index
        self._tell()

    def _tell(self) -> None:
        before = self.scale
        self.scale = scale = None if self._index is None else TimeScale(self._index, self._form)
        if (
            before is None
            or scale is None
            or before.index.file is not scale.index.file
            or not scale.writes_as(before)
        ):
            self.scale_changed.emit(scale)


def writer(display: TimeDisplay) -> Callable[[float], str]:
    """Return a function that writes elapsed seconds in the form shown when it is called."""

    def write(elapsed: float) -> str:
        return fmt.moment_text(elapsed, display.scale)

    return write
