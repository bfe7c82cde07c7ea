"""The lane of a traffic light's phases."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter

from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, faded, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow, paint_track, tr
from viewer.ui.timeline.picture import paint_columns
from viewer.ui.timeline.sampling import Floats, visible

_MARGIN, _NARROW_MARGIN = 3.0, 1.0
"""Pixels above and below the ribbon, in a lane of usual and of least height."""
_TEXT_FROM = 13.0
"""Height of the ribbon in pixels from which there is room for text."""
_MOST = 400
"""Phases in the window beyond which columns of pixels are drawn in place of rectangles."""
_LETTER_ROOM = 14.0
_NAME_ROOM = 64.0
_OF_LIGHT = ("light_state", "frozen")
_AHEAD = ("light_ahead", "light_ahead_id")
_DARK, _BRIGHT = QColor("black"), QColor("white")
_BRIGHT_FROM = 0.18
"""Relative luminance from which black is the better contrast."""


class PhaseLane(Lane):
    """Phases as a coloured ribbon with the letter of each state; absent where there is no light.

    They are those of the selected light, else of the lights ahead of the hero or of who is selected.
    """

    height = LaneHeight(18, 20, 28)
    present = False
    valued = True

    def __init__(self) -> None:
        self.name = tr("Light ahead")
        self._context: LaneContext | None = None
        self._light: int | None = None
        self._state: Series | None = None
        self._frozen: Series | None = None
        self._ids: Series | None = None
        self._frozen_spans: tuple[list[float], list[float]] = ([], [])
        self._begin: Floats = np.empty(0)
        self._end: Floats = np.empty(0)
        self._value: Floats = np.empty(0)

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The state; none where there is no light."""
        state = self._state
        return (NameRow(self.name, value=None if state is None else lambda time: _word(state, time)),)

    def set_context(self, context: LaneContext) -> None:
        """Show the selected light, or those that somebody drives towards."""
        self._context = context
        row = context.selection
        is_light = context.category(row) == Category.TRAFFIC_LIGHT
        self._light = row if is_light else None
        self.name = tr("Light {}").format(context.actor_id(row)) if is_light else tr("Light ahead")
        driver = context.hero if context.hero is not None else row
        names, of = (_OF_LIGHT, row) if is_light else (_AHEAD, driver)
        self.signals = context.keys(names, of) if of is not None else ()

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show the states; of lights ahead once their ids are there, too."""
        by_name = {key.name: each for key, each in series.items()}
        self._state = state = by_name.get("light_state", by_name.get("light_ahead"))
        self._frozen = frozen = by_name.get("frozen")
        self._ids = by_name.get("light_ahead_id")
        self._begin, self._end, self._value = state.spans() if state else (np.empty(0),) * 3
        begin, end, value = frozen.spans() if frozen else (np.empty(0),) * 3
        self._frozen_spans = begin[value > 0].tolist(), end[value > 0].tolist()
        self.present = len(self._value) > 0

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the phases in the window."""
        paint_track(painter, rect, theme)
        part = slice(
            int(np.searchsorted(self._end, axis.start)),
            int(np.searchsorted(self._begin, axis.end, side="right")),
        )
        margin = _MARGIN if rect.height() >= self.height.usual else _NARROW_MARGIN
        ribbon = rect.adjusted(0, margin, 0, -margin)
        if part.stop - part.start > _MOST:
            self._paint_columns(painter, axis, ribbon, theme)
            return
        boxes = [self._box(axis, number, ribbon) for number in range(part.start, part.stop)]
        states = [TrafficLightState(int(value)) for value in self._value[part]]
        for box, state in zip(boxes, states, strict=True):
            painter.fillRect(box, color_of(state, theme))
        self._paint_frozen(painter, axis, ribbon, theme)
        if ribbon.height() >= _TEXT_FROM:
            painter.setFont(font(12))
            for box, state in zip(boxes, states, strict=True):
                _paint_text(painter, box, state, theme)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the light, its state, and from when to when it has it."""
        time = axis.time(x)
        number = int(np.searchsorted(self._begin, time, side="right")) - 1
        if number < 0 or time > self._end[number]:
            return None
        actor_id = self._ids.at(time) if self._ids is not None else np.nan
        name = tr("Light {} ahead").format(fmt.number(actor_id, 0).replace(",", ""))
        begin, end = float(self._begin[number]), float(self._end[number])
        is_frozen = self._frozen is not None and self._frozen.at(time) > 0
        state = str(TrafficLightState(int(self._value[number])))
        return Hit(
            (
                fmt.join(
                    name if np.isfinite(actor_id) else self.name, state, tr("frozen") if is_frozen else ""
                ),
                fmt.join(fmt.range_(self._time_text(begin), self._time_text(end)), fmt.seconds(end - begin)),
            ),
            row=self._row_at(time, actor_id),
        )

    def _time_text(self, time: float) -> str:
        content = self._context.content if self._context is not None else None
        return fmt.seconds(time) if content is None else content.scale.label(time)

    def _row_at(self, time: float, actor_id: float) -> int | None:
        """Return the row of the light at a time; of those ahead, the one with this id."""
        content = self._context.content if self._context is not None else None
        if content is None or not np.isfinite(actor_id):
            return self._light
        return content.index.actors.find(int(actor_id), content.frame_at(time))

    def _box(self, axis: TimeAxis, number: int, ribbon: QRectF) -> QRectF:
        left, right = axis.x(float(self._begin[number])), axis.x(float(self._end[number]))
        return QRectF(left, ribbon.top(), max(right - left, 1.0), ribbon.height()) & ribbon

    def _paint_frozen(self, painter: QPainter, axis: TimeAxis, ribbon: QRectF, theme: Theme) -> None:
        """Hatch the stretches in which the light is frozen."""
        for begin, end in zip(*self._frozen_spans, strict=True):  # few: it is switched by hand
            if end >= axis.start and begin <= axis.end:
                box = QRectF(axis.x(begin), ribbon.top(), axis.x(end) - axis.x(begin), ribbon.height())
                painter.fillRect(box & ribbon, QBrush(faded(theme.panel, 0.5), Qt.BrushStyle.BDiagPattern))

    def _paint_columns(self, painter: QPainter, axis: TimeAxis, ribbon: QRectF, theme: Theme) -> None:
        """Draw the state in force in the middle of each column of pixels."""
        state = self._state
        if state is None:
            return
        part = visible(state.elapsed, axis)
        times, values = state.elapsed[part], state.values[part]
        columns = max(round(ribbon.width()), 1)
        middles = axis.start + (np.arange(columns) + 0.5) * (axis.span / columns)
        places = np.searchsorted(times, middles, side="right") - 1
        shown = np.where(places >= 0, values[np.maximum(places, 0)], np.nan)
        bottoms = np.full(columns, ribbon.bottom())
        for each in TrafficLightState:
            tops = np.where(shown == each, ribbon.top(), np.nan)
            paint_columns(painter, ribbon, tops, bottoms, color_of(each, theme))


def _word(state: Series, time: float) -> str:
    value = state.at(time)
    return str(TrafficLightState(int(value))) if np.isfinite(value) else tr("none")


def _paint_text(painter: QPainter, box: QRectF, state: TrafficLightState, theme: Theme) -> None:
    """Write the state, or its letter, where there is room."""
    if box.width() < _LETTER_ROOM:
        return
    text = str(state) if box.width() >= _NAME_ROOM else str(state)[0]
    painter.setPen(_DARK if _luminance(color_of(state, theme)) > _BRIGHT_FROM else _BRIGHT)
    metrics = QFontMetricsF(painter.font())
    baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
    painter.drawText(QPointF(box.left() + 5, baseline), text)


def color_of(state: TrafficLightState, theme: Theme) -> QColor:
    """Return the colour of a state; a light that is off, or of which nothing is known, has none."""
    match state:
        case TrafficLightState.RED:
            return theme.light_red
        case TrafficLightState.YELLOW:
            return theme.light_yellow
        case TrafficLightState.GREEN:
            return theme.light_green
        case _:
            return theme.hairline


def _luminance(color: QColor) -> float:
    """Return the relative luminance of WCAG, 0 to 1, with a gamma of 2.2."""
    parts = np.array((color.redF(), color.greenF(), color.blueF()))
    return float(parts**2.2 @ (0.2126, 0.7152, 0.0722))
