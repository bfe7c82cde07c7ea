"""The playhead and playing, without a clock of its own: the caller passes the time to each method."""

from __future__ import annotations

import math
from bisect import bisect, bisect_left
from enum import Enum

import numpy as np

from viewer.arrays import Floats

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 20.0)
SLOWEST, FASTEST = SPEEDS[0], SPEEDS[-1]
LATE = 1.0
"""Longest pause in seconds between calls of ``tick`` after which playback still catches up.

After a longer one, as when the computer slept or a dialog was open, it continues from where it was.
"""


class Loop(Enum):
    """What playback does at the end: stop (OFF), repeat the recording (ALL) or the chosen range (RANGE)."""

    OFF = "off"
    ALL = "all"
    RANGE = "range"


class Transport:
    """The playhead and its movement. Every ``now`` is the caller's monotonic clock in seconds.

    While playing, the playhead is computed from a time and a clock reading stored at play, seek and change of
    speed, and after a late tick. So nothing drifts, and slow painting drops frames, never time.

    Attributes:
        range: start and end of the chosen range in seconds, or None.
        loop: what playback does at the end.
        stops: times in seconds, ascending, shape (E,), at which playback pauses.
        stopped_at: the stop at which playback paused last, None once the playhead has moved.
        playhead: current time in seconds.
        speed: factor of real time, negative for backwards.
        grows: whether the file gets more frames: playback then waits at the end instead of looping.
    """

    def __init__(self) -> None:
        self._elapsed: Floats = np.empty(0)
        self._anchor = 0.0, 0.0  # playhead and clock
        self._ticked = 0.0
        self.range: tuple[float, float] | None = None
        self._within = False
        self._frame: int | None = None
        self.stops: Floats = np.empty(0)
        self.stopped_at: float | None = None
        self.playhead = 0.0
        self.playing = False
        self.speed = 1.0
        self.loop = Loop.OFF
        self.grows = False

    @property
    def duration(self) -> float:
        """Length of the recording in seconds."""
        return float(self._elapsed[-1]) if len(self._elapsed) else 0.0

    @property
    def frames(self) -> int:
        """Number of frames of the recording."""
        return len(self._elapsed)

    def time_of(self, frame_index: int) -> float:
        """Return the time in seconds at which the frame with index ``frame_index`` begins."""
        return float(self._elapsed[frame_index])

    @property
    def frame(self) -> int:
        """Index of the frame at the playhead; 0 if the playhead is before the first frame.

        Of several frames with the same time it is the last, unless one was chosen by ``step`` or ``seek``.
        """
        if self._frame is not None:
            return self._frame
        return max(int(np.searchsorted(self._elapsed, self.playhead, side="right")) - 1, 0)

    def set_range(self, chosen: tuple[float, float] | None) -> None:
        """Set the range for looping to ``chosen``, two times in seconds in any order; None removes it.

        Without a range, Loop.RANGE becomes Loop.ALL.
        """
        self.range = (min(chosen), max(chosen)) if chosen else None
        if self.range is None:
            self._within = False
            if self.loop is Loop.RANGE:
                self.loop = Loop.ALL

    def next_loop(self) -> Loop:
        """Return the loop mode that follows the current one: off, all, range (if there is one), off."""
        order = [Loop.OFF, Loop.ALL, *([Loop.RANGE] if self.range else [])]
        return order[(order.index(self.loop) + 1) % len(order)]

    def set_elapsed(self, elapsed: Floats, now: float) -> None:
        """Set the times ``elapsed`` of the frames in seconds, ascending, shape (F,), as after a file grew.

        The playhead moves only if it would be after the new end: then it is set there. The chosen range
        stays. Playback goes on unless the recording now lasts 0 s. ``now`` is the caller's monotonic clock in
        seconds.
        """
        fresh = not len(self._elapsed) and self.playhead == 0.0
        self._elapsed = elapsed
        self._frame = self._known(0 if fresh else self._frame)
        if self.playhead > self.duration:
            self._move(self.duration, now)
        self.playing = self.playing and self.duration > 0.0

    def play(self, now: float) -> None:
        """Start playing from the playhead, at ``now``, the caller's monotonic clock in seconds.

        A playhead that is already at the end (backwards: at the start) first moves to the opposite end of the
        chosen range, or without a range of the recording. But if the recording ``grows``, it waits at the end
        for more frames instead.
        """
        if self.duration <= 0.0:
            return
        start, end = self._bounds()
        first, last = self._clipped_range() if self.range else (start, end)
        if self.speed > 0 and self.playhead >= end:
            self.playhead = self.playhead if self._waits_at(end) else first
        elif self.speed < 0 and self.playhead <= start:
            self.playhead = last
        self.playing = True
        self._move(self.playhead, now)

    def play_range(self, now: float) -> None:
        """Play the chosen range from its start, or backwards from its end; do nothing without a range.

        Playback stops at the other end, or starts again with Loop.RANGE. It stays within the range until
        ``seek`` or ``step`` leaves it. ``now`` is the caller's monotonic clock in seconds.
        """
        if self.range is None or self.duration <= 0.0:
            return
        self._within = True
        start, end = self._clipped_range()
        self.playing = True
        self._move(start if self.speed > 0 else end, now)

    def pause(self) -> None:
        """Stop playing; the playhead stays where it is."""
        self.playing = False

    def toggle(self, now: float) -> None:
        """Pause if playing, else play forwards: a negative speed becomes positive.

        ``now`` is the caller's monotonic clock in seconds.
        """
        if self.playing:
            self.pause()
        else:
            self.speed = abs(self.speed)
            self.play(now)

    def seek(self, elapsed: float, now: float, frame: int | None = None) -> None:
        """Move the playhead to ``elapsed`` seconds; if playing, playback continues from there.

        ``frame`` chooses, by its index, one of several frames that begin at that time. ``now`` is the
        caller's monotonic clock in seconds.
        """
        self._within = False
        self._move(elapsed, now, frame)

    def step(self, frames: int, now: float) -> None:
        """Pause and move the playhead by ``frames`` frames, negative for back.

        From between two frames, the first step goes to the next frame in that direction.
        """
        self.pause()
        self._within = False
        if not len(self._elapsed):
            return
        here = self.frame
        if frames < 0 and self.playhead > self._elapsed[here]:
            frames += 1
        target = min(max(here + frames, 0), len(self._elapsed) - 1)
        self._move(float(self._elapsed[target]), now, target)

    def set_speed(self, speed: float, now: float) -> None:
        """Set the speed: a factor of real time, negative for backwards.

        Its absolute value is clipped to 0.1 … 20. ``now`` is the caller's monotonic clock in seconds.
        """
        self.speed = math.copysign(min(max(abs(speed), SLOWEST), FASTEST), speed)
        self._move(self.playhead, now, self._frame)

    def change_speed(self, direction: int, now: float) -> None:
        """Set the next faster (``direction`` 1) or slower (−1) of SPEEDS (0.1 to 20), if there is one.

        The sign of the speed stays. ``now`` is the caller's monotonic clock in seconds.
        """
        here = bisect(SPEEDS, abs(self.speed)) if direction > 0 else bisect_left(SPEEDS, abs(self.speed)) - 1
        self.set_speed(math.copysign(SPEEDS[min(max(here, 0), len(SPEEDS) - 1)], self.speed), now)

    def shuttle(self, direction: int, now: float) -> None:
        """Play forwards (``direction`` 1) or backwards (−1); if it already plays that way, play faster.

        ``now`` is the caller's monotonic clock in seconds.
        """
        if self.playing and self.speed * direction > 0:
            self.change_speed(1, now)
        else:
            self.set_speed(direction * abs(self.speed), now)
            self.play(now)

    def tick(self, now: float) -> bool:
        """Move the playhead, if playing, to its position at ``now``; return whether it moved or stopped.

        ``now`` is the caller's monotonic clock in seconds. If the last tick was more than LATE (1 s) ago, the
        playhead stays, and playback goes on from it.
        """
        if not self.playing:
            return False
        if now - self._ticked > LATE:
            self._move(self.playhead, now)
            return False
        self._ticked = now
        anchor, clock = self._anchor
        target = anchor + (now - clock) * self.speed
        start, end = self._bounds()
        begin, over = (start, end) if self.speed > 0 else (end, start)
        beyond = (target - over) * self.speed >= 0
        outside = (self.playhead - over) * self.speed > 0  # an edge of the range was moved past the playhead
        waits = beyond and self._waits_at(end)
        loops = self.loop is Loop.RANGE or (self.loop is Loop.ALL and not self._within and not waits)
        stop = None if outside else self._stop_between(self.playhead, over if beyond else target)
        if stop is None and beyond and loops:
            length = end - start
            target = begin if outside or length <= 0 else start + (target - start) % length
            stop = begin if begin in self.stops else self._stop_between(begin, target)
        if stop is not None:
            self._move(stop, now)
            self.playing = False
            self.stopped_at = stop
        elif not beyond:
            self.playhead, self._frame = target, None
        elif loops:
            self._move(target, now)
        elif waits:
            moved = self.playhead != over
            self._move(over, now)
            return moved
        else:
            self.playhead, self._frame = over, None
            self.playing = False
        return True

    def _waits_at(self, end: float) -> bool:
        """Return whether playback waits at ``end`` (seconds) for more frames, as the file is still growing.

        It does when it goes forwards, ``end`` is the end of the recording, and no range is being played.
        """
        within = self._within or self.loop is Loop.RANGE
        return self.grows and self.speed > 0 and end >= self.duration and not within

    def _stop_between(self, begin: float, end: float) -> float | None:
        """Return the first of ``stops`` on the way from ``begin`` to ``end`` (seconds); None without one.

        ``begin`` itself does not count, ``end`` does. ``end`` is less than ``begin`` when playing backwards.
        """
        if end >= begin:
            at = int(np.searchsorted(self.stops, begin, side="right"))
        else:
            at = int(np.searchsorted(self.stops, begin, side="left")) - 1
        if not 0 <= at < len(self.stops):
            return None
        stop = float(self.stops[at])
        return stop if min(begin, end) <= stop <= max(begin, end) else None

    def _bounds(self) -> tuple[float, float]:
        """Return start and end in seconds of what is played.

        That is the chosen range while it is played or looped, else the whole recording. The range is clipped
        to the recording, which may have been longer when it was set.
        """
        if self.range and (self._within or self.loop is Loop.RANGE):
            return self._clipped_range()
        return 0.0, self.duration

    def _clipped_range(self) -> tuple[float, float]:
        start, end = self.range or (0.0, self.duration)
        return max(min(start, self.duration), 0.0), max(min(end, self.duration), 0.0)

    def _move(self, playhead: float, now: float, frame: int | None = None) -> None:
        self.playhead = 0.0 if math.isnan(playhead) else min(max(playhead, 0.0), self.duration)
        self._frame = self._known(frame)
        self._anchor = self.playhead, now
        self._ticked = now
        self.stopped_at = None

    def _known(self, frame: int | None) -> int | None:
        """Return ``frame`` if the playhead is exactly at the begin of the frame with this index, else None.

        Several frames can have the same time; this tells which of them the playhead is at.
        """
        begins = frame is not None and frame < len(self._elapsed) and self._elapsed[frame] == self.playhead
        return frame if begins else None
