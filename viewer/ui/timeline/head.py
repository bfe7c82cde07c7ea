"""The head of the timeline: an overview of the whole recording, and the ruler of the visible window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.replay.events import EventKind
from viewer.replay.time.time_forms import elapsed_text
from viewer.replay.time.time_range import Range
from viewer.ui import format as fmt
from viewer.ui.icons import icon
from viewer.ui.theme import current_theme, faded, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.ruler import paint_ruler, paint_tick_labels, tick_labels
from viewer.ui.timeline.time_axis_mouse import (
    SLACK,
    STATS_ENDS,
    TINT,
    DragAction,
    MousePosition,
    TimeStrip,
    end_near,
)
from viewer.ui.timeline.time_canvas import Label, Picture, TimeCanvas, typeface
from viewer.ui.timeline.timeline_content import KINDS, TimelineContent
from viewer.ui.translation import tr

_TOP, _OVERVIEW_HEIGHT, RULER_HEIGHT = 6, 20, 24
HEAD_HEIGHT = _TOP + _OVERVIEW_HEIGHT + RULER_HEIGHT
_COLUMN = 3.0
"""Width in px of one bar of the histogram in the timeline's overview, which shows how many events there are.
"""
_CROSS, _CROSSES = 13, 6.0
"""In the timeline's overview: size in px of a collision's icon, and width of a column with at most one icon.
"""
_GRIP = 6.0
"""Distance in px from an edge of the overview's frame within which the mouse can drag that edge.

The overview shows the whole recording; the frame in it marks the time window that the timeline shows.
"""
_NARROWEST = 8.0
"""Minimum width in px of the frame in the timeline's overview that marks the visible window of time."""
_HANDLE = 6.0
_BAR = 3.0
_SWATCH = 12.0

WindowEdges = tuple[bool, bool]
"""Whether a drag in the overview moves (the start, the end) of the visible window of time.

If both are True, it moves the window as a whole.
"""


