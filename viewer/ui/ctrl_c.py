"""Ctrl+C in the terminal closes the window as its own button does."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier


@contextmanager
def closed_by_ctrl_c(close: Callable[[], object]) -> Iterator[list[int]]:
    """Let Ctrl+C call ``close`` while Qt's event loop runs; yield a list that is empty until it was pressed.

    Python handles signals between its own steps, and the event loop takes none: it is woken by a socket.
    Nothing changes where the process ignores Ctrl+C.
    """
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield pressed
        return

    def handle(number: int, _frame: object) -> None:
        pressed.append(number)
        close()

    told, telling = socket.socketpair()
    with told, telling:
        telling.settimeout(0)  # as a handler of signals needs it
        woken = QSocketNotifier(told.fileno(), QSocketNotifier.Type.Read)
        woken.activated.connect(lambda: told.recv(64))
        known = signal.set_wakeup_fd(telling.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, handle)
        try:
            yield pressed
        finally:
            signal.signal(signal.SIGINT, before)
            signal.set_wakeup_fd(known)
            woken.setEnabled(False)
