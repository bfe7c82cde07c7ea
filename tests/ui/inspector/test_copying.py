"""What is copied: text for people, JSON for programs."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, OTHER
from tests.ui.inspector.sheets import clipboard, heard, middle, opened_inspector, row_of, tree_of
from viewer.ui.inspector.copying import InspectorTreeMenu

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def inspector(index, qtbot, alone):
    return opened_inspector(qtbot, alone, index, 0.5)


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


def test_json_has_units_sources_and_all_digits_of_all_actors(inspector, index):
    inspector.told.set_selected((row_of(index, HERO), row_of(index, OTHER)))
    document = json.loads(choose(inspector, "Speed", "Copy value as JSON"))
    assert document["recording"] == index.path.name
    assert document["time"] == {"value": pytest.approx(0.5), "unit": "s"}
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


def test_the_menu_plots(inspector, index):
    inspector.told.set_selected((row_of(index, HERO),))
    asked = heard(inspector.plot_requested)
    choose(inspector, "Throttle", "Plot over time")
    assert asked == [(row_of(index, HERO), "throttle")]


def test_a_section_is_copied_for_all(inspector, index):
    inspector.told.set_selected((row_of(index, HERO), row_of(index, OTHER)))
    lines = choose(inspector, "Gear", "Copy section as text").splitlines()
    assert lines[0] == f"\t{HERO} vehicle.lincoln.mkz2017\t{OTHER} vehicle.tesla.model3"
    assert lines[1:3] == ["Control", "Gear\t3\tneutral"]
    document = json.loads(choose(inspector, "Gear", "Copy section as JSON"))
    assert list(document["actors"][0]["values"]) == ["control"]


def test_the_recording_is_copied_without_actors(inspector):
    document = json.loads(choose(inspector, "Map", "Copy all as JSON"))
    assert document["values"]["identity"]["map"]["value"] == "Town03"
    assert "actors" not in document
