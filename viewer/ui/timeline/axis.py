"""Conversion between seconds or values and pixels, and the window of time that is visible. No Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from viewer.arrays import Floats
from viewer.ui import format as fmt
from viewer.ui.timeline.timeline_content import TimelineContent

_HALF_CLOSE_UP = 5.0
"""Half the length in seconds of a close-up: a short window of the timeline around the playhead."""
_PAGE_END = 0.95
"""Fraction of the timeline's window at which the playhead, while playing, makes it scroll by a page.

It counts from the window's left edge, when playing backwards from its right edge.
"""
_PAGE_START = 0.10
"""Where the playhead is after the timeline has scrolled by a page: fraction of the visible time.

Counted from the side that playback comes from.
"""
_FARTHEST = 1e6
"""Largest distance in px of x coordinates beyond the time axis; QPainter fails for larger ones."""
_FINEST = 1e-12
"""Shortest window of time to zoom to, as a share of the largest time; floats are no finer."""
_PADDING = 0.06
"""Space above and below the values on an axis of values, as a fraction of the values' range."""
_NEAR_ZERO = 0.4
"""Share of the value farthest from 0; an axis of values includes 0 if the values' range is greater than that.
"""
_FINEST_VALUES = 1e-9
_WIDEST = 1e12
_FARTHEST_VALUE = 1e5
"""Pixels above or below a plot at which the y coordinates of its values are clipped."""


