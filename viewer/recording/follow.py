"""Reading a recording and then watching its file, which may grow or be replaced.

The file is polled, because the system's change notices do not come from network drives, nor for every write;
asking for the size of an open file takes a microsecond.
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

from viewer.cancellation import ReadingCancelledError, ShouldContinue, always
from viewer.logfile.errors import ChangedError, RecordingError, UnreadableError
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import IndexBuilder
from viewer.recording.indexing.detect import detect_dialect
from viewer.recording.indexing.walk import Frames, Walk

POLL = 0.25
"""Seconds between two polls of the size and status of an open recording's file."""
PATIENCE = 3.0
"""Seconds to wait before reporting that a recording's file was replaced by one that cannot be read.

The new file may still be being written.
"""
QUIET = 5.0
"""Seconds without new bytes after which a recording's file no longer counts as growing."""
SETTLE = 0.5
"""Seconds to wait for more bytes if a recording's file was just written and ends within a frame."""

_FRESH = 2.0  # seconds after a write within which a file may be growing
_SEARCHED = 16 << 20
"""Number of bytes after the header in which a complete frame must be found for a file to count as readable.
"""


class FileStatus(Enum):
    """State in which the file of an open recording was found; each value is a phrase that describes it."""

    INTACT = "it still begins and goes on as it was read, and may have grown"
    REPLACED = "something else stands under its name, or in its place"
    CUT = "it is shorter than what was read of it"
    DELETED = "nothing stands under its name; the open file can still be read"
    UNREADABLE = "the system cannot read it"


@dataclass(frozen=True, slots=True)
class FileChange:
    """Result of polling the file of an open recording.

    Attributes:
        status: status of the file.
        usable: whether the file now at the recording's path can be read as a recording with frames.
        same_recording: whether that file has the header of the recording that was opened.
        size: size of that file in bytes.
        reason: why that file cannot be read, as a phrase; empty if it can.
        answers: number of calls of ``Watch.check_now`` made before this poll.
    """

    status: FileStatus
    usable: bool = False
    same_recording: bool = False
    size: int = 0
    reason: str = ""
    answers: int = field(default=0, compare=False)


INTACT = FileChange(FileStatus.INTACT, usable=True, same_recording=True)


