"""What widgets are made of, as text: what was set of each, and how it is laid out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from PySide6.QtCore import QMetaMethod, QMetaProperty, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QCursor, QKeySequence
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QMenu, QSizePolicy, QWidget
from shiboken6 import delete

_FOLDER = re.compile(r"/(?:[\w.-]+/)+(?=\w+\.log)")
"""Where a recording lies here."""
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""What says no more than where a value lies in memory, which is another place each time."""
_LEFT_OUT = {
    "objectName", "modal", "windowModality", "geometry", "frameGeometry", "normalGeometry", "x", "y", "pos",
    "frameSize", "size", "width", "height", "rect", "childrenRect", "childrenRegion", "sizeHint",
    "minimumSizeHint", "palette", "font", "locale", "styleSheet", "isActiveWindow", "focus", "windowIcon",
    "windowIconText", "windowFilePath", "fullScreen", "maximized", "minimized", "updatesEnabled", "visible",
    "minimumWidth", "minimumHeight", "maximumWidth", "maximumHeight", "baseSize", "icon", "pixmap",
    "displayText", "selectedText", "hasSelectedText", "frameRect", "frameWidth", "layoutDirection",
    "cursorPosition", "selectionStart", "undoAvailable", "redoAvailable", "cleanText", "down", "windowTitle",
    "dockOptions", "inputMethodHints", "text", "lineWidth", "value", "backgroundBrush", "sceneRect",
}  # fmt: skip
"""Properties that follow from others, the screen or the moment, and those of which pictures tell."""

_ATTRIBUTES = (
    Qt.WidgetAttribute.WA_DeleteOnClose,
    Qt.WidgetAttribute.WA_Hover,
    Qt.WidgetAttribute.WA_OpaquePaintEvent,
    Qt.WidgetAttribute.WA_StyledBackground,
    Qt.WidgetAttribute.WA_TransparentForMouseEvents,
)
"""Those that the program sets."""


def as_text(*widgets: QObject) -> str:
    """Return a line for each of some widgets and, below it, for each of its parts; hidden ones too."""
    text = "\n".join(line for each in widgets for line in described(each)) + "\n"
    return _FOLDER.sub("…/", text)


def described(root: QObject, depth: int = 0) -> Iterator[str]:
    """Yield the lines of ``as_text`` for one."""
    pad = "  " * depth
    yield pad + ", ".join([_title(root), *_set(root)]).replace("\n", " / ")
    if isinstance(root, QWidget) and (layout := root.layout()) is not None:
        yield pad + "  laid out: " + ", ".join(_laid_out(layout))
    if heard := _heard(root):
        yield pad + "  heard: " + heard
    if isinstance(root, QMenu):
        yield from (pad + "  " + _action(each) for each in root.actions())
    for child in root.children():
        if isinstance(child, QWidget) and not child.isWindow() and not _is_qts_own(child):
            yield from described(child, depth + 1)


def _is_qts_own(widget: QWidget) -> bool:
    """Tell whether Qt made it: bars of scrolling areas and handles, unless something was set of them."""
    return widget.objectName().startswith("qt_scrollarea") and not any(
        type(each).__module__.startswith("viewer.") for each in widget.findChildren(QWidget)
    )


def _title(widget: QObject) -> str:
    words = [type(widget).__name__]
    for name in ("accessibleName", "text", "windowTitle", "title"):
        if isinstance(text := widget.property(name), str) and text:
            words.append(repr(text))
            break
    return " ".join(words)


def _set(widget: QObject) -> Iterator[str]:
    """Yield the properties that another widget of the same kind of Qt's does not have."""
    kind = next(kind for kind in type(widget).__mro__ if kind.__module__.startswith("PySide6"))
    plain = _plain(kind)
    for name in _names(widget):
        value = _words(widget.property(name))
        if value and value != _words(plain.property(name)):
            yield f"{name} {value}"
    if isinstance(widget, QWidget) and not widget.isWindow() and widget.isHidden():
        yield "hidden"
    if isinstance(widget, QWidget):
        yield from (
            each.name for each in _ATTRIBUTES if widget.testAttribute(each) != plain.testAttribute(each)
        )
    if isinstance(widget, QWidget) and widget.contentsMargins() != plain.contentsMargins():
        yield f"margins {_sides(widget.contentsMargins())}"
    delete(plain)


