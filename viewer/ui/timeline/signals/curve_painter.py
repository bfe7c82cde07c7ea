"""Drawing one signal, of however many samples: a curve over an axis of values, or a ribbon of states."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from pyqtgraph.Qt.internals import PrimitiveArray
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QBrush, QColor, QPen

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.logfile.enums import TrafficLightState
from viewer.signals import Series
from viewer.signals.table import LIGHT_STATES
from viewer.ui.format import join
from viewer.ui.theme import current_theme, faded
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.translation import tr

WIDTH = 1.5
"""Width of a curve in pixels."""
BOLD = 2.25
"""Width of the curve of somebody selected."""
_DASH, _GAP = 5.0, 3.0
"""Pixels of a dash of derived curves, and between two."""
_CROWDED = 2.0
"""Samples per pixel from which on columns are drawn in place of a line through the samples."""
_LONGEST = 1e5
"""Pixels of a line beyond which it is not dashed: close up, nearly all of it is out of sight."""
_FAINT = 0.4
"""Opacity of the gaps of a dashed curve where it is columns: a peak must be seen in them, too."""
_MOST_SPANS = 400
_TEXT_MARGIN, _LETTER_ROOM = 5.0, 14.0
_TEXT_FROM = 13.0
"""Height of a ribbon in pixels from which there is room for text."""
_LIT, _UNLIT = 0.75, 0.12
"""Opacity of a state that is on, and of the one that is off."""
_LAMPS: Mapping[int, str] = {
    TrafficLightState.RED: "red",
    TrafficLightState.YELLOW: "yellow",
    TrafficLightState.GREEN: "green",
}
"""What the theme calls the colours of lamps."""
_LINES = PrimitiveArray(QLineF, 4)
_BRIGHT_FROM = 0.18
"""Relative luminance from which black is the better contrast."""


def visible(times: Floats, axis: TimeAxis) -> slice:
    """Return the samples in the window, from the one that holds at its start to one at or after its end.

    ``times`` is ascending, shape (K,).
    """
    first = int(np.searchsorted(times, axis.start, side="right")) - 1
    last = int(np.searchsorted(times, axis.end, side="left")) + 1
    return slice(max(first, 0), min(max(last, 0), len(times)))


def column_range(times: Floats, padded: Floats, axis: TimeAxis) -> tuple[Floats, Floats]:
    """Return what a series, whose values hold until the next one, shows in each column of pixels.

    Args:
        times: ascending, shape (K,), K > 0.
        padded: the values, NaN where unknown, and one more NaN, shape (K + 1,); long series are asked for
            many times, and not copied for it.
        axis: the window.

    Returns:
        The least and the greatest value in each column, both of shape (C,); the columns share the axis
        evenly. A column before the first sample has NaN.

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


class Drawn:
    """A series, its extent, and its values as ``column_range`` wants them."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.padded: Floats = np.append(series.values, np.nan)
        finite = series.values[np.isfinite(series.values)]
        self.least = float(finite.min()) if len(finite) else np.nan
        self.most = float(finite.max()) if len(finite) else np.nan

    def columns(self, axis: TimeAxis) -> tuple[Floats, Floats]:
        """Return what it shows in each column of pixels, see ``column_range``; there must be a sample."""
        part = visible(self.series.elapsed, axis)
        return column_range(self.series.elapsed[part], self.padded[part.start : part.stop + 1], axis)

    @lazy
    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Begin, end and value of the stretches in which a state stays, (S,) each."""
        return self.series.spans()

    def span_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return begin and end of the stretch in which a state stays at a time, None if there is none."""
        begins, ends, _ = self.spans
        number = int(np.searchsorted(begins, elapsed, side="right")) - 1
        return None if number < 0 or elapsed > ends[number] else (float(begins[number]), float(ends[number]))

    def drawn_at(self, elapsed: float) -> float:
        """Return the value at which the curve is drawn at a time, NaN where it is not."""
        series = self.series
        place = int(np.searchsorted(series.elapsed, elapsed, side="right")) - 1
        if place < 0:
            return np.nan
        ends = series.values[place : place + 2]
        if series.steps or not np.isfinite(ends).all():
            return float(ends[0])
        return float(np.interp(elapsed, series.elapsed[place : place + 2], ends))


def paint_curve(
    canvas: TimeCanvas, values: ValueAxis, drawn: Drawn, color: QColor, width: float = WIDTH, fill: float = 0
) -> None:
    """Draw a curve; a derived one is dashed. What is not known leaves a gap.

    ``fill`` is the opacity of its colour between the curve and the lower edge.
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
    """Return the pen of the sign of a curve beside its name."""
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
    """Return the lines (L, 4) of a dashed line through corners (K, 2); a painter takes long to dash one."""
    way = np.append(0.0, np.cumsum(np.hypot(*np.diff(corners, axis=0).T)))
    if way[-1] > _LONGEST:
        return np.hstack((corners[:-1], corners[1:]))
    starts = np.arange(0.0, way[-1], _DASH + _GAP)
    places = np.unique(np.concatenate((way, starts, np.minimum(starts + _DASH, way[-1]))))
    points = np.column_stack([np.interp(places, way, corners[:, axis]) for axis in (0, 1)])
    middles = (places[1:] + places[:-1]) / 2
    lines: Floats = np.hstack((points[:-1], points[1:]))[middles % (_DASH + _GAP) < _DASH]
    return lines


