"""Connects the chosen range with timeline, map and commands."""

from __future__ import annotations

from PySide6.QtCore import QObject

from viewer.replay.time.transport import Loop
from viewer.ui.commands.range import RangeCommands
from viewer.ui.shell.range_card import RangeCard
from viewer.ui.state.binding import bind
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.time_range import TimeRange
from viewer.ui.state.workspace import Workspace
from viewer.ui.times.display import TimeDisplay
from viewer.ui.widgets.overlay import Place
from viewer.ui.window import MainWindow


class RangeWiring(QObject):
    """Owns what there is about the range, and connects it."""

    def __init__(self, workspace: Workspace, display: TimeDisplay, window: MainWindow) -> None:
        super().__init__(window)
        recording, playback, timeline = workspace.recording, workspace.playback, window.timeline
        self.time_range = time_range = TimeRange(recording, playback, self)
        self.card = RangeCard(window.actions_by_id, window.map_area)
        figures = RangeFigures(recording, workspace.focus, time_range, workspace.events, self)
        self.commands = RangeCommands(workspace, time_range, figures, timeline, self)
        window.map_area.map_view.overlay.add(self.card, Place.BOTTOM_RIGHT, rank=1)
        chosen, model = time_range.changed, timeline.model
        bind(chosen, lambda: time_range.chosen, lambda chosen: model.tell(chosen=chosen), self)
        bind(display.scale_changed, lambda: display.scale, self.card.set_time_scale)
        loops = window.actions_by_id["range_loop"]
        bind(playback.changed, lambda: playback.transport.loop is Loop.RANGE, loops.setChecked)
        model.range_requested.connect(time_range.choose)
        figures.changed.connect(self.card.set_figures)
