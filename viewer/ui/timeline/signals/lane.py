"""A lane of signals: curves on a common axis of values, or ribbons of states below each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from viewer.signals.series import SeriesKey
from viewer.signals.table import LIGHT_STATES
from viewer.ui import format as fmt
from viewer.ui.speed_unit import in_shown_unit, unit_shown
from viewer.ui.state.view_state import ViewState
from viewer.ui.theme import current_theme
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import HoverInfo, Lane, LaneData, LaneHeight, LegendEntry, main_actors
from viewer.ui.timeline.signals.curve_painter import (
    BOLD,
    THIN,
    WIDTH,
    PlottedSeries,
    paint_curve,
    paint_ribbon,
)
from viewer.ui.timeline.signals.plot_layout import NO_CURVES, Curve, Plot
from viewer.ui.timeline.signals.signal_names import curve_title, source_of, stats_texts, value_text
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.translation import tr

_RIBBON, _CURVE, MORE, MOST = 20, 44, 16, 120
"""Heights in px in a lane: of a ribbon of states; of the first curve, each further one; maximum with curves.

The user may drag a lane of curves to be higher than the maximum.
"""
LEAST_ROW = 18
_LOW_RIBBON, _RIBBON_MARGIN = 13.0, 3.5
"""Height in px of a bar with a signal's states in a low row, and the largest margin above and below a bar."""
_MARGIN = 3.0
_SCALE = 40.0
"""Width in px at the left of a lane of curves in which mouse actions change the lane's axis of values."""
_DOT, _OFF = 3.0, 5.0
_HALO = 4.0
"""Width in px of the pen that draws, in the lane's colour, around numbers on the axis of values."""
_NEAR = 8.0
"""Distance in px up to which the mouse counts as being on a plotted curve."""


