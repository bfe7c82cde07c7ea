"""How far a command has come, for who waits at a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from types import TracebackType

from viewer.file_error import printable
from viewer.program import PROGRESS_VARIABLE, progress_line

_EVERY = 0.1  # seconds
_CLEAR = "\r\x1b[K"


class Progress:
    """A line on the error stream that changes, and is gone at the end; nothing where nobody looks.

    A program that asks for them gets lines of its own instead.
    """

    def __init__(self) -> None:
        """Show nothing yet."""
        self._told = bool(os.environ.get(PROGRESS_VARIABLE))
        self._shown = sys.stderr.isatty() and not self._told
        self._due = 0.0

    def show(self, what: str, fraction: float) -> None:
        """Say what goes on, and how much of it is done, 0 to 1."""
        now = time.monotonic()
        if (self._shown or self._told) and now >= self._due:
            self._due = now + _EVERY
            line = f"{_CLEAR}{printable(what)} … {fraction:.0%}"
            self._write(progress_line(fraction) if self._told else line)

    def proceed(self, what: str) -> Callable[[float], bool]:
        """Return what long work calls to say how much of it is done, and to learn that it goes on."""

        def proceed(share: float) -> bool:
            self.show(what, share)
            return True

        return proceed

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        stream = getattr(sys.stderr, "terminal", sys.stderr)  # controls of our own are meant
        stream.write(text)
        stream.flush()

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self needs Python 3.11
        """Return itself; the line is gone after the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self.clear()
