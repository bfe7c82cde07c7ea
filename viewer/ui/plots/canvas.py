"""The plots as they are shown: how all is drawn, and what lies where."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF

from viewer.replay.series import SIGNALS
from viewer.replay.series.signals import LIGHT_STATES
from viewer.replay.time.time_range import Range
from viewer.ui.plots.curve_painter import paint_curve, paint_ribbon
from viewer.ui.plots.host import PlotHost
from viewer.ui.plots.layout import RULER, PlacedPane, RowAt, legend_width, needed_height, pane_at, row_at
from viewer.ui.plots.legend import LegendRow, paint_cross, paint_row, paint_titles, paint_values
from viewer.ui.plots.names import signal_label, whose
from viewer.ui.plots.sheet import Curve
from viewer.ui.plots.value_axis import ValueAxis
from viewer.ui.theme import faded, font
from viewer.ui.timeline.content import TimelineContent
from viewer.ui.timeline.ruler import paint_ruler, paint_tick_labels, tick_labels

_TICK_ROOM = 34.0
"""Pixels between round values at least."""
_GRID = 0.55
_RANGE = 0.07
_HANDLE = 5.0
_DOT = 3.0
_SLACK = 4.0
"""Pixels beside the plots that still count as their ends."""
_NEAR = 8.0
"""Pixels from a curve within which one means it."""


class PlotCanvas(PlotHost):
    """Draws the plots; everything but what goes with playhead and mouse comes out of one pixmap."""

    # -- drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the picture, and on it what moves."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.panel)
            if self._content is not None and self._sheet.panes:
                painter.drawPixmap(QPointF(0, 0), self._static_picture(self._content))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._paint_moving(painter, self._content)
            else:
                painter.setFont(font(13))
                painter.setPen(self._theme.secondary)
                painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self._message)

    def picture(self) -> QPixmap:
        """Return a picture of all plots, those that are scrolled away, too."""
        size, scroll = self.size(), self._scroll
        self._scroll = 0.0
        self.resize(size.width(), max(size.height(), math.ceil(needed_height(self._sheet, self._row_height))))
        picture = self.grab()
        self._scroll = scroll
        self.resize(size)
        self._redraw()
        return picture

    def _static_picture(self, content: TimelineContent) -> QPixmap:
        axis, theme = self._axis, self._theme

        def paint(painter: QPainter) -> None:
            ruler = self._ruler
            paint_titles(painter, QRectF(0, 0, legend_width(self.width()), RULER), theme)
            paint_ruler(painter, axis, ruler, content, theme)
            self._tick_labels = tick_labels(axis, ruler, content)
            painter.setClipRect(QRectF(0, RULER, self.width(), self.height() - RULER))
            painter.translate(0, -self._scroll)
            for placed in self._in_view():
                self._paint_pane(painter, placed, content)

        return self._picture.get(
            (axis, self._generation, theme.name), self.size(), self.devicePixelRatioF(), paint
        )

    @property
    def _ruler(self) -> QRectF:
        return QRectF(self._axis.left, 0, self._axis.width, RULER)

    def _in_view(self) -> Iterator[PlacedPane]:
        top, bottom = self._scroll + RULER, self._scroll + self.height()
        return (each for each in self._placed if each.rect.bottom() > top and each.rect.top() < bottom)

    def _paint_pane(self, painter: QPainter, placed: PlacedPane, content: TimelineContent) -> None:
        theme, axis = self._theme, self._axis
        painter.fillRect(QRectF(0, placed.rect.top(), self.width(), 1), theme.hairline)
        painter.setPen(QPen(faded(theme.hairline, _GRID), 1))
        for tick in self._tick_labels:
            x = round(tick.box.left() - 5)
            painter.fillRect(
                QRectF(x, placed.plot.top(), 1, placed.plot.height()), faded(theme.hairline, _GRID)
            )
        if self._range is not None:
            self._paint_range(painter, placed, self._range)
        if placed.pane.is_ribbons:
            for number, curve in enumerate(placed.pane.curves):
                drawn = self._drawn.get(curve.key)
                if drawn is not None:
                    paint_ribbon(painter, axis, placed.ribbon(number), drawn, self.color_of(curve), theme)
        else:
            self._paint_curves(painter, placed)
        for curve, rect in zip(placed.pane.curves, placed.rows, strict=True):
            is_light = SIGNALS[curve.key.name].states is LIGHT_STATES  # its ribbon has the colours of lamps
            color = theme.faint if is_light else self.color_of(curve)
            paint_row(painter, rect, self._legend_row(curve, content), color, theme)

    def _paint_curves(self, painter: QPainter, placed: PlacedPane) -> None:
        scale, plot = self.scale_of(placed.pane), placed.plot
        self._paint_scale(painter, placed, scale)
        told = [self._drawn.get(curve.key) for curve in placed.pane.curves]
        if not any(drawn is None or drawn.series.known for drawn in told):
            painter.setPen(self._theme.secondary)
            painter.drawText(plot, Qt.AlignmentFlag.AlignCenter, self.tr("Nothing is recorded of it"))
        painter.save()
        painter.setClipRect(plot, Qt.ClipOperation.IntersectClip)
        for curve in reversed(placed.pane.curves):  # the first one lies on top
            drawn = self._drawn.get(curve.key)
            if drawn is not None:
                paint_curve(painter, self._axis, scale, plot, drawn, self.color_of(curve))
        painter.restore()

    def _paint_scale(self, painter: QPainter, placed: PlacedPane, scale: ValueAxis) -> None:
        """Draw round values with lines across, and the unit behind the highest one."""
        theme, plot, strip = self._theme, placed.plot, placed.scale
        painter.setFont(font(12))
        metrics = QFontMetricsF(painter.font())
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        ticks = scale.ticks(max(int(plot.height() // _TICK_ROOM), 1))
        half = metrics.height() / 2
        for value, text in ticks:
            y = round(scale.y(value, plot.top(), plot.height()))
            line = theme.hairline if value == 0.0 else faded(theme.hairline, _GRID)
            painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), line)
            if plot.top() + half - 4 <= y <= plot.bottom() - half + 4:
                painter.setPen(theme.secondary)
                painter.drawText(QRectF(strip.left(), y - half, strip.width() - 6, 2 * half), side, text)
        unit = placed.pane.unit
        if unit:
            box = QRectF(plot.left() + 5, plot.top(), metrics.horizontalAdvance(unit) + 6, 2 * half)
            painter.fillRect(box, faded(theme.panel, 0.8))
            painter.setPen(theme.secondary)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, unit)

    def _paint_range(self, painter: QPainter, placed: PlacedPane, chosen: Range) -> None:
        left, right = (min(max(self._axis.x(t), self._axis.left), self._axis.right) for t in chosen)
        if right > left:
            band = QRectF(left, placed.rect.top() + 1, right - left, placed.rect.height() - 1)
            painter.fillRect(band, faded(self._theme.accent, _RANGE))

    def _legend_row(self, curve: Curve, content: TimelineContent) -> LegendRow:
        drawn = self._drawn.get(curve.key)
        signal = SIGNALS[curve.key.name]
        return LegendRow(
            actor=whose(content.index, curve.key),
            signal=signal_label(curve.key.name),
            recorded=signal.recorded if drawn is None else drawn.series.recorded,
            states=signal.states is not None,
            stats=self.stats_of(curve),
        )

    # -- what moves

    def _paint_moving(self, painter: QPainter, content: TimelineContent) -> None:
        theme, axis, cursor = self._theme, self._axis, self.cursor_time
        x = round(axis.x(self._playhead))
        handle = QRectF(x - _HANDLE, 4, 2 * _HANDLE, 14) if axis.contains(self._playhead) else QRectF()
        chip = self._chip(content, cursor)
        paint_tick_labels(painter, self._tick_labels, (handle, chip), theme)
        painter.save()
        painter.setClipRect(QRectF(0, RULER, self.width(), self.height() - RULER))
        painter.translate(0, -self._scroll)
        for placed in self._in_view():
            self._paint_values(painter, placed, cursor)
        painter.restore()
        bottom = min(self._placed[-1].rect.bottom() - self._scroll, float(self.height()))
        if cursor is not None and axis.contains(cursor):
            self._paint_cursor(painter, content, cursor, chip, bottom)
        if not handle.isEmpty():
            painter.fillRect(QRectF(x - 1, handle.top(), 2, bottom - handle.top()), theme.text)
            painter.setPen(QPen(theme.panel, 1))
            painter.setBrush(theme.accent)
            painter.drawPolygon(_handle(handle))

    def _paint_values(self, painter: QPainter, placed: PlacedPane, cursor: float | None) -> None:
        theme = self._theme
        if self._drop_pane == placed.place:
            painter.setPen(QPen(theme.accent, 1))
            painter.setBrush(faded(theme.accent, _RANGE))
            painter.drawRoundedRect(placed.rect.adjusted(2.5, 2.5, -2.5, -2.5), 4, 4)
        for curve, rect in zip(placed.pane.curves, placed.rows, strict=True):
            here = self.text_at(curve, self._playhead)
            paint_values(painter, rect, here, self.text_at(curve, cursor), theme)
            pointed = self._pointed
            if pointed is not None and pointed.curve.number == curve.number:
                paint_cross(painter, pointed.cross, theme, hot=self._on_cross)

    def _chip(self, content: TimelineContent, cursor: float | None) -> QRectF:
        """Return where the time that is pointed at is written."""
        if cursor is None or not self._axis.contains(cursor):
            return QRectF()
        metrics = QFontMetricsF(font(12))
        width = metrics.horizontalAdvance(content.scale.label(cursor)) + 12
        chip = QRectF(round(self._axis.x(cursor)) + 4.5, 2.5, width, metrics.height() + 3)
        if chip.right() > self.width() - 2:
            chip.moveRight(round(self._axis.x(cursor)) - 3.5)
        return chip

    def _paint_cursor(
        self, painter: QPainter, content: TimelineContent, cursor: float, chip: QRectF, bottom: float
    ) -> None:  # fmt: skip
        theme = self._theme
        x = round(self._axis.x(cursor))
        painter.fillRect(QRectF(x, 4, 1, bottom - 4), faded(theme.text, 0.5))
        painter.save()
        painter.setClipRect(QRectF(0, RULER, self.width(), self.height() - RULER))
        painter.translate(0, -self._scroll)
        painter.setPen(QPen(theme.panel, 1))
        for placed in self._in_view():
            if not placed.pane.is_ribbons:
                self._paint_dots(painter, placed, cursor)
        painter.restore()
        painter.setPen(QPen(theme.hairline, 1))
        painter.setBrush(theme.panel)
        painter.drawRoundedRect(chip, 4, 4)
        painter.setPen(theme.text)
        painter.setFont(font(12))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, content.scale.label(cursor))

    def _paint_dots(self, painter: QPainter, placed: PlacedPane, cursor: float) -> None:
        """Mark the samples whose values are in force at the cursor."""
        scale, plot = self.scale_of(placed.pane), placed.plot
        for curve in placed.pane.curves:
            drawn = self._drawn.get(curve.key)
            sample = None if drawn is None else drawn.sample_at(cursor)
            if sample is None:
                continue
            dot = QPointF(self._axis.x(sample[0]), scale.y(sample[1], plot.top(), plot.height()))
            if plot.adjusted(-1, -1, 1, 1).contains(dot):
                painter.setBrush(self.color_of(curve))
                painter.drawEllipse(dot, _DOT, _DOT)

    # -- what is where

    def _down(self, position: QPointF) -> QPointF:
        """Return a position among the panes as they were without scrolling."""
        return position + QPointF(0.0, self._scroll)

    def _pane_at(self, position: QPointF) -> PlacedPane | None:
        return pane_at(self._placed, self._down(position)) if position.y() >= RULER else None

    def _row_at(self, position: QPointF) -> RowAt | None:
        return row_at(self._placed, self._down(position)) if position.y() >= RULER else None

    def _is_on_time(self, position: QPointF) -> bool:
        axis = self._axis
        strip = QRectF(axis.left - _SLACK, 0, axis.width + 2 * _SLACK, self.height())
        return bool(self._placed) and self._content is not None and strip.contains(position)

    def _scale_at(self, position: QPointF) -> PlacedPane | None:
        """Return the pane whose figures are at a position."""
        pane = self._pane_at(position)
        on = pane is not None and not pane.pane.is_ribbons and pane.scale.contains(self._down(position))
        return pane if on else None

    def curve_at(self, position: QPointF) -> Curve | None:
        """Return the curve whose row or line is at a position: of lines, the nearest one that is near."""
        row = self._row_at(position)
        if row is not None:
            return row.curve
        pane = self._pane_at(position)
        if pane is None or not self._is_on_time(position):
            return None
        down, time = self._down(position), self._axis.time(position.x())
        if pane.pane.is_ribbons:
            on = (n for n in range(len(pane.rows)) if pane.ribbon(n).contains(down))
            return next((pane.pane.curves[n] for n in on), None)
        near = ((self._distance(pane, curve, time, down.y()), curve) for curve in pane.pane.curves)
        distance, curve = min(near, key=lambda each: each[0])
        return curve if distance <= _NEAR else None

    def _distance(self, pane: PlacedPane, curve: Curve, time: float, y: float) -> float:
        drawn = self._drawn.get(curve.key)
        value = np.nan if drawn is None else drawn.drawn_at(time)
        if not np.isfinite(value):
            return float("inf")
        return abs(self.scale_of(pane.pane).y(value, pane.plot.top(), pane.plot.height()) - y)


def _handle(rect: QRectF) -> QPolygonF:
    """Return the shape of the playhead's handle in a rectangle."""
    shoulder = rect.top() + rect.height() / 2
    return QPolygonF(
        [
            rect.topLeft(),
            rect.topRight(),
            QPointF(rect.right(), shoulder),
            QPointF(rect.center().x(), rect.bottom()),
            QPointF(rect.left(), shoulder),
        ]
    )
