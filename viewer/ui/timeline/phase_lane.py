"""The lane of a traffic light's phases."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viewer.logfile.enums import TrafficLightState
from viewer.recording.actors import Category
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.theme import Theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow, tr
from viewer.ui.timeline.signals.curve_painter import paint_ribbon
from viewer.ui.timeline.signals.drawn import Drawn

_MARGIN, _NARROW_MARGIN = 3.5, 2.5
"""Pixels above and below the ribbon, in a lane of usual and of least height."""
_OF_LIGHT = ("light_state", "frozen")
_AHEAD = ("light_ahead", "light_ahead_id")


class PhaseLane(Lane):
    """Phases as a coloured ribbon with the letter of each state; absent where there is no light.

    They are those of the selected light, else of the lights ahead of the hero or of who is selected.
    """

    height = LaneHeight(18, 20, 20)
    present = False
    valued = True

    def __init__(self) -> None:
        self.name = tr("Light ahead")
        self._context: LaneContext | None = None
        self._light: int | None = None
        self._drawn: Drawn | None = None
        self._frozen: Series | None = None
        self._ids: Series | None = None
        self._frozen_spans: list[tuple[float, float]] = []

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The state; none where there is no light."""
        drawn = self._drawn
        return (NameRow(self.name, value=None if drawn is None else lambda time: _word(drawn.series, time)),)

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
        state = by_name.get("light_state", by_name.get("light_ahead"))
        self._frozen = frozen = by_name.get("frozen")
        self._ids = by_name.get("light_ahead_id")
        self._drawn = None if state is None else Drawn(state)
        spans = zip(*(part.tolist() for part in frozen.spans()), strict=True) if frozen else ()
        self._frozen_spans = [(begin, end) for begin, end, value in spans if value > 0]
        self.present = self._drawn is not None and len(self._drawn.spans[0]) > 0

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the phases in the window."""
        margin = _MARGIN if rect.height() >= self.height.usual else _NARROW_MARGIN
        if self._drawn is not None:
            ribbon = rect.adjusted(0, margin, 0, -margin)
            paint_ribbon(
                painter, axis, ribbon, self._drawn, theme.faint, theme, self._frozen_spans, self._which
            )

    def _which(self, begin: float, end: float) -> str:
        """Return which light was ahead all the time; empty for several, or for the one that is selected."""
        if self._ids is None:
            return ""
        actor_id, middle = self._ids.at(begin), self._ids.at((begin + end) / 2)
        return tr("light {}").format(int(actor_id)) if actor_id == middle else ""

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the light, its state, and from when to when it has it."""
        time = axis.time(x)
        begins, ends, values = self._drawn.spans if self._drawn is not None else (np.empty(0),) * 3
        number = int(np.searchsorted(begins, time, side="right")) - 1
        if number < 0 or time > ends[number]:
            return None
        actor_id = self._ids.at(time) if self._ids is not None else np.nan
        name = tr("Light {} ahead").format(fmt.number(actor_id, 0).replace(",", ""))
        begin, end = float(begins[number]), float(ends[number])
        is_frozen = self._frozen is not None and self._frozen.at(time) > 0
        state = str(TrafficLightState(int(values[number])))
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


def _word(state: Series, time: float) -> str:
    value = state.at(time)
    return str(TrafficLightState(int(value))) if np.isfinite(value) else tr("none")
