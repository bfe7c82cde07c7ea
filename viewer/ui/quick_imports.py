"""Importing modules without what Python and PySide do besides."""

from __future__ import annotations

import builtins
import gc

_RARELY = (200_000, 10, 10)
"""Thresholds of Python's generations: what an import makes stays, and need not be looked through."""


def import_quickly() -> None:
    """Keep PySide out of everything that is imported from now on, numpy too.

    It reads the source of each module for uses of ``__feature__``, by which names of Qt could be written
    otherwise; here nobody does. That is a tenth of the time to the first picture
    (https://github.com/napari/napari/issues/8584). Where PySide goes about it in another way, it reads on.
    """
    gc.set_threshold(*_RARELY)
    import PySide6.QtCore  # noqa: F401, PLC0415 - it brings the hook

    if original := getattr(builtins, "__orig_import__", None):
        builtins.__import__ = original