@dataclass(frozen=True)
class TimeAxis:
    """A window of time mapped linearly to pixels; immutable: methods return a new axis.

    Attributes:
        first: start of the recording in seconds; the *extent*, to which the window is limited, begins here.
        last: end of the extent in seconds.
        start: start of the window in seconds; the window is never empty.
        end: end of the window in seconds.
        left: x of the window's start, px.
        width: width of the window, px.
        closest: shortest window that can be zoomed to, seconds.
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
        """Return an axis for times from ``first`` to ``last`` in seconds, whose window shows all of them.

        ``closest`` is the shortest window to zoom to, in seconds. The axis is 1 px wide until ``placed`` sets
        its pixels.
        """
        finest = max(_FINEST * max(abs(first), abs(last)), 1e-9)
        last = max(last, first + finest)
        closest = min(max(closest, finest), last - first)
        return cls(first, last, first, last, 0.0, 1.0, closest)

    @property
    def span(self) -> float:
        """Length in seconds of the visible window of time."""
        return self.end - self.start

    @property
    def right(self) -> float:
        """X of the right end of the axis, where its window of time ends, px."""
        return self.left + self.width

    @property
    def seconds_per_pixel(self) -> float:
        """Number of seconds that one pixel of the axis stands for."""
        return self.span / self.width

    @property
    def shows_all(self) -> bool:
        """Whether the window is the whole extent, so that all of the recording is visible."""
        return self.start == self.first and self.end == self.last

    def x(self, time: float) -> float:
        """Return the x of ``time`` in px, at most a million px outside the visible part of the axis."""
        x = self.left + (time - self.start) / self.span * self.width
        return min(max(x, self.left - _FARTHEST), self.right + _FARTHEST)

    def xs(self, times: Floats) -> Floats:
        """Return the x in px of each of ``times``, clipped to at most a million px outside of the view."""
        xs = self.left + (times - self.start) * (self.width / self.span)
        return np.clip(xs, self.left - _FARTHEST, self.right + _FARTHEST)

    def time(self, x: float) -> float:
        """Return the time in seconds at ``x`` px, also beyond the visible window of time."""
        return self.start + (x - self.left) / self.width * self.span

    def contains(self, time: float) -> bool:
        """Return whether ``time`` (seconds) is in the visible window of time."""
        return self.start <= time <= self.end

    def placed(self, left: float, width: float) -> TimeAxis:
        """Return an axis with the same window of time, drawn from x = ``left`` over ``width`` px."""
        return replace(self, left=left, width=max(width, 1.0))

    def fitted(self) -> TimeAxis:
        """Return a time axis that shows the whole recording."""
        return replace(self, start=self.first, end=self.last)

    def windowed(self, start: float, span: float) -> TimeAxis:
        """Return a time axis that shows ``span`` seconds from ``start`` on.

        A span shorter than ``closest``, the shortest possible one, is made that long. If the span would reach
        beyond the first or last time of the axis, it is moved inside.
        """
        whole = self.last - self.first
        span = max(span, self.closest)
        if not span < whole:
            return self.fitted()
        start = min(max(start, self.first), self.last - span)
        return replace(self, start=start, end=min(start + span, self.last))

    def zoomed(self, time: float, factor: float) -> TimeAxis:
        """Return an axis zoomed in by ``factor``, on which ``time`` (seconds) keeps its x."""
        span = min(max(self.span / factor, self.closest), self.last - self.first)
        return self.windowed(time - (time - self.start) / self.span * span, span)

    def panned(self, seconds: float) -> TimeAxis:
        """Return a time axis whose visible part is moved ``seconds`` later, but not beyond the recording."""
        return self.windowed(self.start + seconds, self.span)

    def with_time_at(self, time: float, share: float) -> TimeAxis:
        """Return an axis with its window moved so that ``time`` lies at the fraction ``share`` of it."""
        return self.windowed(time - share * self.span, self.span)

    def with_extent(self, first: float, last: float, closest: float) -> TimeAxis:
        """Return an axis for a recording from ``first`` to ``last``, zoomable in to ``closest`` seconds.

        If this axis showed the whole recording, the new one does, too. Otherwise it shows the same times, as
        far as they are within the recording. All arguments are in seconds.
        """
        axis = TimeAxis.whole(first, last, closest=closest).placed(self.left, self.width)
        return axis if self.shows_all else axis.windowed(self.start, self.span)


@dataclass(frozen=True)
class ValueAxis:
    """A range of values mapped linearly to pixels, ``low`` at the bottom, ``high`` at the top; immutable."""

    low: float
    high: float

    @classmethod
    def around(cls, least: float, most: float) -> ValueAxis:
        """Return an axis for values from ``least`` to ``most`` with padding.

        The axis is extended to 0 if 0 is close to the values, compared with their range. NaN or infinite
        bounds give an axis from 0 to 1.
        """
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
        """Return the y of ``value`` in px on a plot with this ``top`` and ``height`` in px."""
        return top + (self.high - value) / (self.high - self.low) * height

    def ys(self, values: Floats, top: float, height: float) -> Floats:
        """Return the y in px of each of ``values`` on a plot with this ``top`` and ``height`` (px).

        A y more than 100 000 px above or below the plot is clipped; NaN remains.
        """
        ys = top + (self.high - values) * (height / (self.high - self.low))
        return np.clip(ys, top - _FARTHEST_VALUE, top + height + _FARTHEST_VALUE)

    def value(self, y: float, top: float, height: float) -> float:
        """Return the value at ``y`` px on a plot that begins at ``top`` px and is ``height`` px high."""
        return self.high - (y - top) / height * (self.high - self.low)

    def zoomed(self, value: float, factor: float) -> ValueAxis:
        """Return an axis zoomed in by ``factor``, on which ``value`` keeps its y.

        Returns this axis if the new one would be too narrow or too wide for floats.
        """
        low, high = value - (value - self.low) / factor, value + (self.high - value) / factor
        span = high - low
        far = max(abs(low), abs(high))
        return ValueAxis(low, high) if _FINEST_VALUES * max(far, 1.0) < span and far < _WIDEST else self

    def panned(self, values: float) -> ValueAxis:
        """Return an axis shifted up by ``values``, in the unit of the plotted values."""
        return ValueAxis(self.low + values, self.high + values)

    @property
    def ends(self) -> tuple[tuple[float, str], tuple[float, str]]:
        """Greatest and least round value on the axis, each as a number and as text."""
        power = math.floor(math.log10((self.high - self.low) / 2) + 1e-9)
        step, digits = 10.0**power, max(0, -power)
        low = math.ceil(self.low / step - 1e-9) * step
        high = math.floor(self.high / step + 1e-9) * step
        return (high, fmt.number(high, digits)), (low, fmt.number(low, digits))


class Viewport:
    """The timeline's time axis, and whether its visible window of time follows the playhead.

    Attributes:
        axis: the time axis with the visible window.
        following: whether the window follows the playhead; moving the window by hand ends that.
        held: whether the axis is frozen while the user drags something.
    """

    def __init__(self) -> None:
        self.axis = TimeAxis.whole(0.0, 1.0)
        self.following = True
        self.held = False
        self._before: tuple[TimeAxis, bool] | None = None

    def set_content(self, content: TimelineContent | None, *, anew: bool) -> None:
        """Adapt the timeline's axis to the times in ``content``; None if no recording is open.

        ``anew`` is True for another recording: the axis then shows all of it and follows the playhead. If
        False, more of the same recording has been read: the window stays, and the axis is extended, but not
        while the user drags something (``held``).
        """
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

    def set_pixels(self, left: float, width: float) -> None:
        """Set where the time axis is drawn: x of its left end, and its width, in px."""
        self.axis = self.axis.placed(left, width)

    def fit(self) -> None:
        """Show the whole recording on the time axis."""
        self.axis = self.axis.fitted()
        self.following = True

    def toggle_close_up(self, playhead: float) -> None:
        """Zoom to five seconds before and after ``playhead``, or back to the times shown before that."""
        close_up = self.axis.windowed(playhead - _HALF_CLOSE_UP, 2 * _HALF_CLOSE_UP)
        if self._before is not None and math.isclose(self.axis.span, close_up.span):
            (before, self.following), self._before = self._before, None
            self.axis = self.axis.windowed(before.start, before.span)
        else:
            self._before, self.axis = (self.axis, self.following), close_up
            self.following = True

    def move(self, axis: TimeAxis) -> None:
        """Show the window of time of ``axis``, which the user has chosen.

        Afterwards the window follows the playhead only if it spans the whole recording.
        """
        self.axis = axis
        self.following = axis.shows_all

    def zoom(self, time: float, factor: float, playhead: float) -> None:
        """Zoom in on the timeline by ``factor`` around ``time`` (seconds); a factor below 1 zooms out.

        The visible window of time follows the playhead afterwards if it shows the whole recording, or if it
        followed before and ``playhead`` (seconds) is still in it.
        """
        self.axis = self.axis.zoomed(time, factor)
        self.following = self.axis.shows_all or (self.following and self.axis.contains(playhead))

    def show(self, time: float) -> None:
        """Scroll to ``time`` (seconds) if it is not visible; let the window follow the playhead again."""
        self.following = True
        if not self.axis.contains(time):
            self.axis = self.axis.with_time_at(time, 0.5)

    def follow(self, playhead: float, direction: int) -> None:
        """Scroll the timeline so that ``playhead`` (seconds) stays visible, if ``following`` is on.

        ``direction`` is +1 or −1 while playing forwards or backwards, 0 while paused. While playing, the
        window scrolls by a page when the playhead nears its end.
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
        """Extend or shorten the time axis to the times of the recording in ``content``.

        While the file is being written, this happens only if frames lie beyond the axis, or if the file is
        shorter than before because the simulator overwrites it.
        """
        growing = content.index.growing
        settled = content.index.complete and not growing
        replaced = growing and content.end < self.axis.last  # the simulator has begun to overwrite the file
        if settled or replaced or content.read > self.axis.last:
            self.axis = self.axis.with_extent(content.first, content.end, content.closest)
