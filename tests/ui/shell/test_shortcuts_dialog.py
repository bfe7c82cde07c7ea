from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from viewer.ui.action_table import ACTIONS, MENUS
from viewer.ui.shell.shortcuts_dialog import ShortcutsDialog
from viewer.ui.shortcuts import GESTURES, key_text


@pytest.fixture
def dialog(qtbot):
    widget = ShortcutsDialog()
    qtbot.addWidget(widget)
    widget.show()
    return widget


def shown(dialog) -> set[str]:
    return {label.text() for label in dialog.findChildren(QLabel) if label.isVisible()}


def search(qtbot, dialog, text: str) -> set[str]:
    field = dialog.findChild(QLineEdit)
    field.clear()
    qtbot.keyClicks(field, text)
    return shown(dialog)


def test_every_shortcut_and_gesture_is_there(dialog):
    texts, headings = shown(dialog), {menu.text for menu in MENUS}
    for action in ACTIONS.values():
        there = texts if action.shortcuts else texts - headings
        assert (action.text.rstrip("…") in there) is bool(action.shortcuts)
        assert {key_text(shortcut) for shortcut in action.shortcuts} <= texts
    for place, gestures in GESTURES:
        assert place in texts
        assert {gesture for gesture, _ in gestures} <= texts


def test_nothing_found_is_said(qtbot, dialog):
    assert search(qtbot, dialog, "xyzzy") == {"Nothing matches"}
    assert "Nothing matches" not in search(qtbot, dialog, "p")


@pytest.mark.parametrize("action", ["shortcuts", "about"])
def test_the_keyboard_is_the_windows_again_when_a_dialog_is_closed(open_street, qtbot, action):
    window = open_street.window
    window.actions_by_id[action].trigger()
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Right)
    assert open_street.playback.transport.frame == 1
