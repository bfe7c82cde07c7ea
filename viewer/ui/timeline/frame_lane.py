"""The lane of frame times: how long each frame lasts."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
from PySide6.QtCore import QPointF

from viewer.arrays import Floats
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.theme import faded
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import Hit, Lane, LaneContext, LaneHeight, NameRow
from viewer.ui.timeline.sampling import Drawn, column_range, visible
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import TimelineContent
from viewer.ui.translation import tr

_LABELLED = 26
"""Height in pixels from which on cells have room for text."""
_LOW, _HIGH = LaneHeight(18, 22, 22), LaneHeight(_LABELLED, _LABELLED, _LABELLED)
"""Low as a rule; with room for text once single frames are wide enough for it."""
_LABEL_ROOM = 17
_WIDE_CELL = 110.0
"""Pixels of a usual frame from which on its text fits."""
_GAPPED = 6.0
"""Pixels of a usual frame from which on there is a gap between two."""
_PAUSE = 100.0
"""Seconds from which on nobody asks for their parts."""
_STALLED, _MARK = 0.5, 3.0
"""Share of the usual real-time factor below which the simulator had stalled; pixels of the mark of that."""
_SHORT, _LONG = 2.0, 4.0
"""Least and most times the usual duration that fill the lane: one long pause must not flatten all others."""


class FrameLane(Lane):
    """The duration of each frame as the height of its cell, and a mark where the simulator stalled.

    A frame that is cut off stands out in colour.
    """

    height = _LOW
    valued = True

    def __init__(self) -> None:
        self.name = tr("Frame time")
        self.labelled = False
        self._content: TimelineContent | None = None
        self._padded: Floats = np.full(2, np.nan)
        self._durations: Floats = np.empty(0)
        self._ceiling = 1.0
        self._longest = 0.0
        self._factors: Drawn | None = None
        self._stalled = 0.0

    def zoom(self, axis: TimeAxis) -> bool:
        """Tell at what scale frames are shown; return whether the height is another one because of that."""
        usual = self._content.usual_duration if self._content is not None else 0.0
        before, self.labelled = self.labelled, usual / axis.seconds_per_pixel >= _WIDE_CELL
        self.height = _HIGH if self.labelled else _LOW
        return self.labelled != before

    @property
    def rows(self) -> tuple[NameRow, ...]:
        """The duration of the frame, in milliseconds."""
        return (NameRow(self.name, unit="ms", value=self._milliseconds),)

    def _milliseconds(self, time: float) -> str:
        frame = -1 if self._content is None else self._content.index.frame_at(time)
        known = 0 <= frame < len(self._durations) - 1  # nobody knows how long the last one lasts
        return fmt.number(1e3 * float(self._durations[frame]), 0) if known else fmt.UNKNOWN

    @property
    def shown(self) -> object:
        """How fast the recording was made."""
        return self._factors

    def take(self, series: Mapping[SeriesKey, Series]) -> None:
        """Mark where the recording was made far slower than usual, in recorded seconds per second."""
        factors = next(iter(series.values()), None)
        self._factors = Drawn(factors) if factors is not None and factors.known else None
        self._stalled = _STALLED * float(np.nanmedian(factors.values)) if self._factors and factors else 0.0

    def set_context(self, context: LaneContext) -> None:
        """Show the frames of a recording."""
        content, before = context.content, self._content
        if content is before:
            return
        self._content = content
        self.signals = context.keys(("real_time_factor",))
        if content is None or (before is not None and content.edges is before.edges):
            return
        self._padded = np.append(np.diff(content.edges), (np.nan, np.nan))
        self._durations = self._padded[:-2]
        self._longest = float(self._durations[:-1].max()) if len(self._durations) > 1 else 0.0
        least, most = _SHORT * content.usual_duration, _LONG * content.usual_duration
        self._ceiling = min(max(self._longest, least), most)
        brief = self._longest < _PAUSE
        longest = fmt.seconds(self._longest) if brief else f"{fmt.number(self._longest, 0)} s"
        self.note = tr("max {}").format(longest) if self._longest else ""

    def paint(self, canvas: TimeCanvas) -> None:
        """Draw cells, or columns of pixels with the longest frame of each."""
        _, axis, rect, theme = canvas
        content = self._content
        if content is None:
            return
        part = visible(content.edges, axis)
        _, longest = column_range(content.edges[part], self._padded[part.start : part.stop + 1], axis)
        if content.usual_duration >= _GAPPED * axis.seconds_per_pixel:  # frames are told apart
            begins = np.floor((content.edges[part][1:] - axis.start) / axis.span * len(longest)).astype(int)
            longest[begins[(begins >= 0) & (begins < len(longest))]] = np.nan
        full = rect.height() - (_LABEL_ROOM if rect.height() >= _LABELLED else 1)
        tops = rect.bottom() - np.clip(longest / self._ceiling, 0.0, 1.0) * full
        is_long, floor = longest > self._ceiling * (1 + 1e-9), np.full(len(tops), rect.bottom())
        for chosen, color in ((~is_long, faded(theme.secondary, 0.62)), (is_long, faded(theme.text, 0.85))):
            canvas.columns(np.where(chosen, tops, np.nan), floor, color)
        if rect.height() >= _LABELLED:
            frames = slice(part.start, min(part.stop, len(self._durations)))
            self._paint_labels(canvas, content, frames)
        if self._factors is not None:
            slowest, _ = self._factors.columns(axis)
            tops = np.where(slowest < self._stalled, rect.top(), np.nan)
            canvas.columns(tops, np.full(len(tops), rect.top() + _MARK), theme.text)

    def hit(self, axis: TimeAxis, x: float) -> Hit | None:
        """Return the usual and the longest duration, and how fast the recording was made."""
        if self._content is None or axis.time(x) > self._content.read or not self._longest:
            return None
        usual, longest = fmt.seconds(self._content.usual_duration), fmt.seconds(self._longest)
        lines = [tr("Frames last {} usually, {} at most").format(usual, longest)]
        factor = np.nan if self._factors is None else self._factors.series.at(axis.time(x))
        if np.isfinite(factor):
            said = tr("Real-time factor {}").format(f"{fmt.number(factor)}×")
            stalled = tr("the simulator stalled") if factor < self._stalled else ""
            lines.append(fmt.join(said, tr("derived"), stalled))
        return Hit(tuple(lines))

    def _paint_labels(self, canvas: TimeCanvas, content: TimelineContent, frames: slice) -> None:
        """Write id and duration into cells that have room for them."""
        painter, axis, rect, theme = canvas
        metrics = canvas.writing(theme.text)
        ids = content.index.frames["frame"][frames].tolist()
        edges = axis.xs(content.edges[frames.start : frames.stop + 1]).tolist()
        for number, (left, right) in enumerate(itertools.pairwise(edges)):
            begin, end = max(left, rect.left()) + 6, min(right, rect.right()) - 4
            brief = f"#{ids[number]}"
            index = frames.start + number
            known = index < len(self._durations) - 1
            full = fmt.join(brief, fmt.seconds(float(self._durations[index])) if known else "")
            fitting = (text for text in (full, brief) if begin + metrics.horizontalAdvance(text) <= end)
            painter.drawText(QPointF(begin, rect.top() + 2 + metrics.ascent()), next(fitting, ""))
