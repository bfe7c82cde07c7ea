"""Reading a recording that may still be written: what is complete, and then what is added."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from viewer.logfile.errors import ChangedError
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import IndexBuilder
from viewer.recording.index import RecordingIndex

QUIET = 5.0
"""Seconds without a new byte after which a file no longer grows."""
SETTLE = 0.5
"""Seconds in which a file that ends inside a frame and was written just now may show that it grows."""

_FRESH = 2.0  # seconds since something was written "just now"


class Growth:
    """Reads one file, as far as it goes and on from there.

    Attributes:
        view: the latest view, None until the first frames are read.

    """

    def __init__(self, file: LogFile, clock: Callable[[], float]) -> None:
        """Read the header; ``clock`` tells monotonic seconds.

        Raises:
            NotARecordingError: the file has no usable header.
            UnreadableError: the system cannot read.

        """
        self._file = file
        self._clock = clock
        self._size = file.size()
        self._builder = IndexBuilder(file)
        self._grown = -QUIET  # when, for the last time
        self._spoilt = False
        self.view: RecordingIndex | None = None

    def read(self, wait: Callable[[float], bool]) -> Iterator[RecordingIndex]:
        """Read what is there, and yield views of it, the last one complete; ``wait`` tells whether to go on.

        Raises:
            ChangedError: the file was replaced or cut meanwhile.
            UnreadableError: the system cannot read.

        """
        yield from self._checked(self._builder.read())
        if self._is_fresh():
            if self._builder.ends_in_frame:
                wait(SETTLE)
            elif not self._builder.frame_count:  # a recording begins with its header, and then with a tick
                self._grown = self._clock()
        yield from self._checked([self._builder.view(complete=True, growing=self._grows(self._clock()))])

    def go_on(self) -> Iterator[RecordingIndex]:
        """Read what has been added, and yield longer views; a last one when the file no longer grows.

        Errors as for ``read``. Bytes of another recording are never read on as if they were of this one.
        """
        if self.view is None or self._spoilt:
            return
        growing = self._grows(self._clock())
        if self._builder.extend(at_last=self.view.growing and not growing):
            yield from self._checked(self._builder.read())
        known = self.view
        longer = self._builder.frame_count > len(known.heads)
        if longer or growing != known.growing or not known.complete:
            yield from self._checked([self._builder.view(complete=True, growing=growing)])

    def _grows(self, now: float) -> bool:
        size = self._file.size()
        if size > self._size:
            self._size, self._grown = size, now
        return now - self._grown < QUIET

    def _is_fresh(self) -> bool:
        return abs(time.time() - self._file.status().st_mtime) < _FRESH

    def _checked(self, views: Iterator[RecordingIndex] | list[RecordingIndex]) -> Iterator[RecordingIndex]:
        """Pass on views whose file is still the one that was opened, now that they have been read."""
        try:
            for view in views:
                view.check_unchanged()
                self.view = view
                yield view
        except ChangedError:
            self._spoilt = True
            raise
