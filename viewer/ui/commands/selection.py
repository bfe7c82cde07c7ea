"""The menu Selection: actors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import VEHICLES
from viewer.replay.world.world import World
from viewer.ui.map import MapView
from viewer.ui.moment_line import moment_line
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.actor_ref import ref_of, refs_of, row_in
from viewer.ui.state.messages import Messages
from viewer.ui.state.moment import Moment
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback

_MOVES = 0.1  # m/s: below it a vehicle stands


class SelectionCommands(QObject):
    """Selects and follows actors."""

    def __init__(
        self,
        recording: OpenRecording,
        playback: Playback,
        moment: Moment,
        focus: ActorFocus,
        messages: Messages,
        map_view: MapView,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._recording = recording
        self._playback = playback
        self._moment = moment
        self._focus = focus
        self._messages = messages
        self._map = map_view

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "hero": self._hero,
            "follow": self._follow,
            "next_actor": lambda: self._go_actor(1),
            "previous_actor": lambda: self._go_actor(-1),
            "copy_moment": self._copy_moment,
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

    def clear(self) -> bool:
        """Select nobody; return whether somebody was selected."""
        selected = self._focus.primary is not None
        if selected:
            self._focus.select(None)
        return selected

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


def next_mover(
    world: World, visible: NDArray[np.bool_], origin: tuple[float, float], current: int | None, direction: int
) -> int | None:
    """Return the row of the next (1) or previous (−1) vehicle that moves, nearest to ``origin`` first.

    Args:
        world: the moment.
        visible: which of its actors count, shape (N,).
        origin: x, y in metres from which distances are measured.
        current: row selected now; the one after it in that order comes next.
        direction: 1 or −1.

    """
    kinds = np.isin(world.categories, VEHICLES)
    with np.errstate(invalid="ignore"):
        places = np.flatnonzero(visible & kinds & (world.speeds > _MOVES) & (world.below <= 0.0))
    if not len(places):
        return None
    distances = np.hypot(*(world.locations[places, :2] - origin).T)
    rows = world.rows[places[np.argsort(distances, kind="stable")]].tolist()
    if current not in rows:
        return int(rows[0 if direction > 0 else -1])
    return int(rows[(rows.index(current) + direction) % len(rows)])
