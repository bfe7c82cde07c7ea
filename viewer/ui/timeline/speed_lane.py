"""The lane of the selected actor: its speed, and what its driver does."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.replay.time.time_range import Range
from viewer.ui import format as fmt
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits, speed_with_unit
from viewer.ui.theme import Theme, faded, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow, paint_track, tr
from viewer.ui.timeline.picture import paint_columns
from viewer.ui.timeline.ribbons import CONTROLS, Ribbons
from viewer.ui.timeline.sampling import column_range, visible
from viewer.ui.timeline.signals.curve_painter import BOLD, paint_curve
from viewer.ui.timeline.signals.drawn import Drawn
from viewer.ui.timeline.signals.signal_names import stats_texts
from viewer.ui.timeline.signals.value_axis import ValueAxis

_MARGIN = 4.0
_FILL = 0.16
"""Opacity of the colour under the curve."""
_CROWDED = 0.7
"""Samples per pixel from which on columns are drawn in place of a line through the samples."""
_STANDING = 0.1
"""Metres per second that fill the lane at least: what stands still must not look wild."""
_SPEEDS = ("speed", "derived_speed")
"""Signals of the speed that is shown, the better one first."""
_SIGNALS = (*_SPEEDS, *CONTROLS)
_RIBBONS_FROM = 30.0
"""Height in pixels from which there is room for ribbons under the curve."""


class SpeedLane(Lane):
    """Speed over time as a curve, of who is selected or of the hero; under it brake and indicators."""

    height = LaneHeight(30, 48, 120)
    valued = True

    def __init__(self) -> None:
        self._color: QColor | None = None
        self._progress: float | None = None
        self._drawn: Drawn | None = None
        self._told = False
        self._ribbons = Ribbons()
        self._whose: int | None = None
        self._chosen: Range | None = None
        self.name = tr("Speed")

    @property
    def _stats(self) -> tuple[str, ...]:
        """Least, mean and greatest speed over the chosen range."""
        return stats_texts(self._drawn.series, self._chosen) if self._drawn and self._chosen else ()

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The speed."""
        if self._drawn is None:
            return (NameRow(self.name, row=self._whose),)
        speed, color = self._drawn.series, self._color
        return (
            NameRow(
                self.name,
                color,
                recorded=speed.recorded,
                unit=speed.unit,
                value=lambda time: fmt.number(in_shown_unit(speed.at(time), MPS), speed_digits()),
                stats=self._stats,
                row=self._whose,
            ),
        )

    def set_context(self, context: LaneContext) -> None:
        """Show the selected actor; what never moves has no speed."""
        hero = context.selection is None and context.hero is not None
        row = self._whose = context.hero if hero else context.selection
        name = tr("Hero {} speed") if hero else tr("{} speed")
        self.name = name.format(context.actor_id(row)) if context.knows(row) else tr("Speed")
        self._color = context.color(row)
        self.present = not context.is_fixed(row)
        self.signals = context.keys(_SIGNALS, row) if self.present and row is not None else ()
        self._progress, self._chosen = context.read, context.chosen

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Show the speed, recorded if there is one, and under it brake and indicators."""
        by_name = {key.name: each for key, each in series.items()}
        speeds = (by_name[name] for name in _SPEEDS if name in by_name)
        self._told = bool(series)
        shown = next((speed for speed in speeds if speed.known), None)
        self._drawn = None if shown is None else Drawn(shown)
        self._ribbons.set_series(by_name)
        self.note = "" if self._drawn is None else tr("max {}").format(speed_with_unit(self._drawn.most))

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the curve over the height of its maximum in the whole recording, and the ribbons."""
        paint_track(painter, rect, theme)
        drawn = self._drawn
        if drawn is not None:
            room = self._ribbons.height if rect.height() >= _RIBBONS_FROM else 0.0
            plot = rect.adjusted(0, _MARGIN, 0, -max(room, _MARGIN))
            if room:
                self._ribbons.paint(painter, axis, rect.adjusted(0, rect.height() - room, 0, 0), theme)
            self._paint_curve(painter, axis, plot, drawn, self._color or theme.accent)
        else:
            painter.setFont(font(12))
            painter.setPen(theme.secondary)
            painter.drawText(rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._hint())

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the speed at a pixel, and what the driver does there."""
        time = axis.time(x)
        value = np.nan if self._drawn is None else self._drawn.series.at(time)
        if self._drawn is None or not np.isfinite(value):
            return None
        source = "" if self._drawn.series.recorded else tr("derived")
        return Hit((fmt.join(f"{self.name} {speed_with_unit(value)}", source), *self._ribbons.lines(time)))

    def _hint(self) -> str:
        """Return why there is no curve; nothing for the moment that reading takes as a rule."""
        if self._whose is None:
            return tr("Select an actor to see its speed")
        if self._told or not self.signals:
            return tr("Speed not known")
        if self._progress is None or self._progress >= 1.0:
            return ""
        return tr("Reading its speed · {} %").format(round(100 * self._progress))

    def _paint_curve(
        self, painter: QPainter, axis: TimeAxis, plot: QRectF, drawn: Drawn, color: QColor
    ) -> None:  # fmt: skip
        """Draw the curve over the height of its maximum in the whole recording, and fill what is below it."""
        values = ValueAxis(0.0, max(drawn.most, _STANDING))
        columns = max(round(plot.width()), 1)
        middles = axis.start + (np.arange(columns) + 0.5) * (axis.span / columns)
        part = visible(drawn.series.elapsed, axis)
        if part.stop - part.start < _CROWDED * axis.width:
            times, speeds = drawn.series.elapsed[part], drawn.series.values[part]
            speeds = np.interp(middles, times, speeds, left=np.nan, right=np.nan) if len(times) else times
        else:
            padded = drawn.padded[part.start : part.stop + 1]
            _, speeds = column_range(drawn.series.elapsed[part], padded, axis)
        tops = values.ys(speeds, plot.top(), plot.height())
        paint_columns(painter, plot, tops, np.full(len(tops), plot.bottom()), faded(color, _FILL))
        paint_curve(painter, axis, values, plot, drawn, color, BOLD)
