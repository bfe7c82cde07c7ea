"""Garbage collection in the GUI thread only, and settings of the C library's memory allocator."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

from viewer.ui.background.tasks import Tasks

_QUIET = 2.0
"""Seconds without input and background tasks after which the full garbage collection of Python runs."""
_PERIOD = 100  # milliseconds


class Garbage(QObject):
    """Runs Python's garbage collector in the GUI thread only.

    Python itself collects in whichever thread allocates, and would delete widgets there, which crashes Qt.
    While something happens, only young objects are collected. All objects are collected after some seconds
    without activity, because that stops every thread for a while. Objects that exist at first, mostly those
    of modules, are never collected.
    """

    def __init__(self, tasks: Tasks, loading: Callable[[], bool], parent: QObject) -> None:
        """Disable Python's automatic garbage collection, and collect only while the program is idle.

        It is idle after 2 s without input, tasks or reading; ``loading`` returns whether a recording is being
        read.
        """
        super().__init__(parent)
        self._tasks = tasks
        self._loading = loading
        self._touched = tasks.clock()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self, interval=_PERIOD)
        self._timer.timeout.connect(self._collect)
        tasks.ticked.connect(self.touch)

    @Slot()
    def touch(self) -> None:
        """Note that the user or a task is active now, and start the timer for collections of garbage."""
        self._touched = self._tasks.clock()
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _collect(self) -> None:
        if self._loading() or not self._tasks.quiet or self._tasks.clock() - self._touched < _QUIET:
            gc.collect(1)
            return
        self._timer.stop()
        self._tasks.rest()
        gc.collect()
        give_back()


_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # M_MMAP_THRESHOLD and M_ARENA_MAX of glibc's malloc.h
_LARGE = 1 << 20


def waste_less() -> None:
    """Set glibc's malloc so that a window that has been used for long needs less memory.

    One arena serves all threads started later: by default each thread has its own, which keeps what is freed
    there. Blocks from 1 MiB on are mapped separately, so that they are returned to the system when they are
    freed. Without a fixed limit, glibc raises its own when a large block is freed.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_ARENA_MAX, 1)
            mallopt(_MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """Return free memory of glibc's malloc to the system, also free blocks below blocks that are in use.

    Without this call glibc returns free memory only from the top of the heap. Does nothing on other systems.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
