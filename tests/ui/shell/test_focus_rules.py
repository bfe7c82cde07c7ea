from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.ui.actions import build_actions
from viewer.ui.shell.focus_rules import FocusRules

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
Key = Qt.Key


class Window(QWidget):
    """A window with one widget that has the focus, and all shortcuts."""

    def __init__(self, child: QWidget) -> None:
        super().__init__()
        self.child = child
        QVBoxLayout(self).addWidget(child)
        self.fired: list[str] = []
        self.actions_by_id = build_actions(self)
        for action in self.actions_by_id.values():
            action.triggered.connect(self._note)
        self.rules = FocusRules(self)

    @Slot()
    def _note(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        self.fired.append(sender.objectName())


@pytest.fixture
def focused(qtbot):
    def make(child: QWidget) -> Window:
        window = Window(child)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        child.setFocus(Qt.FocusReason.TabFocusReason)
        assert child.hasFocus()
        return window

    return make


def press(qtbot, window, key, modifier=NONE):
    """Press a key the way a keyboard does: at the window's system window, where shortcuts are looked for."""
    qtbot.keyClick(window.windowHandle(), key, modifier)


@pytest.mark.parametrize("field", [QLineEdit, QTextEdit])
def test_letters_and_space_are_text_in_a_text_field(qtbot, focused, field):
    child = field()
    window = focused(child)
    for key in "hn kc":
        qtbot.keyClick(window.windowHandle(), key)
    press(qtbot, window, Key.Key_C, SHIFT)
    text = child.text() if isinstance(child, QLineEdit) else child.toPlainText()
    assert text.lower() == "hn kcc"
    assert window.fired == []


def test_ctrl_k_is_a_shortcut_though_a_text_field_takes_it(qtbot, focused):
    class Greedy(QLineEdit):
        def event(self, event: QEvent) -> bool:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            return super().event(event)

    window = focused(Greedy())
    press(qtbot, window, Key.Key_K, CTRL)
    press(qtbot, window, Key.Key_L, CTRL)
    assert window.fired == ["palette"]


def test_arrows_home_and_end_move_the_cursor_of_a_text_field(qtbot, focused):
    field = QLineEdit("lincoln")
    window = focused(field)
    field.setCursorPosition(3)
    press(qtbot, window, Key.Key_Left)
    assert field.cursorPosition() == 2
    press(qtbot, window, Key.Key_End)
    assert field.cursorPosition() == 7
    press(qtbot, window, Key.Key_Left, CTRL)
    assert field.cursorPosition() == 0
    press(qtbot, window, Key.Key_Right, SHIFT)
    assert field.selectedText() == "l"
    press(qtbot, window, Key.Key_Down)
    press(qtbot, window, Key.Key_Up)
    assert window.fired == []


def test_what_is_no_text_still_reaches_the_window_from_a_text_field(qtbot, focused):
    window = focused(QLineEdit())
    press(qtbot, window, Key.Key_O, CTRL)
    press(qtbot, window, Key.Key_Escape)
    press(qtbot, window, Key.Key_F5)
    press(qtbot, window, Key.Key_PageDown, ALT)
    assert window.fired == ["open", "escape", "reload", "next_file"]


def test_altgr_types_a_bracket_where_it_must(focused):
    """AltGr arrives as Ctrl+Alt on Windows; on many layouts it is the only way to a bracket."""
    field = QLineEdit()
    window = focused(field)
    QTest.sendKeyEvent(QTest.KeyAction.Click, window.windowHandle(), Key.Key_BracketLeft, "[", CTRL | ALT)
    assert field.text() == "["
    assert window.fired == []


def test_a_field_that_cannot_be_written_in_takes_no_letters(qtbot, focused):
    field = QLineEdit("vehicle.lincoln.mkz2017")
    field.setReadOnly(True)
    window = focused(field)
    press(qtbot, window, Key.Key_H)
    assert window.fired == ["hero"]


def test_arrows_step_a_number_field(qtbot, focused):
    field = QSpinBox()
    window = focused(field)
    press(qtbot, window, Key.Key_Up)
    assert field.value() == 1
    assert window.fired == []


def test_up_and_down_are_the_lists_and_the_rest_is_the_windows(qtbot, focused):
    rows = QListWidget()
    rows.addItems([f"{row}" for row in range(50)])
    window = focused(rows)
    rows.setCurrentRow(0)
    for key, row in ((Key.Key_Down, 1), (Key.Key_Up, 0), (Key.Key_End, 49), (Key.Key_Home, 0)):
        press(qtbot, window, key)
        assert rows.currentRow() == row
    press(qtbot, window, Key.Key_PageDown)
    assert rows.currentRow() > 1
    assert window.fired == []
    press(qtbot, window, Key.Key_Right)
    press(qtbot, window, Key.Key_Space)
    press(qtbot, window, Key.Key_N)
    press(qtbot, window, Key.Key_PageDown, ALT)
    assert window.fired == ["step_forward", "play_pause", "next_actor", "next_file"]


def test_arrows_choose_in_a_combo_box(qtbot, focused):
    box = QComboBox()
    box.addItems(["1×", "2×"])
    window = focused(box)
    press(qtbot, window, Key.Key_Down)
    assert box.currentText() == "2×"
    assert window.fired == []


@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
@pytest.mark.parametrize("playable", [True, False])
def test_space_never_presses_a_button(qtbot, focused, kind, playable):
    button = kind()
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    window = focused(button)
    window.actions_by_id["play_pause"].setEnabled(playable)
    with qtbot.assertNotEmitted(button.clicked):
        press(qtbot, window, Key.Key_Space)
    assert window.fired == (["play_pause"] if playable else [])


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_enter_presses_a_button_once(qtbot, focused, key):
    button = QToolButton()
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    window = focused(button)
    clicks = QSignalSpy(button.clicked)
    press(qtbot, window, key)
    assert clicks.count() == 1


def test_dialogs_keep_their_own_ways(qtbot, focused):
    window = focused(QPushButton())
    dialog = QDialog(window)
    button = QPushButton(dialog)
    dialog.show()
    dialog.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    clicks = QSignalSpy(button.clicked)
    press(qtbot, dialog, Key.Key_Space)
    assert clicks.count() == 1
    assert window.fired == []


def alt(qtbot, window, action: QTest.KeyAction) -> None:
    handle = window.windowHandle()
    if action is QTest.KeyAction.Press:
        QTest.keyPress(handle, Key.Key_Alt, ALT)
    else:
        QTest.keyRelease(handle, Key.Key_Alt)


@pytest.mark.skipif(sys.platform == "darwin", reason="there is always a menu bar")
@pytest.mark.parametrize("has_focus", [True, False])
def test_alt_alone_asks_for_the_menu(qtbot, focused, has_focus):
    window = focused(QLineEdit())
    if not has_focus:
        window.child.clearFocus()
    asked = QSignalSpy(window.rules.menu_requested)
    alt(qtbot, window, QTest.KeyAction.Press)
    assert asked.count() == 0
    alt(qtbot, window, QTest.KeyAction.Release)
    assert asked.count() == 1


def test_without_the_rules_a_list_would_starve(qtbot, focused):
    """The reason for the rules: if Qt does this by itself one day, they can go."""
    rows = QListWidget()
    rows.addItems(["a", "b"])
    window = focused(rows)
    rows.removeEventFilter(window.rules)
    press(qtbot, window, Key.Key_Down)
    assert window.fired == ["slower"]
    assert QKeySequence("Down") in window.actions_by_id["slower"].shortcuts()


def test_the_keyboard_is_the_windows_again_when_a_dialog_is_closed(open_street, qtbot):
    window = open_street.window
    window.actions_by_id["about"].trigger()
    qtbot.keyClick(QApplication.activeModalWidget(), Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Right)
    assert open_street.playback.transport.frame == 1
