"""The read gate: the only place where bytes of a recording enter the program."""

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
    """An open file from which exact ranges are read, safely from several threads.

    Reads never map the file: CARLA truncates a file of the same name in place, and a mapping would then end
    the process.
    """

    def __init__(self, path: Path | str) -> None:
        """Open ``path`` for reading.

        Raises:
            UnreadableError: missing, a folder, not permitted, or not a regular file.

        """
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self._file = open_regular(self.path)
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def size(self) -> int:
        """Return how many bytes the file has now; UnreadableError if the system cannot tell."""
        return self.status().st_size

    def status(self) -> os.stat_result:
        """Return what the system knows of the open file, wherever its name leads by now.

        Raises:
            UnreadableError: the system cannot tell.

        """
        try:
            return os.fstat(self._file.fileno())
        except OSError as error:
            raise unreadable(self.path, error, UnreadableError) from error

    def read(self, offset: int, size: int) -> bytes:
        """Return exactly ``size`` bytes from ``offset``.

        Raises:
            ChangedError: the file has become shorter than that.
            UnreadableError: the system cannot read.

        """
        data = self._pread(size, offset)
        while len(data) < size:  # a single read may be short, on network file systems also in the middle
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
        """Return bytes from each offset, shape (K,), joined together; errors as for ``read``.

        For small pieces far from each other: one after the other with nothing between the calls.
        """
        places = offsets.tolist()
        lengths = [sizes] * len(places) if isinstance(sizes, int) else sizes.tolist()
        if hasattr(os, "pread"):
            descriptor = self._file.fileno()
            try:
                data = b"".join(list(map(os.pread, repeat(descriptor), lengths, places)))
            except OSError as error:
                raise unreadable(self.path, error, UnreadableError) from error
            if len(data) == sum(lengths):
                return data
        return b"".join(map(self.read, places, lengths))

    def read_into(self, offset: int, target: memoryview) -> int:
        """Fill ``target`` from ``offset`` as far as the file goes; return how many bytes there were."""
        got = 0
        while got < len(target):
            count = self._preadinto(target[got:], offset + got)
            if count == 0:
                break
            got += count
        return got

    def next_data(self, offset: int) -> int:
        """Return the first offset from ``offset`` on at which the file has bytes, its size if there is none.

        Holes, which read as zeros, are skipped where the system tells of them; else ``offset`` is returned.
        """
        seek_data = getattr(os, "SEEK_DATA", None)
        if seek_data is None or not hasattr(os, "pread"):
            return offset
        try:
            return os.lseek(self._file.fileno(), offset, seek_data)
        except OSError as error:  # there is only a hole, or no such question to this file system
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
        """Close the file; reading afterwards is an error of the program."""
        self._file.close()

    def __del__(self) -> None:
        """Close with the last reference: views of a recording are handed around and share their file."""
        if hasattr(self, "_file"):  # not if opening failed
            self.close()

    def __enter__(self) -> LogFile:  # noqa: PYI034 - Self needs Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
