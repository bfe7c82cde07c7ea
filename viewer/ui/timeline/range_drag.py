"""Drawing a range with the mouse, or moving one edge of it. No Qt."""

from __future__ import annotations

from collections.abc import Callable

from viewer.replay.events.event_kinds import Times
from viewer.replay.time.time_range import Range, nearest, snapped
from viewer.ui.timeline.axis import TimeAxis

_SLACK = 4.0
"""Pixels the mouse must move before a press begins a new range."""


class RangeDrag:
    """The range between a fixed time and the mouse, from frame to frame.

    Moving an edge is the same as drawing from the other one: past it, the edges change places.
    """

    def __init__(
        self,
        elapsed: Times,
        before: Range | None,
        fixed: float,
        pressed: float,
        choose: Callable[[Range | None], None],
        point_at: Callable[[float | None], None],
        *,
        edge: float | None = None,
    ) -> None:
        """Begin.

        Args:
            elapsed: times of the frames in seconds, ascending, shape (F,), F ≥ 1.
            before: the range there was.
            fixed: the time that stays, seconds.
            pressed: pixel at which the mouse was pressed.
            choose: is called with each range on the way.
            point_at: is called with the time of the edge that moves, None when the drag is over.
            edge: pixel of the edge that was taken, which does not jump to the mouse; None draws anew.

        """
        self._elapsed = elapsed
        self._before = before
        self._fixed = fixed
        self._pressed = pressed
        self._choose = choose
        self._point_at = point_at
        self._offset = 0.0 if edge is None else edge - pressed
        self._slack = _SLACK if edge is None else 0.0
        self._over = False

    def move(self, axis: TimeAxis, x: float) -> None:
        """Follow the mouse to a pixel."""
        if self._over or abs(x - self._pressed) < self._slack:
            return
        self._slack = 0.0
        x = min(max(x + self._offset, axis.left), axis.right)
        time = float(self._elapsed[nearest(self._elapsed, axis.time(x))])
        self._choose(snapped(self._elapsed, (self._fixed, time)) or self._before)
        self._point_at(time)

    def release(self) -> None:
        """End."""
        self._over = True
        self._point_at(None)

    def cancel(self) -> bool:
        """Let the range be as it was before; return whether there was something to cancel."""
        going_on = not self._over
        if going_on:
            self._choose(self._before)
            self.release()
        return going_on
