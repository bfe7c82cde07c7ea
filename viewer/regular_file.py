"""Opening files that anybody may have put there: nothing here waits for ever or reads without end."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
from collections import Counter
from pathlib import Path
from typing import Any, TypeVar

from viewer.file_error import FileError

_Error = TypeVar("_Error", bound=FileError)

_LONGEST = 64 << 20
"""Bytes of a file that is read as a whole, at most."""
_BLOCK = 1 << 18
_NOT_PERMITTED = (
    "reading it is not permitted",
    "Ask its owner for read access, or copy it to your own folder.",
)
_REASONS = {
    errno.ENOENT: (
        "there is no such file",
        "It may have been moved or renamed; choose it where it is now.",
    ),
    errno.EISDIR: ("this is a folder", "Choose a file inside it."),
    errno.EACCES: _NOT_PERMITTED,
    errno.EPERM: _NOT_PERMITTED,
    errno.ELOOP: ("this is a link that leads to itself", "Choose the file itself."),
    errno.ENODEV: ("this is not a regular file", "Copy its bytes to a file first."),
    errno.EFBIG: (f"it is longer than {_LONGEST >> 20} MB", "It is some other file: choose the right one."),
}


def open_regular(path: Path) -> io.FileIO:
    """Open a file for reading, unbuffered; a pipe or device is refused: it may have no end, or never begin.

    Raises:
        OSError: it cannot be opened, or is no regular file.

    """
    try:
        mode = path.stat().st_mode  # asked before, too: opening a device may do something
    except ValueError as error:  # a name with a zero in it
        raise OSError(errno.EINVAL, str(error)) from error
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise _refusal(errno.ENODEV)
    file = io.FileIO(path, opener=_open_at_once)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise _refusal(errno.ENODEV)
    return file


def read_regular(path: Path) -> bytes:
    """Return all bytes of a file, however it grows meanwhile.

    Raises:
        OSError: it cannot be read, is no regular file, or longer than it may be.

    """
    parts, size = [], 0
    with open_regular(path) as file:
        while part := file.read(_BLOCK):
            size += len(part)
            if size > _LONGEST:
                raise _refusal(errno.EFBIG)
            parts.append(part)
    return b"".join(parts)


def parse_json(data: bytes) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return what JSON holds, with or without a byte order mark.

    Raises:
        ValueError: it is no JSON, nested absurdly deep, or has a key twice, of which one would be lost.

    """
    try:
        return json.loads(data, object_pairs_hook=_without_doubles)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def reason(error: OSError) -> tuple[str, str]:
    """Return why the system does not give us a file, as a phrase, and what to do, as a sentence."""
    if error.errno == errno.ENOENT and error.filename and not Path(error.filename).parent.exists():
        return (
            "there is no such folder",
            "It may have been moved or renamed; choose the file where it is now.",
        )
    usual = (f"the system cannot read it: {error.strerror or error}", "Check the disk, then try again.")
    return _REASONS.get(error.errno or 0, usual)


def unreadable(path: Path, error: OSError, kind: type[_Error]) -> _Error:
    """Translate an error of the operating system into one that says what to do."""
    what, advice = reason(error)
    return kind(path, what, advice=advice)


def _refusal(code: int) -> OSError:
    return OSError(code, _REASONS[code][0])


def _open_at_once(name: str, flags: int) -> int:
    """Open a file also where a pipe took its place since it was asked for."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f'the key "{key}" is there twice')
    return document
