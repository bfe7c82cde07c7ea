"""Ctrl+C ends every command soon, also in the middle of one long call of a library."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

from viewer.export.target import partial_path

INTERRUPTED = 130
"""The exit status by which a shell knows a command that Ctrl+C ended."""
MESSAGE = "Interrupted."
_GRACE = 0.2
"""Seconds for a command to end by itself and tidy up; a library may not let it."""


class Interruption:
    """Waits for Ctrl+C while a command runs.

    Attributes:
        happened: whether it was pressed.
        targets: what the command may be writing; its unfinished file does not stay.

    """

    def __init__(self) -> None:
        self.happened = False
        self.targets: tuple[Path, ...] = ()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        self.happened = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # impatient ones must not end the tidying up
        # Whoever was called by a library, as by Qt, cannot raise it further: it would be told as a traceback.
        sys.excepthook = lambda *_: None
        sys.unraisablehook = lambda _: None
        raise KeyboardInterrupt

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Let Ctrl+C raise KeyboardInterrupt once, and end the process if the block has not ended soon after.

        Nothing changes where the process ignores Ctrl+C, or outside the main thread.
        """
        before = signal.getsignal(signal.SIGINT)
        if (
            before is not signal.default_int_handler
            or threading.current_thread() is not threading.main_thread()
        ):
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        told, telling = socket.socketpair()
        telling.settimeout(0)  # as a handler of signals needs it
        hooks = sys.excepthook, sys.unraisablehook
        known = signal.set_wakeup_fd(telling.fileno(), warn_on_full_buffer=False)
        over = threading.Event()
        threading.Thread(target=self._end_late, args=(told, over), daemon=True).start()
        try:
            yield
        finally:
            over.set()
            signal.set_wakeup_fd(known)
            signal.signal(signal.SIGINT, before)
            sys.excepthook, sys.unraisablehook = hooks
            telling.close()  # by which the thread ends

    def _end_late(self, told: socket.socket, over: threading.Event) -> None:
        """Wait for Ctrl+C; end the process unless it is ``over`` soon after."""
        with told:
            while (signals := told.recv(64)) and signal.SIGINT not in signals:
                pass
        if not signals or over.wait(_GRACE):
            return
        for target in self.targets:
            partial = partial_path(target, os.getpid())
            if partial.is_dir():
                shutil.rmtree(partial, ignore_errors=True)
            elif target.name:
                partial.unlink(missing_ok=True)
        leave()


def leave() -> NoReturn:
    """Say that Ctrl+C ended the process, and end it at once: to take apart all that was read lasts, too."""
    sys.stderr.write(f"{MESSAGE}\n")
    sys.stderr.flush()
    os._exit(INTERRUPTED)
