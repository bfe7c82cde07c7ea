from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from viewer.ui.action_table import ACTIONS
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
    texts = shown(dialog)
    for action in ACTIONS.values():
        assert (action.text.rstrip("…") in texts) is bool(action.shortcuts)
        assert {key_text(shortcut) for shortcut in action.shortcuts} <= texts
    for place, gestures in GESTURES:
        assert place in texts
        assert {gesture for gesture, _ in gestures} <= texts


def test_words_find_actions_in_any_order(qtbot, dialog):
    assert search(qtbot, dialog, "collision next") == {"Replay", "Next collision", "C"}


def test_a_key_is_found_too(qtbot, dialog):
    assert {"Present", "F11"} <= search(qtbot, dialog, "f11")


def test_what_is_found_stands_at_the_top(qtbot, dialog):
    search(qtbot, dialog, "collision")
    heading = next(label for label in dialog.findChildren(QLabel) if label.text() == "Replay")

    def is_there():
        place = heading.mapTo(dialog, QPoint(0, 0))
        return place.x() < 100 and place.y() < 100

    qtbot.waitUntil(is_there)


def test_nothing_found_is_said(qtbot, dialog):
    assert search(qtbot, dialog, "xyzzy") == {"Nothing matches"}
    assert "Nothing matches" not in search(qtbot, dialog, "p")


def test_all_come_back_in_their_order(qtbot, dialog):
    before = dialog.grab().toImage()
    search(qtbot, dialog, "zoom")
    field = dialog.findChild(QLineEdit)
    field.clear()
    field.clearFocus()
    dialog.setFocus()
    qtbot.waitUntil(lambda: "Open" in shown(dialog))
    places = {label.text(): label.mapTo(dialog, QPoint(0, 0)) for label in dialog.findChildren(QLabel)}
    assert places["File"].y() < places["Selection"].y() < places["View"].y()
    assert before.size() == dialog.grab().toImage().size()


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
