"""The mouse on the timeline: presses go down the table of gestures, and what is held goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.timeline.gestures import LEFT, grasp_at
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.signals.lane import SignalLane
from viewer.ui.timeline.spot import SLACK, Held, Spot, Zone
from viewer.ui.widgets.hover_card import HoverCard

_SCROLL_PERIOD = 30
_SCROLL_SHARE = 0.4
"""Part of the way beyond an end of the axis that the window scrolls in each period."""
SCROLL_NOTCH = 32
"""Pixels that one notch of the wheel scrolls the lanes."""
_NOTCH = 120
_ZOOM, _FINE_ZOOM, _FAST_ZOOM = 1.25, 1.05, 2.0
"""Factors for one notch of the wheel."""
_PAN_NOTCH = 0.1
"""Share of the strip that one notch of a horizontal wheel pans."""


class TimelineMouse(QObject):
    """Turns the events of a mouse into changes of the model, and into what that asks of others.

    Attributes:
        card: says what is under the mouse.

    """

    def __init__(self, model: TimelineModel, widget: QWidget) -> None:
        super().__init__(widget)
        self._model, self._widget = model, widget
        self.card = HoverCard(widget)
        self._held: Held | None = None
        self._button = Qt.MouseButton.NoButton
        self._pressed_at = QPointF()
        self._dragged_to = self._spot(QPointF())
        self._moved = 0.0
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_PERIOD)
        self._scroll.timeout.connect(self._scroll_on)
        kind = QEvent.Type
        self._handlers: Mapping[QEvent.Type, Callable[[Any], None]] = {
            kind.MouseButtonPress: self._press,
            kind.MouseMove: self._move,
            kind.MouseButtonRelease: self._release,
            kind.MouseButtonDblClick: self._double_click,
            kind.Wheel: self._wheel,
            kind.Leave: self._leave,
            kind.ToolTip: self._rest,
        }
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take the mouse's events, and leave all others."""
        handle = self._handlers.get(event.type())
        if handle is not None:
            handle(event)
        return handle is not None

    def _spot(
        self, position: QPointF, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> Spot:  # fmt: skip
        return Spot(self._model, position, keys)

    # -- pressing and dragging

    def _press(self, event: QMouseEvent) -> None:
        """Take hold of the first that wants the press; what nothing wants is left to others."""
        spot, grasp = self._spot(event.position(), event.modifiers()), None
        if self._model.content is not None and self._held is None:
            grasp = grasp_at(spot, event.button())
            event.setAccepted(grasp is not None or spot.zone is Zone.NAMES)
        else:
            event.ignore()
        held = None if grasp is None else grasp.begin()
        if isinstance(held, Held):  # a signal's emit returns whether it was taken
            self._held, self._button = held, event.button()
            self._pressed_at, self._moved = event.position(), 0.0
            self._model.viewport.held = True
            self._point(self._model.named, None)
        if self._held is not None:
            self.card.hide()

    def _move(self, event: QMouseEvent) -> None:
        """Go on dragging, or point at what is there."""
        held, position = self._held, event.position()
        if held is None:
            self._point_at(position)
            return
        self._moved = max(self._moved, (position - self._pressed_at).manhattanLength())
        if self._moved >= held.slack:
            self._dragged_to = spot = self._spot(position, event.modifiers())
            held.move(spot)
            self._scroll_beyond(scrolls=held.scrolls and not spot.keys & Qt.KeyboardModifier.ShiftModifier)

    def _release(self, event: QMouseEvent) -> None:
        """Let go."""
        held, position = self._held, event.position()
        if held is not None and event.button() == self._button:
            self._end(held)
            if self._moved < SLACK:
                held.click(self._spot(position))
            if self._widget.rect().contains(position.toPoint()):
                self._point_at(position)

    def _double_click(self, event: QMouseEvent) -> None:
        """Show everything."""
        spot = self._spot(event.position())
        if event.button() == Qt.MouseButton.LeftButton and spot.on_time:
            placed, on_scale = spot.lane, spot.scale
            if placed is not None and isinstance(placed.lane, SignalLane):
                placed.lane.chosen_scale = None
                self._model.redraw()
            if on_scale is None:
                self._model.fit()

    def cancel(self) -> None:
        """Let go of what is held: there is no recording any more."""
        if self._held is not None:
            self._end(self._held)
        self._point(self._model.named, None)

    def give_up(self) -> bool:
        """Let go of what is held, and bring back what was there before; return whether that could be done."""
        held = self._held
        if held is None or held.undo is None:
            return False
        held.undo()
        self._end(held)
        return True

    def _end(self, held: Held) -> None:
        self._held, self._button = None, Qt.MouseButton.NoButton
        self._scroll.stop()
        self._model.release()
        held.end()

    def _scroll_beyond(self, *, scrolls: bool) -> None:
        """Begin to scroll where the mouse is beyond an end of a zoomed axis, or stop."""
        axis, x = self._model.axis, self._dragged_to.x
        beyond = scrolls and not axis.left <= x <= axis.right and not axis.shows_all
        if beyond != self._scroll.isActive():
            self._scroll.start() if beyond else self._scroll.stop()

    @Slot()
    def _scroll_on(self) -> None:
        held, axis, x = self._held, self._model.axis, self._dragged_to.x
        if held is not None and self._model.content is not None:
            beyond = x - min(max(x, axis.left), axis.right)
            self._model.viewport.axis = axis.panned(beyond * _SCROLL_SHARE * axis.seconds_per_pixel)
            held.move(self._spot(self._dragged_to.position))
            self._scroll_beyond(scrolls=held.scrolls)
            self._model.refresh()

    # -- wheel

    def _wheel(self, event: QWheelEvent) -> None:
        """Zoom at the mouse, pan by a horizontal wheel, scroll the lanes over their names."""
        model, spot = self._model, self._spot(event.position())
        event.accept()
        if model.content is None or self._held is not None:
            return
        if spot.zone is Zone.NAMES:
            model.scroll_lanes(-(event.pixelDelta().y() or event.angleDelta().y() / _NOTCH * SCROLL_NOTCH))
        else:
            factor, pixels = _turned(event, model.axis.width)
            if spot.scale is not None:
                lane, rect = spot.scale
                lane.zoom_values(rect, spot.position.y(), factor)
                model.redraw()
            elif pixels:
                model.move(model.axis.panned(-pixels * model.axis.seconds_per_pixel))
            else:
                model.zoom_at(spot.time, factor)
        self._point_at(spot.position)

    # -- pointing

    def _point_at(self, position: QPointF) -> None:
        """Show what is under the mouse, shape the mouse, and say at once what a mark is."""
        model, spot = self._model, self._spot(position, QGuiApplication.keyboardModifiers())
        if model.content is None:
            return
        on_time, placed = spot.on_time, spot.lane if spot.zone is Zone.NAMES else None
        hover = model.content.clipped(spot.time) if on_time else None
        self._point(None if placed is None else placed.section.key, hover)
        grasp = grasp_at(spot, LEFT)
        self._widget.setCursor(Qt.CursorShape.ArrowCursor if grasp is None else grasp.cursor)
        hit = spot.hit if on_time else None
        if hit is not None and hit.time is not None:
            self._show_card(spot)
        else:
            self.card.hide()

    def _leave(self, _event: QEvent) -> None:
        """Point at nothing."""
        self._point(None, None)
        self.card.hide()

    def _rest(self, event: QHelpEvent) -> None:
        """Say what is under the mouse."""
        spot = self._spot(QPointF(event.pos()))
        if self._held is None and spot.on_time:
            self._show_card(spot)

    def _show_card(self, spot: Spot) -> None:
        content, window = self._model.content, self._widget.window()
        if content is not None:
            if self.card.parentWidget() is not window:  # it may lie over what is around the timeline
                self.card.setParent(window)
            self.card.set_lines(spot.said(content))
            self.card.move_beside(self._widget.mapTo(window, spot.position), window.size())

    def _point(self, named: str | None, time: float | None) -> None:
        moved = time != self._model.hover
        self._model.point_at(named, time)
        if moved:
            self._model.hover_time.emit(time)


def _turned(event: QWheelEvent, width: float) -> tuple[float, float]:
    """Return how much closer to get, 1 to pan, and by how many pixels to pan to the right.

    A wheel zooms, finely with Ctrl, fast with Shift; a horizontal one pans.
    """
    delta, pixels = event.angleDelta(), event.pixelDelta()
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    across = delta.x() if not shift else 0  # some systems turn the wheel by Shift
    along = delta.y() or (delta.x() if shift else 0)
    if abs(across) > abs(along):
        return 1.0, pixels.x() or across / _NOTCH * _PAN_NOTCH * width
    fine = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    factor = _FINE_ZOOM if fine else _FAST_ZOOM if shift else _ZOOM
    return factor ** (along / _NOTCH), 0.0
