"""Reading a recording, and then watching its file: it may grow, and it may be replaced.

The file is asked, instead of waiting for the system's notices: those do not come from network drives, nor for
every write elsewhere; and asking an open file how long it is costs a microsecond.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from viewer.logfile.errors import ChangedError, RecordingError, UnreadableError
from viewer.logfile.source import LogFile
from viewer.recording.follow.file_status import INTACT, FileChange, FileStatus, find_file_status
from viewer.recording.follow.growth import Growth
from viewer.recording.index import RecordingIndex

POLL = 0.25
"""Seconds between two questions how long the file is."""
LOOK = 1.0
"""Seconds between two looks at what has become of it."""
PATIENCE = 3.0
"""Seconds for which is kept quiet what begins like nothing known: it may be on its way to a recording."""


class Watch:
    """Iterating over it reads a recording, and goes on until ``stop``.

    It yields longer and longer views of the recording, and a FileChange whenever something else has become of
    its file. While the file is being written anew, it waits for a while until that can be read.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare; nothing is opened yet. ``pause`` lets so many seconds of ``clock`` pass, or fewer."""
        self._path = path
        self._clock = clock
        self._wake = threading.Event()
        self._pause = pause or self._wake.wait
        self._stopped = False
        self._asked = self._answered = 0

    def stop(self) -> None:
        """End the iteration soon; from any thread."""
        self._stopped = True
        self._wake.set()

    def look(self) -> int:
        """Look at the file now, and tell what has become of it even if that is nothing; from one thread only.

        Return the number of the question: an earlier finding does not answer it.
        """
        self._asked += 1
        self._wake.set()
        return self._asked

    def __iter__(self) -> Iterator[RecordingIndex | FileChange]:
        """Read, then watch.

        Raises, while it reads what is there at first:
            NotARecordingError: the file has no usable header.
            ChangedError: the file became shorter meanwhile.
            UnreadableError: the system cannot open or read it.

        """
        growth = Growth(LogFile(self._path), self._clock)
        try:
            yield from growth.read(self._wait)
        except (ChangedError, UnreadableError):
            if growth.view is None or find_file_status(growth.view) == INTACT:
                raise
        reporter, before = _Reporter(self._clock()), _trace(self._path)
        while self._wait(POLL):
            questions = self._asked
            asked = questions > self._answered
            try:
                yield from growth.go_on()
                doubtful = asked
            except RecordingError:
                doubtful = True
            trace, before = before, _trace(self._path)
            doubtful = doubtful or trace != before
            now = self._clock()
            if growth.view is not None and (doubtful or now >= reporter.due):
                change = find_file_status(growth.view)
                self._answered = questions
                if reporter.take(change, now, asked=asked):
                    yield replace(change, answers=questions)

    def _wait(self, seconds: float) -> bool:
        """Let time pass; return whether to go on."""
        if not self._stopped and self._asked == self._answered:
            self._pause(seconds)
        self._wake.clear()
        return not self._stopped


def _trace(path: Path) -> tuple[int, ...] | None:
    """Return what is another when somebody has written into a file, or put one in its place."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


class _Reporter:
    """Decides which findings are worth telling, and when."""

    def __init__(self, now: float) -> None:
        self.due = now + LOOK
        self._since = now
        self._found = self._told = INTACT

    def take(self, change: FileChange, now: float, *, asked: bool) -> bool:
        """Take a finding; return whether to tell it now."""
        self.due = now + LOOK
        if (change.status, change.usable) != (self._found.status, self._found.usable):
            self._since = now
        self._found = change
        certain = (
            change.usable or change.status is not FileStatus.REPLACED or not (change.size or change.reason)
        )
        if (not certain and now - self._since < PATIENCE) or (change == self._told and not asked):
            return False
        self._told = change
        return True
