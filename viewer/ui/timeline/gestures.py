"""What goes with the mouse on the timeline while a button is held down."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt

from viewer.quick_dataclass import dataclass
from viewer.ui.timeline.axis import TimeAxis

SLACK = 4.0
"""Pixels the mouse may move before a press becomes a drag, where a press alone means something too."""
_FINE = 0.1
"""Part of the movement that counts while scrubbing finely."""


@dataclass(frozen=True)
class Held:
    """What a gesture has taken hold of.

    Attributes:
        move: follows the mouse to a position; told whether that is meant finely, as Shift says.
        click: is called where the button was let go if the mouse had hardly moved.
        end: is called whenever it was let go.
        slack: pixels the mouse may move before what is held goes along.
        scrolls: whether the window scrolls where the mouse leaves it.

    """

    move: Callable[[QPointF, bool], None]
    click: Callable[[QPointF], None] = lambda _position: None
    end: Callable[[], None] = lambda: None
    slack: float = 0.0
    scrolls: bool = False


class Grasp(NamedTuple):
    """What there is to take hold of at a position.

    Attributes:
        begin: takes hold of it: returns what goes with the mouse from then on, None if all is done.
        cursor: the mouse's shape there.

    """

    begin: Callable[[], Held | None]
    cursor: Qt.CursorShape = Qt.CursorShape.ArrowCursor


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
        x: where the current way of scrubbing began.
        time: the time there.
        fine: whether the mouse counts for a tenth.

    """

    x: float
    time: float
    fine: bool = False

    def move(self, axis: TimeAxis, x: float, *, fine: bool) -> float:
        """Return the time to go to."""
        if fine and not self.fine:
            self.x = x
        self.fine = fine
        if fine:
            return self.time + (x - self.x) * _FINE * axis.seconds_per_pixel
        self.jump(axis, x)
        return self.time

    def jump(self, axis: TimeAxis, x: float) -> None:
        """Go to the time under the mouse, within the window."""
        self.time = min(max(axis.time(x), axis.start), axis.end)


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
