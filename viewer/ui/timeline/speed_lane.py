"""The lane of the selected actor: its speed, and what its driver does."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.replay.time.time_range import Range
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.context import LaneContext
from viewer.ui.timeline.lane import Hit, Lane, LaneHeight, NameRow, faded, paint_track, tr
from viewer.ui.timeline.picture import paint_columns
from viewer.ui.timeline.ribbons import CONTROLS, Ribbons
from viewer.ui.timeline.sampling import Floats, column_range, visible
from viewer.ui.timeline.signals.names import stats_texts

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
        self._shown: Series | None = None
        self._told = False
        self._times: Floats = np.empty(0)
        self._speeds: Floats = np.full(1, np.nan)
        self._maximum = np.nan
        self._ribbons = Ribbons()
        self._whose: int | None = None
        self._chosen: Range | None = None
        self.name = tr("Speed")

    @property
    def _stats(self) -> tuple[str, ...]:
        """Least, mean and greatest speed over the chosen range."""
        return stats_texts(self._shown, self._chosen) if self._shown is not None and self._chosen else ()

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The speed."""
        speed, color = self._shown, self._color
        if speed is None:
            return (NameRow(self.name, row=self._whose),)
        return (
            NameRow(
                self.name,
                color,
                recorded=speed.recorded,
                unit=speed.unit,
                value=lambda time: fmt.number(speed.at(time)),
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
        self._shown = shown = next((speed for speed in speeds if speed.known), None)
        self._ribbons.set_series(by_name)
        self._times = shown.elapsed if shown is not None else np.empty(0)
        self._speeds = np.append(shown.values if shown is not None else np.empty(0), np.nan)
        self._speeds[~np.isfinite(self._speeds)] = np.nan
        finite = self._speeds[np.isfinite(self._speeds)]
        self._maximum = float(finite.max()) if len(finite) else np.nan
        self.note = tr("max {}").format(fmt.speed(self._maximum)) if len(finite) else ""

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw the curve over the height of its maximum in the whole recording, and the ribbons."""
        paint_track(painter, rect, theme)
        if np.isfinite(self._maximum):
            room = self._ribbons.height if rect.height() >= _RIBBONS_FROM else 0.0
            plot = rect.adjusted(0, _MARGIN, 0, -max(room, _MARGIN))
            if room:
                self._ribbons.paint(painter, axis, rect.adjusted(0, rect.height() - room, 0, 0), theme)
            self._paint_curve(painter, axis, plot, self._color or theme.accent)
        else:
            painter.setFont(font(12))
            painter.setPen(theme.secondary)
            painter.drawText(rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._hint())

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the speed at a pixel, and what the driver does there."""
        time = axis.time(x)
        index = int(np.searchsorted(self._times, time, side="right")) - 1
        if index < 0 or not np.isfinite(self._speeds[index]):
            return None
        source = "" if self._shown is not None and self._shown.recorded else tr("derived")
        speed = fmt.join(f"{self.name} {fmt.speed(float(self._speeds[index]))}", source)
        return Hit((speed, *self._ribbons.lines(time)))

    def _hint(self) -> str:
        """Return why there is no curve; nothing for the moment that reading takes as a rule."""
        if self._whose is None:
            return tr("Select an actor to see its speed")
        if self._told or not self.signals:
            return tr("Speed not known")
        if self._progress is None or self._progress >= 1.0:
            return ""
        return tr("Reading its speed · {} %").format(round(100 * self._progress))

    def _paint_curve(self, painter: QPainter, axis: TimeAxis, plot: QRectF, color: QColor) -> None:
        part = visible(self._times, axis)
        times, speeds = self._times[part], self._speeds[part]
        scale = plot.height() / max(self._maximum, _STANDING)
        if len(times) < _CROWDED * axis.width:
            self._paint_line(painter, axis, times, plot.bottom() - speeds * scale, plot, color)
            return
        least, greatest = column_range(times, self._speeds[part.start : part.stop + 1], axis)
        tops, bottoms = plot.bottom() - greatest * scale - 0.6, plot.bottom() - least * scale + 0.6
        paint_columns(painter, plot, bottoms, np.full(len(tops), plot.bottom()), faded(color, _FILL))
        paint_columns(painter, plot, tops, bottoms, color)

    @staticmethod
    def _paint_line(
        painter: QPainter, axis: TimeAxis, times: Floats, ys: Floats, plot: QRectF, color: QColor
    ) -> None:  # fmt: skip
        """Draw from sample to sample, cut at the window; what is unknown leaves a gap."""
        columns = max(round(plot.width()), 1)
        middles = axis.start + (np.arange(columns) + 0.5) * (axis.span / columns)
        heights = np.interp(middles, times, ys, left=np.nan, right=np.nan)
        paint_columns(painter, plot, heights, np.full(columns, plot.bottom()), faded(color, _FILL))
        ends = np.clip(times, axis.start, axis.end)
        heights = np.where(ends == times, ys, np.interp(ends, times, ys))
        points = np.column_stack((axis.xs(ends), heights))
        lines = np.hstack((points[:-1], points[1:]))
        lines = lines[np.isfinite(lines).all(axis=1)]
        painter.setPen(QPen(color, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(
            [QLineF(*line) for line in lines.tolist()]
        )  # a wide polyline takes 30 times as long
