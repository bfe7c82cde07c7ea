"""The mouse on the axis of time: alike on the head of the time view and on each row of lanes."""

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
from viewer.ui.timeline.lane import Hit
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

TINT = 0.09
"""Opacity of the accent over a chosen range."""
SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_BESIDE = 8.0
"""Pixels beside the axis that still count as its ends."""
_OUTSIDE, _INSIDE = 7.0, 3.0
"""Pixels beside an edge of the chosen range within which it is taken: inside the playhead often stands."""
_FINE = 0.1
"""Part of the movement that counts while scrubbing finely."""
_SCROLL_PERIOD, _SCROLL_SHARE = 30, 0.4
"""Milliseconds between two scrolls of the window, and part of the way beyond its end that each goes."""
_NOTCH, _PAN_NOTCH = 120, 0.1
"""Turn of one notch of the wheel, and share of the axis that one of a horizontal wheel pans."""
_ZOOM, _FINE_ZOOM, _FAST_ZOOM = 1.25, 1.05, 2.0
"""Factors for one notch of the wheel."""
STATS_ENDS = (148.0, 80.0, 16.0)
"""Where figures end in the column of statistics, from the right."""

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Spot(NamedTuple):
    """Where the mouse is in a strip, and the keys held down."""

    x: float
    y: float
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def point(self) -> QPoint:
        """The nearest pixel."""
        return QPoint(round(self.x), round(self.y))


@dataclass(frozen=True)
class Grasp:
    """What a button can take hold of.

    Attributes:
        begin: is called when it is pressed.
        move: follows the mouse to where it is now; None if all was done by ``begin``.
        click: is called where the button was let go if the mouse had hardly moved.
        end: is called whenever it was let go.
        undo: brings back what was there before; None for what cannot be given up.
        slack: pixels the mouse may move before what is held goes along.
        scrolls: whether the window scrolls where the mouse leaves it.
        cursor: the mouse's shape there.

    """

    begin: Callable[[], object] = lambda: None
    move: Callable[[Spot], object] | None = None
    click: Callable[[Spot], object] = lambda _spot: None
    end: Callable[[], object] = lambda: None
    undo: Callable[[], object] | None = None
    slack: float = 0.0
    scrolls: bool = False
    cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor


def write_before(painter: QPainter, box: QRectF, right: float, text: str) -> None:
    """Write a text that ends at ``right``, at the height of a box."""
    how = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
    painter.drawText(QRectF(right, box.top(), 0, box.height()), how, text)


def end_near(x: float, left: float, right: float, outside: float, inside: float) -> int | None:
    """Return which end of a stretch one takes hold of, 0 or 1, so many pixels outside and inside of it."""
    inside = min(inside, (right - left) / 2)
    reaches = (left - outside, left + inside), (right - inside, right + outside)
    near = [end for end, (low, high) in enumerate(reaches) if low <= x <= high]
    return min(near, key=lambda end: abs(x - (left, right)[end]), default=None)


