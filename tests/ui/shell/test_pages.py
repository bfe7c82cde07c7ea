"""Pages: what was open lately; the guide by F1; and settings, found by words, changed, taken along."""

import re
from datetime import datetime, timezone
from pathlib import Path

import pytest
from guide import GUIDE
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QKeySequenceEdit,
    QLabel,
    QListWidget,
    QMenu,
    QMessageBox,
    QPushButton,
)

from tests.ui.conftest import turn
from tests.ui.person import button
from viewer.analysis.event_kinds import TABLE
from viewer.ui import app
from viewer.ui.action_table import ACTIONS
from viewer.ui.panels import PANELS
from viewer.ui.shell.settings_page import SettingsPage
from viewer.ui.shell.start_page import StartPage
from viewer.ui.state.recent import RecentRecording
from viewer.ui.terms import TERMS, explain, offer_term
from viewer.ui.widgets.parts import NumberBox

pytestmark = pytest.mark.usefixtures("one_window")

TOWN = RecentRecording(
    Path("/data/town03.rec"), "Town03", 15.236, datetime(2019, 10, 23, 1, 4, tzinfo=timezone.utc)
)
NIGHT = RecentRecording(Path("/data/night"), folder=True)
GONE = RecentRecording(Path("/data/gone.log"), "Town05", 63.2)
SAMPLE = RecentRecording(Path("/data/sample.log"))
KNOWN = {"worst": "collision", "worst_at": 8.47, "why": None, "error": None, "way": [0.0, 0.0, 5.0, 5.0]}


@pytest.fixture
def start_page(qtbot):
    widget = StartPage()
    qtbot.addWidget(widget)
    widget.set_recent([NIGHT, TOWN, GONE], SAMPLE)
    widget.resize(1200, 700)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def shown(start_page):
    """Return what the rows say, from above."""
    model, view = start_page.view.model(), start_page.view
    seen = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
    rows = range(model.rowCount())
    return [[text for column in seen if (text := model.index(row, column).data())] for row in rows]


def test_rows_tell_what_is_known_and_nothing_that_is_not(start_page):
    data = str(Path("/data"))
    assert shown(start_page) == [
        ["night/", data],
        ["town03.rec", "Town03", "15.236 s", "23 Oct 2019", data],
        ["gone.log", "Town05", "63.200 s", data],
        ["sample.log", "Comes with the program"],
    ]
    assert start_page.view.isColumnHidden(0)  # no library, no pictures
    start_page.set_checked({GONE.path}, {TOWN.path: KNOWN})
    assert not start_page.view.isColumnHidden(0)
    assert shown(start_page)[1] == [
        "town03.rec", "Collision at 8.470 s", "Town03", "15.236 s", "23 Oct 2019", data,
    ]  # fmt: skip
    assert [row[0] for row in shown(start_page)] == ["night/", "town03.rec", "sample.log"]
    assert "1 missing hidden" in [label.text() for label in start_page.findChildren(QLabel)]


def test_the_sample_is_offered_until_three_recordings_are_there(start_page):
    for count in range(6):
        recent = [RecentRecording(Path(f"/data/{number}.log")) for number in range(count)]
        start_page.set_recent([NIGHT, *recent], SAMPLE)
        assert (["sample.log", "Comes with the program"] in shown(start_page)) == (count < 3)


