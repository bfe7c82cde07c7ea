"""Painting of one signal with any number of samples: a curve, or a ribbon of states."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.signals import Series
from viewer.signals.table import LIGHT_STATES
from viewer.ui.format import join
from viewer.ui.theme import LIGHT_ROLES, current_theme, faded
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.translation import tr

WIDTH = 1.5
"""Width in px of the line of a plotted curve."""
THIN = 1.0
"""Width in px of a curve that is drawn beside the one of its lane, such as that of another recording."""
BOLD = 2.25
"""Width in px of the curve of the primary selected actor."""
_DASH, _GAP = 5.0, 3.0
"""Lengths in px of dashes and gaps of curves whose values are derived, not recorded."""
_CROWDED = 2.0
"""Samples per pixel of width from which on a curve is drawn as one vertical bar per pixel, not as a line."""
_LONGEST = 1e5
"""Length in px of a curve above which its line is not dashed: zoomed in, most of it is out of view."""
_FAINT = 0.4
"""Opacity of the gaps of a dashed (derived) curve drawn as vertical bars: peaks in gaps stay visible."""
_MOST_SPANS = 400
_TEXT_MARGIN, _LETTER_WIDTH = 5.0, 14.0
_TEXT_FROM = 13.0
"""Minimum height in px of a ribbon of states on which the names of states are written."""
_LIT, _UNLIT = 0.75, 0.12
"""Opacity of the bars that show a signal's states: of states other than 0, and of state 0, usually "off"."""
_LINES = PrimitiveArray(QLineF, 4)
_BRIGHT_FROM = 0.18
"""Relative luminance of a background above which black text has more contrast than white."""


def visible(times: Floats, axis: TimeAxis) -> slice:
    """Return the slice of a curve's samples that are needed to draw it in the window of ``axis``.

    ``times`` are those of the K samples, ascending, shape ``(K,)``. The slice begins with the last sample at
    or before the window's start and ends with the first one at or after its end.
    """
    first = int(np.searchsorted(times, axis.start, side="right")) - 1
    last = int(np.searchsorted(times, axis.end, side="left")) + 1
    return slice(max(first, 0), min(max(last, 0), len(times)))


def column_range(times: Floats, padded: Floats, axis: TimeAxis) -> tuple[Floats, Floats]:
    """Return minimum and maximum of a signal's samples in each pixel column of the axis.

    A value holds from its sample to the next.

    Args:
        times: times of the samples, ascending, shape ``(K,)``, K > 0.
        padded: their values, NaN where unknown, and a NaN after them, shape ``(K + 1,)``; the caller adds it,
            so that a long series is not copied each time.
        axis: the time axis; C is its width in px.

    Returns:
        The minima and the maxima, both of shape ``(C,)``; NaN in columns before the first sample.
    """
    count = max(round(axis.width), 1)
    edges = axis.start + np.arange(count + 1) * (axis.span / count)
    begin = np.searchsorted(times, edges[:-1], side="right") - 1
    stop = np.searchsorted(times, edges[1:], side="left")
    bounds = np.empty(2 * count, np.int64)
    bounds[0::2] = np.maximum(begin, 0)
    bounds[1::2] = np.maximum(stop, bounds[0::2] + 1)
    least = np.fmin.reduceat(padded, bounds)[::2]
    greatest = np.fmax.reduceat(padded, bounds)[::2]
    before = stop <= 0
    least[before] = np.nan
    greatest[before] = np.nan
    return least, greatest


class PlottedSeries:
    """A signal's series of samples, prepared for painting.

    ``least`` and ``most`` are its least and greatest finite values, NaN if there are none. ``padded`` has all
    values followed by one NaN, the form that the function ``column_range`` takes.
    """

    def __init__(self, series: Series) -> None:
        self.series = series
        self.padded: Floats = np.append(series.values, np.nan)
        finite = series.values[np.isfinite(series.values)]
        self.least = float(finite.min()) if len(finite) else np.nan
        self.most = float(finite.max()) if len(finite) else np.nan

    def columns(self, axis: TimeAxis) -> tuple[Floats, Floats]:
        """Return the least and the greatest value of the series in each pixel column of ``axis``.

        There must be at least one sample.
        """
        part = visible(self.series.elapsed, axis)
        return column_range(self.series.elapsed[part], self.padded[part.start : part.stop + 1], axis)

    @lazy
    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Start, end and value of each of the S stretches with a constant state, each shape ``(S,)``."""
        return self.series.spans()

    @lazy
    def states(self) -> tuple[str, ...]:
        """Names of the states that occur, untranslated; empty for a series of numbers."""
        names, values = self.series.states or (), self.spans[2]
        known = values[(values >= 0) & (values < len(names))].astype(np.int64)
        return tuple(names[state] for state in np.flatnonzero(np.bincount(known)).tolist())

    def span_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return start and end of the period around ``elapsed`` in which the signal's state does not change.

        Times are in seconds. None if the signal has no state at that time.
        """
        begins, ends, _ = self.spans
        number = int(np.searchsorted(begins, elapsed, side="right")) - 1
        return None if number < 0 or elapsed > ends[number] else (float(begins[number]), float(ends[number]))

    def curve_value_at(self, elapsed: float) -> float:
        """Return the value of the curve at the time ``elapsed``, NaN where the curve has a gap."""
        series = self.series
        index = int(np.searchsorted(series.elapsed, elapsed, side="right")) - 1
        if index < 0:
            return np.nan
        ends = series.values[index : index + 2]
        if series.steps or not np.isfinite(ends).all():
            return float(ends[0])
        return float(np.interp(elapsed, series.elapsed[index : index + 2], ends))


