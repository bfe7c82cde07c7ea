"""The timeline widget: what the mouse does on it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QHelpEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_forms import TimeForm
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import TimelineContent
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.gestures import Grip, HeightDrag, Pan, Scrub, WindowDrag
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.names import in_names
from viewer.ui.timeline.names_column import NamesColumn
from viewer.ui.timeline.overlay import OverlayDrag, TimelineOverlay
from viewer.ui.timeline.overview import grip_at
from viewer.ui.timeline.stack import PlacedLane
from viewer.ui.timeline.wheel import wheel_turn

_SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""
_SCROLL_PERIOD = 30
_SCROLL_SHARE = 0.4
"""Part of the way beyond an end of the axis that the window scrolls in each period."""


@dataclass
class TakenOverlay:
    """Something of an overlay that goes with the mouse.

    Attributes:
        overlay: what was taken.
        axis: where the mouse moves.
        scrolls: whether the window scrolls beyond an end of the axis.

    """

    overlay: OverlayDrag
    axis: TimeAxis
    scrolls: bool


Drag = Scrub | Pan | WindowDrag | HeightDrag | TakenOverlay


class TimelineView(NamesColumn):
    """The timeline of a recording.

    Dragging with the left button scrubs, finely with Shift; the wheel zooms, finely with Ctrl, fast with
    Shift; the middle and the right button and a horizontal wheel pan; a double click shows everything. A
    click on a mark goes to it and selects its actor. Keys are the window's, but for those of the names.
    """

    hover_time = Signal(object)
    """Time under the mouse in seconds, None when it leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self._drag: Drag | None = None
        self._button = Qt.MouseButton.NoButton
        self._pressed_at = QPointF()
        self._slack = 0.0
        self._dragged_to = 0.0
        self._clicked_row: int | None = None
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_PERIOD)
        self._scroll.timeout.connect(self._scroll_on)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or a longer view of one that is being read; None for nothing."""
        if index is None:
            self._end_drag()
            self._set_hover(None)
        super().set_recording(index)

    # -- pressing and dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the time, of the window, or of a mark."""
        content = self._content
        if content is None or self._drag is not None:
            event.ignore()
            return
        position, button = event.position(), event.button()
        if in_names(self._stack, position):
            drag = self._press_name(position, button)
            if drag is not None:
                self._begin_drag(drag, button, position)
        elif not self._is_on_time(position):
            event.ignore()
        elif button == Qt.MouseButton.LeftButton:
            if not self._press_overlay(event):
                self._press_left(content, position, fine=_fine(event))
        elif button in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
            slack = _SLACK if button == Qt.MouseButton.RightButton else 0.0
            self._begin_drag(Pan(self._viewport.axis, position.x()), button, position, slack)
        else:
            event.ignore()

    def _press_overlay(self, event: QMouseEvent) -> bool:
        """Let the overlays take the press, the topmost first; return whether one did."""
        position = event.position()
        axis, rect = self._axis_at(position)
        for overlay in reversed(self._overlays):
            drag = overlay.press(axis, rect, position, event.modifiers())
            if drag is not None:
                taken = TakenOverlay(drag, axis, scrolls=not self._is_on_overview(position))
                self._begin_drag(taken, Qt.MouseButton.LeftButton, position)
                return True
        return False

    def _press_left(self, content: TimelineContent, position: QPointF, *, fine: bool) -> None:
        left = Qt.MouseButton.LeftButton
        axis, x = self._viewport.axis, position.x()
        if self._is_on_overview(position) and self._hit(position) is None:
            strip = axis.fitted()
            grip = grip_at(strip, axis, self._stack.overview, x)
            if grip is not Grip.NOTHING:
                self._begin_drag(WindowDrag(strip, axis, x, grip), left, position, _SLACK)
            else:
                scrub = Scrub(strip, x, self._playhead)
                scrub.jump(x)
                self._begin_drag(scrub, left, position)
                self._seek(content, scrub.time)
            return
        hit = self._hit(position)
        if hit is not None and hit.time is not None:
            axis, _ = self._axis_at(position)
            self._begin_drag(Scrub(axis, x, hit.time), left, position, _SLACK)
            self._seek(content, hit.time)
            if hit.row is not None:
                self.select_requested.emit(hit.row, False)
            return
        on_playhead = abs(axis.x(self._playhead) - x) <= _SLACK
        scrub = Scrub(axis, x, self._playhead, fine=fine)
        if not (fine and on_playhead):
            scrub.jump(x)
        self._begin_drag(scrub, left, position)
        self._clicked_row = hit.row if hit is not None else None
        self._seek(content, scrub.time)

    def _begin_drag(self, drag: Drag, button: Qt.MouseButton, position: QPointF, slack: float = 0.0) -> None:
        self._drag = drag
        self._button = button
        self._pressed_at = position
        self._slack = slack
        self._viewport.hold()
        self._set_hover(None)
        QToolTip.hideText()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on dragging, or show what is under the mouse."""
        content = self._content
        if content is None:
            return
        position = event.position()
        if self._drag is None:
            self._point_at(content, position)
            return
        if (position - self._pressed_at).manhattanLength() < self._slack:
            return
        self._slack = 0.0
        if (position - self._pressed_at).manhattanLength() >= _SLACK:
            self._clicked_row = None
        if isinstance(self._drag, Scrub):
            self._scrub(content, self._drag, position.x(), fine=_fine(event))
        elif isinstance(self._drag, TakenOverlay):
            self._move_overlay(self._drag, position.x())
        elif isinstance(self._drag, HeightDrag):
            height = self._drag.move(position.y())
            self.choose_lanes(self.lane_choices.with_height(self._drag.key, height))
        else:
            self._viewport.move(self._drag.move(position.x()))
            self._changed()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        if event.button() != self._button or self._drag is None:
            return
        drag, clicked, row = self._drag, self._slack > 0, self._clicked_row
        self._end_drag()
        if self._content is None:
            return
        if row is not None:
            self.select_requested.emit(row, False)
        if clicked and isinstance(drag, WindowDrag):
            self._seek(self._content, drag.strip.time(event.position().x()))
        if self.rect().contains(event.position().toPoint()):
            self._point_at(self._content, event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything."""
        if event.button() == Qt.MouseButton.LeftButton and self._is_on_time(event.position()):
            self.fit()

    def _end_drag(self) -> None:
        if isinstance(self._drag, TakenOverlay):
            self._drag.overlay.release()
        self._drag = self._clicked_row = None
        self._button = Qt.MouseButton.NoButton
        self._scroll.stop()
        self._viewport.release()
        self._changed()

    def _scrub(self, content: TimelineContent, scrub: Scrub, x: float, *, fine: bool) -> None:
        """Go where the mouse is; beyond an end of a zoomed axis the window scrolls."""
        self._scroll_beyond(scrub.axis, x, wanted=not fine)
        self._seek(content, scrub.move(x, fine=fine))

    def _move_overlay(self, taken: TakenOverlay, x: float) -> None:
        """Let what was taken follow the mouse, and the window where it leaves a zoomed axis."""
        self._scroll_beyond(taken.axis, x, wanted=taken.scrolls)
        taken.overlay.move(taken.axis, x)
        self._changed()

    def _scroll_beyond(self, axis: TimeAxis, x: float, *, wanted: bool) -> None:
        """Begin to scroll where the mouse is beyond an end of a zoomed axis, or stop."""
        self._dragged_to = x
        beyond = not axis.left <= x <= axis.right and not axis.shows_all and wanted
        if beyond != self._scroll.isActive():
            self._scroll.start() if beyond else self._scroll.stop()

    @Slot()
    def _scroll_on(self) -> None:
        drag, x = self._drag, self._dragged_to
        if self._content is None or not isinstance(drag, Scrub | TakenOverlay):
            return
        axis = drag.axis
        beyond = x - min(max(x, axis.left), axis.right)
        drag.axis = axis.panned(beyond * _SCROLL_SHARE * axis.seconds_per_pixel)
        self._viewport.axis = drag.axis
        if isinstance(drag, Scrub):
            self._scrub(self._content, drag, x, fine=False)
        else:
            self._move_overlay(drag, x)
        self._changed()

    def _seek(self, content: TimelineContent, time: float) -> None:
        time = content.clipped(time)
        self._viewport.show(time)
        self.seek_requested.emit(time)

    # -- wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse, or pan by a horizontal wheel."""
        event.accept()
        if self._content is None or self._drag is not None:
            return
        if in_names(self._stack, event.position()):
            self._scroll_by_wheel(event)
            self._point_at(self._content, event.position())
            return
        axis = self._viewport.axis
        turn = wheel_turn(event, axis.width)
        if turn.pixels:
            self._viewport.move(axis.panned(-turn.pixels * axis.seconds_per_pixel))
        else:
            self._viewport.zoom(self._time_at(event.position()), turn.factor, self._playhead)
        self._changed()
        self._point_at(self._content, event.position())

    # -- pointing

    def event(self, event: QEvent) -> bool:
        """Say what is under the mouse when it rests."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            position = QPointF(event.pos())
            if self._content is not None and self._drag is None and self._is_on_time(position):
                self._show_tooltip(self._content, position)
            return True
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Take the line away."""
        super().leaveEvent(event)
        self._set_pointed(None)
        self._set_named(None)
        self._set_hover(None)

    def _point_at(self, content: TimelineContent, position: QPointF) -> None:
        named = self._stack.lane_at(position) if in_names(self._stack, position) else None
        self._set_named(named)
        if not self._is_on_time(position):
            self._set_pointed(None)
            self._set_hover(None)
            self.setCursor(self._cursor_beside(position, named))
            return
        placed = None if self._is_on_overview(position) else self._stack.lane_at(position, self._pointed)
        self._set_pointed(placed if placed and isinstance(placed.lane, FrameLane) else None)
        self._set_hover(content.clipped(self._time_at(position)))
        hit = self._hit(position)
        on_mark = hit is not None and hit.time is not None
        self.setCursor(self._cursor_at(position, on_mark=on_mark))
        if on_mark or QToolTip.isVisible():
            self._show_tooltip(content, position)

    def _cursor_at(self, position: QPointF, *, on_mark: bool) -> Qt.CursorShape:
        axis, rect = self._axis_at(position)
        keys = QGuiApplication.keyboardModifiers()
        for overlay in reversed(self._overlays):
            cursor = overlay.cursor_at(axis, rect, position, keys)
            if cursor is not None:
                return cursor
        if self._is_on_overview(position):
            axis = self._viewport.axis
            return {
                Grip.NOTHING: Qt.CursorShape.ArrowCursor,
                Grip.WINDOW: Qt.CursorShape.OpenHandCursor,
                Grip.START: Qt.CursorShape.SizeHorCursor,
                Grip.END: Qt.CursorShape.SizeHorCursor,
            }[grip_at(axis.fitted(), axis, self._stack.overview, position.x())]
        return Qt.CursorShape.PointingHandCursor if on_mark else Qt.CursorShape.ArrowCursor

    def _set_hover(self, time: float | None) -> None:
        if time != self._hover:
            self._hover = time
            self.hover_time.emit(time)
            self.update()

    def _set_pointed(self, placed: PlacedLane | None) -> None:
        if placed != self._pointed:
            self._pointed = placed
            self.update()

    def _show_tooltip(self, content: TimelineContent, position: QPointF) -> None:
        """Say the time, the frame and its duration, and what is there."""
        time = content.clipped(self._time_at(position))
        index = content.frame_at(time)
        frame = content.index.frames[index]
        number = self.tr("frame {}").format(frame["frame"])
        scale = content.scale
        first = number if scale.form is TimeForm.FRAME else scale.label(time)
        head = fmt.join(
            *dict.fromkeys((first, fmt.seconds(time), number)),
            fmt.seconds(float(frame["duration"])) if index < len(content.index.frames) - 1 else "",
        )
        hit = self._hit(position)
        lines = "<br>".join(escape(line) for line in (head, *(hit.lines if hit else ())))
        QToolTip.showText(
            self.mapToGlobal(position).toPoint(), f"<p style='white-space:pre'>{lines}</p>", self
        )

    def _axis_at(self, position: QPointF) -> tuple[TimeAxis, QRectF]:
        """Return the axis of the overview or of the ruler and lanes, and the rectangle of the strip."""
        axis = self._viewport.axis
        if self._is_on_overview(position):
            return axis.fitted(), self._stack.overview
        return axis, self._stack.ruler

    def mark_at(self, position: QPointF, *, besides: TimelineOverlay) -> bool:
        """Return whether a click goes to a mark, of a lane or of another overlay than one."""
        hits = (self._hit_of(overlay, position) for overlay in self._overlays if overlay is not besides)
        return any(hit is not None and hit.time is not None for hit in (*hits, self._hit_of_lane(position)))

    def _hit(self, position: QPointF) -> Hit | None:
        hits = (self._hit_of(overlay, position) for overlay in reversed(self._overlays))
        return next((hit for hit in hits if hit is not None), None) or self._hit_of_lane(position)

    def _hit_of(self, overlay: TimelineOverlay, position: QPointF) -> Hit | None:
        axis, rect = self._axis_at(position)
        return overlay.hit(axis, rect, position)

    def _hit_of_lane(self, position: QPointF) -> Hit | None:
        if self._is_on_overview(position):
            return None
        placed = self._stack.lane_at(position, self._pointed)
        return placed.lane.hit(self._viewport.axis, position.x()) if placed else None

    def _time_at(self, position: QPointF) -> float:
        axis: TimeAxis = self._viewport.axis
        on = axis.fitted() if self._is_on_overview(position) else axis
        return on.time(min(max(position.x(), on.left), on.right))

    def _is_on_time(self, position: QPointF) -> bool:
        """Return whether a position belongs to a time, and not to the names or the margins."""
        axis = self._viewport.axis
        beside = axis.left - _BESIDE <= position.x() <= axis.right + _BESIDE
        return beside and not in_names(self._stack, position)

    def _is_on_overview(self, position: QPointF) -> bool:
        return position.y() < self._stack.ruler.top()


def _fine(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
