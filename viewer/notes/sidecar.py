"""The file of notes beside a recording: whose it is, finding, reading and replacing it."""

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
"""Inode, size and nanoseconds of the last change of a file, None of none."""


class Found(Enum):
    """What can be found that the user should know."""

    FOREIGN = "notes of another recording of that name; they are not shown"
    DAMAGED = "a file that cannot be understood; it is moved aside before anything is written"
    UNREADABLE = "a file that the system does not let us read"
    NEWER = "notes of a newer version; what is not known is kept"
    ELSEWHERE = "the first place cannot be written, this one can"
    ASIDE = "where a file was moved"
    GONE = "a file that was deleted while its notes were known; they are written again with the next change"


class Finding(NamedTuple):
    """Something the user should know of a file of notes; why, as a phrase, or empty if that is clear."""

    found: Found
    path: Path
    reason: str = ""


@dataclass(frozen=True)
class Kept:
    """What is kept for a recording; ``foreign`` are notes of another one that lie in its places."""

    notes: NoteSet = field(default_factory=NoteSet)
    foreign: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()


class _OvertakenError(Exception):
    """Another window has written meanwhile."""


class _Content(NamedTuple):
    """What was seen in a place: a document, and what is wrong, None if it is this recording's or none.

    ``known`` is what was there before, where another program has left something else or nothing.
    """

    seen: _Identity = None
    document: Document | None = None
    wrong: Found | None = None
    reason: str = ""
    known: _Content | None = None

    @property
    def usable(self) -> _Content | None:
        """The content that counts: this one, or what was known before."""
        return self if self.document is not None and self.wrong is None else self.known


def sidecar_path(recording: Path) -> Path:
    """Return where the notes of a recording are, if its folder can be written.

    >>> sidecar_path(Path("run.log")).name
    'run.log.notes.json'
    """
    return recording.with_name(recording.name + _SUFFIX)


