"""Rules that decide whether a key goes to a shortcut of the window or to the focused widget.

Qt offers every key to the focused widget before it looks for a shortcut (QEvent.ShortcutOverride). Text
fields claim letters then, but not all arrows; lists claim nothing, so that a shortcut on an arrow key would
never let them have it; and Space presses a focused button whenever the shortcut on Space is disabled. The
rules for all that are here:

- in a text field, letters, Space, arrows, Home and End are text;
- in a list, ↑ ↓ PgUp PgDn Home End are the list's;
- the key with Ctrl that opens the palette (a field that finds actions, actors and events) always does,
  though text fields on Linux use Ctrl+K themselves;
- Space never presses a button; Enter does, and ends typing in a text field;
- Alt alone, pressed and released, opens the menu.
"""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from viewer.ui.shortcuts import keys_of
from viewer.ui.widgets.keys import ENTER, MOVES, is_plain

_CURSOR = frozenset((Qt.Key.Key_Left, Qt.Key.Key_Right, *MOVES)) - {Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}


class FocusRules(QObject):
    """Event filter of one window that decides if a key goes to the focused widget or to a shortcut.

    It filters only events of the focused widget: a filter on the application would get every paint and mouse
    move.
    """

    menu_requested = Signal()
    """Emitted when Alt alone was pressed and released."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._alt_alone = False
        window.installEventFilter(self)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._watch)

    @Slot(QWidget, QWidget)
    def _watch(self, old: QWidget | None, new: QWidget | None) -> None:
        self._alt_alone = False
        if not isValid(self._window):
            return
        for widget in (old, self._window):
            if widget is not None:
                widget.removeEventFilter(self)
        focused = self._window if new is None else new  # without a focus, keys go to the window
        top = focused.window()  # a floating dock is its own window
        if self._window is (top.parentWidget() if isinstance(top, QDockWidget) else top):
            focused.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim keys for the focused widget before shortcuts get them; handle Space and Enter on buttons.

        Returns True if nothing else is to get the event.
        """
        if not isinstance(event, QKeyEvent):
            return False
        self._note_alt(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            if _is_always_a_shortcut(event):
                event.ignore()
                return True
            if not _claims(watched, event):
                return False
            event.accept()
            return True
        return isinstance(watched, QAbstractButton) and self._press(watched, event)

    def _note_alt(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Alt:
            self._alt_alone = False
        elif event.type() == QEvent.Type.KeyPress:
            self._alt_alone = sys.platform != "darwin"
        elif event.type() == QEvent.Type.KeyRelease and self._alt_alone:
            self._alt_alone = False
            self.menu_requested.emit()

    @staticmethod
    def _press(button: QAbstractButton, event: QKeyEvent) -> bool:
        """Press ``button`` if the key of ``event`` is Enter; return True for Enter and Space, else False.

        Space does nothing.
        """
        if event.key() in ENTER:
            select = QKeyEvent(
                event.type(), Qt.Key.Key_Select, event.modifiers(), "", event.isAutoRepeat(), event.count()
            )
            QApplication.sendEvent(button, select)
            return True
        return event.key() == Qt.Key.Key_Space


def _claims(widget: QObject, event: QKeyEvent) -> bool:
    """Return whether the focused ``widget`` handles this key itself, instead of the window's shortcuts."""
    if event.key() in ENTER and is_plain(event):
        return _is_text_field(widget) or isinstance(widget, QAbstractButton)
    if _is_text_field(widget):
        return _is_text(event) or (
            event.key() in _CURSOR and not _has(event, Qt.KeyboardModifier.AltModifier)
        )
    if isinstance(widget, QAbstractItemView | QComboBox):
        return event.key() in MOVES and not _has(event, Qt.KeyboardModifier.AltModifier)
    return False


def _is_always_a_shortcut(event: QKeyEvent) -> bool:
    """Return whether the key is the palette's shortcut with Ctrl (Ctrl+K), which works even in text fields.

    The palette is a field that finds actions, actors and events.
    """
    pressed = QKeySequence(event.keyCombination())
    return _has(event, Qt.KeyboardModifier.ControlModifier) and any(
        pressed == QKeySequence(key) for key in keys_of("palette")
    )


def _is_text_field(widget: QObject) -> bool:
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit | QAbstractSpinBox):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox) and widget.isEditable()


def _is_text(event: QKeyEvent) -> bool:
    """Return whether the pressed key types a character, which a focused text field then gets.

    Ctrl and Alt together are AltGr on Windows, which types characters.
    """
    command = _has(event, Qt.KeyboardModifier.ControlModifier) != _has(event, Qt.KeyboardModifier.AltModifier)
    return event.text().isprintable() and bool(event.text()) and not command


def _has(event: QKeyEvent, modifier: Qt.KeyboardModifier) -> bool:
    return bool(event.modifiers() & modifier)