def _to_gaps(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Let each value before a gap hold until the gap begins."""
    begins = np.flatnonzero(np.isnan(values[1:]) & np.isfinite(values[:-1])) + 1
    return np.insert(times, begins, times[begins]), np.insert(values, begins, values[begins - 1])


def _corners(times: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Leave out what lies between equal values: lines that meet there would look dotted."""
    between = np.zeros(len(values), np.bool_)
    between[1:-1] = (values[1:-1] == values[:-2]) & (values[1:-1] == values[2:])
    return times[~between], values[~between]


def _cut(times: Floats, values: Floats, axis: TimeAxis) -> tuple[Floats, Floats]:
    """Cut a line at the ends of the window; at most one point lies beyond each.

    Far from the window a painter knows neither its slope nor where it is in its dashes.
    """
    inside = np.clip(times, axis.start, axis.end)
    with np.errstate(invalid="ignore"):
        between = np.interp(inside, times, values)
    moved = (inside != times) & np.isfinite(between)
    return inside, np.where(moved, between, values)


def paint_ribbon(
    canvas: TimeCanvas,
    drawn: Drawn,
    color: QColor,
    hatched: Sequence[tuple[float, float]] = (),
    further: Callable[[float, float], str] | None = None,
) -> None:
    """Draw the stretches of states, with their names or first letters where there is room.

    ``hatched`` are begins and ends, in seconds, of what is hatched below the names. ``further`` returns what
    else is said of a stretch from its begin to its end, where there is room for that, too.
    """
    painter, axis, rect, theme = canvas
    begin, end, value = drawn.spans
    states = drawn.series.states or ()
    part = slice(int(np.searchsorted(end, axis.start)), int(np.searchsorted(begin, axis.end, side="right")))
    if part.stop - part.start > _MOST_SPANS:
        _paint_many(canvas, drawn, color)
        return
    stretches = list(zip(value[part].tolist(), begin[part].tolist(), end[part].tolist(), strict=True))
    boxes = [canvas.stretch(first, last) for _, first, last in stretches]
    fills = [state_color(states, int(state), color) for state, _, _ in stretches]
    for box, fill in zip(boxes, fills, strict=True):
        painter.fillRect(box, fill)
    for first, last in hatched:
        if last >= axis.start and first <= axis.end:
            brush = QBrush(faded(theme.panel, 0.5), Qt.BrushStyle.BDiagPattern)
            painter.fillRect(canvas.stretch(first, last), brush)
    if rect.height() < _TEXT_FROM:
        return
    metrics = canvas.writing(theme.text)
    for box, fill, (state, first, last) in zip(boxes, fills, stretches, strict=True):
        text = tr(states[int(state)]) if 0 <= state < len(states) else ""
        if metrics.horizontalAdvance(text) + 2 * _TEXT_MARGIN > box.width():
            text = text[:1] if box.width() >= _LETTER_ROOM else ""
        elif text and further is not None:
            more = join(text, further(first, last))
            text = more if metrics.horizontalAdvance(more) + 2 * _TEXT_MARGIN <= box.width() else text
        if text:
            lamp = _LAMPS.get(int(state)) if states == LIGHT_STATES else None
            painter.setPen(_on(lamp, fill))
            painter.drawText(box.adjusted(_TEXT_MARGIN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def state_color(states: tuple[str, ...], state: int, color: QColor) -> QColor:
    """Return the colour of a state: that of a light, else the curve's, faint for the first state.

    A light that is off, or of which nothing is known, has none.
    """
    theme = current_theme()
    if states != LIGHT_STATES:
        return faded(color, _LIT if state else _UNLIT)
    lamp: QColor = getattr(theme, f"light_{_LAMPS[state]}") if state in _LAMPS else theme.hairline
    return lamp


def _paint_many(canvas: TimeCanvas, drawn: Drawn, color: QColor) -> None:
    """Draw a state in each column of pixels: of a light the one in force, else the highest, however short."""
    series, axis, rect = drawn.series, canvas.axis, canvas.rect
    states = series.states or ()
    _, shown = drawn.columns(axis)
    if series.states == LIGHT_STATES:
        middles = axis.start + (np.arange(len(shown)) + 0.5) * (axis.span / len(shown))
        places = np.searchsorted(series.elapsed, middles, side="right") - 1
        shown = np.where(places >= 0, series.values[np.maximum(places, 0)], np.nan)
    bottoms = np.full(len(shown), rect.bottom())
    for state in range(len(states)):
        tops = np.where(shown == state, rect.top(), np.nan)
        canvas.columns(tops, bottoms, state_color(states, state, color))


def _on(lamp: str | None, fill: QColor) -> QColor:
    """Return the colour of text on what a state is filled with, over the panel; a lamp has its own."""
    theme = current_theme()
    if lamp is not None:
        own: QColor = getattr(theme, f"on_{lamp}")
        return own
    over, under = (np.array((each.redF(), each.greenF(), each.blueF())) for each in (fill, theme.panel))
    seen = fill.alphaF() * over + (1 - fill.alphaF()) * under
    bright = float(seen**2.2 @ (0.2126, 0.7152, 0.0722)) > _BRIGHT_FROM
    return QColor("black") if bright else QColor("white")