class Watch:
    """Iterator that reads a recording and then watches its file, until ``stop`` is called.

    It yields longer and longer indexes of the recording, and a FileChange whenever the status of its file
    changes. A file that is being written anew is not reported until it can be read, or some seconds have
    passed.
    """

    def __init__(
        self,
        path: Path,
        known_as: Path | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """Prepare to read ``path``, without opening it; the user knows it as ``known_as``, or by its path.

        ``clock`` returns the time in seconds. ``pause`` waits for the given number of seconds; it may return
        earlier.
        """
        self._path, self._known_as = path, known_as
        self._clock = clock
        self._wake = threading.Event()
        self._pause = pause or self._wake.wait
        self._stopped = self._spoilt = False
        self._asked = self._answered = 0
        self._size = 0
        self._grown = -QUIET  # time of the last growth
        self._view: RecordingIndex | None = None  # the latest index

    def stop(self) -> None:
        """End the watching of the file soon; may be called from any thread."""
        self._stopped = True
        self._wake.set()

    def check_now(self) -> int:
        """Make the iterator poll the file now and yield a FileChange, even if nothing has changed.

        Returns the number of this call, from 1 on: a FileChange answers it if its ``answers`` is at least
        that number. Call it from one thread only.
        """
        self._asked += 1
        self._wake.set()
        return self._asked

    def __iter__(self) -> Iterator[RecordingIndex | FileChange]:
        """Yield indexes while reading and then indexes and file changes while watching.

        Raises, while the file is first read:
            NotARecordingError: the file has no usable header.
            ChangedError: the file became shorter meanwhile.
            UnreadableError: the system cannot open or read it.
        """
        with suppress(ReadingCancelledError):  # stopped while reading
            yield from self._news()
        self._view = None  # or the file would stay open

    def _news(self) -> Iterator[RecordingIndex | FileChange]:
        file = LogFile(self._path, self._known_as)
        self._size, builder = file.size(), IndexBuilder(file, self._goes_on)
        try:
            yield from self._read(file, builder)
        except (ChangedError, UnreadableError):
            if self._view is None or find_file_status(self._view, self._goes_on) == INTACT:
                raise
        found, reported, since = INTACT, INTACT, self._clock()
        while self._wait(POLL):
            questions = self._asked
            with suppress(RecordingError):  # the status of the file is reported below
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
            if (not on_its_way or now - since >= PATIENCE) and (change != reported or asked):
                reported = change
                yield replace(change, answers=questions)

    def _goes_on(self, _share: float) -> bool:
        return not self._stopped

    def _wait(self, seconds: float) -> bool:
        if not self._stopped and self._asked == self._answered:
            self._pause(seconds)
        self._wake.clear()
        return not self._stopped

    def _read(self, file: LogFile, builder: IndexBuilder) -> Iterator[RecordingIndex]:
        """Read the present content of ``file`` with ``builder``, yielding longer and longer indexes.

        The last one is complete up to the present end of the file. Raises ChangedError if the file was
        replaced meanwhile.
        """
        yield from self._checked(builder.read())
        if abs(time.time() - file.status().st_mtime) < _FRESH:
            if builder.ends_in_frame:
                self._wait(SETTLE)
            elif not builder.frame_count:  # CARLA writes the header, and the first frame at the next tick
                self._grown = self._clock()
        yield from self._checked([builder.view(complete=True, growing=self._grows(file))])

    def _go_on(self, file: LogFile, builder: IndexBuilder) -> Iterator[RecordingIndex]:
        """Read bytes appended to ``file``, yielding longer indexes, and a last one when it stops growing.

        Nothing is read once the file has been replaced by another recording.
        """
        if self._view is None or self._spoilt:
            return
        growing = self._grows(file)
        if builder.extend():
            yield from self._checked(builder.read())
        known = self._view
        longer = builder.frame_count > len(known.frame_starts)
        if longer or growing != known.growing or not known.complete:
            yield from self._checked([builder.view(complete=True, growing=growing)])

    def _grows(self, file: LogFile) -> bool:
        now, size = self._clock(), file.size()
        if size > self._size:
            self._size, self._grown = size, now
        return now - self._grown < QUIET

    def _checked(self, views: Iterable[RecordingIndex]) -> Iterator[RecordingIndex]:
        """Yield the indexes ``views`` of a recording; raise ChangedError once its file has been replaced."""
        try:
            for view in views:
                view.check_unchanged()
                self._view = view
                yield view
        except ChangedError:
            self._spoilt = True
            raise


def find_file_status(index: RecordingIndex, should_continue: ShouldContinue = always) -> FileChange:
    """Return whether the open file of ``index`` is intact, and whether another file is now at its path.

    CARLA truncates a file of the same name and writes into it: then the open file changes. Editors and
    copying programs put another file under the name: then the open file stays as it is.

    Raises ReadingCancelledError if ``should_continue``, called with the fraction searched, returns False.
    """
    reason = ""
    try:
        intact = _holds(index)
    except UnreadableError as error:
        intact, reason = False, error.what
    try:
        named: os.stat_result | None = index.file.stored.stat()
    except (FileNotFoundError, NotADirectoryError):
        return FileChange(FileStatus.UNREADABLE, reason=reason) if reason else FileChange(FileStatus.DELETED)
    except OSError:
        named = None
    if named is not None and _is_other(named, index.file):
        # The same content under another inode is no change; some network drives renumber inodes.
        return _find_change_at_path(index, FileStatus.REPLACED, should_continue, may_be_copy=intact)
    if reason:
        return FileChange(FileStatus.UNREADABLE, reason=reason)
    return INTACT if intact else _find_change_at_path(index, FileStatus.CUT, should_continue)


def _holds(index: RecordingIndex) -> bool:
    try:
        if len(index.frame_starts):
            index.read_frame(len(index.frame_starts) - 1)
        index.check_unchanged()
    except ChangedError:
        return False
    return True


def _is_other(named: os.stat_result, file: LogFile) -> bool:
    try:
        opened = file.status()
    except UnreadableError:  # a network drive was reconnected
        return True
    return named.st_ino != 0 and not os.path.samestat(named, opened)  # 0: the file system has no inodes


def _find_change_at_path(
    index: RecordingIndex, status: FileStatus, should_continue: ShouldContinue, *, may_be_copy: bool = False
) -> FileChange:
    """Return a FileChange that describes the file now at the path of the recording ``index``.

    Its status is ``status`` if that file has the recording's header but is shorter than what has been read of
    the recording. Otherwise it is REPLACED. With ``may_be_copy`` it is INTACT if the file is not longer than
    the recording and has its header and last frame. ``should_continue`` cancels the reading by returning
    False.
    """
    try:
        with LogFile(index.file.stored) as file:
            size = file.size()
            if may_be_copy and size <= index.file.size() and _holds(replace(index, file=file)):
                return INTACT
            same = file.read(0, min(size, index.header.size)) == index.header.raw
            if not same or size >= index.bytes_read:
                status = FileStatus.REPLACED
            return FileChange(status, _has_frame(file, should_continue), same, size)
    except RecordingError as error:
        return FileChange(FileStatus.REPLACED, reason=error.what)


def _has_frame(file: LogFile, should_continue: ShouldContinue) -> bool:
    try:
        header = read_header(file)
        end = min(file.size(), header.size + _SEARCHED)
        parts = Walk(
            file, header.size, end, detect_dialect(file, header, end), should_continue=should_continue
        )
        return any(isinstance(part, Frames) for part in parts)
    except RecordingError:
        return False
