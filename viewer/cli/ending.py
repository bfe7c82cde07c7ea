"""How a command that prints much ends when it cannot go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from viewer.cli.status import Status
from viewer.file_error import printable

INTERRUPTED = 130
"""What a shell reports of a command that Ctrl+C ended."""


def guarded(work: Callable[[], int]) -> int:
    """Do the work of a command; return its exit status, or that of what ended it.

    That may be Ctrl+C, a reader that has seen enough, or a disk that is full.
    """
    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # who reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Status.FINE
    except OSError as error:  # of what is written: reading has errors of its own
        name = printable(error.filename or "The output")
        print(f"{name}: cannot be written: {error.strerror}.", file=sys.stderr)
        return Status.WRONG_USAGE
