"""Who gets a key, and how often the window is drawn: as its screen can, less when nobody looks."""

import sys

import pytest
from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QProxyStyle,
    QPushButton,
    QSpinBox,
    QStyle,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.ui.actions import build_actions
from viewer.ui.shell.focus_rules import FocusRules
from viewer.ui.shell.tick_rate import TickRate

Key, Modifier = Qt.Key, Qt.KeyboardModifier


class Window(QWidget):
    """A window with one widget that has the focus, and all shortcuts."""

    def __init__(self, child):
        super().__init__()
        QVBoxLayout(self).addWidget(child)
        self.fired = []
        self.actions_by_id = build_actions(self)
        for action in self.actions_by_id.values():
            action.triggered.connect(self._note)
        self.rules = FocusRules(self)

    @Slot()
    def _note(self):
        self.fired.append(self.sender().objectName())


@pytest.fixture
def focused(qtbot):
    def make(child):
        window = Window(child)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        child.setFocus(Qt.FocusReason.TabFocusReason)
        assert child.hasFocus()
        return window

    return make


def press(window, *keys):
    """Press keys the way a keyboard does: at the system's window, where shortcuts are looked for."""
    for each in keys:
        key = QKeySequence(each)[0]
        QTest.keyClick(window.windowHandle(), key.key(), key.keyboardModifiers())


class Greedy(QLineEdit):
    """A field that takes all keys."""

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


def read_only():
    field = QLineEdit("vehicle")
    field.setReadOnly(True)
    return field


def combo_box():
    box = QComboBox()
    box.addItems(["1×", "2×"])
    return box


def rows():
    rows = QListWidget()
    rows.addItems([f"{row}" for row in range(50)])
    rows.setCurrentRow(0)
    return rows


@pytest.mark.parametrize(
    ("make", "keys", "seen", "fired"),
    [
        (QLineEdit, "H N Space K C Shift+C", lambda it: it.text().lower() == "hn kcc", ""),
        (QTextEdit, "H N Space K C Shift+C", lambda it: it.toPlainText().lower() == "hn kcc", ""),
        (lambda: QLineEdit("lincoln"), "Home Right", lambda it: it.cursorPosition() == 1, ""),
        (lambda: QLineEdit("lincoln"), "Down Up Home Shift+Right", lambda it: it.selectedText() == "l", ""),
        (QLineEdit, "Ctrl+O Esc F5 Alt+PgDown", lambda it: not it.text(), "open escape reload next_file"),
        (Greedy, "Ctrl+K Ctrl+L", lambda it: True, "palette"),
        (read_only, "H", lambda it: True, "hero"),
        (QSpinBox, "Up", lambda it: it.value() == 1, ""),
        (combo_box, "Down", lambda it: it.currentText() == "2×", ""),
        (rows, "Down", lambda it: it.currentRow() == 1, ""),
        (rows, "PgDown Up", lambda it: it.currentRow() > 1, ""),
        (rows, "End", lambda it: it.currentRow() == 49, ""),
        (rows, "End Home", lambda it: it.currentRow() == 0, ""),
        (rows, "Right Space N Alt+PgDown", lambda it: it.currentRow() == 0,
         "step_forward play_pause next_actor next_file"),
    ],
)  # fmt: skip
def test_what_a_control_takes_and_what_is_the_windows(focused, make, keys, seen, fired):
    child = make()
    window = focused(child)
    press(window, *keys.split())
    assert seen(child)
    assert window.fired == fired.split()


def test_altgr_types_a_bracket_where_it_must(focused):
    """AltGr arrives as Ctrl+Alt on Windows; on many layouts it is the only way to a bracket."""
    field = QLineEdit()
    window = focused(field)
    altgr = Modifier.ControlModifier | Modifier.AltModifier
    QTest.sendKeyEvent(QTest.KeyAction.Click, window.windowHandle(), Key.Key_BracketLeft, "[", altgr)
    assert field.text() == "["
    assert window.fired == []


@pytest.mark.parametrize("kind", [QPushButton, QToolButton])
@pytest.mark.parametrize("playable", [True, False])
def test_space_never_presses_a_button_and_enter_does_once(focused, kind, playable):
    button = kind()
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    window, clicks = focused(button), QSignalSpy(button.clicked)
    window.actions_by_id["play_pause"].setEnabled(playable)
    press(window, "Space")
    assert (clicks.count(), window.fired) == (0, ["play_pause"] * playable)
    for count, key in enumerate(("Return", "Enter"), 1):
        press(window, key)
        assert clicks.count() == count


def test_dialogs_keep_their_own_ways(qtbot, focused):
    window = focused(QPushButton())
    dialog = QDialog(window)
    button = QPushButton(dialog)
    dialog.show()
    dialog.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    clicks = QSignalSpy(button.clicked)
    press(dialog, "Space")
    assert (clicks.count(), window.fired) == (1, [])


@pytest.mark.skipif(sys.platform == "darwin", reason="there is always a menu bar")
@pytest.mark.parametrize("has_focus", [True, False])
def test_alt_alone_asks_for_the_menu(focused, has_focus):
    field = QLineEdit()
    window = focused(field)
    if not has_focus:
        field.clearFocus()
    asked = QSignalSpy(window.rules.menu_requested)
    QTest.keyPress(window.windowHandle(), Key.Key_Alt, Modifier.AltModifier)
    assert asked.count() == 0
    QTest.keyRelease(window.windowHandle(), Key.Key_Alt)
    assert asked.count() == 1


def test_the_keyboard_is_the_windows_again_when_a_dialog_is_closed(open_street, qtbot):
    window = open_street.window
    window.actions_by_id["about"].trigger()
    qtbot.keyClick(QApplication.activeModalWidget(), Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Key.Key_Right)
    assert open_street.playback.transport.frame == 1


class Still(QProxyStyle):
    """Style of a system whose animations are switched off."""

    def styleHint(self, hint, option=None, widget=None, returned=None):  # noqa: N802 - the name is Qt's
        still = hint == QStyle.StyleHint.SH_Widget_Animation_Duration
        return 0 if still else super().styleHint(hint, option, widget, returned)


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.mark.parametrize(
    ("screen", "rate"), [(60.0, 60.0), (120.0, 120.0), (240.0, 144.0), (24.0, 30.0), (0.0, 60.0)]
)
def test_an_active_window_follows_its_screen(qtbot, window, screen, rate):
    ticks = TickRate(window, lambda _: screen)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: ticks.rate == rate)


def test_the_rate_changes_with_the_screen_the_keyboard_and_the_system(qtbot, window):
    rates, told = [120.0], []
    ticks = TickRate(window, lambda _: rates[0])
    ticks.changed.connect(told.append)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0])
    rates[0] = 75.0  # the window was moved to another screen
    window.windowHandle().screenChanged.emit(window.screen())
    assert told == [120.0, 75.0]
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0, 75.0, 60.0])
    window.activateWindow()
    qtbot.waitUntil(lambda: told == [120.0, 75.0, 60.0, 75.0])
    window.setStyle(Still())
    QApplication.sendEvent(window, QEvent(QEvent.Type.StyleChange))
    assert told == [120.0, 75.0, 60.0, 75.0, 60.0]
