"""Time as it is replayed: the transport, the clock that drives it, and the range that is chosen."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from viewer.replay.time.transport import Loop, Transport

_TICK = 16  # milliseconds, about 60 a second


class Playback(QObject):
    """Observable: moves the playhead of ``transport`` and tells of it; knows nothing of recordings.

    The clock of playing is a timer and a monotonic reading, never a thread.
    """

    changed = Signal()
    """Playhead, play state, speed, loop or range of ``transport`` changed."""
    moved = Signal()
    """After ``changed``: the playhead may be at another moment."""
    sought = Signal(float, float, bool)
    """From and to which time the playhead was moved, and whether that was asked for by name."""
    follow_end_changed = Signal(bool)
    """Whether the playhead stays at the newest frame while the file grows."""
    taken_over = Signal()
    """The user decides about time from now on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._interrupted = False
        self.transport = Transport()
        self.follow_end = False
        self._ticks = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=_TICK)
        self._ticks.timeout.connect(self.tick)
        self.changed.connect(self._run)
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
        self.sought.emit(before, self.transport.playhead, named)
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
        self.follow_end_changed.emit(on)
        if on and self.transport.frames:
            self.taken_over.emit()
            self.transport.pause()
            self.go_end()
            self.settle()

    def _take_over(self) -> None:
        self._interrupted = False
        self.taken_over.emit()
        self.set_follow_end(False)

    @Slot(float)
    def set_speed(self, speed: float) -> None:
        """Set the speed; its sign is the direction."""
        self.transport.set_speed(speed, self._clock())
        self.changed.emit()

    def change_speed(self, direction: int) -> None:
        """Take the next faster (1) or slower (−1) speed."""
        self.transport.change_speed(direction, self._clock())
        self.changed.emit()

    def set_loop(self, loop: Loop) -> None:
        """Choose what happens at the end."""
        self.transport.loop = loop
        self.changed.emit()

    def set_range(self, chosen: tuple[float, float] | None) -> None:
        """Choose a range of time, start and end in seconds, or none."""
        self.transport.set_range(chosen)
        self.changed.emit()

    @Slot()
    def _run(self) -> None:
        if self.transport.playing != self._ticks.isActive():
            if self.transport.playing:
                self._ticks.start()
            else:
                self._ticks.stop()

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

    def begin(self, *, keep_range: bool) -> None:
        """Stand at the start, without a recording until there is another."""
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
        self.changed.emit()

    def settle(self) -> None:
        """Tell where the playhead is now."""
        self.changed.emit()
        self.moved.emit()
