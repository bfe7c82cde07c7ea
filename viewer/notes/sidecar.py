"""The file of notes beside a recording: finding, reading, merging and writing it, so that nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
import time
import uuid
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import field, replace
from enum import Enum
from itertools import count
from pathlib import Path

from viewer.logfile.source import LogFile
from viewer.notes.fingerprint import Fingerprint
from viewer.notes.lock import locked
from viewer.notes.merge import merged
from viewer.notes.note import Note, NoteSet
from viewer.notes.schema import VERSION, DamagedNotesError, Document, dump, parse
from viewer.quick_dataclass import dataclass
from viewer.regular_file import read_regular, reason

_SUFFIX = ".notes.json"
_TRIES, _PAUSE = 10, 0.02
"""How often a file is tried to be replaced, and seconds between."""

_ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)


class Found(Enum):
    """What can be found that the user should know."""

    FOREIGN = "notes of another recording of that name; they are not shown"
    DAMAGED = "a file that cannot be understood; it is moved aside before anything is written"
    UNREADABLE = "a file that the system does not let us read"
    NEWER = "notes of a newer version; what is not known is kept"
    ELSEWHERE = "the first place cannot be written, this one can"
    ASIDE = "where a file was moved"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the user should know.

    Attributes:
        found: what it is.
        path: the file of notes.
        reason: why, as a phrase; empty if that is clear.

    """

    found: Found
    path: Path
    reason: str = ""


@dataclass(frozen=True)
class Kept:
    """What is kept for a recording.

    Attributes:
        notes: its notes.
        foreign: notes of another recording, found where this one's are expected.
        findings: what the user should know.

    """

    notes: NoteSet = field(default_factory=NoteSet)
    foreign: tuple[Note, ...] = ()
    findings: tuple[Finding, ...] = ()


class _State(Enum):
    MISSING = 0
    OWN = 1
    FOREIGN = 2
    DAMAGED = 3


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
        self._fingerprint: Fingerprint | None = None
        self._seen: tuple[object, ...] = ()
        self._known: dict[Path, tuple[object, tuple[_State, Document, str]]] = {}

    def has_changed(self) -> bool:
        """Return whether a file of notes is not the one that was read or written last."""
        return self._look() != self._seen

    def load(self) -> Kept:
        """Read and merge the notes from all places.

        Raises:
            RecordingError: the recording cannot be read any more.

        """
        self._know_recording()
        self._seen = self._look()
        kept = Kept()
        for number, path in enumerate(self._places):
            try:
                state, document, damage = self._read(path)
            except OSError as error:
                kept = _with(kept, Finding(Found.UNREADABLE, path, reason(error)[0]))
                continue
            if state is _State.OWN:
                kept = replace(kept, notes=merged(kept.notes, document.notes))
                if document.version > VERSION:
                    kept = _with(kept, Finding(Found.NEWER, path))
                if number:
                    kept = _with(kept, Finding(Found.ELSEWHERE, path))
            elif state is _State.FOREIGN:
                kept = _with(kept, Finding(Found.FOREIGN, path))
                kept = replace(kept, foreign=kept.foreign + document.notes.notes)
            elif state is _State.DAMAGED:
                kept = _with(kept, Finding(Found.DAMAGED, path, damage))
        return kept

    def save(self, notes: NoteSet) -> Kept:
        """Merge notes with what is on the disk, write that, and return it.

        What another recording or nobody can have written is moved aside before, never overwritten.

        Raises:
            OSError: no place can be written.
            RecordingError: the recording cannot be read any more.

        """
        self._know_recording()
        notes = self._gathered(notes)
        refusal: OSError | None = None
        for path in self._places:
            try:
                kept = self._write(path, notes)
            except OSError as error:
                refusal = refusal or error
                continue
            self._seen = self._look()
            return kept if refusal is None else _with(kept, Finding(Found.ELSEWHERE, path, _why(refusal)))
        raise refusal or OSError("there is no place for notes")

    # -- one file

    def _gathered(self, notes: NoteSet) -> NoteSet:
        """Return notes merged with those of all places."""
        for path in self._places:
            with suppress(OSError):
                state, document, _ = self._read(path)
                notes = merged(notes, document.notes) if state is _State.OWN else notes
        return notes

    def _write(self, path: Path, notes: NoteSet) -> Kept:
        path = Path(os.path.realpath(path))
        if path.parent != self._file.path.parent:  # a folder that was deleted with the recording stays so
            path.parent.mkdir(parents=True, exist_ok=True)
        with locked(path):
            state, document, _ = self._read(path)
            kept = Kept()
            if state in (_State.FOREIGN, _State.DAMAGED):
                kept = _with(kept, Finding(Found.ASIDE, _move_aside(path)))
                state, document = _State.MISSING, Document()
            kept = replace(kept, notes=merged(notes, document.notes))
            wanted = replace(
                document, notes=kept.notes, fingerprint=self._fingerprint, name=self._file.path.name
            )
            if wanted != document and (state is _State.OWN or kept.notes != NoteSet()):
                _replace(path, dump(wanted))
                self._known[path] = _signature(path), (_State.OWN, wanted, "")
        return kept

    def _read(self, path: Path) -> tuple[_State, Document, str]:
        """Return what a file is, what is in it, and why it cannot be understood.

        One that is as it was is not read again: of very many notes that takes long, and windows wait.

        Raises:
            OSError: it is there, but cannot be read.

        """
        path, signature = Path(os.path.realpath(path)), _signature(path)
        known = self._known.get(path)
        if known is None or signature is None or known[0] != signature:
            known = self._known[path] = signature, self._parse(path)
        return known[1]

    def _parse(self, path: Path) -> tuple[_State, Document, str]:
        try:
            data = read_regular(path)
        except OSError as error:
            if error.errno in _ABSENT:
                return _State.MISSING, Document(), ""
            raise
        try:
            document = parse(data)
        except DamagedNotesError as error:
            return _State.DAMAGED, Document(), str(error)
        mark = document.fingerprint
        own = mark is None or mark == self._fingerprint or mark.is_of(self._file)
        return (_State.OWN if own else _State.FOREIGN), document, ""

    # -- looking

    def _know_recording(self) -> None:
        """Take the recording's fingerprint, once: another one in its place does not get these notes."""
        if self._fingerprint is None:
            self._fingerprint = Fingerprint.of(self._file)

    def _look(self) -> tuple[object, ...]:
        return tuple(_signature(path) for path in self._places)


def _with(kept: Kept, finding: Finding) -> Kept:
    return replace(kept, findings=(*kept.findings, finding))


def _why(error: OSError) -> str:
    return error.strerror or str(error)


def _signature(path: Path) -> tuple[int, ...] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _move_aside(path: Path) -> Path:
    """Give a file of notes a name under which nothing looks for it, and return that."""
    stem = path.name.removesuffix(_SUFFIX)
    for number in count(1):
        aside = path.with_name(f"{stem}.notes-kept-{number}.json")
        if not os.path.lexists(aside):
            path.rename(aside)
            return aside
    raise AssertionError  # numbers do not end


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that at any moment it is either the old one or the new one, complete.

    Raises:
        OSError: it cannot be written, or it is there and protected.

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
        _put(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _put(temporary: Path, path: Path) -> None:
    """Give a file its name; on Windows that fails while another program reads the one that has it."""
    for left in reversed(range(_TRIES)):
        try:
            temporary.replace(path)
        except PermissionError:  # noqa: PERF203 - each try is one
            if not left:
                raise
            time.sleep(_PAUSE)
        else:
            return
