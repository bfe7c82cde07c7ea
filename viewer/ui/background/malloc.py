"""How much memory the C library keeps for the program after it was freed."""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX = -8  # M_ARENA_MAX of glibc's malloc.h


def waste_less() -> None:
    """Have all threads that are started from now on share one arena.

    By default each has its own and what is freed there stays there, a third of the memory of a used window.
    From which size on pieces lie apart is left to glibc: were each array of some work mapped, cleared and
    given back on its own, that would take twice as long.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_ARENA_MAX, 1)


def give_back() -> None:
    """Give what is free to the system: glibc does so by itself only where nothing above it is in use."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
