"""The page of settings: all of the table is on it, found by words, changed at once, taken along as a file."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QKeySequenceEdit,
    QLabel,
    QListWidget,
    QMessageBox,
    QPushButton,
)

from tests.ui.conftest import turn
from viewer.analysis.event_kinds import TABLE
from viewer.ui import app
from viewer.ui.action_table import ACTIONS
from viewer.ui.shell.settings_page import SettingsPage
from viewer.ui.widgets.parts import NumberBox

pytestmark = pytest.mark.usefixtures("one_window")

ROWS = [row for row in ACTIONS.values() if row.setting]


@pytest.fixture
def page(viewer, qtbot, monkeypatch):
    monkeypatch.setattr(app, "apply_theme", lambda *_: None)  # that styles all widgets with each change
    viewer.window.actions_by_id["settings"].trigger()
    page = viewer.window.findChild(SettingsPage)
    yield page
    page.close()


def editor(page, row):
    return page.findChild(QComboBox if row.choice else QCheckBox, row.setting)


def press(page, text):
    next(each for each in page.findChildren(QPushButton) if each.text() == text).click()


def test_every_action_that_sets_something_is_on_it_and_both_show_the_same(viewer, page):
    actions = viewer.window.actions_by_id
    for row in ROWS:
        box = editor(page, row)
        if row.choice:
            place = [each.id for each in ROWS if each.choice == row.choice].index(row.id)
            box.setCurrentIndex(place)
            box.activated.emit(place)
        else:
            box.click()
            turn()
            assert actions[row.id].isChecked() == box.isChecked()
            actions[row.id].trigger()
        turn()
        assert (viewer.settings.part(row.setting) == row.value) == actions[row.id].isChecked()
        assert box.currentIndex() == place if row.choice else box.isChecked() == actions[row.id].isChecked()


def test_every_threshold_has_a_field_with_its_unit_and_bold_if_it_is_another(viewer, page, qtbot):
    for row in TABLE:
        field = page.findChild(NumberBox, row.name)
        assert field.value() == pytest.approx(row.default)
        assert field.suffix() == f" {row.unit}"
    field = page.findChild(NumberBox, "ttc")
    turn()
    field.selectAll()
    qtbot.keyClicks(field, "2.5")
    assert not viewer.found_events.thresholds
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert dict(viewer.found_events.thresholds) == {"ttc": 2.5}
    bold = {field.objectName() for name, field in page._fields.values() if name.font().bold()}
    assert bold == {"ttc"}


@pytest.mark.parametrize(
    ("words", "seen"),
    [("auto reload", ["Auto-reload"]), ("trigger volumes", ["Trigger volumes and spectator"]), ("xyzzy", [])],
)
def test_words_find_what_they_are_about(page, qtbot, words, seen):
    qtbot.keyClicks(page.search, words)
    assert [box.text() for box in page.findChildren(QCheckBox) if box.isVisible()] == seen


def test_what_is_exported_comes_back_after_all_was_reset(viewer, page, tmp_path, monkeypatch):
    usual = viewer.settings.preferences()
    for row in ROWS:
        if not row.choice:
            editor(page, row).click()
    viewer.settings.set_part("theme", "light")
    viewer.settings.map_folders = (tmp_path,)
    viewer.found_events.set_threshold("ttc", 2.5)
    turn()
    assert page.findChild(QListWidget).item(0).text() == str(tmp_path)
    changed = viewer.settings.preferences()
    file = tmp_path / "settings.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    press(page, "Export…")
    press(page, "Reset all")
    assert viewer.settings.preferences() == usual
    assert not viewer.found_events.thresholds
    press(page, "Import…")
    assert viewer.settings.preferences() == changed
    assert dict(viewer.found_events.thresholds) == {"ttc": 2.5}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no JSON", "has no settings that were exported here"),
        ("[]", "has no settings"),
        ('{"settings": {}, "thresholds": {"ttc": -1}}', "has no settings"),
        ('{"settings": {"theme": "pink", "new": 1, "loop": true}, "thresholds": {}}', "theme, new, loop"),
    ],
)
def test_a_file_that_is_none_changes_nothing_and_what_is_not_understood_is_named(
    viewer, page, tmp_path, monkeypatch, text, said
):
    before, told = viewer.settings.preferences(), []
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "a.json"), ""))
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: told.append(args[-1]))
    press(page, "Import…")
    assert said in told[0]
    assert viewer.settings.preferences() == before


def test_a_key_of_another_action_is_taken_when_that_is_allowed_and_comes_back(viewer, page, qtbot):
    actions = viewer.window.actions_by_id
    names = {each.accessibleName(): each for each in page.findChildren(QKeySequenceEdit)}
    field, other = names["Key of “Add note”"], names["Key of “Open”"]
    qtbot.keyClick(field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    asked = "Ctrl+O is the key of “Open”"
    qtbot.waitUntil(
        lambda: any(each.text() == asked and each.isVisible() for each in page.findChildren(QLabel))
    )
    assert actions["open"].shortcut().toString() == "Ctrl+O"
    assert actions["add_note"].shortcut().toString() == "B"
    (take,) = (
        each for each in page.findChildren(QPushButton) if each.isVisible() and each.text().startswith("Take")
    )
    take.click()
    turn()
    assert actions["add_note"].shortcut().toString() == "Ctrl+O"
    assert other.keySequence().isEmpty()
    assert actions["open"].shortcuts() == []
    press(page, "Reset keys")
    turn()
    assert actions["open"].shortcut().toString() == "Ctrl+O"
    assert field.keySequence().toString() == "B"
    press(page, "Undo reset")
    turn()
    assert actions["add_note"].shortcut().toString() == "Ctrl+O"


def test_esc_leaves_the_field_of_a_key_and_the_page_open(viewer, page, qtbot):
    names = {each.accessibleName(): each for each in page.findChildren(QKeySequenceEdit)}
    field = names["Key of “Add note”"]
    qtbot.keyClick(field, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.keySequence().toString() == "B"
    assert page.isVisible()
    assert viewer.window.actions_by_id["add_note"].shortcut().toString() == "B"


def test_what_was_reset_comes_back_until_something_else_is_changed(viewer, page):
    viewer.settings.theme = "light"
    viewer.found_events.set_threshold("ttc", 2.5)
    turn()
    changed = viewer.settings.preferences()
    press(page, "Reset all")
    assert viewer.settings.preferences() != changed
    press(page, "Undo reset")
    turn()
    assert viewer.settings.preferences() == changed
    assert dict(viewer.found_events.thresholds) == {"ttc": 2.5}
    press(page, "Reset all")
    viewer.found_events.set_threshold("ttc", 2.0)
    turn()
    assert [each.text() for each in page.findChildren(QPushButton) if each.text() == "Undo reset"] == []
