"""What a drag of the mouse does to the time or to the window. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from viewer.ui.timeline.axis import TimeAxis

FINE = 0.1
"""Part of the movement that counts while scrubbing finely."""


class Grip(Enum):
    """What one takes hold of in the overview."""

    NOTHING = 0
    WINDOW = 1
    START = 2
    END = 3


@dataclass
class Scrub:
    """The time goes with the mouse; finely, a tenth as far, from where it was when that began.

    Attributes:
        axis: where the mouse moves.
        x: where the current way of scrubbing began.
        time: the time there.
        fine: whether the mouse counts for a tenth.

    """

    axis: TimeAxis
    x: float
    time: float
    fine: bool = False

    def move(self, x: float, *, fine: bool) -> float:
        """Return the time to go to."""
        if fine and not self.fine:
            self.x = x
        self.fine = fine
        if fine:
            return self.time + (x - self.x) * FINE * self.axis.seconds_per_pixel
        self.jump(x)
        return self.time

    def jump(self, x: float) -> None:
        """Go to the time under the mouse, within the window."""
        self.time = min(max(self.axis.time(x), self.axis.start), self.axis.end)


@dataclass(frozen=True)
class Pan:
    """The window goes with the mouse, as paper does."""

    axis: TimeAxis
    x: float

    def move(self, x: float) -> TimeAxis:
        """Return the axis to show."""
        return self.axis.panned((self.x - x) * self.axis.seconds_per_pixel)


@dataclass(frozen=True)
class WindowDrag:
    """The window, or one end of it, goes with the mouse on the overview."""

    strip: TimeAxis
    axis: TimeAxis
    x: float
    grip: Grip

    def move(self, x: float) -> TimeAxis:
        """Return the axis to show."""
        seconds = (x - self.x) * self.strip.seconds_per_pixel
        if self.grip is Grip.WINDOW:
            return self.axis.panned(seconds)
        if self.grip is Grip.START:
            start = min(max(self.axis.start + seconds, self.axis.first), self.axis.end - self.axis.closest)
            return self.axis.windowed(start, self.axis.end - start)
        end = max(min(self.axis.end + seconds, self.axis.last), self.axis.start + self.axis.closest)
        return self.axis.windowed(self.axis.start, end - self.axis.start)


@dataclass(frozen=True)
class HeightDrag:
    """The lower edge of a lane goes with the mouse.

    Attributes:
        key: by what the lane's height is remembered.
        y: where the edge was taken.
        height: of the lane then, in pixels.

    """

    key: str
    y: float
    height: float

    def move(self, y: float) -> float:
        """Return how high the lane is to be."""
        return self.height + y - self.y
