"""What the chips on the map say, and that they go with what they say."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from tests.ui.map.test_map_chips import chips
from viewer.ui.map.overlays import MapOverlays


@pytest.fixture
def ground(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(1200, 800)
    widget.show()
    return widget


@pytest.fixture
def overlays(ground):
    made = MapOverlays(ground)
    made.set_scale(10.0)
    return made


@pytest.mark.parametrize(("show", "text", "hide"), [
    (lambda f: f.set_follow("101", ""), "Following  101 · F to stop   ×", lambda f: f.set_follow("", "")),
    (lambda f: f.set_follow("101", "102"), "Following  101 · F to stop   ×", None),
    (lambda f: f.set_follow("", "102"), "Follow  102 again (F)", None),
    (lambda f: f.set_hidden_count(1), "1 hidden · Show all", lambda f: f.set_hidden_count(0)),
    (lambda f: f.set_hidden_count(12345), "12,345 hidden · Show all", None),
    (lambda f: f.set_measured(0.0, 0), "Measure  Click points or actors · Esc to end   ×", None),
    (lambda f: f.set_measured(12.346, 2), "Measure  12.35 m · Esc to end   ×",
     lambda f: f.set_measured(None, 0)),
    (lambda f: f.set_cursor((1.0, -2.5)), "x  1.00 m    y  −2.50 m", lambda f: f.set_cursor(None)),
    (lambda f: f.set_cursor((1.0, -2.5), "road 7"), "x  1.00 m    y  −2.50 m    road 7", None),
    (lambda f: f.set_color_by("speed"), "Speed  0 – 20 m/s", lambda f: f.set_color_by("category")),
    (lambda f: f.set_turn(1.0, heading_up=True), "Heading up", None),
])  # fmt: skip
def test_each_chip_says_what_it_was_told_as_long_as_it_is_so(ground, overlays, show, text, hide):
    before = chips(ground)
    show(overlays)
    assert [each.split() for each in chips(ground) if each not in before] == [text.split()]  # may be wrapped
    if hide is not None:
        hide(overlays)
        assert chips(ground) == before


def test_tips_say_what_a_click_does(overlays):
    overlays.set_follow("101", "")
    assert overlays.follow.toolTip() == "Stop following (F)"
    overlays.set_follow("", "101")
    assert overlays.follow.toolTip() == "Follow it again (F)"
    assert overlays.north.toolTip() == "Turn with the followed actor"
    overlays.set_turn(0.0, heading_up=True)
    assert overlays.north.toolTip() == "Turn north up"
