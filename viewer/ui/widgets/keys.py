"""Helpers for widgets that handle keys before the window's shortcuts do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

MOVES = frozenset(
    (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
)
"""Keys that move the current row in a list."""
ENTER = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))


def is_plain(event: QKeyEvent) -> bool:
    """Return whether a key is pressed without Shift, Ctrl, Alt or Meta; keys of the keypad count as plain."""
    return not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


def is_claimed(event: QEvent, claims: Callable[[QKeyEvent], bool]) -> bool:
    """Accept ``event`` and return True if it is a ShortcutOverride whose key a widget wants, else False.

    ``claims`` tells whether the widget wants the key. Qt then sends the key to the widget instead of
    triggering a shortcut of the window.
    """
    asked = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and claims(event)
    if asked:
        event.accept()
    return asked