def paint_curve(
    canvas: TimeCanvas,
    values: ValueAxis,
    drawn: PlottedSeries,
    color: QColor,
    width: float = WIDTH,
    fill: float = 0,
) -> None:
    """Draw the series ``drawn`` as a curve, dashed if it is derived, not recorded; unknown values leave gaps.

    ``values`` is the axis of values, ``width`` the width of the line in px, ``fill`` the opacity of the area
    between the curve and the lower edge.
    """
    series, axis, rect = drawn.series, canvas.axis, canvas.rect
    part = visible(series.elapsed, axis)
    if part.stop <= part.start:
        return
    if part.stop - part.start < _CROWDED * axis.width:
        _paint_line(canvas, values, series, part, QPen(color, width), fill)
        return
    least, most = drawn.columns(axis)
    tops = values.ys(most, rect.top(), rect.height()) - width / 2
    bottoms = values.ys(least, rect.top(), rect.height()) + width / 2
    if fill:
        canvas.columns(tops, np.full(len(tops), rect.bottom()), faded(color, fill))
    if series.recorded:
        canvas.columns(tops, bottoms, color)
        return
    on = np.arange(len(tops)) % (_DASH + _GAP) < _DASH
    canvas.columns(np.where(on, tops, np.nan), bottoms, color)
    canvas.columns(np.where(on, np.nan, tops), bottoms, faded(color, _FAINT))


def swatch_pen(color: QColor, *, recorded: bool) -> QPen:
    """Return the pen of a curve's swatch in the legend: solid if the values are ``recorded``, else dashed."""
    pen = QPen(color, 2.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if not recorded:
        pen.setDashPattern((_DASH / 2.0, _GAP / 2.0))
    return pen


def _paint_line(
    canvas: TimeCanvas, values: ValueAxis, series: Series, part: slice, pen: QPen, fill: float
) -> None:  # fmt: skip
    painter, axis, rect, _ = canvas
    times, points = _to_gaps(series.elapsed[part], series.values[part])
    if series.steps:
        times, points = np.repeat(times, 2)[1:], np.repeat(points, 2)[:-1]
    times, points = _cut(*_corners(times, points), axis)
    corners = np.column_stack((axis.xs(times), values.ys(points, rect.top(), rect.height())))
    if fill:
        middles = np.arange(rect.left(), rect.right()) + 0.5
        tops = np.interp(middles, corners[:, 0], corners[:, 1], np.nan, np.nan)
        canvas.columns(tops, np.full(len(tops), rect.bottom()), faded(pen.color(), fill))
    if series.recorded:
        lines = np.hstack((corners[:-1], corners[1:]))
    else:
        gaps = np.flatnonzero(np.isnan(corners[:, 1]))
        runs = (run[np.isfinite(run[:, 1])] for run in np.split(corners, gaps))
        lines = np.concatenate([np.empty((0, 4)), *(_dashes(run) for run in runs if len(run) > 1)])
    lines = lines[np.isfinite(lines).all(axis=1)]
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    _LINES.resize(len(lines))
    _LINES.ndarray()[:] = lines
    painter.drawLines(*_LINES.drawargs())


def _dashes(corners: Floats) -> Floats:
    """Return the dashes of a line through the K points ``corners``, shape ``(K, 2)``, as rows x1, y1, x2, y2.

    QPainter takes long to draw dashed lines itself.
    """
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(corners, axis=0).T)))
    if way[-1] > _LONGEST:
        return np.hstack((corners[:-1], corners[1:]))
    starts = np.arange(0.0, way[-1], _DASH + _GAP)
    distances = np.unique(np.concatenate((way, starts, np.minimum(starts + _DASH, way[-1]))))
    points = np.column_stack([np.interp(distances, way, corners[:, axis]) for axis in (0, 1)])
    middles = (distances[1:] + distances[:-1]) / 2
    lines: Floats = np.hstack((points[:-1], points[1:]))[middles % (_DASH + _GAP) < _DASH]
    return lines


