"""The surface of the map: a view of pixels, which turns the mouse into gestures."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

DRAG_DISTANCE = 4
"""Pixels the mouse moves with a button down before that is a drag."""

_ZOOM_STEP = 1.2
_WHEEL_STEP = 120
_FINER, _FASTER = 0.25, 3.0


class Canvas(pg.GraphicsView):
    """A pyqtgraph view whose scene is its own pixels; it knows nothing of actors.

    The layers draw where the map's camera tells them to: one place where metres become pixels, and nothing to
    keep in step with it, no view box, no ranges, no scrolling.
    """

    clicked = Signal(QPointF, bool)
    """A click with the left button; and whether it adds (Ctrl)."""
    double_clicked = Signal(QPointF)
    menu_asked = Signal(QPointF, QPoint)
    """A click with the right button, or the menu key: on the map and on the screen."""
    dragged = Signal(QPointF)
    """The ground is dragged by so many pixels."""
    zoomed = Signal(float, object)
    """A factor, and the point (QPointF) under which the ground stays."""
    moved = Signal(object)
    """Where the mouse is (QPointF), or None when it leaves."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCentralWidget(None)
        self.setBackground(None)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (self, self.viewport()):
            part.setAcceptDrops(False)  # what is dropped is the window's
        self._down_at: QPointF | None = None
        self._last = QPointF()
        self.dragging = False
        """Whether the ground is being dragged."""

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
        self.moved.emit(here)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or else it was a click."""
        was_down, was_dragging = self._down_at is not None, self.dragging
        if not event.buttons():
            self._stop()
        if not was_down or was_dragging:
            return
        if event.button() == Qt.MouseButton.LeftButton:
            adds = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self.clicked.emit(event.position(), adds)
        elif event.button() == Qt.MouseButton.RightButton:
            self.menu_asked.emit(event.position(), event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell of a double click with the left button; the others press again."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.double_clicked.emit(event.position())
        else:
            self.mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Answer the menu key; the mouse's menu opens at the release, since a right drag pans."""
        if event.reason() != QContextMenuEvent.Reason.Mouse:
            self.menu_asked.emit(QPointF(event.pos()), event.globalPos())

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
        """Zoom by pinching."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.zoomed.emit(max(1 + event.value(), 0.1), event.position())
            return True
        return bool(super().viewportEvent(event))

    def leaveEvent(self, event: QEvent) -> None:  # noqa: ARG002
        """Tell that the mouse is gone."""
        self.moved.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the window."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Leave the keys to the window."""
        event.ignore()

    def _stop(self) -> None:
        self._down_at, self.dragging = None, False
        self.viewport().unsetCursor()
