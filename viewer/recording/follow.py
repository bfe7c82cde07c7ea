"""Reading a recording, and then watching its file: it may grow, and it may be replaced.

The file is asked, instead of waiting for the system's notices: those do not come from network drives, nor for
every write elsewhere; and asking an open file how long it is costs a microsecond.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from viewer.cancellation import Proceed, ReadingCancelledError, always
from viewer.logfile.errors import ChangedError, RecordingError, UnreadableError
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import IndexBuilder
from viewer.recording.indexing.detect import detect_dialect
from viewer.recording.indexing.walk import Frames, Walk

POLL = 0.25
"""Seconds between two questions how long the file is, and what has become of it."""
PATIENCE = 3.0
"""Seconds for which is kept quiet what begins like nothing known: it may be on its way to a recording."""
QUIET = 5.0
"""Seconds without a new byte after which a file no longer grows."""
SETTLE = 0.5
"""Seconds in which a file that ends inside a frame and was written just now may show that it grows."""

_FRESH = 2.0  # seconds since something was written "just now"
_SEARCHED = 16 << 20
"""Bytes in which a usable recording has its first complete frame."""


class FileStatus(Enum):
    """What can become of an open file."""

    INTACT = "it still begins and goes on as it was read, and may have grown"
    REPLACED = "something else stands under its name, or in its place"
    CUT = "it is shorter than what was read of it"
    DELETED = "nothing stands under its name; the open file can still be read"
    UNREADABLE = "the system cannot read it"


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a look at the file found.

    Attributes:
        status: what has become of it.
        usable: whether what stands under its name now can be read as a recording with frames.
        same_recording: whether that has the header of the recording that was opened.
        size: bytes of what stands under its name now.
        reason: why it, or what replaced it, cannot be opened or read, as a phrase; else empty.
        answers: how many questions had been asked when this was found.

    """

    status: FileStatus
    usable: bool = False
    same_recording: bool = False
    size: int = 0
    reason: str = ""
    answers: int = field(default=0, compare=False)


INTACT = FileChange(FileStatus.INTACT, usable=True, same_recording=True)


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
        self._stopped = self._spoilt = False
        self._asked = self._answered = 0
        self._size = 0
        self._grown = -QUIET  # when, for the last time
        self._view: RecordingIndex | None = None  # the latest

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
        with suppress(ReadingCancelledError):  # stopped in the middle of reading
            yield from self._news()
        self._view = None  # it keeps the file open

    def _news(self) -> Iterator[RecordingIndex | FileChange]:
        file = LogFile(self._path)
        self._size, builder = file.size(), IndexBuilder(file, self._goes_on)
        try:
            yield from self._read(file, builder)
        except (ChangedError, UnreadableError):
            if self._view is None or find_file_status(self._view, self._goes_on) == INTACT:
                raise
        found, told, since = INTACT, INTACT, self._clock()
        while self._wait(POLL):
            questions = self._asked
            with suppress(RecordingError):  # what the file has become is told below
                yield from self._go_on(file, builder)
            if self._view is None:
                continue
            change, now = find_file_status(self._view, self._goes_on), self._clock()
            asked = questions > self._answered
            self._answered = questions
            if (change.status, change.usable) != (found.status, found.usable):
                since = now
            found, replaced = change, change.status is FileStatus.REPLACED
            on_its_way = replaced and not change.usable and (change.size or change.reason)
            if (not on_its_way or now - since >= PATIENCE) and (change != told or asked):
                told = change
                yield replace(change, answers=questions)

    def _goes_on(self, _share: float) -> bool:
        return not self._stopped

    def _wait(self, seconds: float) -> bool:
        if not self._stopped and self._asked == self._answered:
            self._pause(seconds)
        self._wake.clear()
        return not self._stopped

    def _read(self, file: LogFile, builder: IndexBuilder) -> Iterator[RecordingIndex]:
        """Read what is there, and yield views of it, the last one complete."""
        yield from self._checked(builder.read())
        if abs(time.time() - file.status().st_mtime) < _FRESH:
            if builder.ends_in_frame:
                self._wait(SETTLE)
            elif not builder.frame_count:  # a recording begins with its header, and then with a tick
                self._grown = self._clock()
        yield from self._checked([builder.view(complete=True, growing=self._grows(file))])

    def _go_on(self, file: LogFile, builder: IndexBuilder) -> Iterator[RecordingIndex]:
        """Read what has been added, and yield longer views; a last one when the file no longer grows.

        Bytes of another recording are never read on as if they were of this one.
        """
        if self._view is None or self._spoilt:
            return
        growing = self._grows(file)
        if builder.extend():
            yield from self._checked(builder.read())
        known = self._view
        longer = builder.frame_count > len(known.heads)
        if longer or growing != known.growing or not known.complete:
            yield from self._checked([builder.view(complete=True, growing=growing)])

    def _grows(self, file: LogFile) -> bool:
        now, size = self._clock(), file.size()
        if size > self._size:
            self._size, self._grown = size, now
        return now - self._grown < QUIET

    def _checked(self, views: Iterable[RecordingIndex]) -> Iterator[RecordingIndex]:
        """Pass on views whose file is still the one that was opened, now that they have been read."""
        try:
            for view in views:
                view.check_unchanged()
                self._view = view
                yield view
        except ChangedError:
            self._spoilt = True
            raise


