"""Terminal output of commands: exit status, progress, and standard output that cannot be written."""

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

_INTERVAL = 0.1  # seconds
_CLEAR = "\r\x1b[K"


class Status(IntEnum):
    """Exit status of a command.

    If several files give different ones, a command returns the first of these that one of them gives:
    WRONG_USAGE, NOTHING, HAPPENED, NOT_JUDGED, DAMAGED, FINE. The command ``library`` returns NOTHING only if
    no file is usable.
    """

    FINE = 0
    NOTHING = 1
    """Exit status: a file cannot be used, as it is no recording, unreadable, or without a complete frame."""
    WRONG_USAGE = 2
    DAMAGED = 3
    """Exit status: a file is damaged, but could be read."""
    HAPPENED = 4
    """Exit status: an event happened that must not, by the option ``--fail-on``; or two recordings differ."""
    NOT_JUDGED = 5
    """Exit status: an event named by ``--fail-on`` could not be judged; or recordings cannot be compared."""


def worst(statuses: Collection[Status]) -> Status:
    """Return the exit status for several files from that of each file.

    It is the first of WRONG_USAGE, NOTHING, DAMAGED that is in ``statuses``, or FINE if none is.
    """
    order = (Status.WRONG_USAGE, Status.NOTHING, Status.DAMAGED)
    return next((status for status in order if status in statuses), Status.FINE)


class Progress(AbstractContextManager["Progress", None]):
    """Line on standard error that shows progress and is erased at the end; only on a terminal.

    If the environment variable PROGRESS_VARIABLE is set, lines for another program are printed instead.
    """

    def __init__(self) -> None:
        self._for_program = bool(os.environ.get(PROGRESS_VARIABLE))
        self._shown = sys.stderr.isatty() and not self._for_program
        self._due = 0.0

    def show(self, what: str, fraction: float) -> None:
        """Show the text ``what`` about what is being done, and the ``fraction`` done, 0 to 1."""
        now = time.monotonic()
        if (self._shown or self._for_program) and now >= self._due:
            self._due = now + _INTERVAL
            line = f"{_CLEAR}{printable(what)} … {fraction:.0%}"
            self._write(progress_line(fraction) if self._for_program else line)

    def should_continue(self, what: str) -> Callable[[float], bool]:
        """Return a callback for long work, which shows the text ``what`` and the fraction done, 0 to 1.

        The callback always returns True, which means that the work goes on.
        """

        def should_continue(share: float) -> bool:
            self.show(what, share)
            return True

        return should_continue

    def clear(self) -> None:
        """Erase the progress line from the terminal, if it is shown."""
        if self._shown:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        self.clear()


def discard_output() -> None:
    """Redirect standard output to os.devnull if it cannot be written, so that Python can exit normally."""
    try:
        print(end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def whole_output() -> Iterator[None]:
    """Remove from standard output what the block printed, if the block fails and the output is a file."""
    try:
        sys.stdout.flush()
        status = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):  # sys.stdout is not a real file
        status = None
    try:
        yield
    except BaseException:
        if status is not None and stat.S_ISREG(status.st_mode):
            output, failed = sys.stdout.fileno(), _flush_fails()
            os.ftruncate(output, status.st_size)  # keeps what the file contained before
            os.lseek(output, 0, os.SEEK_END)
            if failed:
                discard_output()
        raise


def _flush_fails() -> bool:
    """Flush standard output; return whether that fails. Python would try again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
