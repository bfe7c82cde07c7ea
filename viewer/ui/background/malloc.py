"""How much memory the C library keeps for the program after it was freed."""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX, _MMAP_THRESHOLD = -8, -3
"""M_ARENA_MAX and M_MMAP_THRESHOLD of glibc's malloc.h."""
_LARGE = 128 * 1024
"""Bytes from which on a piece, such as a picture of the map or a long signal, is given back as soon as it is
freed; glibc begins with as many."""


def waste_less() -> None:
    """Have glibc keep less of what is freed, from now on; reading and painting take as long either way.

    All threads that are started share one arena: by default each has its own and what is freed there stays
    there, a third of the memory of a used window. Large pieces always lie apart: by default only until one of
    their size was freed, and where they lie from then on small ones settle, so that a used window grows.
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
