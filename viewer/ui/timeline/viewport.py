"""Which part of the recording is in view, and when that changes by itself. No Qt."""

from __future__ import annotations

import math

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.timeline_content import TimelineContent

NEAR = 5.0
"""Seconds before and after the playhead that a closer look shows."""
PAGE_END = 0.95
"""Share of the window at which the page turns while playing."""
PAGE_START = 0.10
"""Share of the window at which the playhead stands on the new page."""


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
        self._content: TimelineContent | None = None
        self.held = False
        self._before: tuple[TimeAxis, bool] | None = None

    def set_content(self, content: TimelineContent | None, *, anew: bool) -> None:
        """Take a recording, ``anew`` if it is another one, else the next view of the same one."""
        self._content = content
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

    def release(self) -> None:
        """Let the scale go with the file again."""
        self.held = False
        if self._content is not None:
            self._rescale(self._content)

    def fit(self) -> None:
        """Show everything."""
        self.axis = self.axis.fitted()
        self.following = True

    def toggle_near(self, playhead: float) -> None:
        """Show five seconds on both sides of the playhead; if that is shown, what was shown before it."""
        near = self.axis.windowed(playhead - NEAR, 2 * NEAR)
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
        if not 0 <= ahead < PAGE_END:
            self.axis = self.axis.with_time_at(playhead, PAGE_START if direction > 0 else 1 - PAGE_START)

    def _rescale(self, content: TimelineContent) -> None:
        """Take the extent of the recording; while it gets longer, only if it has grown out of the axis."""
        growing = content.index.growing
        settled = content.index.complete and not growing
        replaced = growing and content.end < self.axis.last  # by a run that has only begun
        if settled or replaced or content.read > self.axis.last:
            self.axis = self.axis.with_extent(content.first, content.end, content.closest)
