"""Memory: when Python looks for objects that only hold each other, and what the C library keeps."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

from viewer.ui.background.tasks import Tasks

_QUIET = 2.0
"""Seconds without anything happening, after which there is time."""
_PERIOD = 100  # milliseconds


class Garbage(QObject):
    """Looks for objects that only hold each other, in the thread of the window alone.

    By itself Python does so in whichever thread makes objects, and deletes widgets there: Qt crashes.
    Young objects are looked through while something happens, all when nothing has happened for a while, once:
    that stops every thread for as long as there are objects. What is there at first is left
    out for good: six of seven objects belong to modules and to the window.
    """

    def __init__(self, tasks: Tasks, loading: Callable[[], bool], parent: QObject) -> None:
        """Take what may run in the background, and what is there already for what stays.

        ``loading`` returns whether a file is being read: its next view may be long in coming.
        """
        super().__init__(parent)
        self._tasks = tasks
        self._loading = loading
        self._touched = tasks.clock()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self, interval=_PERIOD)
        self._timer.timeout.connect(self._look)
        tasks.ticked.connect(self.touch)

    @Slot()
    def touch(self) -> None:
        """Something happens: somebody is there, or more is read."""
        self._touched = self._tasks.clock()
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _look(self) -> None:
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
    """Have all threads that are started from now on share one arena, and large pieces lie apart.

    By default each thread has its own arena and what is freed there stays there, a third of the memory of a
    used window. Large pieces lie apart only until one of their size was freed: small ones then settle between
    them, and a used window grows by 100 MB. From 128 kB on, as glibc begins, arrays of a search would be
    mapped, cleared and given back one by one, which takes twice as long.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_ARENA_MAX, 1)
            mallopt(_MMAP_THRESHOLD, _LARGE)


def give_back() -> None:
    """Give what is free to the system: glibc does so by itself only where nothing above it is in use."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
