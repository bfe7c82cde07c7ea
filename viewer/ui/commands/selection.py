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
from viewer.ui.state.actor_ref import ref_of, refs_of, row_in
from viewer.ui.state.workspace import Workspace


class SelectionCommands(QObject):
    """Selects and follows actors."""

    def __init__(
        self,
        workspace: Workspace,
        map_view: MapView,
        actor_panel: ActorPanel,
        cancel_tool: Callable[[], bool],
        clear_last: Sequence[Callable[[], bool]],
        parent: QObject,
    ) -> None:
        """Take also what Esc does before and after it clears the selection.

        Each returns whether there was anything to do: one press does one thing.
        """
        super().__init__(parent)
        self._recording = workspace.recording
        self._playback = workspace.playback
        self._moment = workspace.moment
        self._focus = workspace.focus
        self._messages = workspace.messages
        self._map = map_view
        self._actors = actor_panel
        self._cancel_tool = cancel_tool
        self._clear_last = clear_last

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
        if self._recording.index is None:
            return
        if self._focus.hero is None:
            self._messages.tell(self.tr("No hero: right-click a vehicle, Use as hero"))
            return
        focus, hero = self._focus, self._focus.hero
        heroes = list(dict.fromkeys((hero, *refs_of(self._recording.index.actors.hero_rows))))
        if focus.followed == focus.primary and focus.primary in heroes:  # again: the next one
            hero = heroes[(heroes.index(focus.primary) + 1) % len(heroes)]
        focus.go_with(hero)

    @Slot()
    def _follow(self) -> None:
        focus = self._focus
        if focus.followed is not None and focus.primary in (None, focus.followed):
            focus.follow(None)
        elif self._map.viewpoint.resumable is not None:
            focus.follow(self._map.viewpoint.resumable)
        elif focus.primary is not None:
            focus.follow(focus.primary)
        else:
            self._messages.tell(self.tr("Select an actor to follow it"))

    @Slot()
    def _next_actor(self) -> None:
        self._go_actor(1)

    @Slot()
    def _previous_actor(self) -> None:
        self._go_actor(-1)

    @Slot()
    def _copy_moment(self) -> None:
        if self._moment.world is None:
            return
        try:
            line = moment_line(
                self._moment.world, self._playback.transport.playhead, row_in(self._focus.primary)
            )
        except RecordingError as error:
            self._recording.explain(error)
        else:
            QGuiApplication.clipboard().setText(line)

    @Slot()
    def _escape(self) -> None:
        if self._cancel_tool() or self._actors.clear_filter():
            return
        if self._focus.primary is not None:
            self._focus.select(None)
        else:
            any(clear() for clear in self._clear_last)

    def _go_actor(self, direction: int) -> None:
        world = self._moment.world
        if world is None:
            return
        left, top, right, bottom = self._map.viewpoint.visible_rect()
        x, y = world.locations[:, 0], world.locations[:, 1]
        visible = (
            (left <= x) & (x <= right) & (top <= y) & (y <= bottom) & ~self._map.scene.is_hidden(world.rows)
        )
        origin = ((left + right) / 2, (top + bottom) / 2)
        hero = row_in(self._focus.hero)
        place = None if hero is None else world.place_of(hero)
        if place is not None and np.isfinite(x[place]):
            origin = (float(x[place]), float(y[place]))
        try:
            row = next_mover(world, visible, origin, row_in(self._focus.primary), direction)
        except RecordingError as error:
            self._recording.explain(error)
            return
        if row is None:
            self._messages.tell(self.tr("No vehicle moves in view"))
        else:
            self._focus.select(ref_of(row))
