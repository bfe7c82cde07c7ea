"""Replay time: the playhead, the timer that moves it while playing, and the history of visited times."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from viewer.replay.time.transport import Loop, Transport
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_request import PendingRequest

_USUAL_RATE = 60.0  # Hz


class Playback(QObject):
    """The window's playhead, speed and play state: moves the playhead and reports that time has changed.

    ``transport`` holds playhead, speed, loop mode and time range. While playing, a timer moves the playhead.
    """

    moved = Signal()
    """Emitted at once when the playhead may have moved, before anything is shown at its new place."""

    def __init__(
        self,
        changes: Changes,
        pending: PendingRequest,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        """Report changes to ``changes``, and drop the time in ``pending`` when the user moves the playhead.

        ``pending`` holds the time that is still to be gone to in a file being opened. ``clock`` returns
        monotonic seconds.
        """
        super().__init__(parent)
        self._changes, self._pending, self._clock = changes, pending, clock
        self.visits = Visits(self, changes)
        self._interrupted = False
        self.transport = Transport()
        self.follow_end = False
        self._ticks = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self.set_rate(_USUAL_RATE)
        self._ticks.timeout.connect(self.tick)
        self._scrubbed: float | None = None
        # Without an interval: due when no event is left, so after painting.
        self._painted = QTimer(self, singleShot=True)
        self._painted.timeout.connect(self._scrub_on)

    # -- actions of the user

    def seek(self, elapsed: float) -> None:
        """Move the playhead to ``elapsed`` (seconds)."""
        self._seek(elapsed, named=False)

    @Slot(float)
    def scrub(self, elapsed: float) -> None:
        """Move the playhead to ``elapsed`` (seconds) during a drag.

        The first movement is shown at once. If more arrive while one is still being painted, only the last of
        them is shown afterwards, so that the map does not lag behind the mouse.
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

    def go_start(self) -> None:
        """Move the playhead to the first frame."""
        self._seek(0.0, named=False, frame=0)

    def move_by(self, seconds: float) -> None:
        """Move the playhead by ``seconds``: forwards if positive, backwards if negative."""
        self.seek(self.transport.playhead + seconds)

    def jump(self, elapsed: float) -> None:
        """Move the playhead to ``elapsed`` (seconds), the time of an event, a note or a typed time.

        The time before is added to the history of visits.
        """
        self._seek(elapsed, named=True)

    def jump_to_frame(self, frame_index: int) -> None:
        """Move the playhead to the start of frame ``frame_index``.

        The time before is added to the history of visited times.
        """
        if self.transport.frames:
            self._seek(self.transport.time_of(frame_index), named=True, frame=frame_index)

    def _seek(self, elapsed: float, *, named: bool, frame: int | None = None) -> None:
        self._take_over()
        before = self.transport.playhead
        self.transport.seek(elapsed, self._clock(), frame)
        self.visits.add(before, self.transport.playhead, named=named)
        self.settle()

    def step(self, frames: int) -> None:
        """Pause, and move the playhead by ``frames`` frames of the recording, backwards if negative."""
        self._act(self.transport.step, frames)

    def toggle_play(self) -> None:
        """Start playing the recording, or pause if it is being played."""
        self._act(self.transport.toggle)

    def shuttle(self, direction: int) -> None:
        """Play forwards (``direction`` 1) or backwards (−1); if it already plays that way, play faster."""
        self._act(self.transport.shuttle, direction)

    def play_range(self) -> None:
        """Play the chosen time range from its start, or from its end if playback is backwards.

        Does nothing if no range is chosen.
        """
        self._act(self.transport.play_range)

    def set_follow_end(self, on: bool) -> None:
        """Switch on or off (``on``) that the playhead stays at the newest frame while the file grows.

        Any move of the playhead by the user switches it off.
        """
        if on == self.follow_end:
            return
        self.follow_end = on
        if on and self.transport.frames:
            self._pending.drop_moment()
            self.transport.pause()
            self.go_end()
        self.settle()

    def _act(self, do: Callable[..., object], *numbers: int) -> None:
        """Call ``do``, a method of the transport, with ``numbers`` and the present time, for the user."""
        self._take_over()
        do(*numbers, self._clock())
        self.settle()

    def _take_over(self) -> None:
        self._interrupted = False
        self._pending.drop_moment()
        self.set_follow_end(False)

    @Slot(float)
    def set_speed(self, speed: float) -> None:
        """Set the playback speed as a factor of recorded time; negative plays backwards."""
        self.transport.set_speed(speed, self._clock())
        self.settle()

    def change_speed(self, direction: int) -> None:
        """Switch to the next faster (``direction`` 1) or slower (−1) of the preset playback speeds."""
        self.transport.change_speed(direction, self._clock())
        self.settle()

    def set_loop(self, loop: Loop) -> None:
        """Set the loop mode: what playing does at the end."""
        self.transport.loop = loop
        self.settle()

    def set_range(self, chosen: tuple[float, float] | None) -> None:
        """Set the time range to play or loop: ``chosen`` is start and end in seconds; None removes it."""
        self.transport.set_range(chosen)
        self.settle()

    @Slot(float)
    def set_rate(self, rate: float) -> None:
        """Move the playhead ``rate`` times a second while playing."""
        self._ticks.setInterval(int(1000 / rate))

    @Slot()
    def tick(self) -> None:
        """Advance the playhead by the time that has passed; a timer calls this while playing."""
        if self.transport.tick(self._clock()):
            self.settle()

    # -- called when the recording changes

    @property
    def wants_to_play(self) -> bool:
        """Whether the recording plays, or was playing when an error in reading its file paused it."""
        return self.transport.playing or self._interrupted

    def begin(self, path: Path | None, *, keep_range: bool) -> None:
        """Pause at 0 s, without any frames yet, for the recording at ``path``, or for none if None.

        ``set_elapsed`` adds the frames' times later. The chosen time range is removed unless ``keep_range``.
        The history of visited times is cleared if ``path`` is another file.
        """
        self.visits.open(path)
        self._interrupted = False
        self.transport.pause()
        if not keep_range:
            self.transport.set_range(None)
        self.transport.seek(0.0, self._clock())
        self.set_elapsed(np.empty(0))

    def set_elapsed(self, elapsed: NDArray[np.float64]) -> None:
        """Set the times of the recording's F frames, in ascending seconds, shape ``(F,)``.

        Call ``settle`` to report the change.
        """
        self.transport.set_elapsed(elapsed, self._clock())

    def go_to(self, elapsed: float, *, play: bool = False) -> None:
        """Move the playhead to ``elapsed`` (seconds), and start to play if ``play``.

        Call ``settle`` afterwards to report it. Unlike ``seek`` this is not an action of the user: a time
        still requested for the file being opened, and the history of visited times, stay.
        """
        self.transport.seek(elapsed, self._clock())
        if play:
            self.transport.play(self._clock())

    def go_end(self) -> None:
        """Move the playhead to the newest frame; call ``settle`` to report it."""
        self.transport.seek(self.transport.duration, self._clock())

    def stay(self, elapsed: float | None) -> None:
        """Pause because the file cannot be read, and move the playhead back to ``elapsed`` (seconds).

        That is the time that was shown last; with None the playhead stays where it is.
        """
        self._interrupted = self.wants_to_play
        self.transport.pause()
        if elapsed is not None:
            self.transport.seek(elapsed, self._clock())
        self.settle()

    def settle(self) -> None:
        """Start or stop the timer that moves the playhead, and report that the time has changed."""
        if self.transport.playing != self._ticks.isActive():
            if self.transport.playing:
                self._ticks.start()
            else:
                self._ticks.stop()
        self._changes.touch()
        self.moved.emit()


