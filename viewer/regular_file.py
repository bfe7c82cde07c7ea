"""Opening files that anybody may have put there: nothing here waits for ever or reads without end."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import zlib
from pathlib import Path
from typing import Any, TypeVar

from viewer.file_error import FileError

_Error = TypeVar("_Error", bound=FileError)

_LONGEST = 64 << 20
"""Bytes of a file that is read as a whole, at most."""
_GZIP = b"\x1f\x8b"
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
    try:  # before it is opened: to open a pipe waits, and to open a device may do something
        mode = path.stat().st_mode
    except ValueError as error:  # a name with a zero in it
        raise OSError(errno.EINVAL, str(error)) from error
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise _refusal(errno.ENODEV)
    return io.FileIO(path)


def read_regular(path: Path) -> bytes:
    """Return all bytes of a file, however it grows meanwhile.

    Raises:
        OSError: it cannot be read, is no regular file, or longer than it may be.

    """
    with io.BufferedReader(open_regular(path)) as file:
        data = file.read(_LONGEST + 1)
    if len(data) > _LONGEST:
        raise _refusal(errno.EFBIG)
    return data


def read_unpacked(path: Path) -> tuple[bytes, bool]:
    """Return the content of a file, unpacked if it is gzipped, and whether that is whole.

    Of a gzipped file that is cut the content before the cut is returned, with False.

    Raises:
        OSError: the file cannot be read, is no regular file, or its content is longer than 64 MB.

    """
    data = read_regular(path)
    if not data.startswith(_GZIP):
        return data, True
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)  # 16: with the head and the end of a gzipped file
    try:
        content = unpacker.decompress(data, _LONGEST + 1)
    except zlib.error as error:
        raise OSError(errno.EIO, f"the gzipped data are damaged: {error}") from error
    if len(content) > _LONGEST:
        raise _refusal(errno.EFBIG)
    return content, unpacker.eof


def read_head(path: Path, size: int) -> bytes:
    """Return the first ``size`` bytes of the content of a file, unpacked if it is gzipped, or all of fewer.

    Raises:
        OSError: the file cannot be read, or is no regular file.

    """
    with open_regular(path) as file:
        data = file.read(size)
    if not data.startswith(_GZIP):
        return data
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, size)
    except zlib.error:
        return b""


def parse_json(data: bytes) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Return what JSON holds, with or without a byte order mark.

    Raises:
        ValueError: it is no JSON, or nested absurdly deep.

    """
    try:
        return json.loads(data)
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