def _names(widget: QObject) -> list[str]:
    meta = widget.metaObject()
    properties: list[QMetaProperty] = [meta.property(number) for number in range(meta.propertyCount())]
    return [each.name() for each in properties if each.isReadable() and each.name() not in _LEFT_OUT]


def _plain(kind: type[QWidget]) -> QWidget:
    """Return a widget of Qt's of which nothing was set, a frame for a kind that has none of its own."""
    try:
        return kind()
    except (TypeError, NotImplementedError):
        return QFrame() if issubclass(kind, QFrame) else QWidget()


_IN_WORDS: dict[type, Callable[[Any], str]] = {
    Enum: lambda value: value.name,
    QSizePolicy: lambda value: (
        f"{value.horizontalPolicy().name}×{value.verticalPolicy().name}"
        f" {value.horizontalStretch()}:{value.verticalStretch()}"
    ),
    QCursor: lambda value: value.shape().name,
    QKeySequence: QKeySequence.toString,
    QColor: QColor.name,
    QSize: lambda value: f"{value.width()}×{value.height()}",
}


def _words(value: Any) -> str:
    """Return a value in few words, nothing for what is not told."""
    for kind, in_words in _IN_WORDS.items():
        if isinstance(value, kind):
            return in_words(value)
    return "" if value is None or _ADDRESS.search(repr(value)) else str(value)


def _sides(margins: Any) -> str:
    return f"{margins.left()} {margins.top()} {margins.right()} {margins.bottom()}"


def _laid_out(layout: QLayout) -> Iterator[str]:
    """Yield how a layout places what it holds; layouts within it, too."""
    yield f"{type(layout).__name__} {_sides(layout.contentsMargins())} spacing {layout.spacing()}"
    for number in range(layout.count()):
        item = layout.itemAt(number)
        if item.alignment():
            yield f"{number} {_words(item.alignment())}"
        if isinstance(layout, QBoxLayout) and layout.stretch(number):
            yield f"{number} takes {layout.stretch(number)}"
        if item.spacerItem() is not None:
            yield f"{number} free {_words(item.spacerItem().sizePolicy())} {_words(item.minimumSize())}"
        if (inner := item.layout()) is not None:
            yield from _laid_out(inner)


def _heard(widget: QObject) -> str:
    """Return how many listen to each of the program's own signals."""
    return ", ".join(f"{name} {count}" for name, count in listeners(widget).items())


def listeners(each: QObject) -> dict[str, int]:
    """Return how many listen to each of an object's own signals, and to those of Qt's that are heard."""
    own = [kind for kind in type(each).__mro__ if kind.__module__.startswith("viewer.")]
    names = {name for kind in own for name, what in vars(kind).items() if isinstance(what, Signal)}
    signatures = {name: QMetaMethod.fromSignal(getattr(each, name)).methodSignature() for name in names}
    heard = {name: each.receivers(f"2{bytes(signatures[name].data()).decode()}") for name in sorted(names)}
    meta = each.metaObject()
    told = {name: each.receivers(f"2{name}") for name in _OF_CONTROLS if meta.indexOfSignal(name) >= 0}
    return heard | {name.partition("(")[0]: count for name, count in told.items() if count}


_OF_CONTROLS = (
    "clicked(bool)", "toggled(bool)", "pressed()", "triggered(bool)", "textChanged(QString)",
    "textEdited(QString)", "returnPressed()", "activated(int)", "currentIndexChanged(int)",
    "valueChanged(double)", "accepted()", "rejected()", "finished(int)", "splitterMoved(int,int)",
    "timeout()", "aboutToShow()", "aboutToHide()",
)  # fmt: skip
"""What Qt's own controls tell when they are used."""


def _action(action: QAction) -> str:
    if action.isSeparator():
        return "—"
    told = [repr(action.text()), *(each.toString() for each in action.shortcuts())]
    told += [word for word, holds in (
        ("checked", action.isChecked()), ("checkable", action.isCheckable()),
        ("disabled", not action.isEnabled()), ("hidden", not action.isVisible()),
    ) if holds]  # fmt: skip
    told += [f"{name} {count}" for name, count in listeners(action).items()]
    tip = action.toolTip().replace("\n", " / ")
    return ", ".join([*told, *([repr(tip)] if tip not in ("", action.text().replace("&", "")) else [])])
