"""The numbers of FrameStart, and whether a frame can come after those before it (FORMAT.md §2.2, §2.4)."""

from __future__ import annotations

import math
from typing import NamedTuple

from viewer.logfile import packets
from viewer.recording.times import TOLERANCE


class Head(NamedTuple):
    """The numbers of one FrameStart, in the order of the file."""

    frame: int
    duration: float
    elapsed: float

    def announces(self, following: Head) -> bool:
        """Tell whether that frame has the id and the time that this one says the next frame has."""
        error = self.elapsed + self.duration - following.elapsed
        return following.frame == self.frame + 1 and abs(error) <= TOLERANCE

    def can_follow(self, before: Head) -> bool:
        """Tell whether this can be a frame some time after that one."""
        is_last = self.duration == packets.LAST_DURATION
        return (
            self.frame > before.frame
            and before.elapsed <= self.elapsed < math.inf
            and (is_last or 0.0 <= self.duration < math.inf)
        )


class HeadTracker:
    """The frames read so far, as far as their numbers matter for those to come.

    Wrong numbers must not outlaw all that follows, so a frame counts only if a neighbour agrees with it.
    """

    def __init__(self) -> None:
        """Start before the first frame."""
        self._last = self._sure = Head(0, 0.0, 0.0)

    def add(self, head: Head) -> None:
        """Take the next frame."""
        if self._last.announces(head):
            self._sure = self._last
        self._last = head

    def admits(self, head: Head) -> bool:
        """Tell whether a frame can be the next one after damage."""
        return head.can_follow(self._last if self._sure.announces(self._last) else self._sure)