def test_one_click_or_enter_opens_and_delete_forgets(qtbot, start_page):
    view = start_page.view
    with qtbot.waitSignal(start_page.chosen) as asked:
        place = view.visualRect(view.model().index(1, 1)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [TOWN]
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    with qtbot.waitSignal(start_page.chosen) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert asked.args == [NIGHT]
    with qtbot.waitSignal(start_page.forget_requested) as asked:
        qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert asked.args == [NIGHT.path]
    view.selectRow(3)
    with qtbot.assertNotEmitted(start_page.forget_requested):
        qtbot.keyClick(view, Qt.Key.Key_Delete)


@pytest.fixture
def guide(open_street, qtbot):
    """The guide, opened by F1 in the time view."""
    open_street.window.timeline.setFocus()
    QTest.keyClick(open_street.window, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: open_street.help.guide is not None and open_street.help.guide.isActiveWindow())
    yield open_street.help.guide
    open_street.help.guide.close()


def headings(page):
    text = (GUIDE / page).read_text(encoding="utf-8")
    found = re.findall("^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in found}


def test_f1_shows_the_page_of_the_panel_with_the_keys_in_use(guide, open_street):
    assert (guide.page.name, guide.pages.currentItem().text()) == ("time.md", "Time")
    open_street.settings.keys = {"add_note": ["Ctrl+Alt+F9"]}
    guide.show_page("keys.md")
    assert "Ctrl+Alt+F9" in guide.page.toPlainText()


def test_what_is_looked_for_leaves_pages_and_is_found_in_this_one_a_heading_first(guide, qtbot):
    qtbot.keyClicks(guide.search, "hatched")
    items = map(guide.pages.item, range(guide.pages.count()))
    listed = [item.text() for item in items if not item.isHidden()]
    assert (listed, guide.page.textCursor().selectedText()) == (["Time"], "hatched")
    guide.search.clear()
    guide.show_page("terms.md")
    qtbot.keyClicks(guide.search, "ttc")
    cursor = guide.page.textCursor()
    assert (cursor.block().text(), cursor.selectedText()) == ("Time to collision (TTC)", "TTC")


def test_links_lead_to_pages_and_back_again(guide, qtbot):
    guide.show_page("start.md")
    guide.page.find("More about that")
    QTest.keyClick(guide.page, Qt.Key.Key_Return)
    assert (guide.page.name, guide.page.textCursor().block().text()) == ("terms.md", "Derived")
    QTest.keyClick(guide.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: guide.page.name == "start.md")


def test_every_page_is_listed_and_every_heading_that_is_led_to_is_there(guide):
    listed = [guide.pages.item(row).data(Qt.ItemDataRole.UserRole) for row in range(guide.pages.count())]
    assert {*listed, "index.md"} == {path.name for path in GUIDE.glob("*.md")}
    led_to = [f"terms.md#{heading}" for heading in TERMS.values()] + [row.page for row in PANELS]
    led_to += [
        link
        for path in GUIDE.glob("*.md")
        for link in re.findall(r"\]\((\w+\.md#[^)]+)\)", path.read_text(encoding="utf-8"))
    ]
    for page, anchor in (each.split("#") for each in led_to if "#" in each):
        assert anchor in headings(page)


def test_what_is_this_and_a_menu_lead_to_the_explanation(guide):
    for name, page in (("drac", "terms.md"), ("speeding", "events.md")):
        explain(name)
        assert guide.page.name == page
    menu = QMenu()
    offer_term(menu, ["speed", "pair_ttc", "derived"])
    (action,) = menu.actions()
    action.trigger()
    assert guide.page.textCursor().block().text() == "Time to collision (TTC)"
    offer_term(menu, ["speed"])
    assert len(menu.actions()) == 1


ROWS = [row for row in ACTIONS.values() if row.setting]


@pytest.fixture
def page(viewer, monkeypatch):
    monkeypatch.setattr(app, "apply_theme", lambda *_: None)  # that styles all widgets with each change
    viewer.window.actions_by_id["settings"].trigger()
    page = viewer.window.findChild(SettingsPage)
    yield page
    page.close()


def editor(page, row):
    return page.findChild(QComboBox if row.choice else QCheckBox, row.setting)


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
    button(page, "Export…").click()
    button(page, "Reset all").click()
    assert viewer.settings.preferences() == usual
    assert not viewer.found_events.thresholds
    button(page, "Import…").click()
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
def test_what_is_not_understood_is_named_and_changes_nothing(viewer, page, tmp_path, monkeypatch, text, said):
    before, told = viewer.settings.preferences(), []
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "a.json"), ""))
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: told.append(args[-1]))
    button(page, "Import…").click()
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
    button(page, "Reset keys").click()
    turn()
    assert actions["open"].shortcut().toString() == "Ctrl+O"
    assert field.keySequence().toString() == "B"
    button(page, "Undo reset").click()
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
    button(page, "Reset all").click()
    assert viewer.settings.preferences() != changed
    button(page, "Undo reset").click()
    turn()
    assert viewer.settings.preferences() == changed
    assert dict(viewer.found_events.thresholds) == {"ttc": 2.5}
    button(page, "Reset all").click()
    viewer.found_events.set_threshold("ttc", 2.0)
    turn()
    assert [each.text() for each in page.findChildren(QPushButton) if each.text() == "Undo reset"] == []