def find_file_status(index: RecordingIndex, proceed: Proceed = always) -> FileChange:
    """Look at the file of a recording: at the one that is open, and at what its name leads to.

    CARLA truncates a file of the same name and writes into it again: the open file changes. Editors and
    copying programs put another file under the name: the open one stays as it is.
    """
    reason = ""
    try:
        intact = _holds(index)
    except UnreadableError as error:
        intact, reason = False, error.what
    try:
        named: os.stat_result | None = index.path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return FileChange(FileStatus.UNREADABLE, reason=reason) if reason else FileChange(FileStatus.DELETED)
    except OSError:
        named = None
    if named is not None and _is_other(named, index.file):
        # A copy that is not longer is no news; some network drives number the same file anew.
        return _look_at_name(index, FileStatus.REPLACED, proceed, may_be_copy=intact)
    if reason:
        return FileChange(FileStatus.UNREADABLE, reason=reason)
    return INTACT if intact else _look_at_name(index, FileStatus.CUT, proceed)


def _holds(index: RecordingIndex) -> bool:
    try:
        if len(index.heads):
            index.read_frame(len(index.heads) - 1)
        index.check_unchanged()
    except ChangedError:
        return False
    return True


def _is_other(named: os.stat_result, file: LogFile) -> bool:
    try:
        opened = file.status()
    except UnreadableError:  # a network drive came back with another file
        return True
    return named.st_ino != 0 and not os.path.samestat(named, opened)  # some file systems number none


def _look_at_name(
    index: RecordingIndex, status: FileStatus, proceed: Proceed, *, may_be_copy: bool = False
) -> FileChange:
    """Describe what stands under the name: only what begins as before and is shorter is cut."""
    try:
        with LogFile(index.path) as file:
            size = file.size()
            if may_be_copy and size <= index.file.size() and _holds(replace(index, file=file)):
                return INTACT
            same = file.read(0, min(size, index.header.size)) == index.header.raw
            if not same or size >= index.bytes_read:
                status = FileStatus.REPLACED
            return FileChange(status, _has_frame(file, proceed), same, size)
    except RecordingError as error:
        return FileChange(FileStatus.REPLACED, reason=error.what)


def _has_frame(file: LogFile, proceed: Proceed) -> bool:
    try:
        header = read_header(file)
        end = min(file.size(), header.size + _SEARCHED)
        parts = Walk(file, header.size, end, detect_dialect(file, header, end), proceed=proceed)
        return any(isinstance(part, Frames) for part in parts)
    except RecordingError:
        return False
