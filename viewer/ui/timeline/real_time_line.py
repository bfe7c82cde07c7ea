"""How fast the recording was made, as a line over the lane of frame times."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from viewer.arrays import Floats
from viewer.replay.series import Series
from viewer.ui import format as fmt
from viewer.ui.theme import Theme, faded, font
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import tr
from viewer.ui.timeline.picture import paint_columns
from viewer.ui.timeline.sampling import column_range

_CEILING = 1.5
"""Times the usual factor at the top of the lane."""
_STALLED = 0.5
"""Share of the usual factor below which the simulator had stalled."""
_LINE_FROM = 20.0
"""Height in pixels from which there is a line; below, only stalls are marked."""
_THICKNESS = 1.2
_MARK = 3.0
_LABEL = 8.0
"""Pixels above the lane's plot into which the label of the usual factor may reach."""


class RealTimeLine:
    """The real-time factor; where it is far below the usual one, a mark at the top: the simulator stalled."""

    def __init__(self) -> None:
        self._factors: Series | None = None
        self._padded: Floats = np.full(1, np.nan)
        self._usual = 1.0

    def set_factors(self, factors: Series | None) -> None:
        """Take recorded seconds per second of the wall clock, or nothing."""
        self._factors = factors if factors is not None and factors.known else None
        if self._factors is not None:
            self._padded = np.append(self._factors.values, np.nan)
            self._usual = float(np.nanmedian(self._factors.values))

    def paint(self, painter: QPainter, axis: TimeAxis, rect: QRectF, theme: Theme) -> None:
        """Draw marks, and the line if there is room for it."""
        if self._factors is None or self._usual <= 0.0:
            return
        least, greatest = column_range(self._factors.elapsed, self._padded, axis)
        stalled = np.where(least < _STALLED * self._usual, rect.top(), np.nan)
        paint_columns(painter, rect, stalled, np.full(len(stalled), rect.top() + _MARK), theme.text)
        if rect.height() < _LINE_FROM:
            return
        scale = rect.height() / (_CEILING * self._usual)
        usual = rect.bottom() - self._usual * scale
        painter.setPen(QPen(faded(theme.text, 0.25), 1))
        painter.drawLine(QLineF(rect.left(), usual, rect.right(), usual))
        painter.setFont(font(12))
        painter.setPen(theme.secondary)
        place = QRectF(
            rect.left(), rect.top() - _LABEL, rect.right() - rect.left() - 6, usual - rect.top() + _LABEL
        )
        bottom_right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
        painter.drawText(place, bottom_right, _times(self._usual))
        tops = np.maximum(rect.bottom() - greatest * scale, rect.top())
        bottoms = np.maximum(rect.bottom() - least * scale, tops) + _THICKNESS
        paint_columns(painter, rect, tops, bottoms, theme.text)

    def lines(self, time: float) -> tuple[str, ...]:
        """Return the factor at a time, in words."""
        factor = self._factors.at(time) if self._factors is not None else np.nan
        if not np.isfinite(factor):
            return ()
        stalled = tr("the simulator stalled") if factor < _STALLED * self._usual else ""
        return (fmt.join(tr("Real-time factor {}").format(_times(factor)), tr("derived"), stalled),)


def _times(factor: float) -> str:
    return f"{fmt.number(factor)}×"
