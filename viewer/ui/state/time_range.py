"""The chosen range of time."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_range import Range, snapped
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback


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
