"""A lane of signals: curves over a common axis of values, or ribbons of states below each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor

from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.signals.table import LIGHT_STATES
from viewer.ui import format as fmt
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneContext, LaneHeight, NameRow
from viewer.ui.timeline.signals.curve_painter import BOLD, WIDTH, Drawn, paint_curve, paint_ribbon
from viewer.ui.timeline.signals.plot_layout import NO_CURVES, Curve, Pane
from viewer.ui.timeline.signals.signal_names import curve_title, stats_texts, value_text
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.translation import tr

_RIBBON, _CURVE, MORE, _MOST = 20, 44, 16, 400
"""Pixels of a ribbon, of one curve, of each further one, and at most."""
LEAST_ROW = 18
_LOW_RIBBON, _RIBBON_MARGIN = 13.0, 3.5
"""Height of a ribbon in its row, and at most that much above and below it: a higher row has a higher one."""
_MARGIN = 3.0
_SCALE = 40.0
"""Pixels at the left of a lane in which its values can be zoomed."""
_FIGURES_FROM = 34.0
"""Height from which there is room for the ends of the scale."""
_DOT, _TEXT = 3.0, 13.0
_OFF = 2.0
"""Pixels between a figure of the scale and its line."""
_PLATE = 0.7
"""Opacity of the lane's ground under a figure, so that it can be read on a curve."""
_NEAR = 8.0
"""Pixels from a curve within which one means it."""


