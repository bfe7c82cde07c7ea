"""Notes file beside a recording: finding, reading and safely replacing it."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from pathlib import Path
from typing import NamedTuple

from viewer.file_error import plain
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.notes.note import Changes, Note, NoteSet, NotesFile, parse
from viewer.regular_file import read_regular, reason

_SUFFIX = ".notes.json"
_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)


_Identity = tuple[int, int, int] | None
"""Inode, size and time of the last change (nanoseconds) of a file; None if it does not exist."""


class Trouble(Enum):
    """Kinds of trouble with a notes file that the user should know about, such as damage."""

    FOREIGN = "notes of another recording of that name; they are not shown"
    DAMAGED = "a file that cannot be understood; it is moved aside before anything is written"
    UNREADABLE = "a file that the system does not let us read"
    PARTLY = "a file with more than the notes that can be read; it is moved aside before anything is written"
    ELSEWHERE = "the first place cannot be written, this one can"
    ASIDE = "where a file was moved"
    GONE = "a file that was deleted while its notes were known; they are written again with the next change"


class NotesProblem(NamedTuple):
    """Trouble with a notes file that the user should know about.

    Attributes:
        kind: kind of trouble.
        path: path of the file.
        reason: why the file cannot be used, a phrase; empty if ``kind`` says enough.
    """

    kind: Trouble
    path: Path
    reason: str = ""


@dataclass(frozen=True)
class StoredNotes:
    """Notes read from the files of a recording.

    Attributes:
        notes: notes of this recording.
        foreign: notes in these files that belong to another recording.
        problems: troubles with the files that the user should know about.
    """

    notes: NoteSet = field(default_factory=NoteSet)
    foreign: tuple[Note, ...] = ()
    problems: tuple[NotesProblem, ...] = ()


class _OvertakenError(Exception):
    """Error raised if another process has replaced the notes file since it was last read."""


class _Content(NamedTuple):
    """Content of one notes file when it was last read.

    Attributes:
        seen: inode, size and time of the last change of the file; None if there is no file.
        notes: notes of this recording in the file when it last had any; None if it never had.
        wrong: what is wrong with the file; None if nothing is.
        reason: why the file cannot be read, a phrase.
        foreign: notes in the file that belong to another recording.
    """

    seen: _Identity = None
    notes: NoteSet | None = None
    wrong: Trouble | None = None
    reason: str = ""
    foreign: tuple[Note, ...] = ()


def sidecar_path(recording: Path) -> Path:
    """Return the path of the notes file beside a recording.

    >>> sidecar_path(Path("run.log")).name
    'run.log.notes.json'
    """
    return recording.with_name(recording.name + _SUFFIX)


class Sidecar:
    """Notes of one open recording, in one or more files; every method reads them from disk.

    It may be used from any thread, but only from one at a time.
    """

    def __init__(self, file: LogFile, paths: Sequence[Path]) -> None:
        """Store the arguments; nothing is read yet.

        Args:
            file: the open recording.
            paths: possible notes files; notes are written to the first one that is writable.
        """
        self._file = file
        self._paths = tuple(paths)
        self._header = b""
        self._contents: list[_Content] = []

    def has_changed(self) -> bool:
        """Return whether any of the notes files was changed since it was last read or written here."""
        return [_identity(path) for path in self._paths] != [each.seen for each in self._contents]

    @property
    def is_damaged(self) -> bool:
        """Whether a notes file was damaged by another program after it was read.

        ``save`` then writes its notes again.
        """
        return any(each.wrong is Trouble.DAMAGED and each.notes is not None for each in self._contents)

    def load(self) -> StoredNotes:
        """Return the notes of the recording; notes files are only read if they have changed.

        Raises:
            RecordingError: the recording can no longer be read.
        """
        if not self._header:  # read once: a recording that replaces this one must not get its notes
            self._header = read_header(self._file).raw
        if self.has_changed():
            before = self._contents or [_Content()] * len(self._paths)
            self._contents = [self._read(*each) for each in zip(self._paths, before, strict=True)]
        foreign: list[Note] = []
        problems: list[NotesProblem] = []
        for index, (path, content) in enumerate(zip(self._paths, self._contents, strict=True)):
            if content.wrong is not None:
                problems.append(NotesProblem(content.wrong, path, content.reason))
            elif index > 0 and content.notes is not None:
                problems.append(NotesProblem(Trouble.ELSEWHERE, path))
            foreign += content.foreign
        return StoredNotes(self._merged(), tuple(foreign), tuple(problems))

    def save(self, changes: Changes) -> StoredNotes:
        """Apply ``changes`` to the notes on disk, write them, and return the result.

        A file that cannot be understood in full, or belongs to another recording, is renamed first, never
        overwritten.

        Raises:
            OSError: none of the paths can be written.
            RecordingError: the recording can no longer be read.
        """
        self.load()
        notes = self._merged().changed(changes)
        refusal: OSError | None = None
        for index in range(len(self._paths)):
            try:
                done = self._write(index, notes)
            except _OvertakenError:  # noqa: PERF203 - an error in one file does not end the loop
                return self.save(changes)
            except OSError as error:
                refusal = refusal or error
            else:
                kept = self.load()
                return replace(kept, problems=(*done, *kept.problems))
        raise refusal or OSError("there is no place for notes")

    def _merged(self) -> NoteSet:
        """Return the notes of all notes files of the recording.

        The file at a later path is newer: it was written when the earlier one was not writable, and began as
        a copy of its notes. So a note that is only in the earlier file was deleted since, and is left out,
        unless it was changed after the later file was written.
        """
        written, merged = 0.0, NoteSet()
        for seen, notes, *_ in reversed(self._contents):
            if notes is not None:
                known = merged.by_id
                kept = [n for n in notes.notes if n.id in known or n.modified.timestamp() > written]
                written = seen[-1] / 1e9 if seen is not None else 0.0
                merged = NoteSet.of((*kept, *known.values()))
        return merged

    def _write(self, index: int, notes: NoteSet) -> list[NotesProblem]:
        """Write ``notes`` to one of the possible notes files, and delete those at later paths.

        ``index`` is the index of the file's path; ``notes`` include those of the deleted files. If the file
        cannot be understood in full, or belongs to another recording, it is renamed before; the result says
        to which name.

        Raises:
            OSError: the file cannot be written.
            _OvertakenError: another process has written it since it was read.
        """
        path, there = Path(os.path.realpath(self._paths[index])), self._contents[index]
        problems: list[NotesProblem] = []
        if there.wrong is Trouble.UNREADABLE:
            raise OSError(errno.EIO, there.reason)
        if path.parent != self._file.path.parent:  # do not recreate a deleted folder of the recording
            path.parent.mkdir(parents=True, exist_ok=True)
        if there.wrong is not None or notes != (there.notes or NoteSet()):
            aside = None
            if there.wrong is not None and there.seen is not None:
                stem = path.name.removesuffix(_SUFFIX)  # a name that is not read as notes
                names = (path.with_name(f"{stem}.notes-kept-{number}.json") for number in count(1))
                aside = next(name for name in names if not os.path.lexists(name))
                problems.append(NotesProblem(Trouble.ASIDE, aside))
            mark = {"name": plain(self._file.path.name), **self._header_mark}
            data = NotesFile(notes, mark, is_complete=True).bytes()
            self._contents[index] = _Content(_replace(path, data, there.seen, aside), notes)
        for later in range(index + 1, len(self._paths)):
            if self._contents[later].wrong is None and self._contents[later].notes is not None:
                with suppress(OSError):  # its notes are in this file now
                    self._paths[later].unlink()
                    self._contents[later] = _Content()
        return problems

    def _read(self, path: Path, before: _Content) -> _Content:
        now = before._replace(seen=_identity(path), wrong=None, reason="", foreign=())
        try:
            content = parse(read_regular(path))
        except ValueError as error:
            return now._replace(wrong=Trouble.DAMAGED, reason=str(error))
        except OSError as error:
            if error.errno in _ABSENT:
                return now._replace(wrong=None if now.notes is None else Trouble.GONE)
            return now._replace(wrong=Trouble.UNREADABLE, reason=reason(error)[0])
        if not self._is_own(content.recording):
            return now._replace(wrong=Trouble.FOREIGN, foreign=content.notes.notes)
        return now._replace(notes=content.notes, wrong=None if content.is_complete else Trouble.PARTLY)

    @property
    def _header_mark(self) -> Mapping[str, object]:
        return {"length": len(self._header), "sha256": hashlib.sha256(self._header).hexdigest()}

    def _is_own(self, recording: Mapping[str, object]) -> bool:
        """Return whether ``recording``, as a notes file names it, is this recording or none.

        The hash of the recording's header tells this: another run of the simulator under the same file name
        has another start time in its header. No more is compared, because CARLA still changes the last frame
        of a recording that it is writing.
        """
        length, sha256 = recording.get("length"), recording.get("sha256")
        if not isinstance(length, int) or not isinstance(sha256, str):
            return True
        return {"length": length, "sha256": sha256.lower()} == self._header_mark


def _identity(path: Path) -> _Identity:
    """Return inode, size and time of the last change of the file at ``path``; None if it is inaccessible."""
    with suppress(OSError):
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns
    return None


def _replace(path: Path, data: bytes, known: _Identity, aside: Path | None) -> _Identity:
    """Write a notes file so that at any time it is either the old one or the new one; return its identity.

    The old one is first renamed to ``aside``, if that is not None.

    Raises:
        OSError: it cannot be written, or is read-only.
        _OvertakenError: its identity is not ``known`` any more: another process has written it.
    """
    there = path.exists()
    if there and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "the file of notes is read-only")
    temporary = path.with_name(f".{uuid.uuid4().hex}.notes.tmp")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if there:
            with suppress(OSError):
                shutil.copymode(path, temporary)
        written = _identity(temporary)  # renaming keeps it; the file at ``path`` may soon be another one
        with _locked(path.parent):
            if _identity(path) != known:
                raise _OvertakenError
            if aside is not None:
                path.rename(aside)
            temporary.replace(path)
        return written
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Lock ``folder`` against other processes that replace notes files, where the system can lock folders."""
    handle = None
    with suppress(ImportError, OSError):  # not on Windows and some network disks
        import fcntl  # noqa: PLC0415 - not on Windows

        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)
