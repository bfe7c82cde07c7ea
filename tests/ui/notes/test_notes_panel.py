"""The list of notes, as a person uses it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QTableView

from tests.scenes import HERO, OTHER
from tests.ui.conftest import turn
from viewer.notes import Note

pytestmark = pytest.mark.usefixtures("one_window")

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def viewer(with_street):
    return with_street


@pytest.fixture
def notes(viewer):
    """Three notes, in the order of their times."""
    made = [
        Note(0.1, text="sets off", color="teal"),
        Note(0.3, 0.5, text="drifts", actor_id=HERO, color="pink"),
        Note(0.8, text="", actor_id=OTHER),
    ]
    for note in made:
        viewer.notes.add(note)
    return made


@pytest.fixture
def panel(viewer, notes):
    """The list, opened by its key: it has the keyboard."""
    QTest.keyClick(viewer.window.focusWidget(), Qt.Key.Key_B, CTRL)
    assert viewer.window.panel("notes").isVisible()
    return viewer.window.panel("notes")


@pytest.fixture
def table(panel):
    return panel.findChild(QTableView)


def lines(table):
    model = table.model()
    return [
        " · ".join(filter(None, (model.index(line, column).data() for column in range(model.columnCount()))))
        for line in range(model.rowCount())
    ]


def press(viewer, key, keys=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(viewer.window.focusWidget(), key, keys)
    QApplication.processEvents()  # Qt's fields end only then


def place(table, line, x=300):
    return QPoint(x, table.rowViewportPosition(line) + table.rowHeight(line) // 2)


def click(table, line, x=300):
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place(table, line, x))


def opened_menu():
    return QApplication.activePopupWidget()


def field(panel):
    return panel.findChild(QTableView).field


def test_the_list_says_all_of_a_note(table):
    assert lines(table) == [
        "0.100 s · sets off",
        "0.300 s · 0.200 s · 101 lincoln mkz2017 · drifts",
        "0.800 s · 102 tesla model3 · No text",
    ]


def test_clicks_and_arrows_go_to_notes_and_a_click_leaves_the_keyboard(viewer, panel, table):
    for key, time in ((Qt.Key.Key_Down, 0.3), (Qt.Key.Key_End, 0.8)):
        press(viewer, key)
        assert viewer.playback.transport.playhead == time
    viewer.window.map_area.map_view.setFocus()
    click(table, 1)
    assert viewer.playback.transport.playhead == 0.3
    assert viewer.focus.primary == viewer.recording.index.actors.rows_of(HERO)[0]
    assert viewer.window.focusWidget() is viewer.window.map_area.map_view


def test_enter_types_the_text_in_its_line_and_esc_keeps_the_old_one(viewer, panel, table):
    press(viewer, Qt.Key.Key_Down)
    for begin, end, text in (
        (Qt.Key.Key_F2, Qt.Key.Key_Escape, "drifts"),
        (Qt.Key.Key_Return, Qt.Key.Key_Return, "drifts left, b"),
    ):
        press(viewer, begin)
        typed = field(panel)
        assert typed.hasFocus()
        assert typed.text() == "drifts"
        assert table.rowAt(typed.geometry().center().y()) == 1
        QTest.keyClicks(typed, "drifts left, b")
        press(viewer, end)
        assert field(panel) is None
        assert table.hasFocus()
        assert lines(table)[1].endswith(f"· {text}")
        assert [note.text for note in viewer.notes.notes] == ["sets off", text, ""]


def test_the_field_stays_on_its_note_when_another_one_comes_before_it(viewer, panel, table):
    press(viewer, Qt.Key.Key_Return)
    QTest.keyClicks(field(panel), "typed")
    viewer.notes.add(Note(0.05, text="by another window"))
    turn()
    assert table.rowAt(field(panel).geometry().center().y()) == 1
    press(viewer, Qt.Key.Key_Return)
    assert [note.text for note in viewer.notes.notes][:2] == ["by another window", "typed"]


def test_the_dot_chooses_the_colour(viewer, panel, table):
    click(table, 0, x=16)
    menu = opened_menu()
    checked = [action.text() for action in menu.actions() if action.isChecked()]
    assert checked == ["Teal"]
    next(action for action in menu.actions() if action.text() == "Slate").trigger()
    menu.close()
    assert viewer.notes.notes[0].color == "slate"
    assert viewer.playback.transport.playhead == 0.0  # nothing else happens


def test_the_filter_leaves_what_has_all_words(viewer, panel, table):
    filter_ = panel.window().findChildren(QLineEdit)
    filter_ = next(each for each in filter_ if each.accessibleName() == "Filter notes")
    for text, left in (("lincoln", 1), ("PINK drift", 1), ("0.1", 0), ("", 3), ("tesla", 1)):
        filter_.setText(text)
        assert len(lines(table)) == left
    filter_.setText("nothing of this")
    assert lines(table) == []
    filter_.clear()


def test_what_is_listed_can_be_copied(viewer, panel, table):
    press(viewer, Qt.Key.Key_Down)
    press(viewer, Qt.Key.Key_C, CTRL)
    assert QApplication.clipboard().text() == "0.300 s – 0.500 s\t101 lincoln mkz2017\tdrifts"
    button = next(
        each
        for each in panel.window().findChildren(QPushButton)
        if each.text() == "Copy all" and each.isVisible()
    )
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(QApplication.clipboard().text().splitlines()) == 3


def test_the_note_at_the_playhead_is_marked(viewer, panel, table):
    for time, marked in ((0.1, 0), (0.2, None), (0.4, 1), (0.8, 2)):
        viewer.playback.seek(time)
        turn()
        assert table.selected_lines == ([] if marked is None else [marked])


def test_enter_types_in_the_list_if_it_is_open(viewer, panel, table):
    viewer.window.map_area.map_view.setFocus()
    viewer.playback.seek(0.6)
    press(viewer, Qt.Key.Key_B)
    press(viewer, Qt.Key.Key_Return)
    press(viewer, Qt.Key.Key_Return)
    assert field(panel).hasFocus()
    QTest.keyClicks(field(panel), "here")
    press(viewer, Qt.Key.Key_Return)
    assert lines(table)[2] == "0.600 s · here"


def test_an_empty_list_says_what_b_does(viewer):
    viewer.window.actions_by_id["show_notes"].trigger()
    panel = viewer.window.panel("notes")
    assert "B adds one at the playhead" in panel.message
    assert not any(button.isVisible() for button in panel.head.findChildren(QPushButton))


def test_the_menu_edits_copies_and_deletes_the_line_it_was_opened_on(viewer, table, notes):
    def do(text):
        next(action for action in table.actions() if action.text() == text).trigger()

    QTest.mouseClick(table.viewport(), Qt.MouseButton.RightButton, pos=place(table, 1))
    assert [action.text() for action in table.actions()] == ["Edit text", "Colour", "Copy", "Delete"]
    do("Edit text")
    assert table.field.text() == "drifts"
    QTest.keyClick(table.field, Qt.Key.Key_Escape)
    do("Copy")
    assert QApplication.clipboard().text().endswith("drifts")
    do("Delete")
    assert notes[1] not in viewer.notes.notes
