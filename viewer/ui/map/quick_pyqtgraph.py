"""Importing pyqtgraph without having it make every class of Qt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from PySide6 import QtCore, QtGui, QtWidgets


class _Mirror(ModuleType):
    """A module that has what another one has, from the moment it is asked for it."""

    def __init__(self, name: str, mirrored: ModuleType) -> None:
        super().__init__(name)
        self._mirrored = mirrored

    def __getattr__(self, name: str) -> object:
        return getattr(self._mirrored, name)


def import_pyqtgraph() -> None:
    """Import pyqtgraph; the modules under ``pyqtgraph.Qt`` that copy all of Qt's are mirrors of them.

    PySide makes a class when it is first asked for it. Copying some hundred names asks for all, which is half
    of what importing pyqtgraph takes. Where pyqtgraph goes about it in another way, it does so as before.
    """
    if "pyqtgraph" in sys.modules:
        return
    for mirrored in (QtCore, QtGui, QtWidgets):
        name = mirrored.__name__.replace("PySide6", "pyqtgraph.Qt")
        sys.modules[name] = _Mirror(name, mirrored)
    with _nothing_listed(QtCore), _nothing_listed(QtGui), _nothing_listed(QtWidgets):
        import_module("pyqtgraph")


@contextmanager
def _nothing_listed(module: ModuleType) -> Iterator[None]:
    """Let ``dir`` find nothing in a module for a while: then there is nothing to copy."""
    names = vars(module)
    listed = names.get("__dir__")
    names["__dir__"] = list
    try:
        yield
    finally:
        if listed is None:
            del names["__dir__"]
        else:
            names["__dir__"] = listed
