"""What a terminal is told: how far a command has come, and how it ended."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from enum import IntEnum

from viewer.file_error import printable
from viewer.program import PROGRESS_VARIABLE, progress_line

_EVERY = 0.1  # seconds
_CLEAR = "\r\x1b[K"


class Status(IntEnum):
    """What a command's exit status means; of several files the worst of NOTHING, DAMAGED, FINE counts."""

    FINE = 0
    NOTHING = 1
    """Nothing usable: not a recording, not readable, or without a complete frame."""
    WRONG_USAGE = 2
    DAMAGED = 3
    """Damaged, but read."""
    HAPPENED = 4
    """An event happened that must not (``events --fail-on``)."""
    NOT_JUDGED = 5
    """It could not be judged whether such an event happened."""


def worst(statuses: Collection[Status]) -> Status:
    """Return the status for several files."""
    order = (Status.WRONG_USAGE, Status.NOTHING, Status.DAMAGED)
    return next((status for status in order if status in statuses), Status.FINE)


class Progress(AbstractContextManager["Progress", None]):
    """A line on the error stream that changes, and is gone at the end; nothing where nobody looks.

    A program that asks for them gets lines of its own instead.
    """

    def __init__(self) -> None:
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
        sys.stderr.write(text)
        sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        self.clear()


def discard_output() -> None:
    """Let Python not try again, when it ends, to write what could not be written to standard output."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def whole_output() -> Iterator[None]:
    """Take what a block prints back if it fails and the output is a file: there is no half of an answer."""
    try:
        sys.stdout.flush()
        status = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):  # a stream of Python, which has no file
        status = None
    try:
        yield
    except BaseException:
        if status is not None and stat.S_ISREG(status.st_mode):
            output, failed = sys.stdout.fileno(), _flush_fails()
            os.ftruncate(output, status.st_size)  # what was there before stays
            os.lseek(output, 0, os.SEEK_END)
            if failed:
                discard_output()
        raise


def _flush_fails() -> bool:
    """Return whether what was printed cannot be written: it would be tried again when the program ends."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
