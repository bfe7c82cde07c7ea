"""The menu Selection: actors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from viewer.logfile.errors import RecordingError
from viewer.replay.events.navigation import next_mover
from viewer.ui.actors import ActorPanel
from viewer.ui.map import MapView
from viewer.ui.moment_line import moment_line
from viewer.ui.state.session import Session


class SelectionCommands(QObject):
    """Selects and follows actors."""

    def __init__(self, session: Session, map_view: MapView, actor_panel: ActorPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._map = map_view
        self._actors = actor_panel
        self._cancel_tool: Callable[[], bool] = bool
        self._clear_last: Sequence[Callable[[], bool]] = ()

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "hero": self._hero,
            "follow": self._follow,
            "next_actor": self._next_actor,
            "previous_actor": self._previous_actor,
            "copy_moment": self._copy_moment,
            "escape": self._escape,
        }

    @Slot()
    def _hero(self) -> None:
        session = self._session
        if session.index is None:
            return
        if session.hero is None:
            session.refuse(self.tr("No hero: right-click a vehicle, Use as hero"))
            return
        heroes = list(dict.fromkeys((session.hero, *session.index.actors.hero_rows)))
        row = session.hero
        if session.followed == session.selection and session.selection in heroes:  # again: the next one
            row = heroes[(heroes.index(session.selection) + 1) % len(heroes)]
        session.select(row)
        session.follow(row)

    @Slot()
    def _follow(self) -> None:
        session = self._session
        if session.followed is not None and session.selection in (None, session.followed):
            session.follow(None)
        elif self._map.resumable is not None:
            session.follow(self._map.resumable)
        elif session.selection is not None:
            session.follow(session.selection)
        else:
            session.refuse(self.tr("Select an actor to follow it"))

    @Slot()
    def _next_actor(self) -> None:
        self._go_actor(1)

    @Slot()
    def _previous_actor(self) -> None:
        self._go_actor(-1)

    @Slot()
    def _copy_moment(self) -> None:
        session = self._session
        if session.world is None:
            return
        try:
            line = moment_line(session.world, session.transport.playhead, session.selection)
        except RecordingError as error:
            session.explain(error)
        else:
            QGuiApplication.clipboard().setText(line)

    def set_escapes(self, cancel_tool: Callable[[], bool], *clear_last: Callable[[], bool]) -> None:
        """Let Esc first cancel what the mouse is doing, if it is, and clear these after the selection.

        Each returns whether there was anything to do: one press does one thing.
        """
        self._cancel_tool, self._clear_last = cancel_tool, clear_last

    @Slot()
    def _escape(self) -> None:
        if self._cancel_tool() or self._actors.clear_filter():
            return
        if self._session.selection is not None:
            self._session.select(None)
        else:
            any(clear() for clear in self._clear_last)

    def _go_actor(self, direction: int) -> None:
        session, world = self._session, self._session.world
        if world is None:
            return
        left, top, right, bottom = self._map.visible_rect()
        x, y = world.locations[:, 0], world.locations[:, 1]
        visible = (left <= x) & (x <= right) & (top <= y) & (y <= bottom) & ~self._map.is_hidden(world.rows)
        origin = ((left + right) / 2, (top + bottom) / 2)
        place = None if session.hero is None else world.place_of(session.hero)
        if place is not None and np.isfinite(x[place]):
            origin = (float(x[place]), float(y[place]))
        try:
            row = next_mover(world, visible, origin, session.selection, direction)
        except RecordingError as error:
            session.explain(error)
            return
        if row is None:
            session.refuse(self.tr("No vehicle moves in view"))
        else:
            session.select(row)
