"""Seconds and values to pixels and back, and which part of a recording is in view. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from viewer.arrays import Floats
from viewer.ui import format as fmt
from viewer.ui.timeline.timeline_content import TimelineContent

_NEAR = 5.0
"""Seconds before and after the playhead that a closer look shows."""
_PAGE_END = 0.95
"""Share of the window at which the page turns while playing."""
_PAGE_START = 0.10
"""Share of the window at which the playhead stands on the new page."""
_FARTHEST = 1e6
"""Pixels beyond the strip at which coordinates are cut off; a painter wants none much larger."""
_FINEST = 1e-12
"""Shortest window as a share of the times in it: below, a float no longer tells its ends apart."""
_PADDING = 0.06
"""Part of the values' range that is shown beyond it."""
_NEAR_ZERO = 0.4
"""Zero is shown if it is nearer to the values than this part of the farthest one."""
_FINEST_VALUES = 1e-9
_WIDEST = 1e12
_FARTHEST_VALUE = 1e5
"""Pixels beyond the plot at which coordinates are cut off."""


@dataclass(frozen=True)
class TimeAxis:
    """A window of time on a strip of pixels; each change gives another axis.

    Attributes:
        first: where the whole extent begins, in seconds of elapsed time.
        last: where it ends.
        start: first time in the window.
        end: last time in the window; the window lies within the extent and is never empty.
        left: x of the window's start.
        width: pixels from start to end.
        closest: seconds in the shortest window one can zoom to.

    """

    first: float
    last: float
    start: float
    end: float
    left: float
    width: float
    closest: float

    @classmethod
    def whole(cls, first: float, last: float, *, closest: float = 0.0) -> TimeAxis:
        """Return an axis that shows the whole extent, one pixel wide until ``placed``."""
        finest = max(_FINEST * max(abs(first), abs(last)), 1e-9)
        last = max(last, first + finest)
        closest = min(max(closest, finest), last - first)
        return cls(first, last, first, last, 0.0, 1.0, closest)

    @property
    def span(self) -> float:
        """Seconds in the window."""
        return self.end - self.start

    @property
    def right(self) -> float:
        """X of the window's end."""
        return self.left + self.width

    @property
    def seconds_per_pixel(self) -> float:
        """Seconds from one pixel to the next."""
        return self.span / self.width

    @property
    def shows_all(self) -> bool:
        """Whether the window is the whole extent."""
        return self.start == self.first and self.end == self.last

    def x(self, time: float) -> float:
        """Return where a time lies; cut off a million pixels beyond the strip."""
        x = self.left + (time - self.start) / self.span * self.width
        return min(max(x, self.left - _FARTHEST), self.right + _FARTHEST)

    def xs(self, times: Floats) -> Floats:
        """Return where many times lie, as ``x``."""
        xs = self.left + (times - self.start) * (self.width / self.span)
        return np.clip(xs, self.left - _FARTHEST, self.right + _FARTHEST)

    def time(self, x: float) -> float:
        """Return the time at a pixel, which may lie outside the window."""
        return self.start + (x - self.left) / self.width * self.span

    def contains(self, time: float) -> bool:
        """Return whether a time is in the window."""
        return self.start <= time <= self.end

    def placed(self, left: float, width: float) -> TimeAxis:
        """Return the same window on other pixels."""
        return replace(self, left=left, width=max(width, 1.0))

    def fitted(self) -> TimeAxis:
        """Return an axis that shows the whole extent."""
        return replace(self, start=self.first, end=self.last)

    def windowed(self, start: float, span: float) -> TimeAxis:
        """Return an axis with a window of this start and length, as far as extent and ``closest`` allow."""
        whole = self.last - self.first
        span = max(span, self.closest)
        if not span < whole:
            return self.fitted()
        start = min(max(start, self.first), self.last - span)
        return replace(self, start=start, end=min(start + span, self.last))

    def zoomed(self, time: float, factor: float) -> TimeAxis:
        """Return a window ``factor`` times closer; the given time stays where it is."""
        span = min(max(self.span / factor, self.closest), self.last - self.first)
        return self.windowed(time - (time - self.start) / self.span * span, span)

    def panned(self, seconds: float) -> TimeAxis:
        """Return a window that begins later by some seconds, within the extent."""
        return self.windowed(self.start + seconds, self.span)

    def with_time_at(self, time: float, share: float) -> TimeAxis:
        """Return a window moved so that a time lies at a share of its width."""
        return self.windowed(time - share * self.span, self.span)

    def with_extent(self, first: float, last: float, closest: float) -> TimeAxis:
        """Return an axis for an extent that grew or shrank; it goes on showing all if it did."""
        axis = TimeAxis.whole(first, last, closest=closest).placed(self.left, self.width)
        return axis if self.shows_all else axis.windowed(self.start, self.span)


