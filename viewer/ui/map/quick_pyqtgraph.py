"""Importing pyqtgraph without its plots, and without having it make every class of Qt."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

from PySide6 import QtCore, QtGui, QtWidgets

_UNUSED = (
    "pyqtgraph.graphicsItems.",
    "pyqtgraph.imageview",
    "pyqtgraph.Qt.OpenGLHelpers",
    "pyqtgraph.WidgetGroup",
    "pyqtgraph.widgets.",
)
_BESIDES = ("PySide6.QtOpenGLWidgets", "PySide6.QtTest")
"""What pyqtgraph does without where it is not installed."""


class _Mirror(ModuleType):
    """A module that has what another one has, from the moment it is asked for it."""

    def __init__(self, name: str, mirrored: ModuleType) -> None:
        super().__init__(name)
        self._mirrored = mirrored

    def __getattr__(self, name: str) -> object:
        return getattr(self._mirrored, name)


class _Empty(ModuleType):
    """A module from which nothing is imported, whatever is asked for."""

    __all__: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> None:
        if name.startswith("__"):
            raise AttributeError(name)


class _Without:
    """Finds empty modules in place of what the map does not use."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 - as Python calls it
        return ModuleSpec(name, self) if name.startswith(_UNUSED) else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Empty(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty."""


def import_pyqtgraph() -> None:
    """Import pyqtgraph without its graphics: map and time view use how it draws arrays.

    Its plots are half of what importing it takes. The other half are the modules under ``pyqtgraph.Qt`` that
    copy all of Qt's: PySide makes a class when it is first asked for it, and copying some hundred names asks
    for all. They are mirrors here. A module that was left out can be imported by its own name as ever. Where
    pyqtgraph goes about it in another way, all of it is imported.
    """
    if "pyqtgraph" in sys.modules:
        return
    try:
        with _left_out(), _nothing_listed(QtCore), _nothing_listed(QtGui), _nothing_listed(QtWidgets):
            for mirrored in (QtCore, QtGui, QtWidgets):
                name = mirrored.__name__.replace("PySide6", "pyqtgraph.Qt")
                sys.modules[name] = _Mirror(name, mirrored)
            pyqtgraph = import_module("pyqtgraph")
            pyqtgraph.setConfigOption("exitCleanup", False)  # it is about plots
    except (AttributeError, ImportError):
        for name in [name for name in sys.modules if name.partition(".")[0] == "pyqtgraph"]:
            del sys.modules[name]
        import_module("pyqtgraph")


@contextmanager
def _left_out() -> Iterator[None]:
    """Leave out for a while what the map does not use."""
    absent = [name for name in _BESIDES if name not in sys.modules]
    for name in absent:
        sys.modules[name] = None  # type: ignore[assignment] # how Python is told that there is none
    without = _Without()
    sys.meta_path.insert(0, without)
    try:
        yield
    finally:
        sys.meta_path.remove(without)
        for name in absent:
            del sys.modules[name]
        for name in [name for name, module in sys.modules.items() if isinstance(module, _Empty)]:
            package, _, child = name.rpartition(".")
            if package in sys.modules:
                delattr(sys.modules[package], child)
            del sys.modules[name]


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
