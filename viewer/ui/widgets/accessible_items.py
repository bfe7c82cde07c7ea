"""Accessible children for things that a widget paints itself, so that screen readers find them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Protocol, cast

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

_NAME = QAccessible.Text.Name
_INTERFACES: list[QAccessibleInterface] = []
"""Accessible interfaces that Qt may still use: Qt deletes them; it crashes if Python has done so before."""


class PaintsItems(Protocol):
    """Protocol of a widget that paints items which are no widgets of their own."""

    def accessible_items(self) -> Mapping[int, QRect]:
        """Return the rectangle of each visible item by its id, in pixels of the widget."""

    def accessible_text(self, item_id: int) -> str:
        """Return the text that a screen reader speaks for the item with the id ``item_id``."""


class _Item(QAccessibleInterface):
    """Accessible interface of an item that a widget paints; invalid once the widget paints it no longer."""

    def __init__(self, owner: _Widget, item_id: int) -> None:
        super().__init__()
        self._owner, self._id = owner, item_id

    def isValid(self) -> bool:
        return isValid(self._owner) and self._owner.isValid() and self._id in self._owner.items()

    def object(self) -> QObject:
        return cast("QObject", None)  # a painted item has no QObject

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
        return self._owner.on_screen(self._owner.items().get(self._id, QRect()))

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        return QAccessible.State()

    def text(self, kind: QAccessible.Text) -> str:
        return self._owner.text_of(self._id) if kind == _NAME and self.isValid() else ""

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Do nothing: the text of a painted item cannot be changed."""

    def window(self) -> QWindow:
        return self._owner.window()


class _Widget(QAccessibleWidget):
    """Accessible interface of a widget: its child widgets come first, then its painted items."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.List)
        self._items: dict[int, _Item] = {}

    def items(self) -> Mapping[int, QRect]:
        return cast("PaintsItems", self.widget()).accessible_items()

    def on_screen(self, rect: QRect) -> QRect:
        return QRect(self.widget().mapToGlobal(rect.topLeft()), rect.size())

    def text_of(self, item_id: int) -> str:
        return cast("PaintsItems", self.widget()).accessible_text(item_id)

    def childCount(self) -> int:
        return super().childCount() + len(self.items())

    def child(self, index: int) -> QAccessibleInterface:
        item_ids, before = list(self.items()), super().childCount()
        return super().child(index) if index < before else self._item(item_ids[index - before])

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        at = self.widget().mapFromGlobal(QPoint(x, y))
        found = [item_id for item_id, rect in self.items().items() if rect.contains(at)]
        return self._item(found[-1]) if found else super().childAt(x, y)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        for index, item_id in enumerate(self.items()):
            if self._items.get(item_id) is child:
                return super().childCount() + index
        return super().indexOfChild(child)

    def _item(self, item_id: int) -> _Item:
        if item_id not in self._items:
            self._items[item_id] = _Item(self, item_id)
            _INTERFACES.append(self._items[item_id])
        return self._items[item_id]


@cache
def install_accessible_items(*classes: type[QWidget]) -> None:
    """Let screen readers find the items that widgets of ``classes`` paint.

    The classes must implement PaintsItems.
    """

    def make(_name: str, subject: QObject) -> QAccessibleInterface | None:
        if not isinstance(subject, classes):
            return None
        _INTERFACES[:] = filter(isValid, _INTERFACES)
        _INTERFACES.append(_Widget(subject))
        return _INTERFACES[-1]

    QAccessible.installFactory(make)