class Sidecar:
    """The notes of one open recording, in one or more places; all methods read from the disk.

    It may be used from any thread, but only from one at a time.
    """

    def __init__(self, file: LogFile, places: Sequence[Path]) -> None:
        """Take the open recording, and where its notes may be: they are written to the first that allows it.

        Nothing is read yet.
        """
        self._file = file
        self._places = tuple(places)
        self._header = b""
        self._contents: list[_Content] = []

    def has_changed(self) -> bool:
        """Return whether a file of notes is not the one that was read or written last."""
        return [_identity(path) for path in self._places] != [each.seen for each in self._contents]

    @property
    def is_damaged(self) -> bool:
        """Whether a file of notes was replaced by one that cannot be understood: ``save`` writes it again."""
        return any(each.wrong is Found.DAMAGED and each.known is not None for each in self._contents)

    def load(self) -> Kept:
        """Read the notes, if they are not as they were.

        Raises:
            RecordingError: the recording cannot be read any more.

        """
        if not self._header:  # taken once: another recording in its place does not get these notes
            self._header = read_header(self._file).raw
        if self.has_changed():
            before = self._contents or [_Content()] * len(self._places)
            found = [self._read(path) for path in self._places]
            self._contents = [
                now if now.usable is not None else now._replace(known=each.usable)
                for now, each in zip(found, before, strict=True)
            ]
        foreign: list[Note] = []
        findings: list[Finding] = []
        for number, (path, content) in enumerate(zip(self._places, self._contents, strict=True)):
            if content.wrong is not None:
                findings.append(Finding(content.wrong, path, content.reason))
                foreign += content.document.notes.notes if content.document is not None else ()
            elif content.document is not None:
                known = {Found.NEWER: content.document.version > VERSION, Found.ELSEWHERE: number > 0}
                findings += [Finding(found, path) for found, holds in known.items() if holds]
            elif content.known is not None:
                findings.append(Finding(Found.GONE, path))
        return Kept(self._together().notes, tuple(foreign), tuple(findings))

    def save(self, changes: Changes) -> Kept:
        """Change notes in what is on the disk now, write that, and return it.

        What another recording or nobody can have written is moved aside before, never overwritten.

        Raises:
            OSError: no place can be written.
            RecordingError: the recording cannot be read any more.

        """
        self.load()
        before = self._together()
        document = Document(before.notes.changed(changes), before.unread, before.others)
        refusal: OSError | None = None
        for number in range(len(self._places)):
            try:
                done = self._write(number, document)
            except _OvertakenError:  # noqa: PERF203 - each place is for itself
                return self.save(changes)
            except OSError as error:
                refusal = refusal or error
            else:
                kept = self.load()
                return replace(kept, findings=(*done, *kept.findings))
        raise refusal or OSError("there is no place for notes")

    def _together(self) -> Document:
        """Return what is in all places.

        What is written elsewhere has what was here then: what it lacks has been deleted, if it is not newer.
        """
        written, together = 0.0, Document()
        for content in reversed(self._contents):
            if content.usable is None:
                continue
            seen, document = content.usable.seen, content.usable.document
            if seen is None or document is None:
                continue
            theirs = together.notes.by_id
            ours = document.notes.notes
            kept = (each for each in ours if each.id in theirs or each.modified.timestamp() > written)
            unread = (*document.unread, *(each for each in together.unread if each not in document.unread))
            notes = NoteSet.of((*kept, *theirs.values()))
            written = seen[-1] / 1e9
            together = Document(notes, unread, {**together.others, **document.others})
        return together

    def _write(self, number: int, document: Document) -> list[Finding]:
        """Write all there is to one place, and return what was done to what was there."""
        path, there = Path(os.path.realpath(self._places[number])), self._contents[number]
        findings: list[Finding] = []
        if there.wrong is Found.UNREADABLE:
            raise OSError(errno.EIO, there.reason)
        if path.parent != self._file.path.parent:  # a folder that was deleted with the recording stays so
            path.parent.mkdir(parents=True, exist_ok=True)
        if there.wrong is not None:
            stem = path.name.removesuffix(_SUFFIX)  # nothing looks for it under its new name
            names = (path.with_name(f"{stem}.notes-kept-{number}.json") for number in count(1))
            aside = path.rename(next(name for name in names if not os.path.lexists(name)))
            findings.append(Finding(Found.ASIDE, aside))
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
            _replace(path, wanted.bytes(), there.seen)
            self._contents[number] = _Content(_identity(path), wanted)
        for later in range(number + 1, len(self._places)):
            if self._contents[later].wrong is None and self._contents[later].document is not None:
                with suppress(OSError):  # all that it has is in this one now
                    self._places[later].unlink()
                    self._contents[later] = _Content()
        return findings

    def _read(self, path: Path) -> _Content:
        seen = _identity(path)
        try:
            document = parse(read_regular(path))
        except ValueError as error:
            return _Content(seen, None, Found.DAMAGED, str(error))
        except OSError as error:
            there = error.errno not in _ABSENT
            return _Content(seen, None, Found.UNREADABLE, reason(error)[0]) if there else _Content(seen)
        return _Content(seen, document, None if self._is_own(document) else Found.FOREIGN)

    def _is_own(self, document: Document) -> bool:
        """Return whether notes are this recording's, by the hash of its header, or do not say whose they are.

        A simulation that is run again with the same file name has another one, for it has the second in which
        it began. More is not looked at: in a file that grows, CARLA still changes the last frame.
        """
        length, sha256 = document.recording.get("length"), document.recording.get("sha256")
        if not isinstance(length, int) or not isinstance(sha256, str):
            return True
        return (length, sha256.lower()) == (len(self._header), _hash(self._header))


def _identity(path: Path) -> _Identity:
    with suppress(OSError):
        status = path.stat()
        return status.st_ino, status.st_size, status.st_mtime_ns
    return None


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _replace(path: Path, data: bytes, known: _Identity) -> None:
    """Write a file so that at any moment it is either the old one or the new one, complete.

    Raises:
        OSError: it cannot be written, or it is there and protected.
        _OvertakenError: it is not the one that was known, once all is ready: another window has written.

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
        with _locked(path.parent):
            if _identity(path) != known:
                raise _OvertakenError
            temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink()


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other windows from replacing files of notes in a folder, where the system can lock one."""
    handle = None
    with suppress(ImportError, OSError):  # Windows has no such locks, nor has every network disk
        import fcntl  # noqa: PLC0415 - not on Windows

        handle = os.open(folder, os.O_RDONLY)
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)