class TimeStrip(QWidget):
    """A part of the time view, as wide as it: names at the left, statistics at the right, time between them.

    On the axis the left button scrubs, finely with Shift, and draws a range with Ctrl; the middle and the
    right button and a horizontal wheel pan; the wheel zooms, finely with Ctrl, fast with Shift; a double
    click shows everything.

    Attributes:
        model: what is shown.

    """

    def __init__(self, model: TimelineModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.model = model
        self._held: Grasp | None = None
        self._button = Qt.MouseButton.NoButton
        self._pressed = self._last = Spot(0.0, 0.0)
        self._moved = 0.0
        self._scroll = QTimer(self, interval=_SCROLL_PERIOD)
        self._scroll.timeout.connect(self._scroll_on)

    # -- what is where

    def axis_at(self, _spot: Spot) -> TimeAxis:
        """Return the axis at a place."""
        return self.model.axis

    def grasps(self, spot: Spot) -> Iterator[Grasp | None]:
        """Yield what the left button can take hold of; the first that is something has it."""
        raise NotImplementedError

    def menu_at(self, _spot: Spot) -> Callable[[], object] | None:
        """Return what opens the menu of what is there, None for nothing."""
        return None

    def edge_at(self, spot: Spot) -> int | None:
        """Return which edge of the chosen range is there, 0 or 1."""
        chosen, axis = self.model.context.chosen, self.axis_at(spot)
        if chosen is None or not self.on_axis(spot):
            return None
        return end_near(spot.x, axis.x(chosen[0]), axis.x(chosen[1]), _OUTSIDE, _INSIDE)

    def hit(self, spot: Spot) -> Hit | None:
        """Return what there is at a place on the axis."""
        edge = self.edge_at(spot)
        name = tr("Start of the range") if edge == 0 else tr("End of the range")
        return None if edge is None else Hit((tr("{}: drag to move it").format(name),))

    def on_axis(self, spot: Spot) -> bool:
        """Return whether a time is there."""
        axis = self.axis_at(spot)
        return self.model.content is not None and axis.left - _BESIDE <= spot.x <= axis.right + _BESIDE

    def in_names(self, spot: Spot) -> bool:
        """Return whether a place is beside the axis, among the names."""
        return spot.x < self.model.axis.left - _BESIDE

    def time_at(self, spot: Spot) -> float:
        """Return the time at a place, in seconds."""
        axis = self.axis_at(spot)
        return axis.time(min(max(spot.x, axis.left), axis.right))

    def canvas(self, painter: QPainter, rect: QRectF) -> TimeCanvas:
        """Return a strip of this to paint on."""
        return TimeCanvas(painter, self.model.axis, rect, current_theme())

    # -- what can be taken hold of

    def scrub(self, spot: Spot) -> Grasp:
        """Go to the time, and on with the mouse; with Shift a tenth as far, from the playhead itself."""
        axis, playhead = self.axis_at(spot), self.model.playhead
        fine = axis is self.model.axis and bool(spot.keys & _SHIFT)
        on_playhead = fine and abs(axis.x(playhead) - spot.x) <= SLACK
        time = playhead if on_playhead else self.time_at(spot)

        def click(_spot: Spot) -> None:
            hit = self.hit(spot)
            if hit is not None and hit.row is not None:
                self.model.actor_requested.emit(hit.row)

        return Grasp(
            lambda: self.model.seek(time), self._scrubbing(spot, time), click, scrolls=axis is self.model.axis
        )

    def _scrubbing(self, spot: Spot, time: float) -> Callable[[Spot], object]:
        """Return what lets the playhead go with the mouse, from a time on."""
        anchor, fine_before = (spot.x, time), bool(spot.keys & _SHIFT)

        def move(to: Spot) -> None:
            nonlocal anchor, fine_before
            axis, fine = self.axis_at(spot), bool(to.keys & _SHIFT)
            x, start = anchor
            if not fine:
                anchor = to.x, min(max(axis.time(to.x), axis.start), axis.end)
            elif not fine_before:
                anchor = to.x, start
            fine_before = fine
            x, start = anchor
            self.model.seek(start + (to.x - x) * _FINE * axis.seconds_per_pixel)

        return move

    def go_to_mark(self, spot: Spot) -> Grasp | None:
        """Go to a mark and show what it is about; Ctrl is for what else there is."""
        hit, model = self.hit(spot), self.model
        if hit is None or hit.time is None or spot.keys & _CTRL:
            return None
        time = hit.time

        def begin() -> None:
            if hit.event is not None:
                model.event_requested.emit(hit.event)
            else:
                model.seek(time)
                if hit.row is not None:
                    model.actor_requested.emit(hit.row)
                if hit.contact is not None:
                    model.contact_requested.emit(hit.contact)

        hand = Qt.CursorShape.PointingHandCursor
        return Grasp(begin, self._scrubbing(spot, time), slack=SLACK, scrolls=True, cursor=hand)

    def drag_range(self, spot: Spot) -> Grasp | None:
        """Begin a new range with Ctrl, or take hold of an edge of the present one.

        Moving an edge, which does not jump to the mouse, is the same as drawing from the other one: past it,
        the edges change places.
        """
        model, chosen, edge = self.model, self.model.context.chosen, self.edge_at(spot)
        elapsed = np.empty(0) if model.context.index is None else model.context.index.elapsed

        def time_at(x: float) -> float:
            """Return the time of the frame at a pixel, within the window: edges stand on frames."""
            return float(elapsed[nearest(elapsed, self.time_at(spot._replace(x=x)))])

        if spot.keys & _CTRL:
            fixed, offset, slack, cursor = time_at(spot.x), 0.0, SLACK, Qt.CursorShape.CrossCursor
        elif chosen is not None and edge is not None:
            offset = self.axis_at(spot).x(chosen[edge]) - spot.x
            fixed, slack, cursor = chosen[1 - edge], 0.0, Qt.CursorShape.SizeHorCursor
        else:
            return None

        def move(to: Spot) -> None:
            time = time_at(to.x + offset)
            model.range_requested.emit(snapped(elapsed, (fixed, time)) or chosen)
            model.point_at(time)

        return Grasp(
            move=move,
            end=lambda: model.point_at(None),
            undo=lambda: model.range_requested.emit(chosen),
            slack=slack,
            scrolls=self.axis_at(spot) is model.axis,
            cursor=cursor,
        )

    def pan(self, spot: Spot, slack: float = 0.0) -> Grasp:
        """Move the window, as one moves paper; with ``slack`` a click opens the menu of what is there."""
        axis = self.model.axis

        def move(to: Spot) -> None:
            self.model.move(axis.panned((spot.x - to.x) * axis.seconds_per_pixel))

        def click(at: Spot) -> None:
            menu = self.menu_at(at) if slack else None
            if menu is not None:
                menu()

        return Grasp(move=move, click=click, slack=slack)

    def _grasp(self, spot: Spot, button: Qt.MouseButton) -> Grasp | None:
        """Return what a button can take hold of."""
        if self.model.content is None:
            return None
        if button == LEFT:
            return next((grasp for grasp in self.grasps(spot) if grasp is not None), None)
        if self.on_axis(spot) and button in (MIDDLE, RIGHT):
            return self.pan(spot, SLACK if button == RIGHT else 0.0)
        menu = self.menu_at(spot) if button == RIGHT and self.in_names(spot) else None
        return None if menu is None else Grasp(menu)

    # -- pressing and dragging

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the first that wants the press; what nothing wants is left to others."""
        if self._held is not None:
            return
        spot = spot_of(event)
        grasp = self._grasp(spot, event.button())
        event.setAccepted(grasp is not None)
        if grasp is None:
            return
        grasp.begin()
        if grasp.move is not None:
            self._held, self._button, self._pressed, self._moved = grasp, event.button(), spot, 0.0
            self.model.viewport.held = True
            self.model.point_at(None)
            QToolTip.hideText()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on dragging, or point at what is there."""
        held, spot = self._held, spot_of(event)
        if held is None or held.move is None:
            self.point(spot)
            return
        self._moved = max(self._moved, abs(spot.x - self._pressed.x) + abs(spot.y - self._pressed.y))
        if self._moved >= held.slack:
            self._last = spot
            held.move(spot)
            if held.scrolls and not self._scroll.isActive():
                self._scroll.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        held, spot = self._held, spot_of(event)
        if held is not None and event.button() == self._button:
            self._end(held)
            if self._moved < SLACK:
                held.click(spot)
            if self.rect().contains(spot.point):
                self.point(spot)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything."""
        if event.button() == LEFT and self.on_axis(spot_of(event)):
            self.model.fit()

    def cancel(self) -> None:
        """Let go of what is held: it is not there any more."""
        if self._held is not None:
            self._end(self._held)

    def give_up(self) -> bool:
        """Let go of what is held, and bring back what was there before; return whether that could be done."""
        held = self._held
        if held is None or held.undo is None:
            return False
        held.undo()
        self._end(held)
        return True

    def _end(self, held: Grasp) -> None:
        self._held, self._button = None, Qt.MouseButton.NoButton
        self._scroll.stop()
        self.model.release()
        held.end()

    @Slot()
    def _scroll_on(self) -> None:
        """Scroll while the mouse is held beyond an end of a zoomed axis."""
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
        """Zoom at the mouse, pan by a horizontal wheel; over names the lanes are scrolled."""
        spot = spot_of(event)
        if self.model.content is None or self._held is not None or self.in_names(spot):
            event.ignore()
            return
        factor, pixels = _turned(event, self.model.axis.width)
        if pixels:
            self.model.move(self.model.axis.panned(-pixels * self.model.axis.seconds_per_pixel))
        else:
            self.zoom(spot, factor)
        self.point(spot)

    def zoom(self, spot: Spot, factor: float) -> None:
        """Come closer to what is at a place."""
        self.model.zoom_at(self.time_at(spot), factor)

    # -- pointing

    def point(self, spot: Spot) -> None:
        """Show what is under the mouse, shape the mouse, and say at once what a mark is."""
        content = self.model.content
        if content is None:
            return
        self.model.point_at(content.clipped(self.time_at(spot)) if self.on_axis(spot) else None)
        grasp = self._grasp(spot._replace(keys=QGuiApplication.keyboardModifiers()), LEFT)
        self.setCursor(Qt.CursorShape.ArrowCursor if grasp is None else grasp.cursor)
        hit = self.hit(spot) if self.on_axis(spot) else None
        if hit is not None and hit.time is not None:
            self._tell(spot)
        else:
            QToolTip.hideText()

    def event(self, event: QEvent) -> bool:
        """Say, too, what is under a resting mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            spot = Spot(*QPointF(event.pos()).toTuple())
            if self._held is None and self.on_axis(spot):
                self._tell(spot)
            return True
        return super().event(event)

    def _tell(self, spot: Spot) -> None:
        content = self.model.content
        if content is not None:
            head, *lines = (escape(line) for line in self._said(spot, content))
            text = "<br>".join((f"<b>{head}</b>", *lines))
            QToolTip.showText(self.mapToGlobal(spot.point), f"<p style='white-space:pre'>{text}</p>", self)

    def _said(self, spot: Spot, content: TimelineContent) -> Sequence[str]:
        """Return the time, the frame and its duration, and what is there."""
        time = content.clipped(self.time_at(spot))
        index = content.index.frame_at(time)
        frame = content.index.frames[index]
        number = tr("frame {}").format(frame["frame"])
        first = number if content.scale.form is TimeForm.FRAME else content.scale.label(time)
        lasts = fmt.seconds(float(frame["duration"])) if index < len(content.index.frames) - 1 else ""
        others = dict.fromkeys((first, elapsed_text(time, content.duration), number))
        head = fmt.join(*others, lasts)
        inside = content.gaps[(content.gaps[:, 0] <= time) & (time < content.gaps[:, 1])]
        gap = [tr("No frame for {}").format(fmt.seconds(end - begin)) for begin, end in inside.tolist()]
        hit = self.hit(spot)
        return head, *gap, *(hit.lines if hit else ())


def spot_of(event: QMouseEvent | QWheelEvent) -> Spot:
    """Return where the mouse is, and which keys are held down."""
    return Spot(*event.position().toTuple(), event.modifiers())


def _turned(event: QWheelEvent, width: float) -> tuple[float, float]:
    """Return how much closer to get, 1 to pan, and by how many pixels to pan to the right.

    A wheel zooms, finely with Ctrl, fast with Shift; a horizontal one pans.
    """
    delta, pixels = event.angleDelta(), event.pixelDelta()
    shift = bool(event.modifiers() & _SHIFT)
    across = delta.x() if not shift else 0  # some systems turn the wheel by Shift
    along = delta.y() or (delta.x() if shift else 0)
    if abs(across) > abs(along):
        return 1.0, pixels.x() or across / _NOTCH * _PAN_NOTCH * width
    factor = _FINE_ZOOM if event.modifiers() & _CTRL else _FAST_ZOOM if shift else _ZOOM
    return factor ** (along / _NOTCH), 0.0
