"""Importing modules without what Python and PySide do besides."""

from __future__ import annotations

import gc
import sys
from types import ModuleType

import PySide6.QtCore  # noqa: F401 - it brings the hook

_RARELY = (200_000, 10, 10)
"""Thresholds of Python's generations: what an import makes stays, and need not be looked through."""


def import_quickly() -> None:
    """Keep PySide from reading the source of every module that is imported from now on, numpy's too.

    It looks there for uses of ``__feature__``, by which names of Qt could be written otherwise; here nobody
    does. That is a tenth of the time to the first picture (https://github.com/napari/napari/issues/8584).
    Where PySide goes about it in another way, it reads on.
    """
    gc.set_threshold(*_RARELY)

    def uses_no_feature(_module: ModuleType) -> bool:
        return False

    feature = sys.modules.get("shibokensupport.feature")
    if hasattr(feature, "_mod_uses_pyside"):
        setattr(feature, "_mod_uses_pyside", uses_no_feature)  # noqa: B010 - it is not ours to declare
