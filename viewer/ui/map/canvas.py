"""Widget that paints the map; emits signals for mouse, wheel and gestures, with the actor at the mouse."""

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
"""Pixels that the mouse must move with a button down before that counts as a drag."""

TOLERANCE = 4.0
"""Distance in pixels up to which a click beside an actor still hits it, if no actor is right under it."""

_ZOOM_STEP = 1.2
_WHEEL_STEP = 120
_FINER, _FASTER = 0.25, 3.0


class Canvas(pg.GraphicsView):
    """pyqtgraph view on which the map is painted in pixels; emits signals for clicks, drags and zooming.

    An actor is given by its row, the index in the recording's actor table. Only the camera turns metres into
    pixels: there is no view box, no ranges, no scrolling.

    Attributes:
        draw: function that draws the map with a painter.
        select: function called with the clicked row (None beside all actors) and whether Ctrl was held.
        at: position of the mouse on the map in pixels, or None.
        row: row of the actor under the mouse, or None.
        dragging: whether the ground is being dragged.
        measuring: whether clicks add points to a measured path instead of selecting actors.
    """

    followed = Signal(object)
    """Emitted on a double-click, with the row in the actor table of the actor there, or None."""
    pointed = Signal(object)
    """Emitted when the mouse moves onto another actor or off all, with the row in the actor table or None."""
    menu_asked = Signal(object, QPoint)
    """Emitted when a context menu is requested on the map.

    Carries the row in the actor table of the actor there, or None, and the position on the screen.
    """
    placed = Signal(QPointF, object)
    """Emitted on a click while measuring, with its position in pixels and the actor there.

    The actor is given by its row in the actor table; it is None if there is none.
    """
    finished = Signal()
    """Emitted on a double-click while measuring, which ends the measured path."""
    last_pose_clicked = Signal()
    """Emitted on a click on the last known position of the selected actor, which does not exist now."""
    dragged = Signal(QPointF)
    """Emitted while the user drags the map, with the offset in pixels since this signal was last emitted."""
    zoomed = Signal(float, object)
    """Emitted when the user zooms, with the factor and the point (QPointF) whose ground stays in place."""
    moved = Signal()
    """Emitted when the mouse has moved over the map, or has left it."""

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
            part.setAcceptDrops(False)  # the window handles drops
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the window handles keys
        self._down_at: QPointF | None = None
        self._last = QPointF()
        self.dragging = False

    def drawBackground(self, painter: QPainter, _rect: QRectF) -> None:
        """Draw the map; Qt calls this."""
        self.draw(painter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the left or right button was pressed, as a click or a drag begins there."""
        if (
            event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton)
            and self._down_at is None
        ):
            self._down_at = self._last = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the ground once the mouse is far enough from where its button went down."""
        here = event.position()
        if not event.buttons():
            self._stop()  # the button was released outside
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
        """End a drag; if there was none, handle a left click, or ask for a menu on a right click."""
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
        """Emit ``followed`` for the actor that the first click selected, or ``finished`` while measuring.

        A double-click of another button than the left one counts as a press.
        """
        if event.button() != Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)
        elif self.measuring:
            self.finished.emit()
        else:
            pile = self._pile(event.position())
            self.followed.emit(self._clicked if self._clicked in pile else next_below(pile, None))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the context menu if the menu key was pressed.

        For the right mouse button it is opened elsewhere, on release, because a drag with that button pans.
        """
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self._ask_for_menu(QPointF(event.pos()), event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom the map at the mouse, finer with Ctrl, faster with Shift; a horizontal wheel pans it."""
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
        """Zoom on a pinch gesture, and note when the mouse leaves the map."""
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
    def is_on_last_pose(self) -> bool:
        """Whether the mouse is on the drawn last pose of the selected actor, which does not exist now.

        It is False if another actor is at the mouse, too.
        """
        return self.at is not None and self.row is None and self._is_last_pose_at(*self.at)

    def refresh(self) -> None:
        """Look up the actor under the mouse again, after actors or camera moved.

        Emits ``pointed`` if it is another one.
        """
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
        if self._clicked is None and self._is_last_pose_at(at.x(), at.y()):
            self.last_pose_clicked.emit()
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

    def _is_last_pose_at(self, x: float, y: float) -> bool:
        last_known_pose = self._picture.last_known_pose
        return last_known_pose is not None and last_known_pose.is_at(self._picture.camera, x, y)

    def _stop(self) -> None:
        self._down_at, self.dragging = None, False
        shape = Qt.CursorShape.CrossCursor if self.measuring else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)


def rows_at(actors: ScreenActors, x: float, y: float) -> list[int]:
    """Return the rows of the actors at the screen point ``x``, ``y`` (pixels), topmost first.

    A row is an index in the recording's actor table. Actors that are hit exactly come before those within
    ``TOLERANCE`` pixels.
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
    """Return which actor a click selects, of those under the mouse; None if there are none.

    It is the topmost one, or the one below ``selected`` if that is among them; after the lowest the topmost
    follows. Actors are given by their row in the actor table; ``pile`` has the topmost first.
    """
    if not pile:
        return None
    return pile[(pile.index(selected) + 1) % len(pile)] if selected in pile else pile[0]