@dataclass(frozen=True)
class ValueAxis:
    """A range of values on a strip of pixels; ``low`` lies at the bottom."""

    low: float
    high: float

    @classmethod
    def around(cls, least: float, most: float) -> ValueAxis:
        """Return an axis on which these values are seen well, with zero if it is near; NaN: 0 to 1."""
        if not (math.isfinite(least) and math.isfinite(most)):
            return cls(0.0, 1.0)
        if least > 0.0 and least < (1.0 - _NEAR_ZERO) * most:
            least = 0.0
        elif most < 0.0 and most > (1.0 - _NEAR_ZERO) * least:
            most = 0.0
        if most - least <= _FINEST_VALUES * max(abs(least), abs(most), 1.0):
            half = max(abs(most) * 0.05, 0.5)
            least, most = least - half, most + half
        padding = _PADDING * (most - least)
        return cls(least - padding, most + padding)

    def y(self, value: float, top: float, height: float) -> float:
        """Return where a value lies."""
        return top + (self.high - value) / (self.high - self.low) * height

    def ys(self, values: Floats, top: float, height: float) -> Floats:
        """Return where many values lie, cut off far beyond the strip."""
        ys = top + (self.high - values) * (height / (self.high - self.low))
        return np.clip(ys, top - _FARTHEST_VALUE, top + height + _FARTHEST_VALUE)

    def value(self, y: float, top: float, height: float) -> float:
        """Return the value at a pixel."""
        return self.high - (y - top) / height * (self.high - self.low)

    def zoomed(self, value: float, factor: float) -> ValueAxis:
        """Return an axis ``factor`` times closer; a value stays where it is."""
        low, high = value - (value - self.low) / factor, value + (self.high - value) / factor
        span = high - low
        far = max(abs(low), abs(high))
        return ValueAxis(low, high) if _FINEST_VALUES * max(far, 1.0) < span and far < _WIDEST else self

    def panned(self, values: float) -> ValueAxis:
        """Return an axis that shows higher values."""
        return ValueAxis(self.low + values, self.high + values)

    @property
    def ends(self) -> tuple[tuple[float, str], tuple[float, str]]:
        """The greatest and the least round value on the axis, with their texts."""
        power = math.floor(math.log10((self.high - self.low) / 2) + 1e-9)
        step, digits = 10.0**power, max(0, -power)
        low = math.ceil(self.low / step - 1e-9) * step
        high = math.floor(self.high / step + 1e-9) * step
        return (high, fmt.number(high, digits)), (low, fmt.number(low, digits))


class Viewport:
    """The axis, and the rules by which it follows the playhead and a file that is being read.

    Attributes:
        axis: the window.
        following: whether the page turns with the playhead; moving the window by hand stops that.
        held: whether the scale is kept while something is dragged.

    """

    def __init__(self) -> None:
        self.axis = TimeAxis.whole(0.0, 1.0)
        self.following = True
        self.held = False
        self._before: tuple[TimeAxis, bool] | None = None

    def set_content(self, content: TimelineContent | None, *, anew: bool) -> None:
        """Take a recording, ``anew`` if it is another one, else the next view of the same one."""
        if anew:
            self.following = True
            self._before = None
        if content is None:
            self.axis = TimeAxis.whole(0.0, 1.0).placed(self.axis.left, self.axis.width)
        elif anew:
            axis = TimeAxis.whole(content.first, content.end, closest=content.closest)
            self.axis = axis.placed(self.axis.left, self.axis.width)
        elif not self.held:
            self._rescale(content)

    def place(self, left: float, width: float) -> None:
        """Lay the axis on other pixels."""
        self.axis = self.axis.placed(left, width)

    def fit(self) -> None:
        """Show everything."""
        self.axis = self.axis.fitted()
        self.following = True

    def toggle_near(self, playhead: float) -> None:
        """Show five seconds on both sides of the playhead; if that is shown, what was shown before it."""
        near = self.axis.windowed(playhead - _NEAR, 2 * _NEAR)
        if self._before is not None and math.isclose(self.axis.span, near.span):
            (before, self.following), self._before = self._before, None
            self.axis = self.axis.windowed(before.start, before.span)
        else:
            self._before, self.axis = (self.axis, self.following), near
            self.following = True

    def move(self, axis: TimeAxis) -> None:
        """Show a window chosen by hand."""
        self.axis = axis
        self.following = axis.shows_all

    def zoom(self, time: float, factor: float, playhead: float) -> None:
        """Zoom by hand; following goes on while the playhead is in view."""
        self.axis = self.axis.zoomed(time, factor)
        self.following = self.axis.shows_all or (self.following and self.axis.contains(playhead))

    def show(self, time: float) -> None:
        """Bring a time into view and follow again."""
        self.following = True
        if not self.axis.contains(time):
            self.axis = self.axis.with_time_at(time, 0.5)

    def follow(self, playhead: float, direction: int) -> None:
        """Turn the page when the playhead comes to its end or leaves it.

        ``direction`` is that of playing, +1 or −1, and 0 while it stands.
        """
        if not self.following or self.held or self.axis.shows_all:
            return
        share = (playhead - self.axis.start) / self.axis.span
        if not direction:
            if not 0 <= share <= 1:
                self.axis = self.axis.with_time_at(playhead, 0.5)
            return
        ahead = share if direction > 0 else 1 - share
        if not 0 <= ahead < _PAGE_END:
            self.axis = self.axis.with_time_at(playhead, _PAGE_START if direction > 0 else 1 - _PAGE_START)

    def _rescale(self, content: TimelineContent) -> None:
        """Take the extent of the recording; while it gets longer, only if it has grown out of the axis."""
        growing = content.index.growing
        settled = content.index.complete and not growing
        replaced = growing and content.end < self.axis.last  # by a run that has only begun
        if settled or replaced or content.read > self.axis.last:
            self.axis = self.axis.with_extent(content.first, content.end, content.closest)
