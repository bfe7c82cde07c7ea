"""Ctrl+C for commands: ends each soon, even during a long call of a library."""

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
"""Exit status of a command that Ctrl+C ended, as shells define it."""
MESSAGE = "Interrupted."
_GRACE = 0.2
"""Seconds after Ctrl+C within which a command may tidy up and end by itself; then its process is ended."""


class Interruption:
    """Handler of Ctrl+C while a command runs.

    Attributes:
        happened: whether Ctrl+C was pressed.
        targets: files that the command may be writing; unfinished ones are deleted.
    """

    def __init__(self) -> None:
        self.happened = False
        self.targets: tuple[Path, ...] = ()

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Raise KeyboardInterrupt for the first Ctrl+C, and ignore further ones."""
        self.happened = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl+C must not interrupt the tidying up
        # A callback of a library such as Qt cannot raise it further: Python would print a traceback.
        sys.excepthook = lambda *_: None
        sys.unraisablehook = lambda _: None
        raise KeyboardInterrupt

    @contextmanager
    def awaited(self) -> Iterator[None]:
        """Let the first Ctrl+C raise KeyboardInterrupt in the block; end the process if the block goes on.

        After Ctrl+C the block may go on for ``_GRACE`` seconds. Nothing changes outside the main thread, or
        if the process ignores Ctrl+C.
        """
        before = signal.getsignal(signal.SIGINT)
        if (
            before is not signal.default_int_handler
            or threading.current_thread() is not threading.main_thread()
        ):
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        receiver, sender = socket.socketpair()
        sender.settimeout(0)  # set_wakeup_fd needs a non-blocking socket
        hooks = sys.excepthook, sys.unraisablehook
        known = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
        over = threading.Event()
        threading.Thread(target=self._end_late, args=(receiver, over), daemon=True).start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(known)
            over.set()
            signal.signal(signal.SIGINT, before)
            sys.excepthook, sys.unraisablehook = hooks
            sender.close()  # which ends the thread

    def _end_late(self, receiver: socket.socket, over: threading.Event) -> None:
        """Wait for Ctrl+C; end the process if the command has not ended ``_GRACE`` seconds later.

        Unfinished files are deleted before that.

        Args:
            receiver: socket that receives the number of each signal to the process as a byte. The method
                returns when its other end is closed.
            over: set when the command has ended.
        """
        with receiver:  # open until the end: a further signal is written to it
            while (signals := receiver.recv(64)) and signal.SIGINT not in signals:
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
    """Print that Ctrl+C ended the process, and end it at once, without slowly freeing memory."""
    sys.stderr.write(f"{MESSAGE}\n")
    sys.stderr.flush()
    os._exit(INTERRUPTED)
