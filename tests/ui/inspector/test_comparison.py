"""Several actors side by side: columns, differences, pins; and what is copied of them."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from tests.scenes import HERO, LIGHT, OTHER, WALKER
from tests.ui.inspector.conftest import (
    cells,
    clipboard,
    double_click,
    middle,
    opened_inspector,
    places,
    requests,
    tree_of,
)
from tests.ui.person import heard, row_of, rows_of
from viewer.replay.world.world import world_at
from viewer.ui.inspector.copying import InspectorTreeMenu

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def inspector(index, qtbot, alone):
    return opened_inspector(qtbot, alone, index, 0.51, hero=HERO)


def press(inspector, words):
    (found,) = [
        each
        for each in inspector.findChildren(QToolButton)
        if words in (each.accessibleName() or each.text()) and each.isVisible()
    ]
    QTest.mouseClick(found, Qt.MouseButton.LeftButton)


def test_two_actors_stand_side_by_side(inspector, sheet, index, select):
    select(HERO, OTHER)
    told = cells(sheet)
    assert told["Role"] == ("hero", "autopilot")
    assert told["Speed"] == ("10.00 m/s", "0.00 m/s")
    assert told["Location"] == ("", "")
    assert told["Location x"] == ("5.00 m", "5.00 m")
    assert told["Pitch, yaw, roll Yaw"] == ("0.0 °", "90.0 °")
    assert sheet.isExpanded(places(sheet)["Location"])
    assert not sheet.isHeaderHidden()
    heads = [sheet.model().headerData(number, Qt.Orientation.Horizontal) for number in (1, 2)]
    assert [text.split("\n")[0] for text in heads] == [str(HERO), str(OTHER)]
    inspector.told.set_world(world_at(index, 0.31))
    assert cells(sheet)["Location x"] == ("3.00 m", "5.00 m")
    select(HERO)
    assert cells(sheet)["Location"] == ("3.00, 0.00, 0.10 m",)
    assert sheet.isHeaderHidden()
    assert not sheet.isExpanded(places(sheet)["Location"])


def test_those_who_touched_share_the_row_of_their_contact_whoever_was_chosen_first(sheet, select):
    for ids in ((HERO, OTHER), (OTHER, HERO)):
        select(*ids)
        assert cells(sheet)["Collision with"] == (f"{OTHER} · 0.450 s", f"{HERO} · 0.450 s")


def test_what_one_has_and_the_other_has_not_is_empty_there(sheet, index, select):
    select(HERO, LIGHT, WALKER)
    told = cells(sheet)
    columns = sorted(rows_of(index, HERO, LIGHT, WALKER))
    walker, light = (columns.index(rows_of(index, each)[0]) for each in (WALKER, LIGHT))
    assert [each for each in enumerate(told["Commanded speed"]) if each[1]] == [(walker, "1.40 m/s")]
    assert [each for each in enumerate(told["Frozen"]) if each[1]] == [(light, "no")]
    assert list(told).index("Traffic light") < list(told).index("Control") < list(told).index("Walker")


def test_the_filter_leaves_what_differs_or_did(inspector, sheet, index, select):
    select(HERO, OTHER)
    press(inspector, "Only differences")
    told = cells(sheet)
    assert "Category" not in told
    assert told["Role"] == ("hero", "autopilot")
    assert "Location x" not in told  # both are at 5 m
    inspector.told.set_world(world_at(index, 0.31))
    assert "Location x" in cells(sheet)
    inspector.told.set_world(world_at(index, 0.51))
    assert cells(sheet)["Location x"] == ("5.00 m", "5.00 m")  # rows do not come and go
    press(inspector, "Only differences")
    assert "Category" in cells(sheet)


def test_a_pinned_actor_stays_beside_who_is_selected(inspector, sheet, index, select):
    select(HERO)
    asked = requests(inspector.told.pins, "toggle")
    press(inspector, "Pin")
    assert asked == [row_of(index, HERO)]
    inspector.told.set_pinned(rows_of(index, HERO))
    assert cells(sheet)["Role"] == ("hero",)
    select(OTHER)
    assert cells(sheet)["Role"] == ("hero", "autopilot")
    select()
    assert cells(sheet)["Role"] == ("hero",)
    inspector.told.set_pinned(())
    assert cells(sheet)["Map"] == ("Town03",)


def test_an_actor_is_taken_away_or_let_go_by_the_menu_of_its_column(inspector, sheet, index, select):
    inspector.told.set_pinned(rows_of(index, HERO))
    select(OTHER)
    pins, selections = requests(inspector.told.pins, "toggle"), requests(inspector.told.focus, "click")
    entries = (
        (1, f"Unpin {HERO}"),
        (1, f"Take {HERO} away"),
        (2, f"Take {OTHER} away"),
        (1, f"Take {HERO} away"),
    )
    for number, (column, words) in enumerate(entries):
        if number == 3:
            select(HERO, OTHER)  # and pinned: it goes both ways
        header = sheet.header()
        header.customContextMenuRequested.emit(QPoint(header.sectionViewportPosition(column) + 4, 4))
        menu = sheet.findChildren(InspectorTreeMenu)[-1]
        next(action for action in menu.actions() if action.text() == words).trigger()
        menu.close()
    assert pins == [row_of(index, HERO)] * 3
    assert selections == [(row_of(index, OTHER), True), (row_of(index, HERO), True)]


def test_the_value_that_is_double_clicked_decides_whose_signal_is_plotted(inspector, sheet, index, select):
    select(HERO, OTHER)
    asked = heard(inspector.plot_requested)
    double_click(sheet, "Throttle", 2)
    double_click(sheet, "Throttle", 0)
    hero, other = rows_of(index, HERO, OTHER)
    assert asked == [(other, "throttle"), (hero, "throttle"), (other, "throttle")]


def choose(inspector, label, item):
    """Choose an item of the menu over a line, and return what is on the clipboard then."""
    sheet = tree_of(inspector)
    position = middle(sheet, label)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, position, sheet.viewport().mapToGlobal(QPoint(position)))
    QApplication.sendEvent(sheet.viewport(), event)
    menu = sheet.findChildren(InspectorTreeMenu)[-1]
    next(action for action in menu.actions() if action.text() == item).trigger()
    menu.close()
    return clipboard()


def test_json_has_units_sources_and_all_digits_of_all_actors(inspector, index, select):
    select(HERO, OTHER)
    document = json.loads(choose(inspector, "Speed", "Copy value as JSON"))
    assert document["recording"] == index.path.name
    assert document["time"] == {"value": pytest.approx(0.51), "unit": "s"}
    speeds = [each["values"]["motion"]["speed"] for each in document["actors"]]
    assert speeds == [
        {"value": pytest.approx(value, abs=1e-4), "unit": "m/s", "source": "derived"} for value in (10.0, 0.0)
    ]
    actors = json.loads(choose(inspector, "Role", "Copy all as JSON"))["actors"]
    blueprints = "vehicle.lincoln.mkz2017", "vehicle.tesla.model3"
    assert [(each["id"], each["blueprint"]) for each in actors] == list(
        zip((HERO, OTHER), blueprints, strict=True)
    )
    values = [each["values"] for each in actors]
    assert [each["actor"]["role_name"]["value"] for each in values] == ["hero", "autopilot"]
    assert [each["control"]["hand_brake"]["value"] for each in values] == [False, True]
    assert values[0]["motion"]["location"]["value"]["z"] == pytest.approx(0.1, abs=1e-6)


def test_the_menu_plots(inspector, index, select):
    select(HERO)
    asked = heard(inspector.plot_requested)
    choose(inspector, "Throttle", "Plot over time")
    assert asked == [(row_of(index, HERO), "throttle")]


def test_a_section_is_copied_for_all(inspector, select):
    select(HERO, OTHER)
    lines = choose(inspector, "Gear", "Copy section as text").splitlines()
    assert lines[0] == f"\t{HERO} vehicle.lincoln.mkz2017\t{OTHER} vehicle.tesla.model3"
    assert lines[1:3] == ["Control", "Gear\t3\tneutral"]
    document = json.loads(choose(inspector, "Gear", "Copy section as JSON"))
    assert list(document["actors"][0]["values"]) == ["control"]


def test_the_recording_is_copied_without_actors(inspector):
    document = json.loads(choose(inspector, "Map", "Copy all as JSON"))
    assert document["values"]["identity"]["map"]["value"] == "Town03"
    assert "actors" not in document
