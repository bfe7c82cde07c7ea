"""Connects the chosen range with timeline, map and commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot

from viewer.replay.time.transport import Loop
from viewer.ui.commands.range import RangeCommands
from viewer.ui.shell.range_card import RangeCard
from viewer.ui.state.event_kinds import EventTimes
from viewer.ui.state.range_figures import RangeFigures
from viewer.ui.state.session import Session
from viewer.ui.state.time_range import TimeRange
from viewer.ui.timeline.range_overlay import RangeOverlay
from viewer.ui.widgets.overlay import Place
from viewer.ui.window import MainWindow


class RangeWiring(QObject):
    """Owns what there is about the range, and connects it."""

    def __init__(self, session: Session, times: EventTimes, window: MainWindow) -> None:
        super().__init__(window)
        self._session = session
        self._actions = window.actions_by_id
        self.time_range = TimeRange(session, self)
        self.overlay = RangeOverlay(window.timeline)
        self.card = RangeCard(window.actions_by_id, window.map_area)
        figures = RangeFigures(session, self.time_range, times, self)
        self._commands = RangeCommands(session, self.time_range, figures, window.timeline, self)
        window.map_area.map_view.overlay.add(self.card, Place.BOTTOM_RIGHT, rank=1)
        session.index_changed.connect(self.overlay.set_recording)
        session.playback_changed.connect(self._show_loop)
        self.overlay.range_requested.connect(self.time_range.choose)
        self.overlay.pointed.connect(window.timeline.hover_time)
        self.time_range.changed.connect(self.overlay.set_range)
        window.timeline.range_ended.connect(self._commands.clear)
        figures.changed.connect(self.card.set_figures)

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return self._commands.handlers()

    def cancel_drag(self) -> bool:
        """Give up a range that is being drawn or changed; return whether there was one."""
        return self.overlay.cancel()

    def clear(self) -> bool:
        """Have no range any more; return whether there was one."""
        had_one = self.time_range.chosen is not None
        self._commands.clear()
        return had_one

    @Slot()
    def _show_loop(self) -> None:
        self._actions["range_loop"].setChecked(self._session.transport.loop is Loop.RANGE)
