"""Connecting what is known with who shows it, so that it does not matter which of them is made first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, SignalInstance, Slot

from viewer.ui.widgets.window_part import part_of

T = TypeVar("T")


class Binding(QObject):
    """Tells a setter the present value when a signal says that it may be another; lives with its owner."""

    def __init__(
        self, source: SignalInstance, getter: Callable[[], T], setter: Callable[[T], object], owner: QObject
    ) -> None:
        super().__init__(owner)
        self._getter = getter
        self._setter = setter
        self._part = part_of(owner)
        self._place = 0 if self._part is None else self._part.join()
        source.connect(self._take_change)

    def tell(self) -> None:
        """Tell what is true now."""
        self._setter(self._getter())

    @Slot()
    def _take_change(self) -> None:
        if self._part is None:
            self.tell()
        else:
            self._part.tell_in_turn(self._place, self.tell)


def bind(
    source: SignalInstance,
    getter: Callable[[], T],
    setter: Callable[[T], object],
    owner: QObject | None = None,
) -> None:
    """Tell a setter what is true now, and again after each ``source``: at once, or with its ``WindowPart``.

    Args:
        source: says that the value may be another; what it carries is not looked at.
        getter: returns the value.
        setter: takes the value.
        owner: the object that is told: with it the connection ends. By default the one whose method
            ``setter`` is.

    Raises:
        TypeError: there is no owner: a plain function lives as long as anybody knows it.

    """
    told = owner if owner is not None else getattr(setter, "__self__", None)
    if not isinstance(told, QObject):
        raise TypeError("bind needs a method of a QObject as its setter, or an owner beside it")
    Binding(source, getter, setter, told).tell()
