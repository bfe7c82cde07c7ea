"""How much memory the C library keeps for the program after it was freed."""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX = -8
"""M_ARENA_MAX of glibc's malloc.h."""


def share_one_arena() -> None:
    """Have all threads take memory from one arena, those that are started from now on; glibc alone has more.

    By default each thread has its own and what is freed there stays there: a third of the memory of a used
    window. Reading and painting take as long either way.
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
