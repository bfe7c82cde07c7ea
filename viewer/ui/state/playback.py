"""Time as it is replayed: the transport, the clock that drives it, and the moments one was at."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Slot

from viewer.replay.time.time_range import Range
from viewer.replay.time.transport import Loop, Transport
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_request import Wishes

_TICK = 16  # milliseconds, about 60 a second


class Playback(QObject):
    """Moves the playhead of ``transport`` and tells of it; knows nothing of recordings.

    The clock of playing is a timer and a monotonic reading, never a thread.
    """

    def __init__(
        self,
        changes: Changes,
        wishes: Wishes,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        """Take who is told, what else is asked for, which gives way to the user, and a clock of seconds."""
        super().__init__(parent)
        self._changes, self._wishes, self._clock = changes, wishes, clock
        self._range: Range | None = None
        self.visits = Visits(self, changes)
        self._interrupted = False
        self.transport = Transport()
        self.follow_end = False
        self._ticks = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._ticks.timeout.connect(self.tick)
        self._scrubbed: float | None = None
        # Without an interval: due when no event is left, so after painting.
        self._painted = QTimer(self, singleShot=True)
        self._painted.timeout.connect(self._scrub_on)

    # -- for the user

    @Slot(float)
    def seek(self, elapsed: float) -> None:
        """Go to a time in seconds."""
        self._seek(elapsed, named=False)

    @Slot(float)
    def scrub(self, elapsed: float) -> None:
        """Go where the mouse is, in seconds.

        Each movement is shown at once. Only those that come while an earlier one is still being looked up or
        painted wait until that is done, and then the last of them counts: however slow it is, the picture is
        never more than one step behind the mouse.
        """
        if self._painted.isActive():
            self._scrubbed = elapsed
        else:
            self._painted.start()
            self.seek(elapsed)

    @Slot()
    def _scrub_on(self) -> None:
        scrubbed, self._scrubbed = self._scrubbed, None
        if scrubbed is not None:
            self.scrub(scrubbed)

    @Slot()
    def go_start(self) -> None:
        """Go to the first frame."""
        self._seek(0.0, named=False, frame=0)

    def move_by(self, seconds: float) -> None:
        """Go some seconds forward, or back if negative."""
        self.seek(self.transport.playhead + seconds)

    @Slot(float)
    def jump(self, elapsed: float) -> None:
        """Go to a time in seconds that was asked for by name, as an event, a note or a typed moment is."""
        self._seek(elapsed, named=True)

    def jump_to_frame(self, frame_index: int) -> None:
        """Go to the start of a frame that was asked for by name."""
        if self.transport.frames:
            self._seek(self.transport.time_of(frame_index), named=True, frame=frame_index)

    def _seek(self, elapsed: float, *, named: bool, frame: int | None = None) -> None:
        self._take_over()
        before = self.transport.playhead
        self.transport.seek(elapsed, self._clock(), frame)
        self.visits.take(before, self.transport.playhead, named=named)
        self.settle()

    def step(self, frames: int) -> None:
        """Pause and go so many frames forward or, if negative, back."""
        self._take_over()
        self.transport.step(frames, self._clock())
        self.settle()

    @Slot()
    def toggle_play(self) -> None:
        """Play or pause."""
        self._take_over()
        self.transport.toggle(self._clock())
        self.settle()

    def shuttle(self, direction: int) -> None:
        """Play forwards (1) or backwards (−1); again: faster."""
        self._take_over()
        self.transport.shuttle(direction, self._clock())
        self.settle()

    def play_range(self) -> None:
        """Play the chosen range from its start."""
        self._take_over()
        self.transport.play_range(self._clock())
        self.settle()

    @Slot(bool)
    def set_follow_end(self, on: bool) -> None:
        """Keep the playhead at the newest frame while the file grows, until the user goes elsewhere."""
        if on == self.follow_end:
            return
        self.follow_end = on
        if on and self.transport.frames:
            self._wishes.drop_moment()
            self.transport.pause()
            self.go_end()
        self.settle()

    def _take_over(self) -> None:
        self._interrupted = False
        self._wishes.drop_moment()
        self.set_follow_end(False)

    @Slot(float)
    def set_speed(self, speed: float) -> None:
        """Set the speed; its sign is the direction."""
        self.transport.set_speed(speed, self._clock())
        self.settle()

    def change_speed(self, direction: int) -> None:
        """Take the next faster (1) or slower (−1) speed."""
        self.transport.change_speed(direction, self._clock())
        self.settle()

    def set_loop(self, loop: Loop) -> None:
        """Choose what happens at the end."""
        self.transport.loop = loop
        self.settle()

    def set_range(self, chosen: tuple[float, float] | None) -> None:
        """Choose a range of time, start and end in seconds, or none."""
        self.transport.set_range(chosen)
        self.settle()

    @Slot()
    def tick(self) -> None:
        """Let time pass; this is called while playing."""
        if self.transport.tick(self._clock()):
            self.settle()

    # -- for what the recording does

    @property
    def wants_to_play(self) -> bool:
        """Whether it plays, or would if the file had not stopped it."""
        return self.transport.playing or self._interrupted

    def begin(self, path: Path | None, *, keep_range: bool) -> None:
        """Stand at the start of the recording of a path, of which nothing is known yet; None for none."""
        self.visits.open(path)
        self._interrupted = False
        self.transport.pause()
        if not keep_range:
            self.transport.set_range(None)
        self.transport.seek(0.0, self._clock())
        self.set_elapsed(np.empty(0))

    def set_elapsed(self, elapsed: NDArray[np.float64]) -> None:
        """Take the times of the frames, ascending seconds, shape (F,); ``settle`` tells of it."""
        self.transport.set_elapsed(elapsed, self._clock())

    def go_to(self, elapsed: float, *, play: bool = False) -> None:
        """Go to a time that was asked for before, and play on from there; ``settle`` tells of it."""
        self.transport.seek(elapsed, self._clock())
        if play:
            self.transport.play(self._clock())

    def go_end(self) -> None:
        """Go to the newest frame; ``settle`` tells of it."""
        self.transport.seek(self.transport.duration, self._clock())

    def stay(self, elapsed: float | None) -> None:
        """Stop at the moment that is shown, if one is: another one cannot be."""
        self._interrupted = self.wants_to_play
        self.transport.pause()
        if elapsed is not None:
            self.transport.seek(elapsed, self._clock())
        self.settle()

    def settle(self) -> None:
        """Run while it plays, and tell how time stands now."""
        if self.transport.playing != self._ticks.isActive():
            if self.transport.playing:
                self._ticks.start()
            else:
                self._ticks.stop()
        if self.transport.range != self._range:
            self._range = self.transport.range
            self._changes.tell(What.RANGE)
        self._changes.tell(What.TIME)


_FAR = 1.0
"""Seconds: who goes less far has not left."""
_TOGETHER = 0.7
"""Seconds between two moves up to which they are one, as while scrubbing or holding a key."""
_MOST = 200


class Visits:
    """Two stacks of elapsed seconds, as a browser has them of pages.

    What is kept are places that were left by a jump: by more than a second, or to something that was asked
    for by name. However far one scrubs or plays, that is one stay: going back leads to where one last was.
    """

    def __init__(
        self, playback: Playback, changes: Changes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Take who goes there, who is told, and a clock of seconds."""
        self._playback, self._changes, self._clock = playback, changes, clock
        self._path: Path | None = None
        self._going = False
        self._forget()

    def _forget(self) -> None:
        self._back: list[float] = []
        self._forward: list[float] = []
        self._origin = 0.0
        self._moved_at: float | None = None
        self._left = False

    @property
    def can_go_back(self) -> bool:
        """Whether there is a moment to go back to."""
        return bool(self._back)

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from somewhere."""
        return bool(self._forward)

    def go_back(self) -> None:
        """Go to where one was before the last jump."""
        self._go(self._back, self._forward)

    def go_forward(self) -> None:
        """Go to where one was before going back."""
        self._go(self._forward, self._back)

    def _go(self, there: list[float], other: list[float]) -> None:
        """Go to the moment that one left last, and remember this one."""
        if not there:
            return
        self._moved_at = None
        other.append(self._playback.transport.playhead)
        self._going = True
        self._playback.seek(there.pop())
        self._going = False
        self._changes.tell(What.VISITS)

    def take(self, before: float, after: float, *, named: bool) -> None:
        """Take note that the playhead was moved by hand, or to what was asked for by name."""
        if self._going:
            return
        now = self._clock()
        if named or self._moved_at is None or now - self._moved_at > _TOGETHER:
            self._origin, self._left = before, False
        self._moved_at = None if named else now
        if not self._left and (after != before if named else abs(after - self._origin) > _FAR):
            self._left = True
            self._forward.clear()
            self._back = [*self._back, self._origin][-_MOST:]
        self._changes.tell(What.VISITS)

    def open(self, path: Path | None) -> None:
        """Forget the moments of another file; one that is read again keeps them."""
        if path != self._path:
            self._path = path
            self._forget()
            self._changes.tell(What.VISITS)
