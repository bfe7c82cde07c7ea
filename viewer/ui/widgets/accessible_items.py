"""What a widget paints itself, told to those who cannot see it: each thing as an accessible child."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Protocol, cast

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

_NAME = QAccessible.Text.Name
_KEPT: list[QAccessibleInterface] = []
"""What Qt may still ask: it deletes them itself, and does not survive that Python did so before."""


class PaintsItems(Protocol):
    """A widget that paints things."""

    def painted_items(self) -> Mapping[int, QRect]:
        """Return where the things that can be seen are, in pixels of the widget, by their numbers."""

    def item_text(self, number: int) -> str:
        """Return in words what one of them is."""


class _Item(QAccessibleInterface):
    """One thing; it is there as long as its widget paints it."""

    def __init__(self, owner: _Widget, number: int) -> None:
        super().__init__()
        self._owner, self._number = owner, number

    def isValid(self) -> bool:
        return isValid(self._owner) and self._owner.isValid() and self._number in self._owner.painted()

    def object(self) -> QObject:
        return cast("QObject", None)  # nothing but its widget is an object

    def parent(self) -> QAccessibleInterface:
        return self._owner

    def child(self, _index: int) -> QAccessibleInterface:
        return cast("QAccessibleInterface", None)

    def childCount(self) -> int:
        return 0

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface:
        return cast("QAccessibleInterface", None)

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    def rect(self) -> QRect:
        return self._owner.on_screen(self._owner.painted().get(self._number, QRect()))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self._owner.text_of(self._number) if kind == _NAME and self.isValid() else ""

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """It cannot be changed."""

    def window(self) -> QWindow:
        return self._owner.window()


class _Widget(QAccessibleWidget):
    """A widget whose children are its own and, behind them, what it paints."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.List)
        self._items: dict[int, _Item] = {}

    def painted(self) -> Mapping[int, QRect]:
        return cast("PaintsItems", self.widget()).painted_items()

    def on_screen(self, rect: QRect) -> QRect:
        return QRect(self.widget().mapToGlobal(rect.topLeft()), rect.size())

    def text_of(self, number: int) -> str:
        return cast("PaintsItems", self.widget()).item_text(number)

    def childCount(self) -> int:
        return super().childCount() + len(self.painted())

    def child(self, index: int) -> QAccessibleInterface:
        numbers, before = list(self.painted()), super().childCount()
        return super().child(index) if index < before else self._item(numbers[index - before])

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        at = self.widget().mapFromGlobal(QPoint(x, y))
        found = [number for number, rect in self.painted().items() if rect.contains(at)]
        return self._item(found[-1]) if found else super().childAt(x, y)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        for index, number in enumerate(self.painted()):
            if self._items.get(number) is child:
                return super().childCount() + index
        return super().indexOfChild(child)

    def _item(self, number: int) -> _Item:
        if number not in self._items:
            self._items[number] = _Item(self, number)
            _KEPT.append(self._items[number])
        return self._items[number]


@cache
def tell_painted_items(*kinds: type[QWidget]) -> None:
    """Let screen readers find what widgets of some classes paint; each has the methods of PaintsItems."""

    def make(_name: str, about: QObject) -> QAccessibleInterface | None:
        if not isinstance(about, kinds):
            return None
        _KEPT[:] = filter(isValid, _KEPT)
        _KEPT.append(_Widget(about))
        return _KEPT[-1]

    QAccessible.installFactory(make)
