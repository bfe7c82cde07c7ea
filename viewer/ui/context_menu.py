"""What one can do with an actor, or with a point of the map, by the right button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import ActorTable, Category
from viewer.replay.snapshot import ActorSnapshot
from viewer.ui.carla_text import carla_transform
from viewer.ui.format import short_blueprint
from viewer.ui.map import MapView
from viewer.ui.selection import Selection
from viewer.ui.session import Session
from viewer.ui.visibility import Rule, Visibility, rules_of

translate = QCoreApplication.translate
_CAN_BE_HERO = (Category.VEHICLE, Category.BICYCLE, Category.WALKER)


class ActorMenu(QObject):
    """Opens the menu of an actor or of the ground, and does what is chosen in it."""

    hero_chosen = Signal(object)
    """Row of the actor that the user makes the hero of this recording."""
    plot_requested = Signal(int)
    """Row of the actor of which something is to be plotted."""
    pin_requested = Signal(int)
    """Row of the actor that is to stay in view."""
    call_requested = Signal(object)
    """Row of the actor to be followed in the simulator: copy the call that replays this moment there."""

    def __init__(
        self,
        session: Session,
        selection: Selection,
        visibility: Visibility,
        map_view: MapView,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._selection = selection
        self._visibility = visibility
        self._map = map_view
        self._actor: ActorSnapshot | None = None
        self._point = (0.0, 0.0)
        self._menu = QMenu(window)
        self._menu.setToolTipsVisible(True)
        self._title = self._menu.addAction("")
        self._title.setEnabled(False)
        self._menu.addSeparator()
        self._select = self._menu.addAction(self.tr("Select"), self._on_select)
        self._add = self._menu.addAction("", self._on_add)
        self._follow = self._menu.addAction(self.tr("Follow"), self._on_follow)
        self._hero = self._menu.addAction(self.tr("Use as hero"), self._on_hero)
        self._pin = self._menu.addAction(self.tr("Pin"), self._on_pin)
        self._plot = self._menu.addAction(self.tr("Plot"), self._on_plot)
        self._menu.addSeparator()
        self._isolate = self._menu.addMenu(self.tr("Isolate"))
        self._hide = self._menu.addMenu(self.tr("Hide"))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Copy id"), self._on_copy_id)
        self._transform = self._menu.addAction(self.tr("Copy carla.Transform"), self._on_copy_transform)
        self._menu.addAction(self.tr("Copy client.replay_file(…)"), self._on_call)
        self._pin.setVisible(False)
        self._plot.setVisible(False)
        self._ground_menu = QMenu(window)
        self._ground_menu.addAction(self.tr("Copy carla.Transform of this point"), self._on_copy_point)
        self._ground_menu.addAction(self.tr("Centre here"), self._on_center)
        self._ground_menu.addSeparator()
        self._show_all = self._ground_menu.addAction(self.tr("Show all actors"), visibility.show_all)

    def offer_pin(self) -> None:
        """Let actors be pinned: there is somebody who does it."""
        self._pin.setVisible(True)

    def offer_plot(self) -> None:
        """Let actors be plotted: there is somebody who does it."""
        self._plot.setVisible(True)

    def add_to_ground(self, *actions: QAction) -> None:
        """Put actions of the window into the menu of the ground."""
        self._ground_menu.addSeparator()
        self._ground_menu.addActions(actions)

    @Slot(object, QPoint)
    def open(self, row: int | None, place: QPoint) -> None:
        """Open the menu for the actor of a row, or else for the ground, at a place on the screen."""
        world = self._session.world
        if world is None:
            return
        at = self._map.mapFromGlobal(place)
        x, y = self._map.camera.to_world((at.x(), at.y())).tolist()
        self._point = x, y
        try:
            self._actor = world.snapshot(row) if row is not None else None
        except RecordingError as error:
            self._session.explain(error)
            return
        if self._actor is not None:
            self._fill(self._actor, world.index.actors)
            self._menu.popup(place)
        elif row is None:
            self._show_all.setEnabled(bool(self._visibility.hidden_rows.any()))
            self._ground_menu.popup(place)

    def _fill(self, actor: ActorSnapshot, table: ActorTable) -> None:
        row, rows = actor.row, self._selection.rows
        self._title.setText(f"{actor.actor_id}  {short_blueprint(actor.description.type_id)}")
        self._select.setEnabled(rows != (row,))
        self._add.setText(self.tr("Take out of selection") if row in rows else self.tr("Add to selection"))
        self._add.setEnabled(bool(rows) and rows != (row,))
        self._follow.setEnabled(row != self._session.followed and actor.location is not None)
        self._hero.setEnabled(row != self._session.hero and actor.category in _CAN_BE_HERO)
        self._transform.setEnabled(actor.transform is not None)
        for menu, act in ((self._isolate, self._visibility.isolate), (self._hide, self._visibility.hide)):
            menu.clear()
            for rule in rules_of(table, row):
                self._offer(menu, _rule_text(actor, rule), partial(act, rule))
            if row in rows and len(rows) > 1:
                selected = [Rule("actor", each) for each in rows]
                self._offer(menu, self.tr("Selected actors"), partial(act, *selected))

    def _offer(self, menu: QMenu, text: str, do: Callable[[], None]) -> None:
        action = QAction(text, menu)
        action.setData(do)
        action.triggered.connect(self._do)
        menu.addAction(action)

    @Slot()
    def _do(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            action.data()()

    @Slot()
    def _on_select(self) -> None:
        if self._actor is not None:
            self._session.select(self._actor.row)

    @Slot()
    def _on_add(self) -> None:
        if self._actor is not None:
            self._selection.click(self._actor.row, adds=True)

    @Slot()
    def _on_follow(self) -> None:
        if self._actor is not None:
            self._session.select(self._actor.row)
            self._session.follow(self._actor.row)

    @Slot()
    def _on_hero(self) -> None:
        if self._actor is not None:
            self.hero_chosen.emit(self._actor.row)

    @Slot()
    def _on_pin(self) -> None:
        if self._actor is not None:
            self.pin_requested.emit(self._actor.row)

    @Slot()
    def _on_plot(self) -> None:
        if self._actor is not None:
            self.plot_requested.emit(self._actor.row)

    @Slot()
    def _on_copy_id(self) -> None:
        if self._actor is not None:
            QGuiApplication.clipboard().setText(str(self._actor.actor_id))

    @Slot()
    def _on_copy_transform(self) -> None:
        if self._actor is not None and self._actor.transform is not None:
            QGuiApplication.clipboard().setText(carla_transform(*self._actor.transform))

    @Slot()
    def _on_call(self) -> None:
        if self._actor is not None:
            self.call_requested.emit(self._actor.row)

    @Slot()
    def _on_copy_point(self) -> None:
        """Copy the point, which the map knows from above only: at the height 0."""
        QGuiApplication.clipboard().setText(carla_transform((*self._point, 0.0), (0.0, 0.0, 0.0)))

    @Slot()
    def _on_center(self) -> None:
        self._map.center_on(*self._point)


def _rule_text(actor: ActorSnapshot, rule: Rule) -> str:
    """Return whom a rule means, in a menu."""
    if rule.kind == "category":
        return translate("ActorMenu", "Category {name}").format(name=actor.category.label)
    text = {
        "actor": translate("ActorMenu", "This actor"),
        "blueprint": translate("ActorMenu", "Blueprint {name}"),
        "role": translate("ActorMenu", "Role {name}"),
    }[rule.kind]
    return text.format(name=rule.value)
