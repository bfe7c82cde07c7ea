"""How the timeline is drawn: a picture that is kept, and on it what moves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import cast

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPixmap, QPolygonF, QRegion

from viewer.ui.theme import current_theme, faded, font
from viewer.ui.timeline.chosen_range import paint_range, paint_range_in_overview
from viewer.ui.timeline.model import TimelineModel
from viewer.ui.timeline.name_painter import NameColumn, paint_scroll_bar
from viewer.ui.timeline.overview import paint_overview, paint_window
from viewer.ui.timeline.ruler import paint_tick_labels, tick_labels
from viewer.ui.timeline.time_canvas import Label, TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr
from viewer.ui.widgets.cached_pixmap import CachedPixmap, PicturePart

_DROP = 0.14
"""Opacity of what is laid over the lane that would take what is dragged."""
_LABEL = 100
"""Pixels beside the playhead in which there may be a label that it covers."""
_HANDLE = 6.0
_NARROWEST_CELL = 3.0
_HINT_FROM = 64.0
"""Pixels that are left below the lanes from which it is said there what could be."""


class TimelinePainter:
    """Draws a model; everything but what goes with playhead and mouse comes out of a pixmap."""

    def __init__(self, model: TimelineModel) -> None:
        self._model = model
        self._overview = CachedPixmap()
        self._still = CachedPixmap()
        self._tick_labels: tuple[Label, ...] = ()

    def forget(self) -> None:
        """Let go of all pictures: another recording is shown."""
        self._overview.forget()
        self._still.forget()

    @property
    def moving(self) -> QRegion:
        """Where there is something that goes with the playhead."""
        model = self._model
        axis, stack, content = model.axis, model.stack, model.content
        if content is None:
            return QRegion()
        top, bottom = round(stack.overview.top()) - 2, math.ceil(stack.bottom)
        ruler, lanes = round(stack.ruler.top()), round(stack.lanes.top())
        region = QRegion(round(axis.fitted().x(model.playhead)) - 2, top, 4, ruler - top + 2)
        if axis.contains(model.playhead):
            x = round(axis.x(model.playhead))
            region += QRect(x - _LABEL, ruler, 2 * _LABEL, lanes - ruler)
            region += QRect(x - 2, lanes, 4, bottom - lanes)
        cell = self._cell(content)
        if cell is not None:
            left, right = (round(axis.x(time)) for time in cell)
            region += QRect(left - 1, lanes, right - left + 2, bottom - lanes)
        return region + NameColumn(stack, has_cursor=model.cursor is not None).values.toAlignedRect()

    def paint(self, painter: QPainter, size: QSize, ratio: float, region: QRegion) -> None:
        """Draw a region of a widget of a size, on a screen with so many pixels for each of it."""
        content = self._model.content
        still = self._still_picture(content, size, ratio)
        rects = cast("Iterable[QRect]", region)  # the hints do not know that it is one
        for rect in rects:  # one by one: with the region as a clip it takes as long as all of it
            source = QRectF(QPointF(rect.topLeft()) * ratio, QSizeF(rect.size()) * ratio)
            painter.drawPixmap(QRectF(rect), still, source)
        if content is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_moving(painter, content)

    def _cell(self, content: TimelineContent) -> tuple[float, float] | None:
        """Return from when to when the frame lasts that is shown elsewhere."""
        shown = self._model.shown_frame
        if shown is None or shown >= content.frame_count:
            return None
        return float(content.edges[shown]), float(content.edges[shown + 1])

    def _paint_moving(self, painter: QPainter, content: TimelineContent) -> None:
        model, canvas, cell = self._model, self._canvas(painter), self._cell(content)
        axis, stack, theme, cursor = model.axis, model.stack, current_theme(), model.cursor
        tint = QRectF() if cell is None else canvas.stretch(*cell)
        if tint.width() >= _NARROWEST_CELL:
            painter.fillRect(tint, faded(theme.text, 0.07))
        handle, chip = QRectF(), QRectF()
        if axis.contains(model.playhead):
            x = round(axis.x(model.playhead))
            handle = QRectF(x - _HANDLE, stack.ruler.top() + 4, 2 * _HANDLE, 15)
        if cursor is not None and axis.contains(cursor):
            chip = self._chip(content.scale.label(cursor), round(axis.x(cursor)) + 0.5)
        paint_tick_labels(canvas, self._tick_labels, (handle, chip))
        self._paint_range(canvas)
        NameColumn(stack, has_cursor=cursor is not None).paint_values(canvas, model.playhead, cursor)
        if model.drop_target is not None:
            painter.fillRect(model.drop_target.rect, faded(theme.accent, _DROP))
        self._paint_playhead(canvas, handle)
        if cursor is not None:
            self._paint_cursor(canvas, cursor, chip, content.scale.label(cursor))

    def _chip(self, text: str, x: float) -> QRectF:
        """Return where the time under the mouse is written on the axis."""
        metrics, ruler = QFontMetricsF(font(11)), self._model.stack.ruler
        chip = QRectF(x + 4, ruler.top() + 3, metrics.horizontalAdvance(text) + 12, metrics.height() + 3)
        if chip.right() > ruler.right() + 8:
            chip.moveRight(x - 4)
        return chip

    def _paint_playhead(self, canvas: TimeCanvas, handle: QRectF) -> None:
        """Draw the playhead over the lanes with its handle on the axis, and as a line in the overview."""
        painter, axis, _, theme = canvas
        stack = self._model.stack
        x, strip = round(axis.fitted().x(self._model.playhead)), stack.overview
        painter.fillRect(QRectF(x - 1, strip.top() - 2, 2, strip.height() + 4), theme.text)
        if handle.isEmpty():
            return
        middle, top, shoulder = handle.center().x(), handle.top(), handle.top() + 8
        painter.fillRect(QRectF(middle - 1, top, 2, stack.bottom - top), theme.text)
        sides = QPointF(handle.right(), shoulder), QPointF(handle.left(), shoulder)
        corners = [handle.topLeft(), handle.topRight(), sides[0], QPointF(middle, handle.bottom()), sides[1]]
        canvas.filling(theme.accent, theme.panel).drawPolygon(QPolygonF(corners))

    def _paint_cursor(self, canvas: TimeCanvas, time: float, chip: QRectF, text: str) -> None:
        """Draw a thin line at a time, with the time written on the axis, and what lanes mark there."""
        painter, axis, _, theme = canvas
        stack, line = self._model.stack, faded(theme.text, 0.5)
        strip, top = stack.overview, stack.ruler.top() + 4
        painter.fillRect(QRectF(round(axis.fitted().x(time)), strip.top(), 1, strip.height()), line)
        if chip.isEmpty():
            return
        painter.fillRect(QRectF(round(axis.x(time)), top, 1, stack.bottom - top), line)
        canvas.filling(theme.panel, theme.hairline).drawRoundedRect(chip, 4, 4)
        canvas.writing(theme.text)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, text)
        for placed in stack.placed:
            placed.lane.paint_cursor(canvas.at(placed.rect & stack.lanes), time)

    def _paint_range(self, canvas: TimeCanvas) -> None:
        """Draw the chosen range."""
        stack, chosen = self._model.stack, self._model.context.chosen
        if chosen is not None:
            paint_range_in_overview(self._overview_canvas(canvas.painter), chosen)
            canvas.painter.save()
            canvas.painter.setClipRect(stack.ruler | stack.room, Qt.ClipOperation.IntersectClip)
            paint_range(canvas.at(stack.ruler), chosen, stack.bottom)
            canvas.painter.restore()

    def _paint_hint(self, canvas: TimeCanvas) -> None:
        """Say below the lanes how others come there, until somebody has done it."""
        stack = self._model.stack
        room = QRectF(stack.room.bottomLeft(), stack.lanes.bottomRight())
        if room.height() >= _HINT_FROM and not self._model.sheet.panes:
            canvas.writing(canvas.theme.secondary)
            text = tr("Drag a value of the inspector here to see it over time, or choose + Signal")
            canvas.painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)

    def _canvas(self, painter: QPainter) -> TimeCanvas:
        """Return the room of all lanes."""
        return TimeCanvas(painter, self._model.axis, self._model.stack.room, current_theme())

    def _overview_canvas(self, painter: QPainter) -> TimeCanvas:
        model = self._model
        return TimeCanvas(painter, model.axis.fitted(), model.stack.overview, current_theme())

    def _overview_picture(self, content: TimelineContent | None, size: QSize, ratio: float) -> QPixmap:
        def paint(painter: QPainter, _: QRectF) -> None:
            paint_overview(self._overview_canvas(painter), content)

        model, theme = self._model, current_theme()
        size = QSize(size.width(), math.ceil(model.stack.overview.bottom()))
        return self._overview.get((model.axis.fitted(), content, theme.name), size, ratio, theme.panel, paint)

    def _still_picture(self, content: TimelineContent | None, size: QSize, ratio: float) -> QPixmap:
        model = self._model
        axis, theme, stack, chosen = model.axis, current_theme(), model.stack, model.context.chosen
        names = NameColumn(stack, has_cursor=model.cursor is not None)

        def paint(painter: QPainter, part: QRectF) -> None:
            canvas = self._canvas(painter)
            if part.intersects(head):
                painter.drawPixmap(QPoint(), self._overview_picture(content, size, ratio))
            if content is None:
                return
            if part.intersects(head):
                paint_window(self._overview_canvas(painter), axis)
                names.paint_titles(canvas, chosen, content)
                self._tick_labels = tick_labels(axis, stack.ruler, content)
            stack.paint(canvas, content, chosen, part)
            self._paint_hint(canvas)
            if any(part.intersects(column) for column in columns):
                names.paint_names(canvas, model.named)
                paint_scroll_bar(canvas, stack)

        head, columns = names.head(size), names.columns(size)
        written = names.written(model.named)
        parts = [
            PicturePart(head, names.has_cursor),
            *(PicturePart(column, written) for column in columns),
            *(PicturePart(each.rect & stack.lanes, each.lane.shown) for each in stack.placed),
        ]
        key = (axis, model.generation, theme.name, content, chosen, stack.placed, stack.scroll)
        return self._still.get(key, size, ratio, theme.panel, paint, parts)
