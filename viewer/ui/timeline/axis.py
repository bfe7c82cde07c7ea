"""Seconds to pixels and back: which part of a recording a strip of pixels shows. No Qt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from viewer.quick_dataclass import dataclass

_FARTHEST = 1e6
"""Pixels beyond the strip at which coordinates are cut off; a painter wants none much larger."""
_FINEST = 1e-12
"""Shortest window as a share of the times in it: below, a float no longer tells its ends apart."""


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

    def xs(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
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
