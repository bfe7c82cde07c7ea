"""What is printed on a terminal, where text of a file must not colour, move or turn what stands there."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from viewer.file_error import printable


class Terminal(io.TextIOBase):
    """A stream that escapes controls but line breaks and tabs; ``terminal`` is the one that does not."""

    def __init__(self, terminal: TextIO) -> None:
        """Write to a terminal; its ``buffer`` takes UTF-8 and escapes as well."""
        self.terminal = terminal
        self.buffer = _Bytes(self)

    def write(self, text: str) -> int:
        """Write text; return how long it was."""
        lines = (map(printable, line.split("\t")) for line in text.split("\n"))
        self.terminal.write("\n".join(map("\t".join, lines)))
        return len(text)

    def flush(self) -> None:
        """Let it be seen; what Python flushes when the terminal is gone is nothing."""
        if not self.terminal.closed:
            self.terminal.flush()

    def isatty(self) -> bool:
        """Return that it is a terminal."""
        return True

    def fileno(self) -> int:
        """Return the terminal's number."""
        return self.terminal.fileno()


class _Bytes(io.RawIOBase):
    """The same for bytes, which may end within a letter."""

    def __init__(self, stream: Terminal) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="backslashreplace")

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:  # noqa: ANN401 - whatever has bytes
        self._stream.write(self._decoder.decode(bytes(data)))
        return len(data)

    def flush(self) -> None:
        if not self.closed:
            self._stream.flush()


@contextmanager
def escaped() -> Iterator[None]:
    """Escape what is printed within the block, on whichever of the two streams is a terminal."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Terminal(each) if each.isatty() else each for each in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
