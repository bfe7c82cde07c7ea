"""Adding and editing notes as a person does, with keys and mouse, in the whole window."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QPushButton

from tests.scenes import HERO
from tests.ui.conftest import turn
from tests.ui.timeline.conftest import Hand, lane_of
from viewer.notes import Note, sidecar_path

pytestmark = pytest.mark.usefixtures("one_window")


@pytest.fixture
def viewer(with_street):
    return with_street


def press(viewer, key, keys=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(viewer.window.focusWidget() or viewer.window, key, keys)
    QApplication.processEvents()  # Qt's fields end only then


def notes(viewer):
    return [(round(note.start, 3), note.text) for note in viewer.notes.notes]


def kept(viewer):
    """Return the texts in the file."""
    path = sidecar_path(viewer.recording.index.path)
    return [note["text"] for note in json.loads(path.read_bytes())["notes"]] if path.exists() else None


def type_text(viewer, text):
    QTest.keyClicks(viewer.window.focusWidget(), text)


def fields(viewer):
    """Return the fields in which the text of a note is typed."""
    every = viewer.window.findChildren(QLineEdit)
    return [each for each in every if each.isVisible() and each.accessibleName() == "Text of the note"]


def field(viewer):
    """Return the field that has the keyboard, None if none of a note's has."""
    focus = viewer.window.focusWidget()
    return focus if focus in fields(viewer) else None


def add(viewer, text=""):
    press(viewer, Qt.Key.Key_B)
    type_text(viewer, text)
    press(viewer, Qt.Key.Key_Return)


