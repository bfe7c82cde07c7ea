"""Keys that widgets take before the window's shortcuts get them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

MOVES = frozenset(
    (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
)
"""Keys that move in a list."""
ENTER = frozenset((Qt.Key.Key_Return, Qt.Key.Key_Enter))


def is_plain(event: QKeyEvent) -> bool:
    """Return whether a key is pressed without Shift, Ctrl or Alt; it may be one of the keypad."""
    return not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


def is_claimed(event: QEvent, claims: Callable[[QKeyEvent], bool]) -> bool:
    """Take a key that a widget claims before shortcuts get it; return whether an event was that."""
    asked = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and claims(event)
    if asked:
        event.accept()
    return asked
