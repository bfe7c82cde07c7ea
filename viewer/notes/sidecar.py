"""Notes file beside a recording: finding, reading and safely replacing it."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from pathlib import Path
from typing import NamedTuple

from viewer.file_error import plain
from viewer.logfile.header import read_header
from viewer.logfile.source import LogFile
from viewer.notes.note import VERSION, Changes, Document, Note, NoteSet, parse
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
    NEWER = "notes of a newer version; what is not known is kept"
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
        document: content; None if there is no file, or it cannot be understood.
        wrong: what is wrong with the file, so that ``document`` is not used; None if it is fine.
        reason: why the file cannot be read, a phrase.
        known: content before another program deleted or spoiled the file; None if that has not happened.
    """

    seen: _Identity = None
    document: Document | None = None
    wrong: Trouble | None = None
    reason: str = ""
    known: _Content | None = None

    @property
    def usable(self) -> _Content | None:
        """This content of the notes file if it can be used, else the last one that could, or None."""
        return self if self.document is not None and self.wrong is None else self.known


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
        return any(each.wrong is Trouble.DAMAGED and each.known is not None for each in self._contents)

    def load(self) -> StoredNotes:
        """Return the notes of the recording; notes files are only read if they have changed.

        Raises:
            RecordingError: the recording can no longer be read.
        """
        if not self._header:  # read once: a recording that replaces this one must not get its notes
            self._header = read_header(self._file).raw
        if self.has_changed():
            before = self._contents or [_Content()] * len(self._paths)
            kind = [self._read(path) for path in self._paths]
            self._contents = [
                now if now.usable is not None else now._replace(known=each.usable)
                for now, each in zip(kind, before, strict=True)
            ]
        foreign: list[Note] = []
        problems: list[NotesProblem] = []
        for index, (path, content) in enumerate(zip(self._paths, self._contents, strict=True)):
            if content.wrong is not None:
                problems.append(NotesProblem(content.wrong, path, content.reason))
                foreign += content.document.notes.notes if content.document is not None else ()
            elif content.document is not None:
                known = {
                    Trouble.NEWER: content.document.version > VERSION,
                    Trouble.ELSEWHERE: index > 0,
                }
                problems += [NotesProblem(kind, path) for kind, holds in known.items() if holds]
            elif content.known is not None:
                problems.append(NotesProblem(Trouble.GONE, path))
        return StoredNotes(self._merged().notes, tuple(foreign), tuple(problems))

    def save(self, changes: Changes) -> StoredNotes:
        """Apply ``changes`` to the notes on disk, write them, and return the result.

        A file that is damaged or belongs to another recording is renamed first, never overwritten.

        Raises:
            OSError: none of the paths can be written.
            RecordingError: the recording can no longer be read.
        """
        self.load()
        before = self._merged()
        document = Document(before.notes.changed(changes), before.unread, before.others)
        refusal: OSError | None = None
        for index in range(len(self._paths)):
            try:
                done = self._write(index, document)
            except _OvertakenError:  # noqa: PERF203 - an error in one file does not end the loop
                return self.save(changes)
            except OSError as error:
                refusal = refusal or error
            else:
                kept = self.load()
                return replace(kept, problems=(*done, *kept.problems))
        raise refusal or OSError("there is no place for notes")

    def _merged(self) -> Document:
        """Return the notes of all notes files of the recording as one document.

        The file at a later path is newer: it was written when the earlier one was not writable, and began as
        a copy of its notes. So a note that is only in the earlier file was deleted since, and is left out,
        unless it was changed after the later file was written.
        """
        written, merged = 0.0, Document()
        for content in reversed(self._contents):
            if content.usable is None:
                continue
            seen, document = content.usable.seen, content.usable.document
            if seen is None or document is None:
                continue
            theirs = merged.notes.by_id
            ours = document.notes.notes
            kept = (each for each in ours if each.id in theirs or each.modified.timestamp() > written)
            unread = (*document.unread, *(each for each in merged.unread if each not in document.unread))
            notes = NoteSet.of((*kept, *theirs.values()))
            written = seen[-1] / 1e9
            merged = Document(notes, unread, {**merged.others, **document.others})
        return merged

    def _write(self, index: int, document: Document) -> list[NotesProblem]:
        """Write ``document`` to one of the possible notes files, and delete those at later paths.

        ``index`` is the index of the file's path; ``document`` includes the notes of the deleted files. If
        the file at that path is damaged or belongs to another recording, it is renamed before; the result
        says to which name.

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
        if there.wrong is not None:
            stem = path.name.removesuffix(_SUFFIX)  # a name that is not read as notes
            names = (path.with_name(f"{stem}.notes-kept-{number}.json") for number in count(1))
            aside = path.rename(next(name for name in names if not os.path.lexists(name)))
            problems.append(NotesProblem(Trouble.ASIDE, aside))
            there = _Content()
        mark = {
            "name": plain(self._file.path.name),
            "length": len(self._header),
            "sha256": _hash(self._header),
        }
        others = {**dict.fromkeys(("version", "recording")), **document.others}
        others |= {"version": document.version, "recording": {**document.recording, **mark}}
        wanted = Document(document.notes, document.unread, others)
        if wanted != there.document and (there.document is not None or document != Document()):
            self._contents[index] = _Content(_replace(path, wanted.bytes(), there.seen), wanted)
        for later in range(index + 1, len(self._paths)):
            if self._contents[later].wrong is None and self._contents[later].document is not None:
                with suppress(OSError):  # its notes are in this file now
                    self._paths[later].unlink()
                    self._contents[later] = _Content()
        return problems

    def _read(self, path: Path) -> _Content:
        seen = _identity(path)
        try:
            document = parse(read_regular(path))
        except ValueError as error:
            return _Content(seen, None, Trouble.DAMAGED, str(error))
        except OSError as error:
            there = error.errno not in _ABSENT
            return _Content(seen, None, Trouble.UNREADABLE, reason(error)[0]) if there else _Content(seen)
        return _Content(seen, document, None if self._is_own(document) else Trouble.FOREIGN)

    def _is_own(self, document: Document) -> bool:
        """Return whether ``document``, the content of a notes file, belongs to this recording or to none.

        The hash of the recording's header tells this: another run of the simulator under the same file name
        has another start time in its header. No more is compared, because CARLA still changes the last frame
        of a recording that it is writing.
        """
        length, sha256 = document.recording.get("length"), document.recording.get("sha256")
        if not isinstance(length, int) or not isinstance(sha256, str):
            return True
        return (length, sha256.lower()) == (len(self._header), _hash(self._header))


def _identity(path: Path) -> _Identity:
    """Return inode, size and time of the last change of the file at ``path``; None if it is inaccessible."""
    with suppress(OSError):
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns
    return None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _replace(path: Path, data: bytes, known: _Identity) -> _Identity:
    """Write a notes file so that at any time it is either the old one or the new one; return its identity.

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
