"""The menu Range, and the card with the figures of the range."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop
from viewer.ui.shell.range_card import RangeCard, figures_of
from viewer.ui.state.workspace import What, Workspace
from viewer.ui.widgets.overlay import Place
from viewer.ui.window import MainWindow


class RangeCommands(QObject):
    """Chooses a range of time, tells of it and does things with it."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(window)
        self._workspace, self._range = workspace, workspace.range
        self._timeline = window.timeline
        self.card = RangeCard(window.actions_by_id, window.map_area)
        window.map_area.map_view.overlay.add(self.card, Place.BOTTOM_RIGHT, rank=1)
        workspace.when(What.SCALE, lambda: self.card.set_time_scale(workspace.display.scale))
        workspace.when(
            What.RANGE | What.EVENTS | What.SELECTED | What.PATH,
            lambda: self.card.set_figures(figures_of(workspace)),
        )
        loops = window.actions_by_id["range_loop"]
        workspace.when(What.TIME, lambda: loops.setChecked(workspace.playback.transport.loop is Loop.RANGE))

    def set_in(self) -> None:
        """Begin the range at the playhead."""
        if self._workspace.recording.index is not None and not self._range.set_in():
            self._workspace.say(self.tr("A range cannot start at the last frame"))

    def set_out(self) -> None:
        """End the range at the playhead."""
        if self._workspace.recording.index is not None and not self._range.set_out():
            self._workspace.say(self.tr("A range cannot end at the first frame"))

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
        if self._chosen() is not None and (figures := figures_of(self._workspace)) is not None:
            QGuiApplication.clipboard().setText(figures.table())

    def clear(self) -> bool:
        """Have no range any more; return whether there was one."""
        had_one = self._range.chosen is not None
        self._range.choose(None)
        return had_one

    def _chosen(self) -> Range | None:
        """Return the range, or say how to choose one."""
        chosen = self._range.chosen
        if chosen is None and self._workspace.recording.index is not None:
            self._workspace.say(self.tr("No range: Ctrl+drag on the timeline, or I and O at the playhead"))
        return chosen
