"""The list of notes by itself, without a window: what it shows, what it asks for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTableView

from tests.scenes import street
from viewer.notes import Note
from viewer.ui.notes.panel import NotesPanel

LEFT = Qt.MouseButton.LeftButton
TEXT_AT, DOT_AT = 400, 12
"""Pixels from the left: in the words of a line, and on its dot."""


@pytest.fixture
def notes():
    return [Note(0.1 * number, text=f"note {number}", color="teal") for number in range(40)]


@pytest.fixture
def panel(qtbot, notes, tmp_path):
    panel = NotesPanel()
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.head)
    panel.set_recording(street(2).index(tmp_path / "street.log"))
    panel.resize(600, 200)
    panel.set_notes(notes)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


@pytest.fixture
def table(panel) -> QTableView:
    return panel.findChild(QTableView)


@pytest.fixture
def asked(panel) -> list[tuple[object, ...]]:
    """What the list asked for, in order."""
    told: list[tuple[object, ...]] = []
    panel.go_requested.connect(lambda *values: told.append(("go", *values)))
    panel.text_given.connect(lambda *values: told.append(("text", *values)))
    panel.delete_requested.connect(lambda *values: told.append(("delete", *values)))
    panel.color_chosen.connect(lambda *values: told.append(("color", *values)))
    return told


def place(table, line, x=TEXT_AT) -> QPoint:
    return QPoint(x, table.rowViewportPosition(line) + table.rowHeight(line) // 2)


def double_click(table, position) -> None:
    QTest.mouseClick(table.viewport(), LEFT, pos=position)
    QTest.mouseDClick(table.viewport(), LEFT, pos=position)


def below(table) -> QPoint:
    """Return a point under the last line."""
    last = table.model().rowCount() - 1
    return place(table, last) + QPoint(0, 2 * table.rowHeight(last))


def open_menu() -> QMenu:
    return QApplication.activePopupWidget()


def do(table, text) -> None:
    """Trigger what the menu of a line offers."""
    next(action for action in table.actions() if action.text() == text).trigger()


def test_the_menu_edits_copies_and_deletes_the_line_it_was_opened_on(table, notes, asked):
    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, pos=place(table, 2))
    assert [action.text() for action in table.actions()] == ["Edit text", "Colour", "Copy", "Delete"]
    do(table, "Edit text")
    assert table.field.text() == "note 2"
    QTest.keyClick(table.field, Qt.Key.Key_Escape)
    do(table, "Copy")
    assert QApplication.clipboard().text() == "0.200 s\t\tnote 2"
    do(table, "Delete")
    assert asked == [("delete", notes[2].id)]
