"""Choices of the menu Layers: applied at once, and remembered."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.scenes import BICYCLE, HERO, OTHER
from tests.ui.conftest import turn
from viewer.ui.app import Viewer
from viewer.ui.map import MapView
from viewer.ui.widgets.chip import Chip


def row_of(viewer: Viewer, actor_id: int) -> int:
    assert viewer.recording.index is not None
    return viewer.recording.index.actors.rows_of(actor_id)[0]


def test_t_and_v_switch_trails_and_labels(open_street: Viewer) -> None:
    window = open_street.window
    for key, layer in ((Qt.Key.Key_T, "layer_trails"), (Qt.Key.Key_V, "layer_labels")):
        shown = window.actions_by_id[layer].isChecked()
        QTest.keyClick(window, key)
        assert window.actions_by_id[layer].isChecked() is not shown


def test_all_vehicles_have_ways_from_the_background(open_street: Viewer, qtbot: QtBot) -> None:
    picture = open_street.window.map_area.map_view.scene.picture
    open_street.playback.seek(0.6)
    assert not len(picture.trails.rows)
    open_street.window.actions_by_id["trails_vehicles"].trigger()
    qtbot.waitUntil(lambda: len(picture.trails.elapsed) > 2)
    rows = set(picture.trails.rows.tolist())
    assert {row_of(open_street, each) for each in (HERO, OTHER, BICYCLE)} <= rows
    QTest.keyClick(open_street.window, Qt.Key.Key_T)
    assert not len(picture.trails.rows)


def test_of_several_selected_actors_each_has_a_way(open_street: Viewer, qtbot: QtBot) -> None:
    picture = open_street.window.map_area.map_view.scene.picture
    for actor_id in (HERO, BICYCLE):
        open_street.focus.click(row_of(open_street, actor_id), adds=True)
    qtbot.waitUntil(lambda: not open_street.recording.busy and open_street.tasks.quiet)
    assert picture.trails.rows.tolist() == [row_of(open_street, HERO)]  # the other one is shown in full


def north_of(map_view: MapView) -> Chip | None:
    """Return the chip that says what is up."""
    said = ("North up", "Heading up")
    return next((chip for chip in map_view.findChildren(Chip) if chip.text() in said), None)


@pytest.mark.parametrize("by", ["chip", "menu"])
def test_heading_up_turns_the_map_with_whom_it_follows(open_street: Viewer, by: str) -> None:
    map_view = open_street.window.map_area.map_view
    north = north_of(map_view)
    assert north is not None
    open_street.focus.follow(row_of(open_street, BICYCLE))  # heads along y
    turn()
    if by == "chip":
        QTest.mouseClick(north, Qt.MouseButton.LeftButton)
    else:
        open_street.window.actions_by_id["heading_up"].trigger()
    turn()
    assert open_street.window.actions_by_id["heading_up"].isChecked()
    assert map_view.camera.turn == pytest.approx(math.pi)
    assert north.text() == "Heading up"
    open_street.window.actions_by_id["heading_up"].trigger()
    turn()
    assert map_view.camera.turn == 0.0
    assert north.text() == "North up"


def test_without_following_the_chip_says_what_is_asked_for(open_street: Viewer) -> None:
    north = north_of(open_street.window.map_area.map_view)
    assert north is not None
    open_street.window.actions_by_id["heading_up"].trigger()
    turn()
    assert north.text() == "Heading up"
    assert open_street.window.map_area.map_view.camera.turn == 0.0
    QTest.mouseClick(north, Qt.MouseButton.LeftButton)
    assert north.text() == "North up"
