"""The menu Range."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.time_range import TimeRange
from viewer.ui.state.workspace import Workspace
from viewer.ui.timeline.view import TimelineView


class RangeCommands(QObject):
    """Chooses a range of time and does things with it."""

    def __init__(
        self,
        workspace: Workspace,
        time_range: TimeRange,
        figures: RangeFigures,
        timeline: TimelineView,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._range = time_range
        self._figures = figures
        self._timeline = timeline

    def set_in(self) -> None:
        """Begin the range at the playhead."""
        if self._workspace.recording.index is not None and not self._range.set_in():
            self._workspace.messages.tell(self.tr("A range cannot start at the last frame"))

    def set_out(self) -> None:
        """End the range at the playhead."""
        if self._workspace.recording.index is not None and not self._range.set_out():
            self._workspace.messages.tell(self.tr("A range cannot end at the first frame"))

    def play(self) -> None:
        """Play the range from its start."""
        if self._chosen() is not None:
            self._workspace.playback.play_range()

    def loop(self) -> None:
        """Play the range again and again, or no longer."""
        loop = self._workspace.playback.transport.loop
        if self._chosen() is not None:
            self._workspace.playback.set_loop(Loop.OFF if loop is Loop.RANGE else Loop.RANGE)
        else:
            self._workspace.playback.set_loop(loop)  # so that the action shows it

    def zoom(self) -> None:
        """Show the range in all the width of the timeline."""
        chosen = self._chosen()
        if chosen is not None:
            self._timeline.model.zoom_to(*chosen)

    def copy(self) -> None:
        """Copy figures of the range as lines of a table."""
        if self._chosen() is not None:
            QGuiApplication.clipboard().setText(self._figures.table())

    def clear(self) -> bool:
        """Have no range any more; return whether there was one."""
        had_one = self._range.chosen is not None
        self._range.choose(None)
        return had_one

    def _chosen(self) -> Range | None:
        """Return the range, or say how to choose one."""
        chosen = self._range.chosen
        if chosen is None and self._workspace.recording.index is not None:
            self._workspace.messages.tell(
                self.tr("No range: Ctrl+drag on the timeline, or I and O at the playhead")
            )
        return chosen
