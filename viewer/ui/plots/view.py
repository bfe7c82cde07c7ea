"""The plots as a widget: what the mouse does on them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from viewer.ui.plots.canvas import PlotCanvas
from viewer.ui.plots.layout import RowAt
from viewer.ui.plots.names import full_title
from viewer.ui.plots.sheet import Curve, Pane
from viewer.ui.plots.value_axis import ValueAxis
from viewer.ui.signal_mime import signal_in
from viewer.ui.state.actor_ref import ref_of
from viewer.ui.timeline.gestures import Pan, Scrub
from viewer.ui.timeline.wheel import wheel_turn

_SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""


@dataclass(frozen=True)
class _ValuePan:
    """The values of a pane go with the mouse."""

    pane: Pane
    scale: ValueAxis
    y: float
    height: float

    def move(self, y: float) -> ValueAxis:
        """Return the axis of values to show."""
        return self.scale.panned((y - self.y) / self.height * (self.scale.high - self.scale.low))


class PlotView(PlotCanvas):
    """Plots on which the mouse does what it does on the timeline.

    Dragging with the left button moves the playhead, finely with Shift; the wheel zooms time, over the
    figures of an axis its values alone; the middle and the right button pan time, and up and down on an
    axis of values its values; a double click shows everything.
    """

    seek_requested = Signal(float)
    """Time in seconds to go to."""
    hover_time = Signal(object)
    """Time under the mouse in seconds, None when it leaves."""
    window_requested = Signal(float, float)
    """Start and end in seconds of what is to be shown."""
    zoom_requested = Signal(float, float)
    """Time that stays where it is, and how much closer to get."""
    fit_requested = Signal()
    """All of the recording is to be shown."""
    scroll_requested = Signal(int)
    """Pixels to scroll down."""
    menu_requested = Signal(object, QPoint)
    """Number of the curve whose menu is to be opened, or None, and where."""
    remove_requested = Signal(int)
    """Number of the curve to remove."""
    select_requested = Signal(object, bool)
    """ActorRef to select, and whether to add it to the selection."""
    signal_dropped = Signal(object, object)
    """SignalOf that was dropped, and the place of the pane, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self._drag: Scrub | Pan | _ValuePan | None = None
        self._button = Qt.MouseButton.NoButton
        self._pressed_at = QPointF()
        self._slack = 0.0

    # -- pressing and dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the time, of the window or of the values."""
        position, button = event.position(), event.button()
        if self._content is None or self._drag is not None or not self._placed:
            super().mousePressEvent(event)
            return
        scale = self._scale_at(position)
        row = self._row_at(position)
        if button == Qt.MouseButton.LeftButton and row is not None:
            self._press_row(row, position)
        elif scale is not None and button != Qt.MouseButton.RightButton:
            drag = _ValuePan(scale.pane, self.scale_of(scale.pane), position.y(), scale.plot.height())
            self._begin_drag(drag, button, position)
        elif not self._is_on_time(position):
            event.setAccepted(button == Qt.MouseButton.RightButton)
        elif button == Qt.MouseButton.LeftButton:
            fine = _fine(event)
            scrub = Scrub(self._axis, position.x(), self._playhead, fine=fine)
            if not (fine and abs(self._axis.x(self._playhead) - position.x()) <= _SLACK):
                scrub.jump(position.x())
            self._begin_drag(scrub, button, position)
            self._seek(scrub.time)
        elif button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
            slack = _SLACK if button == Qt.MouseButton.RightButton else 0.0
            self._begin_drag(Pan(self._axis, position.x()), button, position, slack)

    def _press_row(self, row: RowAt, position: QPointF) -> None:
        if row.cross.contains(self._down(position)):
            self.remove_requested.emit(row.curve.number)
        elif row.curve.key.row is not None:
            self.select_requested.emit(ref_of(row.curve.key.row), False)

    def _begin_drag(
        self, drag: Scrub | Pan | _ValuePan, button: Qt.MouseButton, position: QPointF, slack: float = 0.0
    ) -> None:
        self._drag, self._button = drag, button
        self._pressed_at, self._slack = position, slack
        self._set_hover(None)
        QToolTip.hideText()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on dragging, or show what is under the mouse."""
        position = event.position()
        if self._drag is None:
            self._point_at(position)
            return
        if (position - self._pressed_at).manhattanLength() < self._slack:
            return
        self._slack = 0.0
        if isinstance(self._drag, Scrub):
            self._seek(self._drag.move(position.x(), fine=_fine(event)))
        elif isinstance(self._drag, Pan):
            axis = self._drag.move(position.x())
            self.window_requested.emit(axis.start, axis.end)
        else:
            self._scale_changed(self._drag.pane, self._drag.move(position.y()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; a click with the right button opens the menu."""
        if self._drag is None or event.button() != self._button:
            if event.button() == Qt.MouseButton.RightButton:
                self._open_menu(event)
            return
        clicked = self._slack > 0
        self._drag, self._button = None, Qt.MouseButton.NoButton
        if clicked:
            self._open_menu(event)
        elif self.rect().contains(event.position().toPoint()):
            self._point_at(event.position())

    def _open_menu(self, event: QMouseEvent) -> None:
        curve = self.curve_at(event.position())
        number = None if curve is None else curve.number
        self.menu_requested.emit(number, event.globalPosition().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show all values, and, unless it was on their figures, all of the recording."""
        position = event.position()
        scale = self._scale_at(position)
        if event.button() != Qt.MouseButton.LeftButton or self._row_at(position) is not None:
            self.mousePressEvent(event)
        elif scale is not None:
            self._scale_changed(scale.pane, None)
        elif self._is_on_time(position):
            pane = self._pane_at(position)
            if pane is not None:
                self._scale_changed(pane.pane, None)
            self.fit_requested.emit()

    def _seek(self, time: float) -> None:
        if self._content is not None:
            self.seek_requested.emit(self._content.clipped(time))

    # -- wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom time or values at the mouse, pan by a horizontal wheel, scroll over the legend."""
        event.accept()
        position = event.position()
        if self._content is None or not self._placed or self._drag is not None:
            return
        turn = wheel_turn(event, self._axis.width)
        scale = self._scale_at(position)
        if scale is not None:
            axis, plot = self.scale_of(scale.pane), scale.plot
            value = axis.value(self._down(position).y(), plot.top(), plot.height())
            self._scale_changed(scale.pane, axis.zoomed(value, turn.factor))
        elif not self._is_on_time(position):
            self.scroll_requested.emit(-(event.pixelDelta().y() or round(event.angleDelta().y() / 3)))
        elif turn.pixels:
            axis_ = self._axis.panned(-turn.pixels * self._axis.seconds_per_pixel)
            self.window_requested.emit(axis_.start, axis_.end)
        else:
            self.zoom_requested.emit(self._axis.time(position.x()), turn.factor)
        self._point_at(position)

    # -- pointing

    def _point_at(self, position: QPointF) -> None:
        on_time = self._is_on_time(position) and self._row_at(position) is None
        time = self._content.clipped(self._axis.time(position.x())) if on_time and self._content else None
        self._set_hover(time)
        row = self._row_at(position)
        on_cross = row is not None and row.cross.contains(self._down(position))
        if (row, on_cross) != (self._pointed, self._on_cross):
            self._pointed, self._on_cross = row, on_cross
            self.update()
        if self._scale_at(position) is not None:
            self.setCursor(Qt.CursorShape.SizeVerCursor)
        elif on_cross or (row is not None and row.curve.key.row is not None):
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            self.setCursor(Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the line away."""
        super().leaveEvent(event)
        self._pointed = None
        self._set_hover(None)
        self.update()

    def _set_hover(self, time: float | None) -> None:
        if time != self._hover:
            self._hover = time
            self.hover_time.emit(time)
            self.update()

    def event(self, event: QEvent) -> bool:
        """Say in full what a curve is when the mouse rests on it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            curve = self.curve_at(QPointF(event.pos())) if self._drag is None else None
            text = "" if curve is None else self.tip_of(curve, QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def tip_of(self, curve: Curve, position: QPointF) -> str:
        """Return what is said of a curve at a position."""
        row = self._row_at(position)
        if row is not None and row.cross.contains(self._down(position)):
            return self.tr("Remove")
        drawn = self._drawn.get(curve.key)
        if self._content is None or drawn is None:
            return ""
        title = full_title(self._content.index, curve.key, recorded=drawn.series.recorded)
        return title if row is not None else f"{title}\n{self.text_at(curve, self.cursor_time)}"

    # -- dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take signals."""
        if signal_in(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the plot that would take it."""
        pane = self._pane_at(event.position())
        self._set_drop_pane(None if pane is None else pane.place)
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Show no plot any more."""
        self._set_drop_pane(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Tell what was dropped, and where."""
        told = signal_in(event.mimeData())
        pane = self._pane_at(event.position())
        self._set_drop_pane(None)
        if told is not None:
            event.acceptProposedAction()
            self.signal_dropped.emit(told, None if pane is None else pane.place)

    def _set_drop_pane(self, place: int | None) -> None:
        if place != self._drop_pane:
            self._drop_pane = place
            self.update()


def _fine(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