def _to_gaps(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the times and values of a curve's samples, with one more sample where each gap (NaN) begins.

    It repeats the last value at the time of the NaN, so that the curve reaches to the gap.
    """
    begins = np.flatnonzero(np.isnan(values[1:]) & np.isfinite(values[:-1])) + 1
    return np.insert(times, begins, times[begins]), np.insert(values, begins, values[begins - 1])


def _corners(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return times and values of a curve's samples, without those between two samples of equal value.

    Unneeded joints in a line would look like dots.
    """
    between = np.zeros(len(values), np.bool_)
    between[1:-1] = (values[1:-1] == values[:-2]) & (values[1:-1] == values[2:])
    return times[~between], values[~between]


def _cut(times: Floats, values: Floats, axis: TimeAxis) -> tuple[Floats, Floats]:
    """Return the times and values of a curve, cut off at both ends of the visible part of the time ``axis``.

    QPainter draws lines that reach far beyond it with wrong slopes and dashes.
    """
    inside = np.clip(times, axis.start, axis.end)
    with np.errstate(invalid="ignore"):
        between = np.interp(inside, times, values)
    moved = (inside != times) & np.isfinite(between)
    return inside, np.where(moved, between, values)


def paint_ribbon(
    canvas: TimeCanvas,
    drawn: PlottedSeries,
    color: QColor,
    hatched: Sequence[tuple[float, float]] = (),
    further: Callable[[float, float], str] | None = None,
) -> None:
    """Draw the states of the series ``drawn`` as bars, with their names or initials where they fit.

    ``color`` is that of the bars, except of traffic light states. ``hatched`` are stretches to hatch, as
    (start, end) in seconds. ``further`` gets start and end of a bar in seconds and returns text to write into
    it after the name.
    """
    painter, axis, rect, theme = canvas
    begin, end, value = drawn.spans
    states = drawn.series.states or ()
    part = slice(int(np.searchsorted(end, axis.start)), int(np.searchsorted(begin, axis.end, side="right")))
    if part.stop - part.start > _MOST_SPANS:
        _paint_many(canvas, drawn, color)
        return
    stretches = zip(value[part].astype(int).tolist(), begin[part].tolist(), end[part].tolist(), strict=True)
    bars = [
        (canvas.stretch(*span), state_color(states, state, color), state, span) for state, *span in stretches
    ]
    for box, fill, *_ in bars:
        painter.fillRect(box, fill)
    for first, last in hatched:
        if last >= axis.start and first <= axis.end:
            brush = QBrush(faded(theme.panel, 0.5), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(canvas.stretch(first, last), brush)
    if rect.height() < _TEXT_FROM:
        return
    metrics = canvas.writing(theme.text)
    for box, fill, state, span in bars:
        text = tr(states[state]) if 0 <= state < len(states) else ""
        if metrics.horizontalAdvance(text) + 2 * _TEXT_MARGIN > box.width():
            text = text[:1] if box.width() >= _LETTER_WIDTH else ""
        elif text and further is not None:
            more = join(text, further(*span))
            text = more if metrics.horizontalAdvance(more) + 2 * _TEXT_MARGIN <= box.width() else text
        if text:
            painter.setPen(_text_color(fill))
            painter.drawText(box.adjusted(_TEXT_MARGIN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def state_color(states: tuple[str, ...], state: int, color: QColor) -> QColor:
    """Return the colour of the state with the index ``state`` in ``states``, the names of a signal's states.

    The states red, yellow and green of traffic lights have the colours of lamps, their other states that of
    hairlines. States of other signals have ``color``, fainter for state 0.
    """
    if states != LIGHT_STATES:
        return faded(color, _LIT if state else _UNLIT)
    return current_theme().color(LIGHT_ROLES.get(state, "hairline"))


def _paint_many(canvas: TimeCanvas, drawn: PlottedSeries, color: QColor) -> None:
    """Draw a series of states that change too often for one bar each: one state per column of pixels.

    For traffic lights that is the state at the column's middle, else the state with the highest index there.
    """
    series, axis, rect = drawn.series, canvas.axis, canvas.rect
    states = series.states or ()
    _, shown = drawn.columns(axis)
    if series.states == LIGHT_STATES:
        middles = axis.start + (np.arange(len(shown)) + 0.5) * (axis.span / len(shown))
        distances = np.searchsorted(series.elapsed, middles, side="right") - 1
        shown = np.where(distances >= 0, series.values[np.maximum(distances, 0)], np.nan)
    bottoms = np.full(len(shown), rect.bottom())
    for state in range(len(states)):
        tops = np.where(shown == state, rect.top(), np.nan)
        canvas.columns(tops, bottoms, state_color(states, state, color))


def _text_color(fill: QColor) -> QColor:
    """Return black or white as the colour of text on ``fill``, whichever has more contrast."""
    under_fill = current_theme().panel
    over, under = (np.array((each.redF(), each.greenF(), each.blueF())) for each in (fill, under_fill))
    seen = fill.alphaF() * over + (1 - fill.alphaF()) * under
    bright = float(seen**2.2 @ (0.2126, 0.7152, 0.0722)) > _BRIGHT_FROM
    return QColor("black") if bright else QColor("white")
