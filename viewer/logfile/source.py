"""Access to the bytes of a recording; no other module reads the file."""

from __future__ import annotations

import errno
import os
import threading
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.errors import ChangedError, UnreadableError
from viewer.regular_file import open_regular, unreadable


class LogFile:
    """Open recording file that threads can read from at the same time, at any offset.

    The file is never mapped into memory: CARLA truncates a file in place when it records under the same name,
    and the process would crash on its next access to the mapping.

    Attributes:
        path: path by which the user knows the recording.
        stored: path of the file that is read; another one only if it was made of what is at ``path``.
    """

    def __init__(self, path: Path | str, known_as: Path | None = None) -> None:
        """Open the file ``path`` for reading.

        ``known_as`` is the path by which the user knows it, if it was made of something else: messages, notes
        and settings go by that.

        Raises:
            UnreadableError: the file is missing, a folder, not permitted, or not a regular file.
        """
        self.stored = Path(path)
        self.path = self.stored if known_as is None else known_as
        self._lock = threading.Lock()
        try:
            self._file = open_regular(self.stored)
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def size(self) -> int:
        """Return the current size of the file in bytes. Raises UnreadableError if the system cannot tell."""
        return self.status().st_size

    def status(self) -> os.stat_result:
        """Return ``os.fstat`` of the open file, whatever has happened to its name since.

        Raises:
            UnreadableError: the system cannot tell.
        """
        try:
            return os.fstat(self._file.fileno())
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def read(self, offset: int, size: int) -> bytes:
        """Return exactly ``size`` bytes from byte ``offset`` on.

        Raises:
            ChangedError: the file has become shorter and ends before ``offset + size``.
            UnreadableError: the system cannot read.
        """
        data = self._pread(size, offset)
        while len(data) < size:  # a read may be short, on network drives even before the end
            more = self._pread(size - len(data), offset + len(data))
            if not more:
                what, expected = "the file has become shorter since it was opened", f"{size:,} bytes"
                raise ChangedError(
                    self.path, what, expected=expected, found=f"{len(data):,}", offset=offset,
                    advice="Reload it.",
                )  # fmt: skip
            data += more
        return data

    def read_each(self, offsets: NDArray[np.int64], sizes: NDArray[np.int64] | int) -> bytes:
        """Return, joined in order, ``sizes[i]`` bytes from each byte offset ``offsets[i]``, shape (K,).

        For small pieces far apart: the reads follow each other with no Python code between them.

        Raises:
            ChangedError: the file has become shorter and ends before the last of these bytes.
            UnreadableError: the system cannot read.
        """
        starts = offsets.tolist()
        lengths = [sizes] * len(starts) if isinstance(sizes, int) else sizes.tolist()
        if hasattr(os, "pread"):
            descriptor = self._file.fileno()
            try:
                data = b"".join(list(map(os.pread, repeat(descriptor), lengths, starts)))
            except OSError as error:
                raise unreadable(self.path, error, UnreadableError) from error
            if len(data) == sum(lengths):
                return data
        return b"".join(map(self.read, starts, lengths))

    def read_into(self, offset: int, target: memoryview) -> int:
        """Fill the buffer ``target`` from byte ``offset`` on; return the number of bytes that were read.

        They are fewer than the buffer holds if the file ends before. Raises UnreadableError if the system
        cannot read.
        """
        got = 0
        while got < len(target):
            count = self._preadinto(target[got:], offset + got)
            if count == 0:
                break
            got += count
        return got

    def next_data(self, offset: int) -> int:
        """Return the first offset from ``offset`` on that is not in a hole of a sparse file.

        Holes read as zeros. If only a hole follows, the file's size is returned; if the system cannot tell
        holes, ``offset``.
        """
        seek_data = getattr(os, "SEEK_DATA", None)
        if seek_data is None or not hasattr(os, "pread"):
            return offset
        try:
            return os.lseek(self._file.fileno(), offset, seek_data)
        except OSError as error:  # only a hole follows, or the file system has no SEEK_DATA
            return self.size() if error.errno == errno.ENXIO else offset

    def _pread(self, size: int, offset: int) -> bytes:
        try:
            if hasattr(os, "pread"):
                return os.pread(self._file.fileno(), size, offset)
            with self._lock:
                self._file.seek(offset)
                return self._file.read(size) or b""
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def _preadinto(self, target: memoryview, offset: int) -> int:
        try:
            if hasattr(os, "preadv"):
                return os.preadv(self._file.fileno(), [target], offset)
            with self._lock:
                self._file.seek(offset)
                return self._file.readinto(target) or 0
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def close(self) -> None:
        """Close the file; it must not be read afterwards."""
        self._file.close()

    def __del__(self) -> None:
        """Close the file with the last reference to it: all indexes of one recording share one LogFile."""
        if hasattr(self, "_file"):  # missing if opening failed
            self.close()

    def __enter__(self) -> LogFile:  # noqa: PYI034 - Self needs Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
