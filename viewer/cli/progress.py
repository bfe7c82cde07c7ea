"""How far a command has come, for who waits at a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_EVERY = 0.1  # seconds
_CLEAR = "\r\x1b[K"


class Progress:
    """A line on the error stream that changes, and is gone at the end; nothing where nobody looks."""

    def __init__(self) -> None:
        """Show nothing yet."""
        self._shown = sys.stderr.isatty()
        self._due = 0.0

    def show(self, what: str, fraction: float) -> None:
        """Say what goes on, and how much of it is done, 0 to 1."""
        now = time.monotonic()
        if self._shown and now >= self._due:
            self._due = now + _EVERY
            sys.stderr.write(f"{_CLEAR}{what} … {fraction:.0%}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()

    def __enter__(self) -> Progress:  # noqa: PYI034 - Self needs Python 3.11
        """Return itself; the line is gone after the block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self.clear()
