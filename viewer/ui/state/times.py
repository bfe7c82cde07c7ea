"""Time in the window: the form it is shown in, the moments one was at, and the range that is chosen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.replay.time.time_range import Range, snapped
from viewer.ui import format as fmt
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
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


_FAR = 1.0
"""Seconds: who goes less far has not left."""
_TOGETHER = 0.7
"""Seconds between two moves up to which they are one, as while scrubbing or holding a key."""
_MOST = 200


class Visits(QObject):
    """Two stacks of elapsed seconds, as a browser has them of pages.

    What is kept are places that were left by a jump: by more than a second, or to something that was asked
    for by name. However far one scrubs or plays, that is one stay: going back leads to where one last was.
    """

    changed = Signal()
    """``can_go_back`` or ``can_go_forward`` is another."""

    def __init__(
        self, recording: OpenRecording, playback: Playback, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(playback)
        self._playback = playback
        self._clock = clock
        self._path: Path | None = None
        self._going = False
        self._forget()
        playback.sought.connect(self._take)
        recording.opened.connect(self._open)

    def _forget(self) -> None:
        self._back: list[float] = []
        self._forward: list[float] = []
        self._origin = 0.0
        self._moved_at: float | None = None
        self._left = False

    @property
    def can_go_back(self) -> bool:
        """Whether there is a moment to go back to."""
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from somewhere."""
        return bool(self._forward)

    @Slot()
    def go_back(self) -> None:
        """Go to where one was before the last jump."""
        self._go(self._back, self._forward)

    @Slot()
    def go_forward(self) -> None:
        """Go to where one was before going back."""
        self._go(self._forward, self._back)

    def _go(self, there: list[float], other: list[float]) -> None:
        """Go to the moment that one left last, and remember this one."""
        if not there:
            return
        self._moved_at = None
        other.append(self._playback.transport.playhead)
        self._going = True
        self._playback.seek(there.pop())
        self._going = False
        self.changed.emit()

    @Slot(float, float, bool)
    def _take(self, before: float, after: float, named: bool) -> None:
        """Take note that the playhead was moved by hand, or to what was asked for by name."""
        if self._going:
            return
        now = self._clock()
        if named or self._moved_at is None or now - self._moved_at > _TOGETHER:
            self._origin, self._left = before, False
        self._moved_at = None if named else now
        if not self._left and (after != before if named else abs(after - self._origin) > _FAR):
            self._left = True
            self._forward.clear()
            self._back = [*self._back, self._origin][-_MOST:]
        self.changed.emit()

    @Slot(object)
    def _open(self, index: RecordingIndex | None) -> None:
        """Forget the moments of another file; one that is read again keeps them."""
        path = index.path if index is not None else None
        if path != self._path:
            self._path = path
            self._forget()
            self.changed.emit()


class TimeRange(QObject):
    """Observable: the range of the transport, from frame to frame, or none."""

    changed = Signal(object)
    """Start and end in elapsed seconds, or None."""

    def __init__(self, recording: OpenRecording, playback: Playback, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._known: Range | None = None
        playback.changed.connect(self._look)
        recording.index_changed.connect(self._keep_inside)

    @property
    def chosen(self) -> Range | None:
        """Start and end in elapsed seconds, or None."""
        return self._playback.transport.range

    @Slot(object)
    def choose(self, chosen: Range | None) -> None:
        """Choose the range between the frames nearest to its ends; None, or less than two, is none."""
        index = self._recording.index
        known = index is not None and chosen is not None
        self._playback.set_range(snapped(index.elapsed, chosen) if known and index and chosen else None)

    def set_in(self) -> bool:
        """Let the range begin at the playhead; return whether it can.

        Without a range, or behind the end of it, it goes on to the end of the recording.
        """
        here, end = self._here(), self._playback.transport.duration
        if self.chosen is not None and here < self.chosen[1]:
            end = self.chosen[1]
        return self._choose_some(here, end)

    def set_out(self) -> bool:
        """Let the range end at the playhead; return whether it can.

        Without a range, or before the start of it, it begins where the recording does.
        """
        here, start = self._here(), self._first()
        if self.chosen is not None and here > self.chosen[0]:
            start = self.chosen[0]
        return self._choose_some(start, here)

    def _choose_some(self, start: float, end: float) -> bool:
        if start >= end:
            return False
        self._playback.set_range((start, end))
        return True

    def _first(self) -> float:
        index = self._recording.index
        return float(index.elapsed[0]) if index is not None and len(index.elapsed) else 0.0

    def _here(self) -> float:
        """Return when the frame at the playhead begins."""
        index = self._recording.index
        if index is None or not len(index.elapsed):
            return 0.0
        return float(index.elapsed[max(index.frame_at(self._playback.transport.playhead), 0)])

    @Slot()
    def _look(self) -> None:
        if self.chosen != self._known:
            self._known = self.chosen
            self.changed.emit(self.chosen)

    @Slot(object)
    def _keep_inside(self, index: RecordingIndex | None) -> None:
        """Cut the range where a recording that was made again ends."""
        chosen = self.chosen
        if index is not None and index.complete and chosen is not None:
            inside = snapped(index.elapsed, chosen)
            if inside != chosen:
                self._playback.set_range(inside)
