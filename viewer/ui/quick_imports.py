"""Faster imports: fewer garbage collections, and without PySide's import hook."""

from __future__ import annotations

import builtins
import gc

_RARELY = (200_000, 10, 10)
"""Thresholds of Python's garbage collector (``gc.set_threshold``) during startup, so that it runs rarely.

Almost all objects created then stay alive.
"""


def import_quickly() -> None:
    """Remove PySide's import hook, so that later imports are faster (a tenth of the startup time).

    The hook reads each module's source to find uses of ``__feature__`` (other spellings of Qt's names), which
    this program never uses (https://github.com/napari/napari/issues/8584). Where PySide installs its hook in
    another way, nothing is removed.
    """
    gc.set_threshold(*_RARELY)
    import PySide6.QtCore  # noqa: F401, PLC0415 - it installs the hook

    if original := getattr(builtins, "__orig_import__", None):
        builtins.__import__ = original