def by_palette(viewer):
    press(viewer, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    type_text(viewer, "add note")
    press(viewer, Qt.Key.Key_Return)


def by_menu(viewer):
    action = viewer.window.actions_by_id["add_note"]
    menu = next(each for each in viewer.window.findChildren(QMenu) if action in each.actions())
    menu.popup(viewer.window.mapToGlobal(QPoint(20, 20)))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


WAYS = {"key": lambda viewer: press(viewer, Qt.Key.Key_B), "palette": by_palette, "menu": by_menu}


@pytest.mark.parametrize(
    ("way", "ends", "from_list"),
    [
        ("key", "kept", False),
        ("key", "esc", True),
        ("key", "left empty", False),
        ("palette", "kept", True),
        ("palette", "left", False),
        ("menu", "empty", False),
        ("menu", "esc", False),
    ],
)
def test_a_note_is_typed_at_once_in_whatever_way_it_is_made(viewer, way, ends, from_list):
    """Letters of its text are no shortcuts; Esc leaves no note, Enter keeps it."""
    viewer.playback.seek(0.32)
    viewer.focus.select(0)
    if from_list:
        viewer.window.actions_by_id["show_notes"].trigger()
    before = viewer.window.focusWidget()
    WAYS[way](viewer)
    assert field(viewer) is not None
    assert notes(viewer) == []
    text = "" if "empty" in ends else "brakes late, b f h n"
    type_text(viewer, text)
    viewer.playback.seek(0.9)
    if "left" in ends:
        viewer.window.actor_panel.setFocus()
        QTest.mouseClick(viewer.timeline, Qt.MouseButton.LeftButton, pos=QPoint(300, 10))
    else:
        press(viewer, Qt.Key.Key_Escape if ends == "esc" else Qt.Key.Key_Return)
        assert viewer.window.focusWidget() is before
    assert fields(viewer) == []
    assert viewer.focus.primary == 0
    made = [(note.start, note.end, note.actor_id, note.frame, note.text) for note in viewer.notes.notes]
    assert made == ([] if ends in ("esc", "left empty") else [(0.32, None, HERO, 7, text)])


def test_a_note_begun_while_another_is_typed_takes_nothing_from_it(viewer):
    press(viewer, Qt.Key.Key_B)
    type_text(viewer, "one")
    viewer.playback.seek(0.5)
    viewer.window.actions_by_id["add_note"].trigger()
    type_text(viewer, "two")
    press(viewer, Qt.Key.Key_Return)
    assert notes(viewer) == [(0.0, "one"), (0.5, "two")]


def test_enter_edits_the_note_at_the_playhead_whatever_had_the_keyboard_before(viewer, qtbot, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: pytest.fail("no file was asked for"))
    viewer.notes.add(Note(0.41, text="early"))
    press(viewer, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    press(viewer, Qt.Key.Key_Escape)
    press(viewer, Qt.Key.Key_G)
    type_text(viewer, "0.4")
    press(viewer, Qt.Key.Key_Return)
    press(viewer, Qt.Key.Key_Return)
    type_text(viewer, "late")
    press(viewer, Qt.Key.Key_Return)
    assert notes(viewer) == [(0.41, "late")]
    qtbot.waitUntil(lambda: kept(viewer) == ["late"])


def test_while_a_text_is_typed_its_keys_are_its_own_and_over_a_range_the_note_is_as_long(viewer):
    viewer.playback.transport.set_range((0.2, 0.5))
    press(viewer, Qt.Key.Key_B)
    type_text(viewer, "bb")
    press(viewer, Qt.Key.Key_Home)
    press(viewer, Qt.Key.Key_Delete)
    press(viewer, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(viewer, Qt.Key.Key_Delete)
    press(viewer, Qt.Key.Key_Return)
    (note,) = viewer.notes.notes
    assert (note.start, note.end, note.text) == (0.2, 0.5, "b")


def test_del_deletes_the_note_at_the_playhead_and_the_toast_brings_it_back(viewer, qtbot):
    viewer.playback.seek(0.3)
    add(viewer)
    qtbot.waitUntil(lambda: kept(viewer) == [""])
    press(viewer, Qt.Key.Key_Delete)
    assert notes(viewer) == []
    assert viewer.toast.text == "Note at 0.300 s deleted"
    qtbot.waitUntil(lambda: kept(viewer) == [])
    link = next(each for each in viewer.toast.findChildren(QPushButton) if each.isVisible())
    QTest.mouseClick(link, Qt.MouseButton.LeftButton)
    assert notes(viewer) == [(0.3, "")]
    qtbot.waitUntil(lambda: kept(viewer) == [""])


def test_keys_go_from_note_to_note_and_select_their_actors(viewer):
    for time, row in ((0.1, None), (0.5, 0), (0.8, None)):
        viewer.focus.select(row)
        viewer.playback.seek(time)
        add(viewer)
    viewer.focus.select(None)
    shift = Qt.KeyboardModifier.ShiftModifier
    press(viewer, Qt.Key.Key_PageUp, shift)
    assert viewer.playback.transport.playhead == 0.5
    assert viewer.focus.primary == 0
    press(viewer, Qt.Key.Key_PageUp, shift)
    press(viewer, Qt.Key.Key_PageUp, shift)
    assert viewer.playback.transport.playhead == 0.1
    assert viewer.toast.text == "No earlier note"
    press(viewer, Qt.Key.Key_PageDown, shift)
    assert viewer.playback.transport.playhead == 0.5


def test_of_several_notes_at_one_time_each_is_gone_to(viewer):
    for text in "abc":
        viewer.notes.add(Note(0.4, text=text))
    actions, gone_to = viewer.window.actions_by_id, []
    for way in ("next_note", "next_note", "next_note", "previous_note", "previous_note"):
        actions[way].trigger()
        gone_to.append(viewer.note_commands.current.text)
    assert gone_to == ["a", "b", "c", "b", "a"]
    actions["previous_note"].trigger()
    assert viewer.toast.text == "No earlier note"


def test_a_click_on_its_mark_goes_to_a_note(viewer):
    viewer.playback.seek(0.3)
    viewer.focus.select(0)
    add(viewer)
    viewer.playback.seek(0.8)
    viewer.focus.select(None)
    timeline = viewer.timeline
    Hand(timeline).click(timeline.model.axis.x(0.3), lane_of(timeline, "notes").rect.center().y())
    assert viewer.playback.transport.playhead == 0.3
    assert viewer.focus.primary == 0


def test_two_windows_on_one_recording_lose_nothing(viewer, make_viewer, qtbot):
    other = make_viewer()
    other.workspace.open(viewer.recording.index.path)
    qtbot.waitUntil(lambda: other.recording.index is not None)
    turn()
    qtbot.waitUntil(lambda: not other.notes.loading)
    for window, text in ((viewer, "one"), (other, "two"), (viewer, "three"), (other, "four")):
        window.notes.add(Note(0.1, text=text))
    texts = ["four", "one", "three", "two"]
    qtbot.waitUntil(lambda: sorted(kept(viewer) or []) == texts)
    for window in (viewer, other):
        qtbot.waitUntil(lambda window=window: sorted(text for _, text in notes(window)) == texts)


def test_notes_are_exported_where_the_user_says(viewer, tmp_path, monkeypatch):
    table = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(table), ""))
    viewer.window.actions_by_id["export_notes"].trigger()
    assert not table.exists()
    viewer.notes.add(Note(0.3, text='a "late" brake'))
    viewer.window.actions_by_id["export_notes"].trigger()
    assert '"a ""late"" brake"' in table.read_text(encoding="utf-8")
    assert viewer.toast.text == "Saved out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(table / "out.csv"), ""))
    viewer.window.actions_by_id["export_notes"].trigger()
    assert viewer.toast.text.startswith("out.csv cannot be written")


def test_what_is_typed_is_kept_when_the_recording_is_read_again(viewer, qtbot):
    press(viewer, Qt.Key.Key_B)
    type_text(viewer, "half a word")
    before = viewer.recording.index
    viewer.workspace.reload()
    qtbot.waitUntil(lambda: viewer.recording.index is not before and not viewer.recording.busy)
    qtbot.waitUntil(lambda: [note.text for note in viewer.notes.notes] == ["half a word"])
