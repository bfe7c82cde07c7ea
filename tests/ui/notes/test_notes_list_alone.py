"""The list of notes by itself, without a window: what it shows, what it asks for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QTableView, QToolTip

from tests.scenes import HERO, street
from viewer.notes import Note
from viewer.ui.notes.note_text import NoteActors
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


def test_a_double_click_types_the_text_and_below_the_lines_does_nothing(panel, table, notes, asked):
    panel.set_notes(notes[:2])
    double_click(table, below(table))
    assert table.field is None
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.RightButton, pos=place(table, 1))
    assert table.field is None
    double_click(table, place(table, 1))
    assert table.field is not None
    assert table.field.text() == "note 1"
    QTest.keyClicks(table.field, "other")
    QTest.keyClick(table.field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert [each for each in asked if each[0] == "text"] == [("text", notes[1].id, "other")]


def test_the_field_stays_on_its_line_while_the_list_moves(panel, table):
    double_click(table, place(table, 3))
    assert table.rowAt(table.field.geometry().center().y()) == 3
    table.verticalScrollBar().setValue(table.verticalScrollBar().value() + 1)
    assert table.rowAt(table.field.geometry().center().y()) == 3
    right = table.field.geometry().right()
    panel.resize(500, 200)
    assert table.rowAt(table.field.geometry().center().y()) == 3
    assert table.field.geometry().right() == right - 100


def test_a_text_that_is_typed_goes_with_its_note(panel, table, notes, asked):
    double_click(table, place(table, 1))
    panel.set_notes([notes[0], *notes[2:]])
    assert table.field is None
    panel.finish_edit()
    assert not [each for each in asked if each[0] == "text"]


def test_tooltips_tell_the_text_and_what_the_dot_is_for(panel, table, notes):
    panel.set_notes(notes[:2])
    said = []
    for position in (place(table, 1), place(table, 1, DOT_AT), below(table)):
        there = table.viewport().mapToGlobal(position)
        QApplication.sendEvent(table.viewport(), QHelpEvent(QEvent.Type.ToolTip, position, there))
        said.append(QToolTip.text())
    QToolTip.hideText()
    assert said[:2] == ["note 1", "Choose a colour"]
    assert said[2] != "note 1"


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


def test_the_menu_of_a_note_that_is_gone_does_nothing(panel, table, notes, asked):
    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, pos=place(table, 2))
    panel.set_notes(notes[:2])
    do(table, "Delete")
    assert asked == []


def test_a_colour_is_chosen_on_the_dot(panel, table, notes, asked):
    QTest.mouseClick(table.viewport(), LEFT, pos=place(table, 1, DOT_AT))
    menu = open_menu()
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Teal"]
    next(action for action in menu.actions() if action.text() == "Pink").trigger()
    menu.close()
    assert asked[-1] == ("color", notes[1].id, "pink")


def test_the_last_note_is_deleted_without_another_to_go_to(panel, table, notes):
    panel.set_notes(notes[:1])
    panel.delete_requested.connect(lambda _: panel.set_notes([]))
    panel.take_keyboard()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert table.model().rowCount() == 0
    assert panel.message.startswith("No notes yet")
    QTest.keyClick(table, Qt.Key.Key_Delete)  # of nothing


def test_actors_are_named_by_their_blueprints_where_there_is_a_recording(tmp_path):
    note = Note(0.0, actor_id=HERO)
    index = street(2).index(tmp_path / "street.log")
    assert NoteActors(index).of(note) == (index.actors.rows_of(HERO)[0], "101 lincoln mkz2017")
    assert NoteActors(index).of(Note(0.0, actor_id=4711)) == (None, "4711")
    assert NoteActors(None).of(note) == (None, "101")
    assert NoteActors(index).of(Note(0.0)) == (None, "")


def test_only_the_left_button_goes_to_a_note(table, notes, asked):
    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, pos=place(table, 1))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.MiddleButton, pos=place(table, 2))
    assert asked == []
    QTest.mouseClick(table.viewport(), LEFT, pos=place(table, 1))
    assert asked == [("go", notes[1].id)]
