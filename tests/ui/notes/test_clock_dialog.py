"""The clock is asked for by itself, with keys and buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QLineEdit, QPushButton, QWidget

from viewer.ui.notes.clock_dialog import ClockDialog


@pytest.fixture
def dialog(qtbot) -> ClockDialog:
    dialog = ClockDialog("8.470 s", "01:04:40.470")
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def field(dialog) -> QLineEdit:
    return dialog.findChild(QLineEdit)


def accept(dialog) -> QPushButton:
    return dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)


def type_instead(dialog, text: str) -> None:
    QTest.keyClick(field(dialog), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field(dialog), text)


def test_it_says_when_and_offers_what_is_believed(dialog):
    assert "At 8.470 s, the clock shows" in [label.text() for label in dialog.findChildren(QLabel)]
    assert field(dialog).selectedText() == field(dialog).text() == "01:04:40.470"
    assert dialog.time == pytest.approx(3600 + 4 * 60 + 40.47)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("14:03:22.118", 50602.118),  # the README's, 14 · 3600 + 3 · 60 + 22.118
        ("0:00:01", 1.0),
        ("23:59:59,5", 86399.5),
        ("24:00:00", None),
        ("14:60:00", None),
        ("14:03", None),
        ("noon", None),
    ],
)
def test_only_a_time_of_day_can_be_set(dialog, text, seconds):
    type_instead(dialog, text)
    assert dialog.time == seconds
    assert accept(dialog).isEnabled() == (seconds is not None)
    hints = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert ("as 14:03:22.118" in hints) == (seconds is None)


@pytest.mark.parametrize(("key", "answer"), [(Qt.Key.Key_Return, 43200.0), (Qt.Key.Key_Escape, None)])
def test_the_answer_is_what_was_typed_or_nothing(qtbot, key, answer):
    window = QWidget()
    qtbot.addWidget(window)

    def reply() -> None:
        dialog = QApplication.activeModalWidget()
        type_instead(dialog, "12:00:00")
        QTest.keyClick(field(dialog), key)

    QTimer.singleShot(0, window, reply)
    assert ClockDialog.ask("8.470 s", "01:04:40", window) == answer
