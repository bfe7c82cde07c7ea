"""Opening and reading files safely: pipes and devices are refused, and sizes are limited."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import zlib
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from viewer.file_error import FileError

_Error = TypeVar("_Error", bound=FileError)

_LONGEST = 64 << 20
"""Largest number of bytes that is read from one file into memory."""
_PIECE = 4 << 20
"""Number of bytes of the pieces in which large files are read."""
_MOST_UNPACKED = 2 << 30
"""Largest number of bytes that are unpacked from one gzipped file."""
_GZIP = b"\x1f\x8b"
_NOT_PERMITTED = (
    "reading it is not permitted",
    "Ask its owner for read access, or copy it to your own folder.",
)
_REASONS = {
    errno.ENOENT: ("there is no such file", "It may have been moved or renamed; choose it where it is now."),
    errno.EISDIR: ("this is a folder", "Choose a file inside it."),
    errno.EACCES: _NOT_PERMITTED,
    errno.EPERM: _NOT_PERMITTED,
    errno.ELOOP: ("this is a link that leads to itself", "Choose the file itself."),
    errno.ENODEV: ("this is not a regular file", "Copy its bytes to a file first."),
    errno.EFBIG: (f"it is longer than {_LONGEST >> 20} MB", "It is some other file: choose the right one."),
}


def open_regular(path: Path) -> io.FileIO:
    """Open the file ``path`` for reading, unbuffered.

    A pipe or device is refused: reading it might block for ever or never end.

    Raises:
        OSError: the file cannot be opened, or is not a regular file.
    """
    try:  # checked before opening: opening a pipe blocks, and opening a device may have effects
        mode = path.stat().st_mode
    except ValueError as error:  # the name contains a NUL
        raise OSError(errno.EINVAL, str(error)) from error
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise _refusal(errno.ENODEV)
    return io.FileIO(path)


def read_regular(path: Path) -> bytes:
    """Return all bytes of the file ``path``.

    Raises:
        OSError: the file cannot be read, is not a regular file, or is longer than 64 MB.
    """
    with io.BufferedReader(open_regular(path)) as file:
        data = file.read(_LONGEST + 1)
    if len(data) > _LONGEST:
        raise _refusal(errno.EFBIG)
    return data


def read_unpacked(path: Path) -> tuple[bytes, bool]:
    """Return the content of the file ``path``, decompressed if gzipped, and whether the content is complete.

    Of a truncated gzip file, the content before the cut is returned with False.

    Raises:
        OSError: the file cannot be read, is not a regular file, its gzip data are damaged, or its content is
            longer than 64 MB.
    """
    data = read_regular(path)
    if not data.startswith(_GZIP):
        return data, True
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)  # 16: expect gzip's header and trailer
    try:
        content = unpacker.decompress(data, _LONGEST + 1)
    except zlib.error as error:
        raise OSError(errno.EIO, f"the gzipped data are damaged: {error}") from error
    if len(content) > _LONGEST:
        raise _refusal(errno.EFBIG)
    return content, unpacker.eof


class Unpacked:
    """Content of a file in pieces, unpacked if the file is gzipped.

    Attributes:
        whole: False if the gzipped data end too early, are damaged, or unpack to more than 2 GB; set when all
            pieces were read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.whole = True

    def pieces(self) -> Generator[bytes]:
        """Yield the content in pieces of a few megabytes.

        Raises:
            OSError: the file cannot be read, or is not a regular file.
        """
        with open_regular(self._path) as file:
            data = file.read(_PIECE)
            if not data.startswith(_GZIP):
                while data:
                    yield data
                    data = file.read(_PIECE)
                return
            unpacker, size, self.whole = zlib.decompressobj(zlib.MAX_WBITS | 16), 0, False
            while data and not unpacker.eof and size <= _MOST_UNPACKED:
                try:
                    content = unpacker.decompress(data, _PIECE)
                except zlib.error:
                    return
                size += len(content)
                yield content
                data = unpacker.unconsumed_tail or file.read(_PIECE)
            self.whole = unpacker.eof


def read_head(path: Path, size: int) -> bytes:
    """Return up to ``size`` bytes from the start of the file ``path``; a gzipped file is decompressed.

    The result is empty if the gzip data are damaged.

    Raises:
        OSError: the file cannot be read, or is not a regular file.
    """
    with open_regular(path) as file:
        data = file.read(size)
    if not data.startswith(_GZIP):
        return data
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, size)
    except zlib.error:
        return b""


def parse_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value that the JSON text ``data`` holds; NaN and a byte order mark are allowed.

    Raises:
        ValueError: ``data`` is not JSON, or is nested too deep.
    """
    import orjson  # noqa: PLC0415 - not loaded before the first picture

    with suppress(orjson.JSONDecodeError):
        return orjson.loads(data)
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def reason(error: OSError) -> tuple[str, str]:
    """Return why ``error`` prevents reading a file, as a phrase, and what the user can do, as a sentence."""
    if error.errno == errno.ENOENT and error.filename and not Path(error.filename).parent.exists():
        return (
            "there is no such folder",
            "It may have been moved or renamed; choose the file where it is now.",
        )
    usual = (f"the system cannot read it: {error.strerror or error}", "Check the disk, then try again.")
    return _REASONS.get(error.errno or 0, usual)


def unreadable(path: Path, error: OSError, kind: type[_Error]) -> _Error:
    """Return ``error`` as a ``kind`` exception that says why ``path`` cannot be read and what to do."""
    what, advice = reason(error)
    return kind(path, what, advice=advice)


def _refusal(code: int) -> OSError:
    return OSError(code, _REASONS[code][0])
