"""What one can do with an actor on the map, by the right button."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from viewer.logfile.errors import RecordingError
from viewer.recording.actors import Category
from viewer.replay.snapshot import ActorSnapshot
from viewer.ui.session import Session

_CAN_BE_HERO = (Category.VEHICLE, Category.BICYCLE, Category.WALKER)


class ActorMenu(QObject):
    """Opens the menu of an actor and does what is chosen in it."""

    hero_chosen = Signal(object)
    """Row of the actor that the user makes the hero of this recording."""

    def __init__(self, session: Session, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._actor: ActorSnapshot | None = None
        self._menu = QMenu(window)
        self._select = self._menu.addAction(self.tr("Select"), self._on_select)
        self._follow = self._menu.addAction(self.tr("Follow"), self._on_follow)
        self._hero = self._menu.addAction(self.tr("Use as hero"), self._on_hero)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Copy id"), self._on_copy_id)
        self._transform = self._menu.addAction(self.tr("Copy carla.Transform"), self._on_copy_transform)

    @Slot(object, QPoint)
    def open(self, row: int | None, place: QPoint) -> None:
        """Open the menu for the actor of a row, at a place on the screen; nothing for nobody."""
        world = self._session.world
        try:
            self._actor = world.snapshot(row) if world is not None and row is not None else None
        except RecordingError as error:
            self._session.explain(error)
            return
        if self._actor is None:
            return
        self._select.setEnabled(row != self._session.selection)
        self._follow.setEnabled(row != self._session.followed and self._actor.location is not None)
        self._hero.setEnabled(row != self._session.hero and self._actor.category in _CAN_BE_HERO)
        self._transform.setEnabled(self._actor.transform is not None)
        self._menu.popup(place)

    @Slot()
    def _on_select(self) -> None:
        if self._actor is not None:
            self._session.select(self._actor.row)

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
    def _on_copy_id(self) -> None:
        if self._actor is not None:
            QGuiApplication.clipboard().setText(str(self._actor.actor_id))

    @Slot()
    def _on_copy_transform(self) -> None:
        if self._actor is not None and self._actor.transform is not None:
            QGuiApplication.clipboard().setText(carla_transform(*self._actor.transform))


def carla_transform(location: tuple[float, float, float], rotation: tuple[float, float, float]) -> str:
    """Return the Python expression for a pose: metres, and degrees as pitch, yaw, roll."""
    x, y, z = location
    pitch, yaw, roll = rotation
    return (
        f"carla.Transform(carla.Location(x={x:.3f}, y={y:.3f}, z={z:.3f}), "
        f"carla.Rotation(pitch={pitch:.2f}, yaw={yaw:.2f}, roll={roll:.2f}))"
    )
