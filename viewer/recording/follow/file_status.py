"""What has become of a file since it was opened: replaced, cut, deleted, or no longer readable."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from enum import Enum

from viewer.logfile.errors import ChangedError, RecordingError, UnreadableError
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.recording.build.detect import detect_dialect
from viewer.recording.build.walk import Frames, Walk
from viewer.recording.index import RecordingIndex

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


def find_file_status(index: RecordingIndex) -> FileChange:
    """Look at the file of a recording: at the one that is open, and at what its name leads to.

    CARLA truncates a file of the same name and writes into it again: the open file changes. Editors and
    copying programs put another file under the name: the open one stays as it is.
    """
    reason = ""
    try:
        intact = _holds(index)
    except UnreadableError as error:
        intact, reason = False, error.what
    opened = _status(index.file)
    try:
        named: os.stat_result | None = index.path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return FileChange(FileStatus.UNREADABLE, reason=reason) if reason else FileChange(FileStatus.DELETED)
    except OSError:
        named = None
    if opened is None or named is None:
        other = opened is None and named is not None  # a network drive came back with another file
    else:  # some file systems do not number their files
        other = named.st_ino != 0 and not os.path.samestat(named, opened)
    if other:
        return _compare(index, intact=intact)
    if reason:
        return FileChange(FileStatus.UNREADABLE, reason=reason)
    return INTACT if intact else _look_at_name(index, FileStatus.CUT)


def _holds(index: RecordingIndex) -> bool:
    """Return whether the file still begins with the header and ends with the frame that were read."""
    try:
        if len(index.heads):
            index.read_frame(len(index.heads) - 1)
        index.check_unchanged()
    except ChangedError:
        return False
    return True


def _status(file: LogFile) -> os.stat_result | None:
    try:
        return file.status()
    except UnreadableError:
        return None


def _compare(index: RecordingIndex, *, intact: bool) -> FileChange:
    """Look at another file under the name; a copy that is not longer is no news.

    Some network drives number the same file anew.
    """
    try:
        with LogFile(index.path) as file:
            if intact and file.size() <= index.file.size() and _holds(replace(index, file=file)):
                return INTACT
    except RecordingError:
        pass  # then it is no such copy
    return _look_at_name(index, FileStatus.REPLACED)


def _look_at_name(index: RecordingIndex, status: FileStatus) -> FileChange:
    """Describe what stands under the name; only what begins as before and is shorter is cut."""
    try:
        with LogFile(index.path) as file:
            size = file.size()
            same = file.read(0, min(size, index.header.size)) == index.header.raw
            if not same or size >= index.bytes_read:
                status = FileStatus.REPLACED
            return FileChange(status, _has_frame(file), same, size)
    except RecordingError as error:
        return FileChange(FileStatus.REPLACED, reason=error.what)


def _has_frame(file: LogFile) -> bool:
    try:
        header = read_header(file)
        end = min(file.size(), header.size + _SEARCHED)
        parts = Walk(file, header.size, end, detect_dialect(file, header, end))
        return any(isinstance(part, Frames) for part in parts)
    except RecordingError:
        return False
