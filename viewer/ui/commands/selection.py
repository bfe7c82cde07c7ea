"""Commands of the menu Selection: they select, follow, hide and pin actors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QGuiApplication

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import VEHICLES
from viewer.replay.world.world import World
from viewer.ui.commands.commands import Commands
from viewer.ui.map import MapView
from viewer.ui.state.visibility import Rule
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

_MOVES = 0.1  # m/s: below it a vehicle stands


class SelectionCommands(Commands):
    """Commands that select, follow, hide and pin actors; pinned ones stay at the top of lists."""

    def __init__(self, workspace: Workspace, map_view: MapView, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._pins, self._visibility, self._map = workspace.pins, workspace.visibility, map_view

    def go_hero(self) -> None:
        """Select and follow the hero (vehicle under test); if one of several is followed, the next one."""
        if self._index is None:
            return
        if self._focus.hero is None:
            self._show_message(tr("No hero: right-click a vehicle, Use as hero"))
            return
        focus, hero = self._focus, self._focus.hero
        heroes = list(dict.fromkeys((hero, *self._index.actors.hero_rows)))
        if focus.followed == focus.primary and focus.primary in heroes:  # again: the next one
            hero = heroes[(heroes.index(focus.primary) + 1) % len(heroes)]
        focus.follow_and_select(hero)

    def follow(self) -> None:
        """Start or stop following an actor with the map.

        Following stops if the followed actor is selected, or if no actor is selected. Otherwise the map
        follows the actor that it followed until the user moved it, or, if there is none, the selected actor.
        """
        focus = self._focus
        if focus.followed is not None and focus.primary in (None, focus.followed):
            focus.follow(None)
        elif self._map.viewpoint.resumable is not None:
            focus.follow(self._map.viewpoint.resumable)
        elif focus.primary is not None:
            focus.follow(focus.primary)
        else:
            self._show_message(tr("Select an actor to follow it"))

    def copy_moment(self) -> None:
        """Copy file, time, frame and the selected actor with its pose at the playhead as one line of text."""
        if self._workspace.moment.world is None:
            return
        try:
            line = moment_line(self._workspace.moment.world, self._transport.playhead, self._focus.primary)
        except RecordingError as error:
            self._workspace.recording.explain(error)
        else:
            QGuiApplication.clipboard().setText(line)

    def fit(self) -> None:
        """Fit the map to all moving actors; it no longer follows a single one."""
        self._focus.follow(None)
        self._map.viewpoint.fit()

    def pin(self) -> None:
        """Pin the selected actors (keep them on top of the actor list); if all are pinned, unpin them."""
        if self._focus.selected:
            self._pins.toggle_all(self._focus.selected)
        else:
            self._show_message(tr("Select actors to pin them"))

    def hide(self) -> None:
        """Hide the selected actors on the map."""
        if rules := self._rules():
            self._visibility.hide(*rules)

    def isolate(self) -> None:
        """Show only the selected actors on the map."""
        if rules := self._rules():
            self._visibility.isolate(*rules)

    def _rules(self) -> list[Rule]:
        """Return for each selected actor a rule that matches it alone, by which the caller hides or shows it.

        If no actor is selected, show a message that says so, and return an empty list.
        """
        if not self._focus.selected:
            self._show_message(tr("Select actors first"))
        return [Rule("actor", row) for row in self._focus.selected]

    def clear(self) -> bool:
        """Clear the selection; return whether any actor was selected."""
        selected = self._focus.primary is not None
        if selected:
            self._focus.select(None)
        return selected

    def go_actor(self, direction: int) -> None:
        """Select the next (1) or previous (−1) moving vehicle in the visible part of the map, nearest first.

        Distances are from the hero (vehicle under test). If there is none, they are from the centre of the
        visible part.
        """
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
        hero = self._focus.hero
        actor_index = None if hero is None else world.index_of(hero)
        if actor_index is not None and np.isfinite(x[actor_index]):
            origin = (float(x[actor_index]), float(y[actor_index]))
        try:
            row = next_mover(world, visible, origin, self._focus.primary, direction)
        except RecordingError as error:
            self._workspace.recording.explain(error)
            return
        if row is None:
            self._show_message(tr("No vehicle moves in view"))
        else:
            self._focus.select(row)


def next_mover(
    world: World, visible: NDArray[np.bool_], origin: tuple[float, float], current: int | None, direction: int
) -> int | None:
    """Return the row of the moving vehicle that follows or precedes ``current`` in order of distance.

    Rows are those of the actor table. After the farthest vehicle comes the nearest again. None if no vehicle
    moves. Raises RecordingError if the file can no longer be read.

    Args:
        world: the state of all actors at one time.
        visible: mask of the actors in ``world`` that count, shape ``(N,)``.
        origin: x, y in metres from which distances are measured.
        current: row that is selected now. If it is None or no moving vehicle, the nearest one is
            returned for a direction of 1, the farthest for −1.
        direction: 1 for the next vehicle, −1 for the previous one.
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
    """Return file, time, frame and, if there is an actor, its id, blueprint and pose in one line.

    ``elapsed`` (seconds) is the time of the playhead, which may lie between two frames; the frame is that of
    ``world``. ``row`` is the actor's row in the actor table, None for no actor. Numbers are plain ASCII so
    that programs can read the line.

    Raises RecordingError if the file can no longer be read.
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
