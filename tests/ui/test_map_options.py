"""What is chosen for the map in the window, and measured on it."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.scenes import BICYCLE, HERO, OTHER
from tests.ui.conftest import turn
from tests.ui.person import row_of
from tests.ui.views import look_at
from viewer.ui.widgets.chip import Chip

pytestmark = pytest.mark.usefixtures("one_window")


def test_all_vehicles_have_ways_from_the_background(open_street, qtbot):
    picture = open_street.window.map_area.map_view.scene.picture
    open_street.playback.seek(0.6)
    assert not len(picture.trails.rows)
    open_street.window.actions_by_id["trails_vehicles"].trigger()
    qtbot.waitUntil(lambda: len(picture.trails.elapsed) > 2)
    rows = set(picture.trails.rows.tolist())
    assert {row_of(open_street, each) for each in (HERO, OTHER, BICYCLE)} <= rows
    QTest.keyClick(open_street.window, Qt.Key.Key_T)
    assert not len(picture.trails.rows)


def test_of_several_selected_actors_each_has_a_way(open_street, qtbot):
    picture = open_street.window.map_area.map_view.scene.picture
    for actor_id in (HERO, BICYCLE):
        open_street.focus.click(row_of(open_street, actor_id), adds=True)
    qtbot.waitUntil(lambda: not open_street.recording.busy and open_street.tasks.quiet)
    assert picture.trails.rows.tolist() == [row_of(open_street, HERO)]  # the other one is shown in full


def north_of(map_view):
    """Return the chip that says what is up."""
    said = ("North up", "Heading up")
    return next((chip for chip in map_view.findChildren(Chip) if chip.text() in said), None)


def test_heading_up_turns_the_map_with_whom_it_follows(open_street):
    """The chip says what is asked for, also while nobody is followed."""
    map_view, action = open_street.map_view, open_street.window.actions_by_id["heading_up"]
    north = north_of(map_view)

    def seen():
        turn()
        return action.isChecked(), north.text(), map_view.camera.turn

    def click():
        QTest.mouseClick(north, Qt.MouseButton.LeftButton)

    action.trigger()
    assert seen() == (True, "Heading up", 0.0)
    click()
    open_street.focus.follow(row_of(open_street, BICYCLE))  # heads along y
    assert seen() == (False, "North up", 0.0)
    for switch in (click, action.trigger):
        switch()
        assert seen() == (True, "Heading up", pytest.approx(math.pi))
        switch()
        assert seen() == (False, "North up", 0.0)


CORNERS = (0.0, -20.0), (12.0, -20.0), (12.0, -36.0)
"""Of a path of 12 m and 16 m, far from every actor."""


def test_a_measured_path_is_the_sum_of_its_pieces(open_street):
    view = open_street.map_view
    look_at(view, (6.0, -28.0, 10.0))
    mouse = view.childAt(view.rect().center())
    open_street.window.actions_by_id["measure"].trigger()
    points = [QPoint(*view.camera.to_screen(each).round().astype(int).tolist()) for each in CORNERS]
    for point in points:
        QTest.mouseClick(mouse, Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(mouse, Qt.MouseButton.LeftButton, pos=points[-1])
    (text,) = (chip.text() for chip in view.findChildren(Chip) if "Measure" in chip.text())
    assert float(text.split()[1].replace("\N{THIN SPACE}", "")) == pytest.approx(12.0 + 16.0, abs=0.5)
