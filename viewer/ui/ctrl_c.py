"""Handler that lets Ctrl+C in the terminal close the window like its close button."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier


@contextmanager
def closed_by_ctrl_c(close: Callable[[], object]) -> Iterator[list[int]]:
    """Call ``close`` on Ctrl+C while Qt's event loop runs; yield a list that gets an entry per Ctrl+C.

    Qt's event loop alone would not let Python handle the signal; a socket wakes it up. If the process ignores
    SIGINT when this is called, it goes on ignoring it.
    """
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:
        yield pressed
        return

    def handle(number: int, _frame: object) -> None:
        pressed.append(number)
        close()

    receiver, sender = socket.socketpair()
    with receiver, sender:
        sender.settimeout(0)  # set_wakeup_fd needs a non-blocking socket
        woken = QSocketNotifier(receiver.fileno(), QSocketNotifier.Type.Read)
        woken.activated.connect(lambda: receiver.recv(64))
        known = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGINT, handle)
        try:
            yield pressed
        finally:
            signal.signal(signal.SIGINT, before)
            signal.set_wakeup_fd(known)
            woken.setEnabled(False)
