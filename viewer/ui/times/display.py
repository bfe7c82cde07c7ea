"""The form in which time is shown, and what a recording must be asked for it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.clock import platform_times
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.settings import Settings


class TimeDisplay(QObject):
    """Observable: the scale on which the window writes times and reads typed ones.

    The form that was chosen stays chosen in recordings that do not have it, which are shown as elapsed.
    """

    scale_changed = Signal(object)
    """TimeScale, or None without a recording; a longer view alone, which is written alike, is not told."""
    failed = Signal(object)
    """RecordingError: the file cannot be read."""

    def __init__(self, tasks: Tasks, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._form = settings.time_form
        self._index: RecordingIndex | None = None
        self._platform: NDArray[np.float64] | None = None
        self._notes_clock: float | None = None
        self._latest = Latest(tasks, self, self._take_platform)
        self._latest.failed.connect(self._do_without)
        self._latest.unreadable.connect(self.failed)
        self.scale: TimeScale | None = None
        """How times are written now; None without a recording."""

    @property
    def form(self) -> TimeForm:
        """The form that is shown: the one chosen, if the recording has it."""
        return self._form if self.scale is None or self.scale.has(self._form) else TimeForm.ELAPSED

    def set_form(self, form: TimeForm) -> None:
        """Show time in another form, and remember it."""
        self._form = form
        self._settings.time_form = form
        self._tell()

    def set_notes_clock(self, start: float | None) -> None:
        """Take what the notes’ clock shows at elapsed 0, seconds after midnight; None if it is unset."""
        if start != self._notes_clock:
            self._notes_clock = start
            self._tell()

    @Slot(object)
    def forget(self, _index: RecordingIndex | None) -> None:
        """Let go of what was read of the recording that was open before."""
        self._latest.cancel()
        self._platform = None

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Write times of this recording, or of the next view of it."""
        self._index = index
        self._tell()

    def _tell(self) -> None:
        index, before, scale = self._index, self.scale, None
        if index is not None:
            scale = TimeScale(index, self._form, self._platform, self._notes_clock)
            self._read_platform(index, scale)
        self.scale = scale
        if (
            before is None
            or scale is None
            or before.index.file is not scale.index.file
            or not scale.writes_as(before)
        ):
            self.scale_changed.emit(scale)

    def _read_platform(self, index: RecordingIndex, scale: TimeScale) -> None:
        """Read the computer's clock once it is wanted; of a file that grows, again when it is done."""
        wanted = self._form is TimeForm.PLATFORM and index.complete and scale.has(TimeForm.PLATFORM)
        known = self._platform is not None and (index.growing or len(self._platform) >= len(index.elapsed))
        if wanted and not known and not self._latest.busy:
            self._latest.ask(lambda proceed: platform_times(index, proceed=proceed))

    @Slot(object)
    def _take_platform(self, times: NDArray[np.float64]) -> None:
        self._platform = times
        self._tell()

    @Slot()
    def _do_without(self) -> None:
        frames = 0 if self._index is None else len(self._index.elapsed)
        self._platform = np.full(frames, np.nan)  # once: the file does not get better by asking again
