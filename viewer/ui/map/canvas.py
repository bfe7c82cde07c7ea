"""The surface of the map: what the mouse on it asks for, and whom it means."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView, QWidget

from viewer.ui.map.geometry.detail import ScreenActors
from viewer.ui.map.picture import MapPicture

DRAG_DISTANCE = 4
"""Pixels the mouse moves with a button down before that is a drag."""

TOLERANCE = 4.0
"""Pixels around an actor that count as the actor when nothing is hit exactly."""

_ZOOM_STEP = 1.2
_WHEEL_STEP = 120
_FINER, _FASTER = 0.25, 3.0


class Canvas(pg.GraphicsView):
    """A pyqtgraph view on whose ground the map is drawn, in pixels; actors are rows of the actor table.

    One place, the camera, says where metres become pixels: no view box, no ranges, no scrolling.

    Attributes:
        draw: draws the map.
        select: takes the row that was clicked, None beside all actors, and whether it is to be added (Ctrl).
        at: where the mouse is on the map, in pixels, or None.
        row: of the actor under the mouse, or None.
        dragging: whether the ground is being dragged.
        measuring: whether clicks place points instead of selecting.

    """

    followed = Signal(object)
    """Row that was double-clicked, or None."""
    pointed = Signal(object)
    """Row under the mouse, or None, whenever it is another one."""
    menu_asked = Signal(object, QPoint)
    """Row that was clicked with the right button, or at the menu key, or None; and where on the screen."""
    placed = Signal(QPointF, object)
    """A click while measuring: where, and the row there or None."""
    finished = Signal()
    """A double click while measuring."""
    ghost_clicked = Signal()
    """A click on the place of the selected actor that is not there."""
    dragged = Signal(QPointF)
    """The ground is dragged by so many pixels."""
    zoomed = Signal(float, object)
    """A factor, and the point (QPointF) under which the ground stays."""
    moved = Signal()
    """The mouse is elsewhere."""

    def __init__(self, picture: MapPicture, parent: QWidget) -> None:
        super().__init__(parent)
        self._picture = picture
        self.draw: Callable[[QPainter], object] = lambda _painter: None
        self.select: Callable[[int | None, bool], object] = lambda _row, _adds: None
        self._clicked: int | None = None
        self.row: int | None = None
        self.at: tuple[float, float] | None = None
        self.measuring = False
        self.setCentralWidget(None)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (self, self.viewport()):
            part.setAcceptDrops(False)  # what is dropped is the window's
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys are the window's
        self._down_at: QPointF | None = None
        self._last = QPointF()
        self.dragging = False

    def drawBackground(self, painter: QPainter, _rect: QRectF) -> None:
        """Draw the map."""
        self.draw(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin what may become a click or a drag."""
        if (
            event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
            and self._down_at is None
        ):
            self._down_at = self._last = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the ground once the mouse is far enough from where it went down."""
        here = event.position()
        if not event.buttons():
            self._stop()  # the release went elsewhere
        if self._down_at is not None:
            away = here - self._down_at
            if not self.dragging and max(abs(away.x()), abs(away.y())) >= DRAG_DISTANCE:
                self.dragging = True
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            if self.dragging:
                self.dragged.emit(here - self._last)
                self._last = here
        self._move((here.x(), here.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or else it was a click."""
        was_down, was_dragging = self._down_at is not None, self.dragging
        if not event.buttons():
            self._stop()
        if not was_down or was_dragging:
            return
        if event.button() == Qt.MouseButton.LeftButton:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._click(event.position(), adds=adds)
        elif event.button() == Qt.MouseButton.RightButton:
            self._ask_for_menu(event.position(), event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Follow what the first of the two clicks chose; other buttons press again."""
        if event.button() != Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
        elif self.measuring:
            self.finished.emit()
        else:
            pile = self._pile(event.position())
            self.followed.emit(self._clicked if self._clicked in pile else next_below(pile, None))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Answer the menu key; the mouse's menu opens at the release, since a right drag pans."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self._ask_for_menu(QPointF(event.pos()), event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse, finer with Ctrl and faster with Shift; a horizontal wheel pans."""
        delta, modifiers = event.angleDelta(), event.modifiers()
        event.accept()
        turned, speed = delta.y(), 1.0
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            turned, speed = delta.y() or delta.x(), _FASTER  # macOS turns the wheel sideways with Shift
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            speed = _FINER
        elif delta.x():
            self.dragged.emit(QPointF(event.pixelDelta().x() or delta.x() / 2, 0))
        if turned:
            self.zoomed.emit(_ZOOM_STEP ** (turned / _WHEEL_STEP * speed), event.position())

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by pinching, and tell that the mouse is gone."""
        if event.type() == QEvent.Type.Leave:
            self._move(None)
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoomed.emit(max(1 + event.value(), 0.1), event.position())
            return True
        return bool(super().viewportEvent(event))

    @property
    def is_on_ghost(self) -> bool:
        """Whether the mouse is on the place of an actor that is not there, and on nobody else."""
        return self.at is not None and self.row is None and self._is_ghost_at(*self.at)

    def refresh(self) -> None:
        """Look again what is under the mouse, because the actors or the camera moved."""
        pointing = self.at is not None and not self.dragging
        row = next(iter(rows_at(self._picture.screen, *self.at)), None) if pointing and self.at else None
        if row != self.row:
            self.row = row
            self.pointed.emit(row)

    def _click(self, at: QPointF, *, adds: bool) -> None:
        pile = self._pile(at)
        if self.measuring:
            self.placed.emit(at, next_below(pile, None))
            return
        self._clicked = next_below(pile, self._picture.selected)
        if self._clicked is None and self._is_ghost_at(at.x(), at.y()):
            self.ghost_clicked.emit()
        elif self._clicked is not None or not adds:
            self.select(self._clicked, adds)

    def _ask_for_menu(self, at: QPointF, on_screen: QPoint) -> None:
        self.menu_asked.emit(next_below(self._pile(at), None), on_screen)

    def _move(self, at: tuple[float, float] | None) -> None:
        self.at = at
        self.refresh()
        self.moved.emit()

    def _pile(self, at: QPointF) -> list[int]:
        return rows_at(self._picture.screen, at.x(), at.y())

    def _is_ghost_at(self, x: float, y: float) -> bool:
        ghost = self._picture.ghost
        return ghost is not None and ghost.is_at(self._picture.camera, x, y)

    def _stop(self) -> None:
        self._down_at, self.dragging = None, False
        shape = Qt.CursorShape.CrossCursor if self.measuring else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)


def rows_at(actors: ScreenActors, x: float, y: float) -> list[int]:
    """Return the rows of the actors at a screen point, topmost first.

    Those that are hit exactly come before those that are only near.
    """
    dx, dy = x - actors.centers[:, 0], y - actors.centers[:, 1]
    cos, sin = np.cos(actors.headings), np.sin(actors.headings)
    beyond = np.maximum(
        np.abs(dx * cos + dy * sin) - actors.halves[:, 0],
        np.abs(dy * cos - dx * sin) - actors.halves[:, 1],
    )
    hit = np.flatnonzero(beyond <= TOLERANCE)[::-1]
    exactly = beyond[hit] <= 0
    rows: list[int] = actors.rows[np.concatenate([hit[exactly], hit[~exactly]])].tolist()
    return rows


def next_below(pile: list[int], selected: int | None) -> int | None:
    """Return which actor of a pile a click takes: the topmost, or the one below the selected one.

    After the lowest comes the topmost again.
    """
    if not pile:
        return None
    return pile[(pile.index(selected) + 1) % len(pile)] if selected in pile else pile[0]