class SignalLane(Lane):
    """Lane of the timeline that plots signals (quantities) of one unit over time.

    Attributes:
        plot: the curves.
        chosen_scale: axis of values that the user zoomed or panned to, None for one around all values.
        fill: opacity of the area below a curve.
        hatched: stretches of time to hatch in ribbons of states, as (start, end) in seconds.
        further: function that gets start and end of a ribbon's bar in seconds and returns more text to write
            into it; None for no more text.
    """

    fill: float = 0.0
    hatched: Sequence[tuple[float, float]] = ()
    further: Callable[[float, float], str] | None = None

    def __init__(self, plot: Plot = NO_CURVES) -> None:
        self.plot = plot
        self._drawn: dict[SeriesKey, PlottedSeries] = {}
        self._thin: list[Curve] = []
        self._legend: tuple[LegendEntry, ...] | None = None
        self.chosen_scale: ValueAxis | None = None
        self.name = ""

    def show(self) -> None:
        """Update the lane's name and legend for the curves of ``plot``; subclasses may first choose them."""
        self._legend = None
        self._thin = [
            Curve(0, key, self.view.signals[key.name], curve.color)
            for curve in self.plot.curves
            for key in self._keys_beside(curve.key)
            if key in self._drawn and not self.plot.is_ribbons
        ]
        self.name = fmt.join(*(self._title(curve) for curve in self.plot.curves)) or self.title

    def update(self, view: ViewState, data: LaneData) -> None:
        """Draw the curves of the lane's signals as far as these have been read."""
        super().update(view, data)
        beside = (each for key in self.signals for each in self._keys_beside(key))
        self.signals = *self.signals, *beside
        kept, there = self._drawn, data.series
        self._drawn = {
            key: kept[key] if key in kept and kept[key].series is there[key] else PlottedSeries(there[key])
            for key in self.signals
            if key in there
        }
        self.show()

    def _keys_beside(self, key: SeriesKey) -> list[SeriesKey]:
        """Return the keys of the signals that are drawn as thin curves beside the signal ``key``."""
        content = self.data.content
        if content is None:
            return []
        found = self.view.signals.in_lane_of(key.name)
        return [key._replace(name=each.name) for each in found if each.possible(content.index, key.row)]

    # -- the column of names

    @property
    def legend(self) -> tuple[LegendEntry, ...]:
        """The lines of the legend, one per curve."""
        if self._legend is None:
            self._legend = tuple(self._legend_entry(curve) for curve in self.plot.curves) or (
                LegendEntry(self.name),
            )
        return self._legend

    def _legend_entry(self, curve: Curve) -> LegendEntry:
        drawn, signal = self._drawn.get(curve.key), curve.signal
        series = None if drawn is None else drawn.series
        chosen = self.view.range
        has_colors = signal.states is LIGHT_STATES  # states of lights have the colours of lamps
        return LegendEntry(
            self._title(curve),
            self._title(curve, brief=True),
            color=None if has_colors else self._color(curve),
            ribbon=signal.states is not None,
            recorded=signal.recorded if series is None else series.recorded,
            mark=signal.mark,
            unit=unit_shown(signal.unit),
            widest=max((tr(state) for state in drawn.states), key=len, default="") if drawn else "",
            value=None if series is None else lambda time: value_text(series, series.at(time)),
            stats=() if series is None or chosen is None else stats_texts(series, chosen),
            row=curve.key.row,
            curve=curve if curve.number else None,
        )

    def _title(self, curve: Curve, *, brief: bool = False) -> str:
        """Return the title of ``curve``; ``brief`` leaves out the hero's id after the word "Hero"."""
        content, row = self.data.content, curve.key.row
        title = "" if content is None else curve_title(content.index, curve.key, curve.signal)
        if row is None or row != self.view.hero:
            return title
        actor_id = self.view.actors.actor_id(row)
        return tr("Hero {}").format(title.removeprefix(f"{actor_id} ") if brief else title)

    def _color(self, curve: Curve) -> QColor:
        return current_theme().color(curve.color) if curve.color else self.view.actors.color(curve.key.row)

    # -- values

    @property
    def _known_values(self) -> list[tuple[Curve, PlottedSeries]]:
        """Curves of the lane that have values, those beside others last."""
        curves = (*self.plot.curves, *self._thin)
        found = ((curve, self._drawn.get(curve.key)) for curve in curves)
        return [(curve, drawn) for curve, drawn in found if drawn is not None and drawn.series.known]

    @property
    def scale(self) -> ValueAxis:
        """Axis of the plotted values: as zoomed or panned by the user, else one that spans all values."""
        return self.whole_scale if self.chosen_scale is None else self.chosen_scale

    def on_scale(self, rect: QRectF, position: QPointF) -> bool:
        """Return whether ``position`` is on the axis of values, at the left of the lane's area ``rect``.

        Always False if the timeline lane has no numeric values.
        """
        return self._has_values and position.x() <= rect.left() + _SCALE

    def zoom_values(self, rect: QRectF, y: float, factor: float) -> None:
        """Zoom in the timeline lane's axis of values by ``factor``; the value at ``y`` px keeps its place.

        ``rect`` is the rectangle of the lane; the zoomed axis becomes ``chosen_scale``.
        """
        plot_rect, scale = self._plot_rect(rect), self.scale
        self.chosen_scale = scale.zoomed(scale.value(y, plot_rect.top(), plot_rect.height()), factor)

    @property
    def _has_values(self) -> bool:
        return not self.plot.is_ribbons and bool(self._known_values)

    @property
    def whole_scale(self) -> ValueAxis:
        """Value axis on which all values of the plotted signals fit."""
        shown = [drawn for _, drawn in self._known_values]
        least = np.fmin.reduce([np.nan, *(drawn.least for drawn in shown)])
        most = np.fmax.reduce([np.nan, *(drawn.most for drawn in shown)])
        return ValueAxis.around(float(least), float(most))

    # -- drawing

    @property
    def shown(self) -> object:
        """Value that changes when the lane must be drawn again: curves, their values, axis and colours."""
        styles = [(self._color(each), self._width(each)) for each in self.plot.curves]
        return self.plot, list(self._drawn.items()), self.scale, self.hint, styles

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw the lane's signals as curves or bars of states; without any, a text that tells why."""
        painter, _, rect, theme = canvas
        if self.plot.is_ribbons:
            for curve, drawn in self._known_values:
                ribbon = canvas.at(self._ribbon(rect, self.plot.curves.index(curve)))
                paint_ribbon(ribbon, drawn, self._color(curve), self.hatched, self.further)
            return
        scale, plot_rect = self.scale, self._plot_rect(rect)
        if scale.low < 0.0 < scale.high:
            zero = round(scale.y(0.0, plot_rect.top(), plot_rect.height()))
            painter.fillRect(QRectF(rect.left(), zero, rect.width(), 1), theme.hairline)
        if self.hint:
            canvas.writing(theme.secondary)
            painter.drawText(rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.hint)
        for curve, drawn in reversed(self._known_values):  # the first curve on top
            is_thin = curve in self._thin
            width, fill = (THIN, 0.0) if is_thin else (self._width(curve), self.fill)
            paint_curve(canvas.at(plot_rect), scale, drawn, self._color(curve), width, fill)
        if self._has_values:
            self._paint_ends(canvas, scale)

    def _paint_ends(self, canvas: TimeCanvas, scale: ValueAxis) -> None:
        """Write the greatest and the least round number of the lane's value axis at the left, if both fit.

        A halo in the lane's colour keeps the digits apart from a curve behind them.
        """
        painter, _, rect, theme = canvas
        plot_rect, metrics = self._plot_rect(rect), canvas.writing(theme.secondary)
        per_unit = in_shown_unit(1.0, self.plot.curves[0].signal.unit)
        (high, above), (low, below) = ValueAxis(scale.low * per_unit, scale.high * per_unit).ends
        top, bottom = (scale.y(each / per_unit, plot_rect.top(), plot_rect.height()) for each in (high, low))
        if bottom - top < 2 * metrics.ascent() + _HALO:
            return  # one number alone would not tell the scale
        for text, baseline in ((above, top + metrics.ascent() + 1), (below, bottom - _OFF)):
            start, halo = QPointF(rect.left() + 3, baseline), QPainterPath()
            halo.addText(start, painter.font(), text)
            painter.strokePath(halo, QPen(theme.lane, _HALO, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawText(start, text)

    @property
    def hint(self) -> str:
        """Text in place of curves: that nothing is recorded, or the progress of reading; may be empty."""
        drawn_series = [self._drawn.get(curve.key) for curve in self.plot.curves]
        if not any(drawn is None or drawn.series.known for drawn in drawn_series):
            return tr("Nothing is recorded about it")
        read = self.data.share
        waits = read is not None and not self._drawn
        return tr("Reading signals · {} %").format(round(100 * read)) if waits and read is not None else ""

    def _width(self, curve: Curve) -> float:
        return BOLD if curve.key.row in main_actors(self.view)[:1] else WIDTH

    def paint_cursor(self, canvas: TimeCanvas, time: float) -> None:
        """Draw a dot on each curve at ``time``, the time under the mouse."""
        _, axis, rect, theme = canvas
        scale, plot_rect = self.scale, self._plot_rect(rect)
        for curve, drawn in () if self.plot.is_ribbons else self._known_values:
            value = drawn.curve_value_at(time)
            dot = QPointF(axis.x(time), scale.y(value, plot_rect.top(), plot_rect.height()))
            if np.isfinite(value) and rect.adjusted(-1, -1, 1, 1).contains(
                dot
            ):  # QRectF.contains is True for NaN
                canvas.filling(self._color(curve), theme.panel).drawEllipse(dot, _DOT, _DOT)

    # -- pointing

    def hover_info(self, axis: TimeAxis, x: float) -> HoverInfo | None:
        """Return a tooltip with the value of each signal of the lane at ``x`` px; None without values."""
        time, lines = axis.time(x), []
        for curve, drawn in self._known_values:
            series = drawn.series
            value, unit = value_text(series, series.at(time)), unit_shown(curve.signal.unit)
            text = f"{self._title(curve)} {value} {unit}".rstrip()
            lines.append(fmt.join(text, source_of(curve.signal, recorded=series.recorded)))
        return HoverInfo(tuple(lines)) if lines else None

    def curve_at(self, axis: TimeAxis, rect: QRectF, position: QPointF) -> Curve | None:
        """Return the curve at ``position`` in the lane, whose rectangle is ``rect``; None if there is none.

        In a lane of states, drawn as ribbons, it is the one whose ribbon is there. Else it is the one whose
        line is nearest above or below, at most ``_NEAR`` px away.
        """
        curves, plot_rect = self.plot.curves, self._plot_rect(rect)
        if self.plot.is_ribbons:
            return next((c for n, c in enumerate(curves) if self._ribbon(rect, n).contains(position)), None)

        def distance(curve: Curve) -> float:
            value = self._drawn[curve.key].curve_value_at(axis.time(position.x()))
            away = abs(self.scale.y(value, plot_rect.top(), plot_rect.height()) - position.y())
            return away if np.isfinite(away) else np.inf

        nearest = min((curve for curve in curves if curve.key in self._drawn), key=distance, default=None)
        return nearest if nearest and distance(nearest) <= _NEAR else None

    def _ribbon(self, rect: QRectF, number: int) -> QRectF:
        height = rect.height() / len(self.plot.curves)
        margin = min(max((height - _LOW_RIBBON) / 2, 1.0), _RIBBON_MARGIN)
        top = rect.top() + number * height + margin
        return QRectF(rect.left(), top, rect.width(), max(height - 2 * margin, 1.0))

    def _plot_rect(self, rect: QRectF) -> QRectF:
        return rect.adjusted(0, _MARGIN, 0, -_MARGIN)


class ChosenLane(SignalLane):
    """Lane of the timeline that shows a plot of signals that the user chose."""

    def update(self, view: ViewState, data: LaneData) -> None:
        """Show the plot's signals, and adapt the lane's height to their number."""
        curves, is_ribbons = self.plot.curves, self.plot.is_ribbons
        self.signals = tuple(dict.fromkeys(curve.key for curve in curves))
        super().update(view, data)
        self.title = self.name
        usual = _RIBBON * len(curves) if is_ribbons else _CURVE + MORE * (len(curves) - 1)
        self.height = LaneHeight(LEAST_ROW * len(curves), usual, usual if is_ribbons else MOST)
