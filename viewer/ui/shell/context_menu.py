"""What one can do with actors, or with a point of the map, by the right button."""

from __future__ import annotations

import math
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import MOVERS, ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorSnapshot
from viewer.ui.actions import ActionMenu
from viewer.ui.format import count, plain, seconds, short_blueprint
from viewer.ui.map import MapView
from viewer.ui.road_place import height_at
from viewer.ui.state.changes import What
from viewer.ui.state.visibility import Rule, rules_of
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr


class ActorMenu(QObject):
    """Opens the menu of an actor or of the ground, and does what is chosen in it.

    The menu of one of several selected actors is that of all of them, where it can be.
    """

    plot_requested = Signal(object)
    """An actor of which something is to be plotted; for several actors it is told of each."""
    call_requested = Signal(object)
    """The actor to be followed in the simulator: copy the call that replays this moment there."""

    def __init__(self, workspace: Workspace, map_view: MapView, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._visibility = visibility = workspace.visibility
        self._map = map_view
        self._row = 0
        self._rows: tuple[int, ...] = ()
        self._actor: ActorSnapshot | None = None
        self._point = (0.0, 0.0)
        self._menu = ActionMenu(parent=window)
        self._menu.setToolTipsVisible(True)
        self._title = self._menu.addAction("")
        self._title.setEnabled(False)
        self._menu.addSeparator()
        self._select = self._menu.addAction(tr("Select"), lambda: self._workspace.focus.select(self._row))
        self._add = self._menu.addAction("", lambda: self._workspace.focus.click(self._row, adds=True))
        self._follow = self._menu.addAction(tr("Follow"), lambda: self._workspace.focus.go_with(self._row))
        self._hero = self._menu.addAction(tr("Use as hero"), lambda: workspace.use_as_hero(self._row))
        self._pin = self._menu.addAction(tr("Pin"), lambda: workspace.pins.toggle_all(self._rows))
        self._plot = self._menu.addAction(tr("Plot"), self._on_plot)
        self._menu.addSeparator()
        self._spawn = self._menu.addAction("", lambda: self._go_to(spawned=True))
        self._destroy = self._menu.addAction("", lambda: self._go_to(spawned=False))
        self._menu.addSeparator()
        self._isolate = self._menu.addMenu(tr("Isolate"))
        self._hide = self._menu.addMenu(tr("Hide"))
        self._show = self._menu.addAction(tr("Show on map"), lambda: self._visibility.show(*self._rows))
        self._menu.addSeparator()
        self._copy_id = self._menu.addAction("", self._on_copy_id)
        self._transform = self._menu.addAction(tr("Copy carla.Transform"), self._on_copy_transform)
        self._call = self._menu.addAction(
            tr("Copy client.replay_file(…)"), lambda: self.call_requested.emit(self._row)
        )
        self._ground_menu = ActionMenu(parent=window)
        self._ground_menu.addAction(tr("Copy carla.Transform of this point"), self._on_copy_point)
        self._ground_menu.addAction(tr("Centre here"), lambda: self._map.viewpoint.center_on(*self._point))
        self._ground_menu.addSeparator()
        self._show_all = self._ground_menu.addAction(tr("Show all actors"), visibility.show_all)
        workspace.when(What.OPENED, self._close)

    @Slot()
    def _close(self) -> None:
        """Close: rows mean others in another recording, or in another reading of this one."""
        for menu in (self._menu, self._ground_menu):
            menu.close()

    def add_to_ground(self, *actions: QAction) -> None:
        """Put actions of the window into the menu of the ground."""
        self._ground_menu.addSeparator()
        self._ground_menu.addActions(actions)

    @Slot(object, QPoint)
    def open(self, actor: int | None, place: QPoint) -> None:
        """Open the menu for an actor, or else for the ground, at a place on the screen."""
        world = self._workspace.moment.world
        if world is None:
            return
        at = self._map.mapFromGlobal(place)
        x, y = self._map.camera.to_world((at.x(), at.y())).tolist()
        self._point = x, y
        if actor is None:
            self._show_all.setEnabled(bool(self._visibility.hidden_rows.any()))
            self._ground_menu.popup(place)
            return
        try:
            self._actor = world.snapshot(actor)
        except RecordingError as error:
            self._workspace.recording.explain(error)
            return
        selected = self._workspace.focus.selected
        self._row, self._rows = actor, selected if actor in selected else (actor,)
        self._fill(world.index)
        self._menu.popup(place)

    def _fill(self, index: RecordingIndex) -> None:
        row, rows, table = self._row, self._rows, index.actors
        focus, several = self._workspace.focus, len(rows) > 1
        selected = focus.selected
        name = f"{table.actor_id[row]}  {short_blueprint(table.descriptions[row].type_id)}"
        self._title.setText(tr("{0} actors").format(count(len(rows))) if several else name.replace("&", "&&"))
        self._select.setText(tr("Select this one alone") if several else tr("Select"))
        self._select.setEnabled(selected != (row,))
        self._add.setText(tr("Take out of selection") if row in selected else tr("Add to selection"))
        self._add.setEnabled(bool(selected) and selected != (row,))
        self._follow.setEnabled(
            row != focus.followed and self._actor is not None and self._actor.location is not None
        )
        self._hero.setEnabled(row != focus.hero and Category(table.category[row]) in MOVERS)
        pinned = set(rows) <= set(self._workspace.pins.pinned)
        self._pin.setText(tr("Unpin") if pinned else tr("Pin"))
        self._fill_life(index)
        self._copy_id.setText(tr("Copy ids") if several else tr("Copy id"))
        self._transform.setEnabled(self._actor is not None and self._actor.transform is not None)
        self._call.setEnabled(self._actor is not None)
        hidden = self._visibility.hidden_rows
        self._show.setVisible(bool(hidden[list(rows)].any()))
        for menu, act in ((self._isolate, self._visibility.isolate), (self._hide, self._visibility.hide)):
            menu.clear()
            for rule in rules_of(table, row):
                menu.addAction(_rule_text(table, row, rule), partial(act, rule))
            if several:
                rules = [Rule("actor", each) for each in rows]
                menu.addAction(tr("Selected actors"), partial(act, *rules))

    def _fill_life(self, index: RecordingIndex) -> None:
        """Offer to go to where the life of the actor begins and ends, as far as it does in the recording."""
        elapsed, row = index.elapsed, self._row
        spawn, destroy = int(index.actors.spawn_frame[row]), int(index.actors.destroy_frame[row])
        ends = destroy < len(elapsed)
        self._spawn.setText(tr("Go to spawn · {0}").format(seconds(elapsed[spawn])))
        end = seconds(elapsed[destroy]) if ends else ""
        self._destroy.setText(tr("Go to destruction · {0}").format(end))
        self._destroy.setVisible(ends)

    @Slot()
    def _on_plot(self) -> None:
        for actor in self._rows:
            self.plot_requested.emit(actor)

    def _go_to(self, *, spawned: bool) -> None:
        index = self._workspace.recording.index
        if index is not None:
            frames = index.actors.spawn_frame if spawned else index.actors.destroy_frame
            self._workspace.focus.select(self._row)
            self._workspace.playback.jump_to_frame(int(frames[self._row]))

    @Slot()
    def _on_copy_id(self) -> None:
        index = self._workspace.recording.index
        if index is not None:
            ids = (str(index.actors.actor_id[row]) for row in self._rows)
            QGuiApplication.clipboard().setText(" ".join(ids))

    @Slot()
    def _on_copy_transform(self) -> None:
        if self._actor is not None and self._actor.transform is not None:
            QGuiApplication.clipboard().setText(_carla_transform(*self._actor.transform))

    @Slot()
    def _on_copy_point(self) -> None:
        """Copy the point at the height of the road; where none is known, at the height 0."""
        road_map = self._workspace.roads.road_map
        height = math.nan if road_map is None else height_at(road_map, *self._point)
        place = (*self._point, height if math.isfinite(height) else 0.0)
        QGuiApplication.clipboard().setText(_carla_transform(place, (0.0, 0.0, 0.0)))


def _rule_text(table: ActorTable, row: int, rule: Rule) -> str:
    """Return whom a rule about an actor means, in a menu."""
    if rule.kind == "category":
        return tr("Category {name}").format(name=tr(Category(table.category[row]).label))
    texts = {"actor": tr("This actor"), "blueprint": tr("Blueprint {name}"), "role": tr("Role {name}")}
    return plain(texts[rule.kind].format(name=rule.value)).replace("&", "&&")


def _carla_transform(location: tuple[float, float, float], rotation: tuple[float, float, float]) -> str:
    """Return the Python expression for a pose: metres, and degrees as pitch, yaw, roll."""
    x, y, z = location
    pitch, yaw, roll = rotation
    return (
        f"carla.Transform(carla.Location(x={x:.3f}, y={y:.3f}, z={z:.3f}), "
        f"carla.Rotation(pitch={pitch:.2f}, yaw={yaw:.2f}, roll={roll:.2f}))"
    )
