"""Context menus of actors and of the map's ground."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import MOVERS, ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorSnapshot
from viewer.ui.actions import ActionMenu
from viewer.ui.format import count, plain, seconds, short_blueprint
from viewer.ui.map import MapView
from viewer.ui.road_position import height_at
from viewer.ui.state.binding import bind
from viewer.ui.state.visibility import Rule, rules_of
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr


class ActorMenu(QObject):
    """Controller that opens the context menu of an actor or of the ground and executes its entries.

    The menu of one of several selected actors applies to all of them, where possible.
    """

    plot_requested = Signal(object)
    """Emitted with the row (in the actor table) of an actor whose signals are to be plotted over time.

    It is emitted once per actor if several are selected.
    """
    call_requested = Signal(object)
    """Emitted with the row of an actor when the user wants to copy a call that replays the recording.

    The call is ``client.replay_file``, from shortly before the current time, with the camera following the
    actor.
    """

    def __init__(self, workspace: Workspace, map_view: MapView, window: QWidget) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._visibility = visibility = workspace.visibility
        self._map = map_view
        self._point = (0.0, 0.0)
        self._menu = ActionMenu(parent=window)
        self._isolate, self._hide = (QMenu(text, self._menu) for text in (tr("Isolate"), tr("Hide")))
        self._ground_menu = ActionMenu(parent=window)
        self._ground_menu.addAction(tr("Copy carla.Transform of this point"), self._on_copy_point)
        self._ground_menu.addAction(tr("Centre here"), lambda: self._map.viewpoint.center_on(*self._point))
        self._ground_menu.addSeparator()
        self._show_all = self._ground_menu.addAction(tr("Show all actors"), visibility.show_all)
        bind(self, workspace, (lambda now: now.opening, self._close))

    def _close(self) -> None:
        """Close the menus when a recording has been opened: their row indices would mean other actors."""
        for menu in (self._menu, self._ground_menu):
            menu.close()

    def add_to_ground(self, *actions: QAction) -> None:
        """Append ``actions`` to the context menu of the map's ground, below a separator."""
        self._ground_menu.addSeparator()
        self._ground_menu.addActions(actions)

    @Slot(object, QPoint)
    def open(self, actor: int | None, position: QPoint) -> None:
        """Open the context menu of the actor in row ``actor`` at ``position`` on the screen.

        If ``actor`` is None, it is the menu of the map's ground.
        """
        world = self._workspace.moment.world
        if world is None:
            return
        at = self._map.mapFromGlobal(position)
        x, y = self._map.camera.to_world((at.x(), at.y())).tolist()
        self._point = x, y
        if actor is None:
            self._show_all.setEnabled(bool(self._visibility.hidden_rows.any()))
            self._ground_menu.popup(position)
            return
        try:
            snapshot = world.snapshot(actor)
        except RecordingError as error:
            self._workspace.recording.explain(error)
            return
        self._fill(world.index, actor, snapshot)
        self._menu.popup(position)

    def _fill(self, index: RecordingIndex, row: int, actor: ActorSnapshot | None) -> None:
        """Fill the context menu for the actor in ``row``, or for all selected actors if it is one of them.

        ``actor`` is its state at the current time, None if it does not exist then.
        """
        menu, workspace, focus, table = self._menu, self._workspace, self._workspace.focus, index.actors
        selected, elapsed = focus.selected, index.elapsed
        rows = selected if row in selected else (row,)
        several, alone = len(rows) > 1, selected == (row,)
        name = f"{table.actor_id[row]}  {short_blueprint(table.descriptions[row].type_id)}".replace("&", "&&")
        ids = " ".join(str(table.actor_id[each]) for each in rows)
        pinned, hidden = set(rows) <= set(workspace.pins.pinned), self._visibility.hidden_rows
        spawn, destroy = int(table.spawn_frame[row]), int(table.destroy_frame[row])
        ends = destroy < len(elapsed)
        end = seconds(elapsed[destroy]) if ends else ""
        transform = None if actor is None else actor.transform
        copy = QGuiApplication.clipboard().setText

        def add(text: str, do: Callable[[], object], *, can: bool = True, shown: bool = True) -> None:
            action = menu.addAction(text, do)
            action.setEnabled(can)
            action.setVisible(shown)

        def go_to(frame: int) -> None:
            focus.select(row)
            workspace.playback.jump_to_frame(frame)

        menu.clear()
        add(tr("{0} actors").format(count(len(rows))) if several else name, menu.close, can=False)
        menu.addSeparator()
        select = tr("Select this one alone") if several else tr("Select")
        add(select, lambda: focus.select(row), can=not alone)
        toggle = tr("Take out of selection") if row in selected else tr("Add to selection")
        add(toggle, lambda: focus.click(row, adds=True), can=bool(selected) and not alone)
        there = actor is not None and actor.location is not None
        add(tr("Follow"), lambda: focus.follow_and_select(row), can=row != focus.followed and there)
        can_lead = row != focus.hero and Category(table.category[row]) in MOVERS
        add(tr("Use as hero"), lambda: workspace.use_as_hero(row), can=can_lead)
        add(tr("Unpin") if pinned else tr("Pin"), lambda: workspace.pins.toggle_all(rows))
        add(tr("Plot"), partial(self._plot, rows))
        menu.addSeparator()
        add(tr("Go to spawn · {0}").format(seconds(elapsed[spawn])), lambda: go_to(spawn))
        add(tr("Go to destruction · {0}").format(end), lambda: go_to(destroy), shown=ends)
        menu.addSeparator()
        for whom, act in ((self._isolate, self._visibility.isolate), (self._hide, self._visibility.hide)):
            menu.addMenu(whom)
            whom.clear()
            for rule in rules_of(table, row):
                whom.addAction(_rule_text(table, row, rule), partial(act, rule))
            if several:
                rules = [Rule("actor", each) for each in rows]
                whom.addAction(tr("Selected actors"), partial(act, *rules))
        add(tr("Show on map"), lambda: self._visibility.show(*rows), shown=bool(hidden[list(rows)].any()))
        menu.addSeparator()
        add(tr("Copy ids") if several else tr("Copy id"), lambda: copy(ids))
        pose = "" if transform is None else _carla_transform(*transform)
        add(tr("Copy carla.Transform"), lambda: copy(pose), can=bool(pose))
        call = tr("Copy client.replay_file(…)")
        add(call, lambda: self.call_requested.emit(row), can=actor is not None)

    def _plot(self, rows: tuple[int, ...]) -> None:
        for row in rows:
            self.plot_requested.emit(row)

    @Slot()
    def _on_copy_point(self) -> None:
        """Copy the clicked point of the map as a carla.Transform, at the road's height (0 if unknown)."""
        road_map = self._workspace.roads.read_so_far
        height = math.nan if road_map is None else height_at(road_map, *self._point)
        position = (*self._point, height if math.isfinite(height) else 0.0)
        QGuiApplication.clipboard().setText(_carla_transform(position, (0.0, 0.0, 0.0)))


def _rule_text(table: ActorTable, row: int, rule: Rule) -> str:
    """Return the text of a menu entry that hides or isolates actors: "This actor", "Blueprint audi tt", ….

    ``rule`` selects them by actor, blueprint, role_name or category; ``row`` is the actor of the menu, a row
    of ``table``.
    """
    if rule.kind == "category":
        return tr("Category {name}").format(name=tr(Category(table.category[row]).label))
    texts = {"actor": tr("This actor"), "blueprint": tr("Blueprint {name}"), "role": tr("Role {name}")}
    return plain(texts[rule.kind].format(name=rule.value)).replace("&", "&&")


def _carla_transform(location: tuple[float, float, float], rotation: tuple[float, float, float]) -> str:
    """Return a pose as Python code; ``location`` in metres, ``rotation`` (pitch, yaw, roll) in degrees."""
    x, y, z = location
    pitch, yaw, roll = rotation
    return (
        f"carla.Transform(carla.Location(x={x:.3f}, y={y:.3f}, z={z:.3f}), "
        f"carla.Rotation(pitch={pitch:.2f}, yaw={yaw:.2f}, roll={roll:.2f}))"
    )