class TimeHead(TimeStrip):
    """Head of the timeline: overview and ruler; beside them titles of the columns of names and statistics.

    Attributes:
        lit: whether a focus frame is drawn.
        add: the button that lists signals to plot.
        back: the button that scrolls to a playhead out of view.
    """

    def __init__(self, model: TimelineModel, parent: QWidget) -> None:
        super().__init__(model, parent)
        self.lit = False
        self._still = Picture()
        self._labels: Sequence[Label] = ()
        self.setFixedHeight(HEAD_HEIGHT)
        self.back = self._make_button(tr("Back to playhead"))
        self.back.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.back.clicked.connect(model.scroll_to_playhead)
        self.add = self._make_button("")
        self.add.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.add.move(round(_SWATCH), _TOP + _OVERVIEW_HEIGHT + 2)
        self.add.setToolTip(tr("Choose a signal to show in a lane, or drag a value of the inspector here"))
        self.add.clicked.connect(model.choice_requested)
        self._no_range = self._make_button("×")
        self._no_range.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._no_range.setProperty("kind", "quiet")
        self._no_range.adjustSize()
        self._no_range.setAccessibleName(tr("End the range"))
        self._no_range.clicked.connect(lambda: model.workspace.range.choose(None))

    def _make_button(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setFont(font(11))
        button.setStyleSheet("padding: 0px 6px;")
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setFixedHeight(RULER_HEIGHT - 4)
        return button

    # -- geometry

    @property
    def overview(self) -> QRectF:
        """Rectangle in the widget, in px, of the overview of the whole recording."""
        return QRectF(self.model.axis.left, _TOP, self.model.axis.width, _OVERVIEW_HEIGHT)

    @property
    def ruler(self) -> QRectF:
        """Rectangle, in pixels of the widget, of the ruler, which has the ticks of the visible time."""
        return QRectF(self.model.axis.left, _TOP + _OVERVIEW_HEIGHT, self.model.axis.width, RULER_HEIGHT)

    def _in_overview(self, mouse: MousePosition) -> bool:
        return mouse.y < _TOP + _OVERVIEW_HEIGHT

    def axis_at(self, mouse: MousePosition) -> TimeAxis:
        """Return the time axis at the mouse: of the whole recording in the overview, else of the timeline."""
        return self.model.axis.fitted() if self._in_overview(mouse) else self.model.axis

    def edge_at(self, mouse: MousePosition) -> int | None:
        """Return which edge of the chosen range is at the mouse: 0 its start, 1 its end, None for neither.

        Also None where the mouse is at an edge of the visible window in the overview, which is dragged first.
        """
        on_window = self._in_overview(mouse) and sum(self._edges_at(mouse.x)) == 1
        return None if on_window else super().edge_at(mouse)

    def _edges_at(self, x: float) -> WindowEdges:
        """Return which edges of the visible window a drag from ``x`` px in the overview moves: (start, end).

        A drag from inside moves both, unless the window shows the whole recording.
        """
        window = self._window()
        end = end_near(x, window.left(), window.right(), _GRIP, min(_GRIP, window.width() / 4))
        inside = end is None and window.left() <= x <= window.right() and not self.model.axis.shows_all
        return end == 0 or inside, end == 1 or inside

    def _window(self) -> QRectF:
        """Return the rectangle in the overview that stands for the time visible in the timeline below."""
        axis, rect = self.model.axis, self.overview
        left, right = (axis.fitted().x(time) for time in (axis.start, axis.end))
        missing = max(_NARROWEST - (right - left), 0.0)
        return QRectF(left - missing / 2, rect.top(), right - left + missing, rect.height())

    # -- what can be dragged

    def drag_actions(self, mouse: MousePosition) -> Iterator[DragAction | None]:
        """Yield the actions that a press at ``mouse`` may start, by priority; None for one impossible there.

        The actions drag the chosen range or the window, or move the playhead.
        """
        if not self.on_axis(mouse):
            return
        yield self.drag_range(mouse)
        if self._in_overview(mouse):
            yield self._drag_window(mouse)
        yield self.scrub(mouse)

    def _drag_window(self, mouse: MousePosition) -> DragAction | None:
        """Return the action that drags the visible window in the overview or its edge; None elsewhere.

        A click without a drag moves the playhead to the time at the mouse.
        """
        axis, edges = self.model.axis, self._edges_at(mouse.x)
        whole = axis.fitted()

        def move(to: MousePosition) -> None:
            self.model.move(window_dragged(axis, edges, (to.x - mouse.x) * whole.seconds_per_pixel))

        if not any(edges):
            return None
        cursor = Qt.CursorShape.OpenHandCursor if all(edges) else Qt.CursorShape.SizeHorCursor
        return DragAction(
            move=move, click=lambda to: self.model.seek(whole.time(to.x)), slack=SLACK, cursor=cursor
        )

    # -- updates

    def refresh(self) -> None:
        """Place, show or hide the buttons at the top of the timeline, and repaint its overview and ruler."""
        if self.model.content is None:
            self._still = Picture()
        wanted = self.model.is_lost
        if wanted:  # left of the axis, where it covers nothing
            self.back.adjustSize()
            self.back.move(max(round(self.model.axis.left) - self.back.width() - 8, 2), self.add.y())
        self.back.setVisible(wanted)
        self._no_range.setVisible(self.model.has_stats)
        self._no_range.move(self.width() - self._no_range.width() - 4, 3)
        self.update()

    # -- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw overview and ruler from a cached picture, then lines at the playhead and at the mouse."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawPixmap(0, 0, self._still_picture())
            if self.model.content is not None:
                self._paint_moving(painter, self.model.content)
            if self.lit:
                painter.setPen(QPen(current_theme().accent, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _still_picture(self) -> QPixmap:
        model, theme = self.model, current_theme()
        axis, content, chosen = model.axis, model.content, model.range

        def paint_all(painter: QPainter) -> None:
            painter.fillRect(self.rect(), theme.panel)
            overview = TimeCanvas(painter, axis.fitted(), self.overview, theme)
            ruler = self.canvas(painter, self.ruler)
            paint_overview(overview, content)
            if content is None or model.backdrop is None:
                return
            paint_window(overview, self._window(), shows_all=axis.shows_all)
            self._paint_titles(ruler, chosen, content)
            paint_ruler(ruler, content, model.backdrop.ticks)
            self._labels = tick_labels(axis, self.ruler, model.backdrop.ticks)
            if chosen is not None:
                _paint_range(overview, chosen)
                _paint_range(ruler, chosen)

        key = (
            axis,
            content,
            theme.name,
            chosen,
            model.cursor is None,
            model.has_stats,
            model.generation,
        )
        return self._still.get(key, self.size(), self.devicePixelRatioF(), paint_all)

    def _paint_titles(self, canvas: TimeCanvas, chosen: Range | None, content: TimelineContent) -> None:
        """Draw the titles beside the overview and the ruler: those of the legend's columns and of statistics.

        Those of statistics, and start, end and duration of the range ``chosen``, are drawn only if statistics
        are shown.
        """
        painter, _, ruler, theme = canvas
        columns, overview = self.model.columns, self.overview
        metrics = canvas.writing(theme.secondary)
        head = QRectF(_SWATCH, overview.top(), ruler.left() - 2 * _SWATCH, overview.height())
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, tr("Whole recording"))
        canvas.write_before(head, head.right(), elapsed_text(content.duration, content.duration))
        canvas.write_before(ruler, columns.value, tr("Playhead"))
        if self.model.cursor is not None:
            canvas.write_before(ruler, columns.cursor, tr("Cursor"))
        if chosen is None or not self.model.has_stats:
            return
        for text, right in zip((tr("Min"), tr("Mean"), tr("Max")), STATS_ENDS, strict=True):
            canvas.write_before(ruler, self.width() - right, text)
        start, end = chosen
        label = fmt.range_(content.scale.figure(start), content.scale.figure(end))
        head = QRectF(ruler.right() + 12, 2, self._no_range.x() - ruler.right() - 12, RULER_HEIGHT)
        painter.setPen(theme.text)
        painter.drawText(head, Qt.AlignmentFlag.AlignVCenter, label)
        painter.setPen(theme.secondary)
        beside = head.adjusted(metrics.horizontalAdvance(f"{label}  "), 0, 0, 0)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, fmt.seconds(end - start))

    def _paint_moving(self, painter: QPainter, content: TimelineContent) -> None:
        model, theme, ruler, strip = self.model, current_theme(), self.ruler, self.overview
        axis, cursor, whole = model.axis, model.cursor, model.axis.fitted()
        canvas, handle, chip = self.canvas(painter, ruler), QRectF(), QRectF()
        x = round(whole.x(model.playhead))
        painter.fillRect(QRectF(x - 1, strip.top() - 2, 2, strip.height() + 4), theme.text)
        if axis.contains(model.playhead):
            handle = _paint_handle(canvas, round(axis.x(model.playhead)))
        if cursor is not None:
            line = faded(theme.text, 0.5)
            painter.fillRect(QRectF(round(whole.x(cursor)), strip.top(), 1, strip.height()), line)
            if axis.contains(cursor):
                x = round(axis.x(cursor))
                painter.fillRect(QRectF(x, ruler.top() + 4, 1, ruler.height()), line)
                chip = _paint_chip(canvas, content.scale.label(cursor), x + 0.5)
        paint_tick_labels(canvas, self._labels, handle, chip)


def window_dragged(axis: TimeAxis, edges: WindowEdges, seconds: float) -> TimeAxis:
    """Return ``axis`` with its visible window changed: start, end or both are moved by ``seconds``.

    ``edges`` are two flags: whether the start is moved, and whether the end is.
    """
    if all(edges):
        return axis.panned(seconds)
    start = min(max(axis.start + seconds * edges[0], axis.first), axis.end - axis.closest)
    end = max(min(axis.end + seconds * edges[1], axis.last), axis.start + axis.closest)
    return axis.windowed(start, end - start)


def paint_overview(canvas: TimeCanvas, content: TimelineContent | None) -> None:
    """Draw the timeline's overview: histogram of events, collisions, hatching over lost or unread frames."""
    painter, strip, rect, theme = canvas
    painter.fillRect(rect, theme.hairline)  # rounded corners would be slow
    painter.fillRect(rect.adjusted(1, 1, -1, -1), theme.raised)
    if content is None:
        return
    canvas.hatch(np.concatenate((content.missing, content.gaps)))
    _paint_density(canvas, content)
    collisions = content.event_time[content.event_kind == KINDS.index(EventKind.COLLISION)]
    columns = np.flatnonzero(np.bincount((strip.xs(collisions) // _CROSSES).astype(np.int64)))
    for middle in ((columns + 0.5) * _CROSSES).tolist():
        cross = QRect(round(middle) - _CROSS // 2, round(rect.center().y()) - _CROSS // 2, _CROSS, _CROSS)
        painter.fillRect(cross.adjusted(2, 2, -2, -2), theme.raised)  # contrast with the bars
        icon("collision", "collision").paint(painter, cross)


def _paint_density(canvas: TimeCanvas, content: TimelineContent) -> None:
    """Draw the histogram of recorded events over time in the overview of the timeline.

    The height of a bar grows with the square root of the number of events, so that single ones can be seen.
    """
    strip, rect = canvas.axis, canvas.rect
    columns = max(int(strip.width // _COLUMN), 1)
    edges = strip.start + np.arange(columns + 1) * (strip.span / columns)
    counts = np.diff(np.searchsorted(content.event_time, edges, side="right"))
    if not counts.any():
        return
    filled, heights = np.flatnonzero(counts), np.sqrt(counts / counts.max()) * (rect.height() - 6)
    canvas.filling(faded(canvas.theme.secondary, 0.55)).drawRects(
        [
            QRectF(strip.left + column * _COLUMN, rect.bottom() - 1 - height, _COLUMN - 1, height)
            for column, height in zip(filled.tolist(), heights[filled].tolist(), strict=True)
        ]
    )


def paint_window(canvas: TimeCanvas, window: QRectF, *, shows_all: bool) -> None:
    """Draw the frame of the visible window ``window`` in the overview.

    Unless the window ``shows_all`` of the recording, also draw handles at its edges and dim the rest.
    """
    painter, _, rect, theme = canvas
    if not shows_all:
        veil = faded(theme.panel, 0.6)
        painter.fillRect(QRectF(rect.topLeft(), window.bottomLeft()), veil)
        painter.fillRect(QRectF(window.topRight(), rect.bottomRight()), veil)
        painter.fillRect(window, faded(theme.accent, 0.14))
    painter.setPen(QPen(faded(theme.accent, 0.9), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5))
    if not shows_all:
        canvas.filling(theme.accent)
        for x in (window.left(), window.right() - 3):
            painter.drawRoundedRect(QRectF(x, rect.center().y() - 5, 3, 10), 1.5, 1.5)


def _paint_range(canvas: TimeCanvas, chosen: Range) -> None:
    """Draw the chosen range of time as a tinted bracket, at least 2 px wide."""
    painter, axis, rect, theme = canvas
    band = canvas.stretch(*chosen, least=2.0)
    painter.fillRect(band, faded(theme.accent, TINT))
    painter.fillRect(QRectF(band.left(), band.top(), band.width(), _BAR), theme.accent)
    for time, x in zip(chosen, (band.left(), band.right() - 2), strict=True):
        if axis.contains(time):
            painter.fillRect(QRectF(x, rect.top(), 2, rect.height()), theme.accent)


def _paint_handle(canvas: TimeCanvas, x: float) -> QRectF:
    """Draw the playhead and its handle at ``x``; return the rectangle of the handle."""
    painter, _, rect, theme = canvas
    top = rect.top() + 4
    painter.fillRect(QRectF(x - 1, top, 2, rect.bottom() - top), theme.text)
    corners = (-_HANDLE, 0), (_HANDLE, 0), (_HANDLE, 8), (0, 15), (-_HANDLE, 8)
    handle = QPolygonF([QPointF(x + across, top + down) for across, down in corners])
    canvas.filling(theme.accent, theme.panel).drawPolygon(handle)
    return handle.boundingRect()


def _paint_chip(canvas: TimeCanvas, text: str, x: float) -> QRectF:
    """Write ``text`` (a time) in a box beside ``x``, on the side where it fits; return the box."""
    painter, _, rect, theme = canvas
    metrics = typeface(11)[1]
    chip = QRectF(x + 4, rect.top() + 3, metrics.horizontalAdvance(text) + 12, metrics.height() + 3)
    if chip.right() > rect.right() + 8:
        chip.moveRight(x - 4)
    canvas.filling(theme.panel, theme.hairline).drawRoundedRect(chip, 4, 4)
    canvas.writing(theme.text)
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
    return chip