_FAR = 1.0
"""Least change in seconds at which a move of the playhead is added to the history of visited times."""
_TOGETHER = 0.7
"""Seconds within which successive moves of the playhead count as one jump in the history of visited times.

Such moves come from scrubbing or holding a key.
"""
_MOST = 200


class Visits:
    """History of visited times with back and forward, like a browser's history of pages.

    It stores the time before each jump to an event, note or typed time, and before other moves by more than a
    second. Moves in quick succession, such as scrubbing, count as one.
    """

    def __init__(
        self, playback: Playback, changes: Changes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Create an empty history that moves the playhead of ``playback`` and reports to ``changes``.

        ``clock`` returns seconds.
        """
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
    def can_go(self) -> tuple[bool, bool]:
        """Whether ``go_back`` has an earlier visited time to go to, and ``go_forward`` a later one."""
        return bool(self._back), bool(self._forward)

    def go_back(self) -> None:
        """Move the playhead back to the time it was at before its last jump."""
        self._go(self._back, self._forward)

    def go_forward(self) -> None:
        """Undo the last ``go_back``: move the playhead to the time at which it was then."""
        self._go(self._forward, self._back)

    def _go(self, there: list[float], other: list[float]) -> None:
        """Move the playhead back or forward in the history of visited times.

        ``there`` is the list of times in that direction, whose last one is the next; ``other`` is that for
        the opposite direction, which gets the time that the playhead leaves.
        """
        if not there:
            return
        self._moved_at = None
        other.append(self._playback.transport.playhead)
        self._going = True
        self._playback.seek(there.pop())
        self._going = False
        self._changes.touch()

    def add(self, before: float, after: float, *, named: bool) -> None:
        """Add the time ``before`` to the history of visited times.

        The playhead has moved from ``before`` to ``after``, which are in seconds. A ``named`` move (a jump to
        an event, note or typed time) is always added, others only if they are longer than a second. Moves in
        quick succession count as one.
        """
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
        self._changes.touch()

    def open(self, path: Path | None) -> None:
        """Clear the history of times that the user visited if ``path`` is another file than before.

        For the same file it is kept. None stands for no file.
        """
        if path != self._path:
            self._path = path
            self._forget()
            self._changes.touch()