class SignalLane(Lane):
    """What signals of one unit were over time.

    Attributes:
        pane: which signals.
        chosen_scale: the axis of values that the user chose, None for one around all values.
        fill: opacity of the colour below a curve.
        hatched, further: of ribbons, as ``paint_ribbon`` has them.

    """

    valued = True
    fill: float = 0.0
    hatched: Sequence[tuple[float, float]] = ()
    further: Callable[[float, float], str] | None = None

    def __init__(self, pane: Pane = NO_CURVES) -> None:
        self.pane = pane
        self._drawn: dict[SeriesKey, Drawn] = {}
        self._rows: tuple[NameRow, ...] | None = None
        self.chosen_scale: ValueAxis | None = None
        self.name = ""

    def show(self) -> None:
        """Show the signals of the pane; others may choose that first."""
        self._rows = None
        self.name = fmt.join(*(self._title(curve) for curve in self.pane.curves)) or self.title

    def set_context(self, context: LaneContext) -> None:
        """Take the recording, who is followed, and those signals that are known by now."""
        super().set_context(context)
        kept, there = self._drawn, context.series
        self._drawn = {
            key: kept[key] if key in kept and kept[key].series is there[key] else Drawn(there[key])
            for key in self.signals
            if key in there
        }
        self.show()

    # -- the column of names

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """A row for each signal."""
        if self._rows is None:
            self._rows = tuple(self._row(curve) for curve in self.pane.curves) or (NameRow(self.name),)
        return self._rows

    def _row(self, curve: Curve) -> NameRow:
        drawn, signal = self._drawn.get(curve.key), SIGNALS[curve.key.name]
        series = None if drawn is None else drawn.series
        chosen = self.context.chosen
        has_colors = signal.states is LIGHT_STATES  # its ribbon has the colours of lamps
        return NameRow(
            self._title(curve),
            self._title(curve, brief=True),
            color=None if has_colors else self._color(curve),
            ribbon=signal.states is not None,
            recorded=signal.recorded if series is None else series.recorded,
            unit=unit_shown(signal.unit),
            widest=max((tr(state) for state in signal.states or ()), key=len, default=""),
            value=None if series is None else lambda time: value_text(series, series.at(time)),
            stats=() if series is None or chosen is None else stats_texts(series, chosen),
            row=curve.key.row,
            number=curve.number or None,
        )

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        """Return what a curve is called; of the only hero one need not say the id."""
        context, row = self.context, curve.key.row
        title = "" if context.index is None else curve_title(context.index, curve.key)
        if row is None or row != context.hero:
            return title
        return tr("Hero {}").format(title.removeprefix(f"{context.actor_id(row)} ") if brief else title)

    def _color(self, curve: Curve) -> QColor:
        return current_theme().color(curve.color) if curve.color else self.context.color(curve.key.row)

    # -- values

    @property
    def _told(self) -> list[tuple[int, Curve, Drawn]]:
        """The signals that are there by now, with their places."""
        there = self._drawn
        return [(n, each, there[each.key]) for n, each in enumerate(self.pane.curves) if each.key in there]

    @property
    def scale(self) -> ValueAxis:
        """The axis of values: the one the user chose, else around all values."""
        return self.whole_scale if self.chosen_scale is None else self.chosen_scale

    def on_scale(self, rect: QRectF, position: QPointF) -> bool:
        """Return whether the figures of its axis are at a position of the lane."""
        return self._has_values and position.x() <= rect.left() + _SCALE

    def zoom_values(self, rect: QRectF, y: float, factor: float) -> None:
        """Come closer to the value at a height."""
        plot, scale = self._plot(rect), self.scale
        self.chosen_scale = scale.zoomed(scale.value(y, plot.top(), plot.height()), factor)

    @property
    def _has_values(self) -> bool:
        return not self.pane.is_ribbons and any(drawn.series.known for _, _, drawn in self._told)

    @property
    def whole_scale(self) -> ValueAxis:
        """The axis around all values."""
        shown = [drawn for _, _, drawn in self._told]
        least = np.fmin.reduce([np.nan, *(drawn.least for drawn in shown)])
        most = np.fmax.reduce([np.nan, *(drawn.most for drawn in shown)])
        return ValueAxis.around(float(least), float(most))

    # -- drawing

    @property
    def shown(self) -> object:
        """The series, and how they are drawn."""
        styles = [(self._color(each), self._width(each)) for each in self.pane.curves]
        return self.pane, list(self._drawn.items()), self.scale, self.hint, styles

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw curves, or ribbons; say so where nothing is known."""
        painter, _, rect, theme = canvas
        if self.pane.is_ribbons:
            for number, curve, drawn in self._told:
                ribbon, color = canvas.at(self._ribbon(rect, number)), self._color(curve)
                paint_ribbon(ribbon, drawn, color, self.hatched, self.further)
            return
        scale, plot = self.scale, self._plot(rect)
        if scale.low < 0.0 < scale.high:
            zero = round(scale.y(0.0, plot.top(), plot.height()))
            painter.fillRect(QRectF(rect.left(), zero, rect.width(), 1), theme.hairline)
        if self.hint:
            canvas.writing(theme.secondary)
            painter.drawText(rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.hint)
        for _, curve, drawn in reversed(self._told):  # the first one lies on top
            if drawn.series.known:
                paint_curve(canvas.at(plot), scale, drawn, self._color(curve), self._width(curve), self.fill)
        if self._has_values and rect.height() >= _FIGURES_FROM:
            self._paint_ends(canvas, scale)

    def _paint_ends(self, canvas: TimeCanvas, scale: ValueAxis) -> None:
        """Write the outermost round values of the scale at the left."""
        painter, _, rect, theme = canvas
        plot, below = self._plot(rect), rect.top()
        metrics = canvas.writing(theme.secondary)
        per_unit = in_shown_unit(1.0, SIGNALS[self.pane.curves[0].key.name].unit)
        ends = ValueAxis(scale.low * per_unit, scale.high * per_unit).ends
        for (value, text), side in zip(ends, (_OFF, -_OFF - _TEXT), strict=True):
            top = scale.y(value / per_unit, plot.top(), plot.height()) + side
            box = QRectF(rect.left() + 4, top, metrics.horizontalAdvance(text), _TEXT)
            if below <= top and box.bottom() <= rect.bottom():
                painter.fillRect(box, faded(canvas.theme.lane, _PLATE))
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
                below = box.bottom()

    @property
    def hint(self) -> str:
        """Why there is no curve, empty if there is one or it is not waited for long."""
        told = [self._drawn.get(curve.key) for curve in self.pane.curves]
        if not any(drawn is None or drawn.series.known for drawn in told):
            return tr("Nothing is recorded of it")
        read = self.context.read
        waits = read is not None and not self._drawn
        return tr("Reading signals · {} %").format(round(100 * read)) if waits and read is not None else ""

    def _width(self, curve: Curve) -> float:
        return BOLD if curve.key.row in self.context.followed[:1] else WIDTH

    def paint_cursor(self, canvas: TimeCanvas, time: float) -> None:
        """Mark where curves are at a time."""
        _, axis, rect, theme = canvas
        scale, plot = self.scale, self._plot(rect)
        for _, curve, drawn in () if self.pane.is_ribbons else self._told:
            value = drawn.drawn_at(time)
            dot = QPointF(axis.x(time), scale.y(value, plot.top(), plot.height()))
            if np.isfinite(value) and rect.adjusted(-1, -1, 1, 1).contains(dot):  # a NaN is in any rectangle
                canvas.filling(self._color(curve), theme.panel).drawEllipse(dot, _DOT, _DOT)

    # -- pointing

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return what each signal is at a pixel."""
        time, lines = axis.time(x), []
        for number, _, drawn in self._told:
            if drawn.series.known:
                row = self.rows[number]
                value = value_text(drawn.series, drawn.series.at(time))
                said = f"{row.text} {value} {row.unit}".rstrip()
                lines.append(fmt.join(said, "" if row.recorded else tr("derived")))
        return Hit(tuple(lines)) if lines else None

    def curve_at(self, axis: TimeAxis, rect: QRectF, position: QPointF) -> Curve | None:
        """Return the curve whose line or ribbon is at a position: of lines the nearest one that is near."""
        curves = self.pane.curves
        if self.pane.is_ribbons:
            on = (n for n in range(len(curves)) if self._ribbon(rect, n).contains(position))
            return next((curves[n] for n in on), None)
        time, plot = axis.time(position.x()), self._plot(rect)
        near = []
        for number, _, drawn in self._told:
            value = drawn.drawn_at(time)
            if np.isfinite(value):
                y = self.scale.y(value, plot.top(), plot.height())
                near.append((abs(y - position.y()), number))
        distance, number = min(near, default=(np.inf, 0))
        return curves[number] if distance <= _NEAR else None

    def _ribbon(self, rect: QRectF, number: int) -> QRectF:
        height = rect.height() / len(self.pane.curves)
        margin = min(max((height - _LOW_RIBBON) / 2, 1.0), _RIBBON_MARGIN)
        top = rect.top() + number * height + margin
        return QRectF(rect.left(), top, rect.width(), max(height - 2 * margin, 1.0))

    def _plot(self, rect: QRectF) -> QRectF:
        return rect.adjusted(0, _MARGIN, 0, -_MARGIN)


class ChosenLane(SignalLane):
    """A lane of signals that the user chose."""

    def set_context(self, context: LaneContext) -> None:
        """Show these signals, with room for each of them."""
        curves, is_ribbons = self.pane.curves, self.pane.is_ribbons
        self.signals = tuple(dict.fromkeys(curve.key for curve in curves))
        super().set_context(context)
        self.title = self.name
        usual = _RIBBON * len(curves) if is_ribbons else _CURVE + MORE * (len(curves) - 1)
        self.height = LaneHeight(LEAST_ROW * len(curves), usual, usual if is_ribbons else _MOST)
