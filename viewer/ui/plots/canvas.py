"""The plots as they are shown: what they know, and how all is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from viewer.replay.range_stats import Range
from viewer.replay.series import SIGNALS, Series, series_stats, time_in_states
from viewer.ui.plots.colors import color_of, color_roles
from viewer.ui.plots.curve_painter import paint_curve, paint_ribbon
from viewer.ui.plots.drawn import Drawn
from viewer.ui.plots.layout import (
    ROW,
    RULER,
    TALL_ROW,
    PlacedPane,
    RowAt,
    legend_width,
    needed_height,
    place_panes,
    plot_span,
)
from viewer.ui.plots.legend import LegendRow, paint_cross, paint_row, paint_titles, paint_values
from viewer.ui.plots.names import signal_label, stats_text, times_text, value_text, whose
from viewer.ui.plots.sheet import Curve, Pane, Sheet
from viewer.ui.plots.value_axis import ValueAxis
from viewer.ui.series_store import SeriesKey
from viewer.ui.theme import Theme, font, load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.content import Content
from viewer.ui.timeline.lane import faded
from viewer.ui.timeline.picture import Picture
from viewer.ui.timeline.ruler import TickLabel, paint_ruler, paint_tick_labels, tick_labels

_TICK_ROOM = 34.0
"""Pixels between round values at least."""
_GRID = 0.55
_RANGE = 0.07
_HANDLE = 5.0
_DOT = 3.0


class PlotCanvas(QWidget):
    """Draws the plots; everything but what goes with playhead and mouse comes out of one pixmap."""

    needed_height_changed = Signal(int)
    """Pixels in which all plots could be seen at once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Plots"))
        self._theme = load_theme("dark")
        self._sheet = Sheet()
        self._placed: tuple[PlacedPane, ...] = ()
        self._drawn: dict[SeriesKey, Drawn] = {}
        self._roles: Mapping[int, str] = {}
        self._hero: int | None = None
        self._selected: int | None = None
        self._content: Content | None = None
        self._axis = TimeAxis.whole(0.0, 1.0)
        self._scales: dict[int, ValueAxis] = {}
        self._playhead = 0.0
        self._hover: float | None = None
        self._told_hover: float | None = None
        self._range: Range | None = None
        self._pointed: RowAt | None = None
        self._on_cross = False
        self._drop_pane: int | None = None
        self._scroll = 0.0
        self._generation = 0
        self._picture = Picture()
        self._tick_labels: tuple[TickLabel, ...] = ()
        self._message = ""

    # -- what it is told

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme
        self._redraw()

    def set_message(self, message: str) -> None:
        """Say why there is no plot."""
        self._message = message
        self.update()

    def set_sheet(self, sheet: Sheet) -> None:
        """Show these plots."""
        self._sheet = sheet
        keys = {curve.key for curve in sheet.curves}
        self._drawn = {key: drawn for key, drawn in self._drawn.items() if key in keys}
        firsts = {pane.curves[0].number for pane in sheet.panes}
        self._scales = {number: scale for number, scale in self._scales.items() if number in firsts}
        self._recolor()
        self._arrange()

    def set_series(self, key: SeriesKey, series: Series) -> None:
        """Show what a signal was, once it is known."""
        drawn = self._drawn.get(key)
        if drawn is None or drawn.series is not series:
            self._drawn[key] = Drawn(series)
            self._redraw()

    def forget_series(self) -> None:
        """Forget what signals were: another recording is shown."""
        self._drawn.clear()
        self._scales.clear()
        self._redraw()

    @Slot(object, object)
    def set_view(self, axis: TimeAxis, content: Content | None) -> None:
        """Show the same part of the recording as the timeline."""
        self._content = content
        self._axis = axis
        self._arrange()

    def set_actors(self, hero: int | None, selected: int | None) -> None:
        """Say whose curves have the colours of the hero and of the selection, by rows."""
        self._hero, self._selected = hero, selected
        before = self._roles
        self._recolor()
        if self._roles != before:
            self._redraw()

    def set_playhead(self, elapsed: float) -> None:
        """Move the playhead to a time in seconds."""
        if math.isfinite(elapsed) and elapsed != self._playhead:
            self._playhead = elapsed
            self.update()

    @Slot(object)
    def set_hover_time(self, elapsed: float | None) -> None:
        """Show the line of a time that is pointed at in another view, in seconds; None takes it away."""
        if elapsed != self._told_hover:
            self._told_hover = elapsed
            self.update()

    @Slot(object)
    def set_range(self, chosen: Range | None) -> None:
        """Say what signals amount to over a range, start and end in seconds; None for no range."""
        if chosen != self._range:
            self._range = chosen
            self._arrange()

    @Slot(int)
    def set_scroll(self, pixels: int) -> None:
        """Show what lies so many pixels further down."""
        self._scroll = float(pixels)
        self._redraw()

    # -- what it shows

    @property
    def series(self) -> dict[SeriesKey, Series]:
        """The series that are there."""
        return {key: drawn.series for key, drawn in self._drawn.items()}

    @property
    def placed(self) -> tuple[PlacedPane, ...]:
        """The panes and where they are, scrolling left out."""
        return self._placed

    @property
    def shown_axis(self) -> TimeAxis:
        """The window of time that is shown, on the widget's pixels."""
        return self._axis

    @property
    def cursor_time(self) -> float | None:
        """The time that is pointed at, here or elsewhere."""
        return self._hover if self._hover is not None else self._told_hover

    def scale_of(self, pane: Pane) -> ValueAxis:
        """Return the axis of values of a pane: the one the user chose, else around all values."""
        chosen = self._scales.get(pane.curves[0].number)
        if chosen is not None:
            return chosen
        drawn = [self._drawn[curve.key] for curve in pane.curves if curve.key in self._drawn]
        least = np.array([np.nan, *(each.least for each in drawn)])
        most = np.array([np.nan, *(each.most for each in drawn)])
        return ValueAxis.around(float(np.fmin.reduce(least)), float(np.fmax.reduce(most)))

    def color_of(self, curve: Curve) -> QColor:
        """Return the colour of a curve."""
        return color_of(self._roles.get(curve.number, ""), self._theme)

    def text_at(self, curve: Curve, elapsed: float | None) -> str:
        """Return the value in force at a time as it is written in the legend."""
        drawn = self._drawn.get(curve.key)
        return "" if drawn is None or elapsed is None else value_text(drawn.series, drawn.series.at(elapsed))

    def stats_of(self, curve: Curve) -> str:
        """Return what a curve amounts to over the range, empty if there is none or it is not known yet."""
        drawn = self._drawn.get(curve.key)
        if drawn is None or self._range is None:
            return ""
        series, chosen = drawn.series, self._range
        if series.states is not None:
            return times_text(series, time_in_states(series, chosen))
        return stats_text(series, series_stats(series, chosen))

    # -- placing

    def minimumSizeHint(self) -> QSize:
        """Return a size in which something can be seen."""
        return QSize(420, 80)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        super().resizeEvent(event)
        self._arrange()

    @property
    def _row_height(self) -> float:
        return TALL_ROW if self._range is not None else ROW

    def _arrange(self) -> None:
        self._placed = place_panes(self._sheet, QSizeF(self.size()), self._row_height)
        self._axis = self._axis.placed(*plot_span(self.width()))
        self.needed_height_changed.emit(math.ceil(needed_height(self._sheet, self._row_height)))
        self._redraw()

    def _recolor(self) -> None:
        self._roles = color_roles(self._sheet, self._hero, self._selected)

    def _redraw(self) -> None:
        """Have the picture drawn again."""
        self._generation += 1
        self.update()

    def _scale_changed(self, pane: Pane, scale: ValueAxis | None) -> None:
        """Show other values in a pane; None for all there are."""
        if scale is None:
            self._scales.pop(pane.curves[0].number, None)
        else:
            self._scales[pane.curves[0].number] = scale
        self._redraw()

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

    def _static_picture(self, content: Content) -> QPixmap:
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

    def _paint_pane(self, painter: QPainter, placed: PlacedPane, content: Content) -> None:
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
            paint_row(painter, rect, self._legend_row(curve, content), self.color_of(curve), theme)

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

    def _legend_row(self, curve: Curve, content: Content) -> LegendRow:
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

    def _paint_moving(self, painter: QPainter, content: Content) -> None:
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

    def _chip(self, content: Content, cursor: float | None) -> QRectF:
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
        self, painter: QPainter, content: Content, cursor: float, chip: QRectF, bottom: float
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
