"""The menu Range."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop
from viewer.ui.state.messages import Messages
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.time_range import TimeRange
from viewer.ui.timeline.view import TimelineView


class RangeCommands(QObject):
    """Chooses a range of time and does things with it."""

    def __init__(
        self,
        recording: OpenRecording,
        playback: Playback,
        messages: Messages,
        time_range: TimeRange,
        figures: RangeFigures,
        timeline: TimelineView,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._messages = messages
        self._range = time_range
        self._figures = figures
        self._timeline = timeline

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "range_in": self._set_in,
            "range_out": self._set_out,
            "range_play": self._play,
            "range_loop": self._loop,
            "range_zoom": self._zoom,
            "range_copy": self._copy,
            "range_clear": self.clear,
        }

    @Slot()
    def _set_in(self) -> None:
        if self._recording.index is not None and not self._range.set_in():
            self._messages.tell(self.tr("A range cannot start at the last frame"))

    @Slot()
    def _set_out(self) -> None:
        if self._recording.index is not None and not self._range.set_out():
            self._messages.tell(self.tr("A range cannot end at the first frame"))

    @Slot()
    def _play(self) -> None:
        if self._chosen() is not None:
            self._playback.play_range()

    @Slot()
    def _loop(self) -> None:
        loop = self._playback.transport.loop
        if self._chosen() is not None:
            self._playback.set_loop(Loop.OFF if loop is Loop.RANGE else Loop.RANGE)
        else:
            self._playback.set_loop(loop)  # so that the action shows it

    @Slot()
    def _zoom(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self._timeline.model.zoom_to(*chosen)

    @Slot()
    def _copy(self) -> None:
        if self._chosen() is not None:
            QGuiApplication.clipboard().setText(self._figures.table())

    @Slot()
    def clear(self) -> None:
        """Have no range any more."""
        self._range.choose(None)

    def _chosen(self) -> Range | None:
        """Return the range, or say how to choose one."""
        chosen = self._range.chosen
        if chosen is None and self._recording.index is not None:
            self._messages.tell(self.tr("No range: Ctrl+drag on the timeline, or I and O at the playhead"))
        return chosen
