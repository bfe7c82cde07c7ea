"""Which keys a widget with the keyboard takes from the window's shortcuts: the rules as a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTextEdit,
    QToolButton,
    QWidget,
)

from viewer.ui.shell.focus_rules import FocusRules

Key, Modifier = Qt.Key, Qt.KeyboardModifier
NONE, CTRL, ALT, SHIFT = (
    Modifier.NoModifier, Modifier.ControlModifier, Modifier.AltModifier, Modifier.ShiftModifier,
)  # fmt: skip
TEXT, LIST, BUTTON, PLAIN = "text", "list", "button", "plain"


def read_only(field):
    field.setReadOnly(True)
    return field


def editable(box):
    box.setEditable(True)
    return box


WIDGETS = {
    "QLineEdit": (QLineEdit, TEXT),
    "QTextEdit": (QTextEdit, TEXT),
    "QPlainTextEdit": (QPlainTextEdit, TEXT),
    "QSpinBox": (QSpinBox, TEXT),
    "an editable QComboBox": (lambda: editable(QComboBox()), TEXT),
    "a QComboBox": (QComboBox, LIST),
    "a QListView": (QListView, LIST),
    "a QPushButton": (QPushButton, BUTTON),
    "a QToolButton": (QToolButton, BUTTON),
    "a QCheckBox": (QCheckBox, BUTTON),
    "a QWidget": (QWidget, PLAIN),
    "a QLineEdit that cannot be written in": (lambda: read_only(QLineEdit()), PLAIN),
    "a QTextEdit that cannot be written in": (lambda: read_only(QTextEdit()), PLAIN),
}
TYPED = {Key.Key_A: "a", Key.Key_Space: " ", Key.Key_1: "1", Key.Key_BracketLeft: "[", Key.Key_K: "k"}
MOVES = (Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_End)
CURSOR = (Key.Key_Left, Key.Key_Right, Key.Key_Up, Key.Key_Down, Key.Key_Home, Key.Key_End)
ENTER = (Key.Key_Return, Key.Key_Enter)
OTHERS = (Key.Key_F5, Key.Key_Escape, Key.Key_Delete, Key.Key_Tab)


def is_claimed(kind, key, modifier):
    """Say what the rules say."""
    if key == Key.Key_K and modifier == CTRL:
        return False  # find anything, everywhere
    if key in ENTER and modifier == NONE:
        return kind in (TEXT, BUTTON)
    if kind == TEXT:
        return (key in TYPED and modifier not in (CTRL, ALT)) or (key in CURSOR and modifier != ALT)
    return kind == LIST and key in MOVES and modifier != ALT


@pytest.mark.parametrize("name", WIDGETS)
def test_each_key_is_the_widgets_or_the_windows(qtbot, name):
    make, kind = WIDGETS[name]
    window = QWidget()
    qtbot.addWidget(window)
    widget = make()
    widget.setParent(window)
    rules = FocusRules(window)
    differing = []
    for key in dict.fromkeys((*TYPED, *MOVES, *CURSOR, *ENTER, *OTHERS)):
        for modifier in (NONE, SHIFT, CTRL, ALT, CTRL | SHIFT):
            command = modifier in (CTRL, ALT, CTRL | SHIFT)
            text = TYPED.get(key, "\r" if key in ENTER else "") if not command else ""
            if modifier == CTRL | SHIFT and key in TYPED:
                continue  # what a keyboard sends then is another one's
            event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifier, text)
            event.ignore()
            taken = rules.eventFilter(widget, event) and event.isAccepted()
            if taken != is_claimed(kind, key, modifier):
                differing.append((key.name, modifier, taken))
    assert differing == []
    assert QApplication.instance() is not None
