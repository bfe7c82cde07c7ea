"""Mouse handling and tooltips on the time axis, shared by all widgets of the timeline.

These widgets are the head (overview and ruler), the rows of lanes, and the empty area below the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QHelpEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QToolTip, QWidget

from viewer.replay.time.time_forms import TimeForm, elapsed_text
from viewer.replay.time.time_range import nearest, snapped
from viewer.ui import format as fmt
from viewer.ui.theme import current_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import HoverInfo
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

TINT = 0.09
"""Opacity of the accent colour over the chosen range of time in the timeline."""
SLACK = 4.0
"""Distance in px that the mouse must move before a press becomes a drag, where a click does something else.
"""
_BESIDE = 8.0
"""Distance in px left and right of the time axis within which the mouse still counts as on the axis."""
_OUTSIDE, _INSIDE = 7.0, 3.0
"""Distances in px from an edge of the chosen time range within which the mouse can drag that edge.

``_OUTSIDE`` is for positions outside the range. ``_INSIDE`` is smaller: there the playhead often is.
"""
_FINE = 0.1
"""Fraction of the mouse movement by which the playhead moves while dragged with Shift."""
_SCROLL_PERIOD, _SCROLL_SHARE = 30, 0.4
"""Scrolling while the mouse drags beyond the end of the time axis: ms between steps, and length of a step.

The length is a share of the distance from the end of the axis to the mouse.
"""
_NOTCH, _PAN_NOTCH = 120, 0.1
"""Qt's angle delta of one notch of the mouse wheel; fraction of the axis that a horizontal notch pans."""
_ZOOM, _FINE_ZOOM, _FAST_ZOOM = 1.25, 1.05, 2.0
"""Zoom factors for one notch of the wheel: usual, with Ctrl, with Shift."""
STATS_ENDS = (148.0, 80.0, 16.0)
"""Right ends of the columns minimum, mean and maximum, as distances in px from the timeline's right edge."""

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class MousePosition(NamedTuple):
    """Position of the mouse in a widget: ``x`` and ``y`` in px, and ``keys``, the modifier keys held down."""

    x: float
    y: float
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def point(self) -> QPoint:
        """The position of the mouse, rounded to the nearest pixel."""
        return QPoint(round(self.x), round(self.y))


@dataclass(frozen=True)
class DragAction:
    """What a mouse button does when pressed at a position: something at once, a drag, or both.

    Attributes:
        begin: called on press.
        move: called with the mouse position while the mouse moves; None if there is nothing to drag.
        click: called on release with the mouse position, if the mouse has hardly moved.
        undo: restores the state before the drag; None if the drag cannot be undone.
        slack: distance in px that the mouse must move before ``move`` is called.
        scrolls: whether the visible window of time scrolls while the mouse is beyond the axis.
        cursor: shape of the mouse cursor.
    """

    begin: Callable[[], object] = lambda: None
    move: Callable[[MousePosition], object] | None = None
    click: Callable[[MousePosition], object] = lambda _mouse: None
    undo: Callable[[], object] | None = None
    slack: float = 0.0
    scrolls: bool = False
    cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor


def end_near(x: float, left: float, right: float, outside: float, inside: float) -> int | None:
    """Return which end of an interval is near ``x``: 0 for ``left``, 1 for ``right``, None for neither.

    ``outside`` and ``inside`` are the maximum distances in px from an end, outside and inside the interval.
    """
    inside = min(inside, (right - left) / 2)
    reaches = (left - outside, left + inside), (right - inside, right + outside)
    near = [end for end, (low, high) in enumerate(reaches) if low <= x <= high]
    return min(near, key=lambda end: abs(x - (left, right)[end]), default=None)


