"""What is copied: text for people, JSON for programs."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from tests.scenes import HERO, OTHER
from tests.ui.inspector.sheets import cell, clipboard, middle, opened_inspector, row_of, tree_of
from viewer.ui.inspector.copying import Origin, as_json, as_text
from viewer.ui.inspector.menu import SheetMenu
from viewer.ui.inspector.row import Source, field, section
from viewer.ui.inspector.values import plain, quantity, vector
from viewer.ui.state.actor_ref import refs_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def inspector(index, qtbot):
    return opened_inspector(qtbot, index, 0.5)


def choose(inspector, label, item):
    """Choose an item of the menu over a line, and return what is on the clipboard then."""
    sheet = tree_of(inspector)
    position = middle(sheet, label)
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, position, sheet.viewport().mapToGlobal(QPoint(position)))
    QApplication.sendEvent(sheet.viewport(), event)
    menu = sheet.findChildren(SheetMenu)[-1]
    next(action for action in menu.actions() if action.text() == item).trigger()
    menu.close()
    return clipboard()


def test_a_value_as_json_has_its_unit_and_says_where_it_is_from(inspector, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    document = json.loads(choose(inspector, "Speed", "Copy value as JSON"))
    assert document["recording"] == index.path.name
    assert document["time"] == {"value": pytest.approx(0.5), "unit": "s"}
    (actor,) = document["actors"]
    assert (actor["id"], actor["blueprint"]) == (HERO, "vehicle.lincoln.mkz2017")
    speed = actor["values"]["motion"]["speed"]
    assert speed == {"value": pytest.approx(10.0, abs=1e-4), "unit": "m/s", "source": "derived"}


def test_everything_as_json_has_all_digits_of_all_actors(inspector, index):
    inspector.set_selected(refs_of((row_of(index, HERO), row_of(index, OTHER))))
    actors = json.loads(choose(inspector, "Role", "Copy all as JSON"))["actors"]
    assert [actor["id"] for actor in actors] == [HERO, OTHER]
    assert [actor["values"]["actor"]["role_name"]["value"] for actor in actors] == ["hero", "autopilot"]
    assert [actor["values"]["control"]["hand_brake"]["value"] for actor in actors] == [False, True]
    assert actors[0]["values"]["motion"]["location"]["value"]["z"] == pytest.approx(0.1, abs=1e-6)


def test_a_section_is_copied_for_all(inspector, index):
    inspector.set_selected(refs_of((row_of(index, HERO), row_of(index, OTHER))))
    lines = choose(inspector, "Gear", "Copy section as text").splitlines()
    assert lines[0] == f"\t{HERO} vehicle.lincoln.mkz2017\t{OTHER} vehicle.tesla.model3"
    assert lines[1:3] == ["Control", "Gear\t3\tneutral"]
    document = json.loads(choose(inspector, "Gear", "Copy section as JSON"))
    assert list(document["actors"][0]["values"]) == ["control"]


def test_the_recording_is_copied_without_actors(inspector):
    document = json.loads(choose(inspector, "Map", "Copy all as JSON"))
    assert document["values"]["identity"]["map"]["value"] == "Town03"
    assert "actors" not in document


def test_the_menu_of_the_keyboard_is_that_of_its_line(inspector, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    sheet = tree_of(inspector)
    sheet.setFocus()
    sheet.setCurrentIndex(cell(sheet, "Gear"))
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), sheet.mapToGlobal(QPoint(5, 5))
    )
    QApplication.sendEvent(sheet.viewport(), event)
    menu = sheet.findChildren(SheetMenu)[-1]
    next(action for action in menu.actions() if action.text() == "Copy value").trigger()
    menu.close()
    assert clipboard() == "3"


def test_what_is_unknown_is_null_and_vectors_have_names():
    rows = [
        field("speed", "Speed", quantity(float("nan"), 2, "m/s")),
        field("place", "Place", vector((1.0 / 3.0, 2.0, -3.0), 2, "m", Source.RECORDED)),
        section("more", "More", [field("wheel 0", "Wheel", plain("round"))]),
    ]
    values = json.loads(as_json(Origin("a.log"), rows))["values"]
    assert values["identity"]["speed"] == {"value": None, "unit": "m/s"}
    assert values["identity"]["place"] == {
        "value": {"x": 1.0 / 3.0, "y": 2.0, "z": -3.0},
        "unit": "m",
        "source": "recorded",
    }
    assert values["more"] == {"wheel_0": {"value": "round"}}
    assert as_text(Origin("a.log"), rows).splitlines()[2] == "Place: 0.33, 2.00, -3.00 m"


def test_what_is_derived_says_so_as_text(inspector, index):
    inspector.set_selected(refs_of((row_of(index, HERO),)))
    lines = choose(inspector, "Speed", "Copy all as text").splitlines()
    assert "Speed: 10.00 m/s (derived)" in lines
    assert not any(line.startswith("Location:") and "derived" in line for line in lines)
    inspector.set_selected(refs_of((row_of(index, HERO), row_of(index, OTHER))))
    lines = choose(inspector, "Speed", "Copy all as text").splitlines()
    assert "Speed (derived)\t10.00 m/s\t0.00 m/s" in lines
    assert any(line.startswith("Location\t") for line in lines)
