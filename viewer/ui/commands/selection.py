"""The menu Selection: actors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import VEHICLES
from viewer.replay.world.world import World
from viewer.ui.map import MapView
from viewer.ui.state.visibility import Rule
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr

_MOVES = 0.1  # m/s: below it a vehicle stands


class SelectionCommands(QObject):
    """Selects and follows actors."""

    def __init__(self, workspace: Workspace, map_view: MapView) -> None:
        super().__init__(workspace)
        self._pins = workspace.pins
        self._visibility = workspace.visibility
        self._workspace = workspace
        self._map = map_view

    def go_hero(self) -> None:
        """Select and follow the hero; again: the next one."""
        if self._workspace.recording.index is None:
            return
        if self._workspace.focus.hero is None:
            self._workspace.say(tr("No hero: right-click a vehicle, Use as hero"))
            return
        focus, hero = self._workspace.focus, self._workspace.focus.hero
        heroes = list(dict.fromkeys((hero, *self._workspace.recording.index.actors.hero_rows)))
        if focus.followed == focus.primary and focus.primary in heroes:  # again: the next one
            hero = heroes[(heroes.index(focus.primary) + 1) % len(heroes)]
        focus.go_with(hero)

    def follow(self) -> None:
        """Follow whom one followed last or the selected actor, or nobody any more."""
        focus = self._workspace.focus
        if focus.followed is not None and focus.primary in (None, focus.followed):
            focus.follow(None)
        elif self._map.viewpoint.resumable is not None:
            focus.follow(self._map.viewpoint.resumable)
        elif focus.primary is not None:
            focus.follow(focus.primary)
        else:
            self._workspace.say(tr("Select an actor to follow it"))

    def copy_moment(self) -> None:
        """Copy this moment as a line: file, time, frame, actor and pose."""
        if self._workspace.moment.world is None:
            return
        try:
            line = moment_line(
                self._workspace.moment.world,
                self._workspace.playback.transport.playhead,
                self._workspace.focus.primary,
            )
        except RecordingError as error:
            self._workspace.recording.explain(error)
        else:
            QGuiApplication.clipboard().setText(line)

    def fit(self) -> None:
        """Follow nobody, and show all that moves."""
        self._workspace.focus.follow(None)
        self._map.viewpoint.fit()

    def pin(self) -> None:
        """Pin the selected actors, or let go of them."""
        if self._workspace.focus.selected:
            self._pins.toggle_all(self._workspace.focus.selected)
        else:
            self._workspace.say(tr("Select actors to pin them"))

    def hide(self) -> None:
        """Hide the selected actors on the map."""
        if rules := self._rules():
            self._visibility.hide(*rules)

    def isolate(self) -> None:
        """Show the selected actors alone on the map."""
        if rules := self._rules():
            self._visibility.isolate(*rules)

    def _rules(self) -> list[Rule]:
        """Return rules that mean the selected actors; where there are none, that is said."""
        if not self._workspace.focus.selected:
            self._workspace.say(tr("Select actors first"))
        return [Rule("actor", row) for row in self._workspace.focus.selected]

    def clear(self) -> bool:
        """Select nobody; return whether somebody was selected."""
        selected = self._workspace.focus.primary is not None
        if selected:
            self._workspace.focus.select(None)
        return selected

    def go_actor(self, direction: int) -> None:
        """Select the next (1) or previous (−1) vehicle that moves in view."""
        world = self._workspace.moment.world
        if world is None:
            return
        left, top, right, bottom = self._map.viewpoint.visible_rect()
        x, y = world.locations[:, 0], world.locations[:, 1]
        visible = (
            (left <= x)
            & (x <= right)
            & (top <= y)
            & (y <= bottom)
            & ~self._map.scene.picture.is_hidden(world.rows)
        )
        origin = ((left + right) / 2, (top + bottom) / 2)
        hero = self._workspace.focus.hero
        place = None if hero is None else world.place_of(hero)
        if place is not None and np.isfinite(x[place]):
            origin = (float(x[place]), float(y[place]))
        try:
            row = next_mover(world, visible, origin, self._workspace.focus.primary, direction)
        except RecordingError as error:
            self._workspace.recording.explain(error)
            return
        if row is None:
            self._workspace.say(tr("No vehicle moves in view"))
        else:
            self._workspace.focus.select(row)


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


def moment_line(world: World, elapsed: float, row: int | None) -> str:
    """Return file, time, frame and, if an actor is selected, the actor and its pose.

    The time is that of the playhead, which may stand between two frames; the frame is the one in force.
    Numbers are plain ASCII so that the line can be read back by programs.
    """
    parts = [world.index.path.name, f"{elapsed:.3f} s", f"#{world.frame}"]
    actor = world.snapshot(row) if row is not None else None
    if actor is not None:
        parts.append(f"{actor.actor_id} {actor.description.type_id}")
        if actor.location is not None and actor.rotation is not None:
            x, y, z = actor.location
            pitch, yaw, roll = actor.rotation
            parts.append(
                f"x={x:.3f} y={y:.3f} z={z:.3f} m, pitch={pitch:.2f} yaw={yaw:.2f} roll={roll:.2f} deg"
            )
    return " | ".join(parts)