class TimeStrip(QWidget):
    """Base class of the widgets of the timeline: legend, time axis and statistics, from left to right.

    The window is the visible part of the time axis, the playhead marks the current time. On the axis the left
    button drags the playhead, a tenth as fast with Shift, and chooses a range of time with Ctrl; middle and
    right button and a horizontal wheel pan; the wheel zooms, finely with Ctrl, fast with Shift; a double
    click shows the whole recording.

    Attributes:
        model: the timeline's model.
    """

    def __init__(self, model: TimelineModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.model = model
        self._held: DragAction | None = None
        self._button = Qt.MouseButton.NoButton
        self._pressed = self._last = MousePosition(0.0, 0.0)
        self._moved = 0.0
        self._scroll = QTimer(self, interval=_SCROLL_PERIOD)
        self._scroll.timeout.connect(self._scroll_on)

    # -- geometry

    def axis_at(self, _mouse: MousePosition) -> TimeAxis:
        """Return the time axis at the mouse: that of the visible window. Subclasses may have several axes."""
        return self.model.axis

    def drag_actions(self, mouse: MousePosition) -> Iterator[DragAction | None]:
        """Yield the actions that a press of the left button at ``mouse`` may begin, first the preferred one.

        None stands for an action that is not possible there. Subclasses implement this.
        """
        raise NotImplementedError

    def menu_at(self, _mouse: MousePosition) -> Callable[[], object] | None:
        """Return a function that opens the context menu for the mouse position; None if there is no menu."""
        return None

    def edge_at(self, mouse: MousePosition) -> int | None:
        """Return which edge of the chosen time range is at the mouse: 0 start, 1 end, None for neither."""
        chosen, axis = self.model.range, self.axis_at(mouse)
        if chosen is None or not self.on_axis(mouse):
            return None
        return end_near(mouse.x, axis.x(chosen[0]), axis.x(chosen[1]), _OUTSIDE, _INSIDE)

    def hover_info(self, mouse: MousePosition) -> HoverInfo | None:
        """Return the tooltip for an edge of the chosen range at the mouse; None elsewhere.

        Subclasses add the tooltips and click targets of what they show.
        """
        edge = self.edge_at(mouse)
        name = tr("Start of the range") if edge == 0 else tr("End of the range")
        return None if edge is None else HoverInfo((tr("{}: drag to move it").format(name),))

    def on_axis(self, mouse: MousePosition) -> bool:
        """Return whether the mouse is on the time axis; False without a recording."""
        axis = self.axis_at(mouse)
        return self.model.content is not None and axis.left - _BESIDE <= mouse.x <= axis.right + _BESIDE

    def in_names(self, mouse: MousePosition) -> bool:
        """Return whether the mouse is in the legend: more than ``_BESIDE`` px left of the axis."""
        return mouse.x < self.model.axis.left - _BESIDE

    def time_at(self, mouse: MousePosition) -> float:
        """Return the time at the mouse in seconds, clipped to the visible window of time."""
        axis = self.axis_at(mouse)
        return axis.time(min(max(mouse.x, axis.left), axis.right))

    def canvas(self, painter: QPainter, rect: QRectF) -> TimeCanvas:
        """Return a canvas that draws with ``painter`` in ``rect``, where x is a time on the model's axis."""
        return TimeCanvas(painter, self.model.axis, rect, current_theme())

    # -- what can be dragged

    def scrub(self, mouse: MousePosition) -> DragAction:
        """Return the action that moves the playhead to the mouse on press, and with the mouse while dragging.

        With Shift, the playhead moves a tenth as far as the mouse, and a press close to it does not move it
        to the mouse first. A click also selects the actor that the thing under the mouse is about, if any.
        """
        axis, playhead = self.axis_at(mouse), self.model.playhead
        fine = axis is self.model.axis and bool(mouse.keys & _SHIFT)
        on_playhead = fine and abs(axis.x(playhead) - mouse.x) <= SLACK
        time = playhead if on_playhead else self.time_at(mouse)

        def click(_mouse: MousePosition) -> None:
            info = self.hover_info(mouse)
            if info is not None and info.row is not None:
                self.model.actor_requested.emit(info.row)

        return DragAction(
            lambda: self.model.seek(time),
            self._scrubbing(mouse, time),
            click,
            scrolls=axis is self.model.axis,
        )

    def _scrubbing(self, mouse: MousePosition, time: float) -> Callable[[MousePosition], object]:
        """Return a function that moves the playhead while it is dragged; it gets the mouse position.

        ``mouse`` is the position of the press, ``time`` the playhead's time then, in seconds. With Shift the
        playhead moves a tenth as far as the mouse.
        """
        anchor, fine_before = (mouse.x, time), bool(mouse.keys & _SHIFT)

        def move(to: MousePosition) -> None:
            nonlocal anchor, fine_before
            axis, fine = self.axis_at(mouse), bool(to.keys & _SHIFT)
            x, start = anchor
            if not fine:
                anchor = to.x, min(max(axis.time(to.x), axis.start), axis.end)
            elif not fine_before:
                anchor = to.x, start
            fine_before = fine
            x, start = anchor
            self.model.seek(start + (to.x - x) * _FINE * axis.seconds_per_pixel)

        return move

    def go_to_mark(self, mouse: MousePosition) -> DragAction | None:
        """Return the action that goes to the event whose mark is under the mouse.

        None if no mark is there, or if Ctrl is pressed.
        """
        info, model = self.hover_info(mouse), self.model
        if info is None or info.time is None or mouse.keys & _CTRL:
            return None
        time = info.time

        def begin() -> None:
            if info.event is not None:
                model.event_requested.emit(info.event)
            else:
                model.seek(time)
                if info.row is not None:
                    model.actor_requested.emit(info.row)
                if info.contact is not None:
                    model.contact_requested.emit(info.contact)

        hand = Qt.CursorShape.PointingHandCursor
        return DragAction(begin, self._scrubbing(mouse, time), slack=SLACK, scrolls=True, cursor=hand)

    def drag_range(self, mouse: MousePosition) -> DragAction | None:
        """Return the action that chooses a range of time, or moves an edge of the chosen one; None elsewhere.

        With Ctrl, a drag chooses a new range from the press to the mouse. Without, it moves the edge at the
        mouse, also past the other edge. Edges snap to the times of frames.
        """
        model, chosen, edge = self.model, self.model.range, self.edge_at(mouse)
        elapsed = np.empty(0) if model.content is None else model.content.index.elapsed

        def time_at(x: float) -> float:
            """Return the time of the frame nearest to ``x`` (px): a dragged range ends at frames."""
            return float(elapsed[nearest(elapsed, self.time_at(mouse._replace(x=x)))])

        if mouse.keys & _CTRL:
            fixed, offset, slack, cursor = time_at(mouse.x), 0.0, SLACK, Qt.CursorShape.CrossCursor
        elif chosen is not None and edge is not None:
            offset = self.axis_at(mouse).x(chosen[edge]) - mouse.x
            fixed, slack, cursor = chosen[1 - edge], 0.0, Qt.CursorShape.SizeHorCursor
        else:
            return None

        def move(to: MousePosition) -> None:
            time = time_at(to.x + offset)
            model.workspace.range.choose(snapped(elapsed, (fixed, time)) or chosen)
            model.point_at(time)

        return DragAction(
            move=move,
            undo=lambda: model.workspace.range.choose(chosen),
            slack=slack,
            scrolls=self.axis_at(mouse) is model.axis,
            cursor=cursor,
        )

    def pan(self, mouse: MousePosition, slack: float = 0.0) -> DragAction:
        """Return the action that pans the visible window of time.

        ``slack`` is the distance in px that the mouse must move before it pans. If it is positive, a press
        without a drag opens the menu at the mouse.
        """
        axis = self.model.axis

        def move(to: MousePosition) -> None:
            self.model.move(axis.panned((mouse.x - to.x) * axis.seconds_per_pixel))

        def click(at: MousePosition) -> None:
            menu = self.menu_at(at) if slack else None
            if menu is not None:
                menu()

        return DragAction(move=move, click=click, slack=slack)

    def _drag_action_at(self, mouse: MousePosition, button: Qt.MouseButton) -> DragAction | None:
        """Return what pressing ``button`` at the position ``mouse`` begins; None if it does nothing there."""
        if self.model.content is None:
            return None
        if button == LEFT:
            return next((action for action in self.drag_actions(mouse) if action is not None), None)
        if self.on_axis(mouse) and button in (MIDDLE, RIGHT):
            return self.pan(mouse, SLACK if button == RIGHT else 0.0)
        menu = self.menu_at(mouse) if button == RIGHT and self.in_names(mouse) else None
        return None if menu is None else DragAction(menu)

    # -- pressing and dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start the action of the pressed button at this position; ignore the event if there is none."""
        if self._held is not None:
            return
        mouse = mouse_position(event)
        action = self._drag_action_at(mouse, event.button())
        event.setAccepted(action is not None)
        if action is None:
            return
        action.begin()
        if action.move is not None:
            self._held, self._button, self._pressed, self._moved = action, event.button(), mouse, 0.0
            self.model.viewport.held = True
            self.model.point_at(None)
            QToolTip.hideText()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Continue the drag; without one, update cursor and tooltip."""
        held, mouse = self._held, mouse_position(event)
        if held is None or held.move is None:
            self.point(mouse)
            return
        self._moved = max(self._moved, abs(mouse.x - self._pressed.x) + abs(mouse.y - self._pressed.y))
        if self._moved >= held.slack:
            self._last = mouse
            held.move(mouse)
            if held.scrolls and not self._scroll.isActive():
                self._scroll.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag; if the mouse has hardly moved since the press, treat it as a click."""
        held, mouse = self._held, mouse_position(event)
        if held is not None and event.button() == self._button:
            self._end()
            if self._moved < SLACK:
                held.click(mouse)
            if self.rect().contains(mouse.point):
                self.point(mouse)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom the timeline out to the whole recording."""
        if event.button() == LEFT and self.on_axis(mouse_position(event)):
            self.model.fit()

    def cancel(self) -> None:
        """End the drag, if any, without undoing it."""
        if self._held is not None:
            self._end()

    def revert_drag(self) -> bool:
        """Undo the effects of the mouse drag that is going on and end it; return True.

        Returns False if there is no drag, or if it cannot be undone.
        """
        held = self._held
        if held is None or held.undo is None:
            return False
        held.undo()
        self._end()
        return True

    def _end(self) -> None:
        self._held, self._button = None, Qt.MouseButton.NoButton
        self._scroll.stop()
        self.model.release()
        self.model.point_at(None)

    @Slot()
    def _scroll_on(self) -> None:
        """Scroll the visible part of the time axis while the mouse drags something beyond its end."""
        held, axis, to = self._held, self.model.axis, self._last
        beyond = to.x - min(max(to.x, axis.left), axis.right)
        if (
            held is not None
            and held.move is not None
            and beyond
            and not axis.shows_all
            and not to.keys & _SHIFT
        ):
            self.model.viewport.axis = axis.panned(beyond * _SCROLL_SHARE * axis.seconds_per_pixel)
            held.move(to._replace(keys=Qt.KeyboardModifier.NoModifier))
            self.model.changed.emit()

    # -- wheel

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom in time around the mouse, or move the visible window if the wheel is turned sideways.

        The wheel is ignored over the legend and while the mouse drags something.
        """
        mouse = mouse_position(event)
        if self.model.content is None or self._held is not None or self.in_names(mouse):
            event.ignore()
            return
        factor, pixels = _turned(event, self.model.axis.width)
        if pixels:
            self.model.move(self.model.axis.panned(-pixels * self.model.axis.seconds_per_pixel))
        else:
            self.zoom(mouse, factor)
        self.point(mouse)

    def zoom(self, mouse: MousePosition, factor: float) -> None:
        """Zoom in by ``factor`` around the time at the mouse."""
        self.model.zoom_at(self.time_at(mouse), factor)

    # -- pointing

    def point(self, mouse: MousePosition) -> None:
        """Update the line at the time under the mouse, the mouse cursor, and the tooltip of a mark."""
        content = self.model.content
        if content is None:
            return
        self.model.point_at(content.clipped(self.time_at(mouse)) if self.on_axis(mouse) else None)
        action = self._drag_action_at(mouse._replace(keys=QGuiApplication.keyboardModifiers()), LEFT)
        self.setCursor(Qt.CursorShape.ArrowCursor if action is None else action.cursor)
        info = self.hover_info(mouse) if self.on_axis(mouse) else None
        if info is not None and info.time is not None:
            self._show_tooltip(mouse)
        else:
            QToolTip.hideText()

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of a resting mouse, except during a drag; pass other events to the base class."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            mouse = MousePosition(*QPointF(event.pos()).toTuple())
            if self._held is None and self.on_axis(mouse):
                self._show_tooltip(mouse)
            return True
        return super().event(event)

    def _show_tooltip(self, mouse: MousePosition) -> None:
        content = self.model.content
        if content is not None:
            head, *lines = (escape(line) for line in self._tooltip_lines(mouse, content))
            text = "<br>".join((f"<b>{head}</b>", *lines))
            where = self.mapToGlobal(self.tooltip_point(mouse))
            QToolTip.showText(where, f"<p style='white-space:pre'>{text}</p>", self)

    def tooltip_point(self, mouse: MousePosition) -> QPoint:
        """Return the position in this widget at which Qt shows the tooltip for the mouse."""
        return mouse.point

    def _tooltip_lines(self, mouse: MousePosition, content: TimelineContent) -> Sequence[str]:
        """Return the lines of the tooltip at the mouse.

        They are: the time, with the recording's frame and its duration; in a gap without frames, its
        duration, and the frames that the file lost there; the lines of ``hover_info``.
        """
        time = content.clipped(self.time_at(mouse))
        index = content.index.frame_at(time)
        frame = content.index.frames[index]
        number = tr("frame {}").format(frame["frame"])
        first = number if content.scale.form is TimeForm.FRAME else content.scale.label(time)
        lasts = fmt.seconds(float(frame["duration"])) if index < len(content.index.frames) - 1 else ""
        others = dict.fromkeys((first, elapsed_text(time, content.duration), number))
        head = fmt.join(*others, lasts)
        inside = content.gaps[(content.gaps[:, 0] <= time) & (time < content.gaps[:, 1])]
        gap = [tr("No frame for {}").format(fmt.seconds(end - begin)) for begin, end in inside.tolist()]
        lost = content.lost_ids[(content.lost[:, 0] <= time) & (time < content.lost[:, 1])]
        for first, last in lost.tolist():
            many = tr("Frames {} unreadable").format(fmt.range_(first, last))
            gap.append(tr("Frame {} unreadable").format(first) if first == last else many)
        info = self.hover_info(mouse)
        return head, *gap, *(info.lines if info else ())


def mouse_position(event: QMouseEvent | QWheelEvent) -> MousePosition:
    """Return position and modifier keys of a mouse ``event``."""
    return MousePosition(*event.position().toTuple(), event.modifiers())


def _turned(event: QWheelEvent, width: float) -> tuple[float, float]:
    """Return what a turn of the mouse wheel does to a time axis: zoom factor, and px to pan to the right.

    A vertical wheel zooms, finely with Ctrl, fast with Shift; a horizontal one pans. ``width`` is that of the
    axis in px.
    """
    delta, pixels = event.angleDelta(), event.pixelDelta()
    shift = bool(event.modifiers() & _SHIFT)
    across = delta.x() if not shift else 0  # some systems swap the axes with Shift
    along = delta.y() or (delta.x() if shift else 0)
    if abs(across) > abs(along):
        return 1.0, pixels.x() or across / _NOTCH * _PAN_NOTCH * width
    factor = _FINE_ZOOM if event.modifiers() & _CTRL else _FAST_ZOOM if shift else _ZOOM
    return factor ** (along / _NOTCH), 0.0
