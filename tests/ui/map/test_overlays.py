"""What the chips on the map say, and in which corner each stands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from viewer.ui.map.overlays import MapOverlays
from viewer.ui.widgets.chip import Chip

WIDTH, HEIGHT = 1200, 800


@pytest.fixture
def ground(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    return widget


@pytest.fixture
def overlays(ground):
    made = MapOverlays(ground)
    made.set_scale(10.0)
    return made


def said(ground):
    """What is written on the map, with where it stands."""
    return {chip.text(): chip.geometry() for chip in ground.findChildren(Chip) if not chip.isHidden()}


def new(ground, overlays, act):
    """What is written after something is told that was not before."""
    before = said(ground)
    act(overlays)
    return [text for text in said(ground) if text not in before]


@pytest.mark.parametrize(("act", "text"), [
    (lambda f: f.set_follow("101", ""), "Following  101 · F to stop   ×"),
    (lambda f: f.set_follow("101", "102"), "Following  101 · F to stop   ×"),
    (lambda f: f.set_follow("", "102"), "Follow  102 again (F)"),
    (lambda f: f.set_hidden_count(1), "1 hidden · Show all"),
    (lambda f: f.set_hidden_count(12345), "12,345 hidden · Show all"),
    (lambda f: f.set_measured(0.0, 0), "Measure  Click points or actors · Esc to end   ×"),
    (lambda f: f.set_measured(12.346, 2), "Measure  12.35 m · Esc to end   ×"),
    (lambda f: f.set_cursor((1.0, -2.5)), "x  1.00 m    y  −2.50 m"),
    (lambda f: f.set_cursor((1.0, -2.5), "road 7"), "x  1.00 m    y  −2.50 m    road 7"),
    (lambda f: f.set_color_by("speed"), "Speed  0 – 20 m/s"),
    (lambda f: f.set_turn(1.0, heading_up=True), "Heading up"),
])  # fmt: skip
def test_each_chip_says_what_it_was_told(ground, overlays, act, text):
    assert [each.split() for each in new(ground, overlays, act)] == [text.split()]  # lines may be wrapped


@pytest.mark.parametrize(("show", "hide"), [
    (lambda f: f.set_follow("101", ""), lambda f: f.set_follow("", "")),
    (lambda f: f.set_hidden_count(3), lambda f: f.set_hidden_count(0)),
    (lambda f: f.set_measured(1.0, 1), lambda f: f.set_measured(None, 0)),
    (lambda f: f.set_cursor((1.0, 2.0)), lambda f: f.set_cursor(None)),
    (lambda f: f.set_color_by("speed"), lambda f: f.set_color_by("category")),
])  # fmt: skip
def test_what_is_no_longer_so_is_no_longer_said(ground, overlays, show, hide):
    before = said(ground)
    show(overlays)
    hide(overlays)
    assert said(ground) == before


def test_tips_say_what_a_click_does(overlays):
    overlays.set_follow("101", "")
    assert overlays.follow.toolTip() == "Stop following (F)"
    overlays.set_follow("", "101")
    assert overlays.follow.toolTip() == "Follow it again (F)"
    assert overlays.north.toolTip() == "Turn with the followed actor"
    overlays.set_turn(0.0, heading_up=True)
    assert overlays.north.toolTip() == "Turn north up"


def test_clicks_reach_what_can_be_clicked(ground, overlays):
    overlays.set_follow("101", "")
    clicked = []
    overlays.follow.clicked.connect(lambda: clicked.append("follow"))
    QTest.mouseClick(overlays.follow, Qt.MouseButton.LeftButton)
    assert clicked == ["follow"]
