"""The timeline widget: what the mouse does on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from viewer.recording.index import RecordingIndex
from viewer.replay.time_forms import TimeForm
from viewer.ui import format as fmt
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.canvas import TimelineCanvas
from viewer.ui.timeline.content import Content
from viewer.ui.timeline.frame_lane import FrameLane
from viewer.ui.timeline.gestures import Grip, HeightDrag, Pan, Scrub, WindowDrag
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.lane_menu import LaneMenu
from viewer.ui.timeline.life_lane import LifeLane, MoreLane
from viewer.ui.timeline.names import chevron_at, edge_at, in_names
from viewer.ui.timeline.overlay import OverlayDrag
from viewer.ui.timeline.overview import grip_at
from viewer.ui.timeline.stack import Placed

_SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_NOTCH = 120
_ZOOM, _FINE_ZOOM, _FAST_ZOOM = 1.25, 1.05, 2.0
"""Factors for one notch of the wheel."""
_PAN_NOTCH = 0.1
"""Share of the window that one notch of a horizontal wheel pans."""
_SCROLL_NOTCH = 32
"""Pixels that one notch of the wheel scrolls the lanes."""
_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""
_SCROLL_PERIOD = 30
_SCROLL_SHARE = 0.4
"""Part of the way beyond an end of the axis that the window scrolls in each period."""


@dataclass(frozen=True)
class TakenOverlay:
    """Something of an overlay that goes with the mouse, on the axis where it was taken."""

    overlay: OverlayDrag
    axis: TimeAxis


Drag = Scrub | Pan | WindowDrag | HeightDrag | TakenOverlay


class TimelineView(TimelineCanvas):
    """The timeline of a recording.

    Dragging with the left button scrubs, finely with Shift; the wheel zooms, finely with Ctrl, fast with
    Shift; the middle and the right button and a horizontal wheel pan; a double click shows everything. A
    click on a mark goes to it and selects its actor. Keys are the window's.
    """

    hover_time = Signal(object)
    """Time under the mouse in seconds, None when it leaves."""
    select_requested = Signal(object, bool)
    """Row of the actor to select; whether to add it to the selection (never)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseTracking(True)
        self._drag: Drag | None = None
        self._event_menus: Sequence[QMenu] = ()
        self._button = Qt.MouseButton.NoButton
        self._pressed_at = QPointF()
        self._slack = 0.0
        self._dragged_to = 0.0
        self._scroll = QTimer(self)
        self._scroll.setInterval(_SCROLL_PERIOD)
        self._scroll.timeout.connect(self._scroll_on)

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Show a recording, or a longer view of one that is being read; None for nothing."""
        if index is None:
            self._end_drag()
            self._set_hover(None)
        super().set_recording(index)

    def set_event_menus(self, menus: Sequence[QMenu]) -> None:
        """Offer these menus, too, where one asks for those of the events."""
        self._event_menus = menus

    # -- pressing and dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the time, of the window, or of a mark."""
        content = self._content
        if content is None or self._drag is not None:
            event.ignore()
            return
        position, button = event.position(), event.button()
        if in_names(self._stack, position):
            self._press_name(position, button)
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

    def _press_name(self, position: QPointF, button: Qt.MouseButton) -> None:
        """Take the edge of a lane, fold its section, or select whose lane it is."""
        placed = self._stack.lane_at(position)
        if button == Qt.MouseButton.RightButton:
            self._open_menu(position.toPoint(), placed)
            return
        if button != Qt.MouseButton.LeftButton:
            return
        edge, chevron = edge_at(self._stack, position), chevron_at(self._stack, position)
        if chevron is not None:
            self._fold(chevron)
        elif edge is not None:
            self._take_edge(edge, position)
        elif placed is not None and isinstance(placed.lane, LifeLane):
            self.select_requested.emit(placed.lane.row, False)
        elif placed is not None and isinstance(placed.lane, MoreLane):
            self.list_all_lives()
        elif placed is not None and placed.section.group:
            self._fold(placed)

    def _take_edge(self, edge: Placed, position: QPointF) -> None:
        """Drag the lower edge of a lane; what is above keeps its height meanwhile and afterwards."""
        choices = self.lane_choices
        for key, height in self._stack.heights_above(edge).items():
            choices = choices.with_height(key, height)
        drag = HeightDrag(edge.height_key, position.y(), edge.rect.height())
        self.choose_lanes(choices.with_height(drag.key, drag.height))
        self._begin_drag(drag, Qt.MouseButton.LeftButton, position)

    def _fold(self, placed: Placed) -> None:
        self.fold(placed.section.key, folded=not placed.folded)

    def _open_menu(self, position: QPoint, placed: Placed | None) -> None:
        key = placed.section.key if placed is not None else None
        menu = LaneMenu(
            self._sections, key, self, searching=self._events.searching, of_events=self._event_menus
        )
        menu.search_cancelled.connect(self.search_cancelled)
        menu.fold_chosen.connect(self._take_fold)
        menu.shown_chosen.connect(self._take_shown)
        menu.heights_reset.connect(self._reset_heights)
        menu.popup(self.mapToGlobal(position))

    @Slot(str, bool)
    def _take_fold(self, key: str, folded: bool) -> None:
        self.fold(key, folded=folded)

    @Slot(str, bool)
    def _take_shown(self, key: str, shown: bool) -> None:
        self.choose_lanes(self.lane_choices.with_shown(key, shown=shown))

    @Slot()
    def _reset_heights(self) -> None:
        self.choose_lanes(self.lane_choices.without_heights())

    def _press_overlay(self, event: QMouseEvent) -> bool:
        """Let the overlays take the press, the topmost first; return whether one did."""
        position = event.position()
        axis, rect = self._axis_at(position)
        for overlay in reversed(self._overlays):
            drag = overlay.press(axis, rect, position, event.modifiers())
            if drag is not None:
                self._begin_drag(TakenOverlay(drag, axis), Qt.MouseButton.LeftButton, position)
                return True
        return False

    def _press_left(self, content: Content, position: QPointF, *, fine: bool) -> None:
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
        if isinstance(self._drag, Scrub):
            self._scrub(content, self._drag, position.x(), fine=_fine(event))
        elif isinstance(self._drag, TakenOverlay):
            self._drag.overlay.move(self._drag.axis, position.x())
            self._changed()
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
        drag, clicked = self._drag, self._slack > 0
        self._end_drag()
        if self._content is None:
            return
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
        self._drag = None
        self._button = Qt.MouseButton.NoButton
        self._scroll.stop()
        self._viewport.release()
        self._changed()

    def _scrub(self, content: Content, scrub: Scrub, x: float, *, fine: bool) -> None:
        """Go where the mouse is; beyond an end of a zoomed axis the window scrolls."""
        self._dragged_to = x
        axis = scrub.axis
        beyond = not axis.left <= x <= axis.right and not axis.shows_all and not fine
        if beyond != self._scroll.isActive():
            self._scroll.start() if beyond else self._scroll.stop()
        self._seek(content, scrub.move(x, fine=fine))

    @Slot()
    def _scroll_on(self) -> None:
        if self._content is None or not isinstance(self._drag, Scrub):
            return
        axis, x = self._drag.axis, self._dragged_to
        beyond = x - min(max(x, axis.left), axis.right)
        self._drag.axis = axis.panned(beyond * _SCROLL_SHARE * axis.seconds_per_pixel)
        self._viewport.axis = self._drag.axis
        self._scrub(self._content, self._drag, x, fine=False)
        self._changed()

    def _seek(self, content: Content, time: float) -> None:
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
            turned = event.pixelDelta().y() or event.angleDelta().y() / _NOTCH * _SCROLL_NOTCH
            self.scroll_lanes(-turned)
            self._point_at(self._content, event.position())
            return
        delta, pixels = event.angleDelta(), event.pixelDelta()
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        axis = self._viewport.axis
        across = delta.x() if not shift else 0  # some systems turn the wheel by Shift
        along = delta.y() or (delta.x() if shift else 0)
        if abs(across) > abs(along):
            moved = pixels.x() or across / _NOTCH * _PAN_NOTCH * axis.width
            self._viewport.move(axis.panned(-moved * axis.seconds_per_pixel))
        else:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            factor = _FINE_ZOOM if fine else _FAST_ZOOM if shift else _ZOOM
            time = self._time_at(event.position())
            self._viewport.zoom(time, factor ** (along / _NOTCH), self._playhead)
        self._changed()
        self._point_at(self._content, event.position())

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll the lanes by Alt and an arrow; all other keys are left to the window's actions."""
        pixels = {Qt.Key.Key_Up: -_SCROLL_NOTCH, Qt.Key.Key_Down: _SCROLL_NOTCH}.get(Qt.Key(event.key()), 0)
        if pixels and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.scroll_lanes(pixels)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of lanes by its key; what the right button does is decided when it is pressed."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self._content is not None:
            self._open_menu(self._stack.lanes.topLeft().toPoint(), None)

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

    def _point_at(self, content: Content, position: QPointF) -> None:
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

    def _cursor_beside(self, position: QPointF, named: Placed | None) -> Qt.CursorShape:
        """Return the mouse's shape over the names."""
        if chevron_at(self._stack, position) is not None:
            return Qt.CursorShape.PointingHandCursor
        if edge_at(self._stack, position) is not None:
            return Qt.CursorShape.SizeVerCursor
        on = named is not None and (isinstance(named.lane, LifeLane | MoreLane) or named.section.group)
        return Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.ArrowCursor

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

    def _set_named(self, placed: Placed | None) -> None:
        """Light up the chevron beside the name under the mouse."""
        key = placed.section.key if placed is not None else None
        if key != self._named:
            self._named = key
            self.update()

    def _set_pointed(self, placed: Placed | None) -> None:
        if placed != self._pointed:
            self._pointed = placed
            self.update()

    def _show_tooltip(self, content: Content, position: QPointF) -> None:
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

    def _hit(self, position: QPointF) -> Hit | None:
        axis, rect = self._axis_at(position)
        hits = (overlay.hit(axis, rect, position) for overlay in reversed(self._overlays))
        hit = next((hit for hit in hits if hit is not None), None)
        if hit is not None:
            return hit
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
