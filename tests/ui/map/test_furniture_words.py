"""What the chips on the map say, and in which corner each stands."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from viewer.ui.map.chips import MapChip, SpeedLegend
from viewer.ui.map.furniture import Furniture
from viewer.ui.map.pill import Span, text_size, wrapped
from viewer.ui.widgets.hover_card import HoverCard

WIDTH, HEIGHT = 1200, 800


@pytest.fixture
def ground(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(WIDTH, HEIGHT)
    widget.show()
    return widget


@pytest.fixture
def furniture(ground):
    made = Furniture(ground)
    made.set_scale(10.0)
    return made


def said(ground):
    """What is written on the map, with where it stands."""
    return {chip.text(): chip.geometry() for chip in ground.findChildren(MapChip) if not chip.isHidden()}


def new(ground, furniture, act):
    """What is written after something is told that was not before."""
    before = said(ground)
    act(furniture)
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
def test_each_chip_says_what_it_was_told(ground, furniture, act, text):
    assert [each.split() for each in new(ground, furniture, act)] == [text.split()]  # lines may be wrapped


@pytest.mark.parametrize(("show", "hide"), [
    (lambda f: f.set_follow("101", ""), lambda f: f.set_follow("", "")),
    (lambda f: f.set_hidden_count(3), lambda f: f.set_hidden_count(0)),
    (lambda f: f.set_measured(1.0, 1), lambda f: f.set_measured(None, 0)),
    (lambda f: f.set_cursor((1.0, 2.0)), lambda f: f.set_cursor(None)),
    (lambda f: f.set_color_by("speed"), lambda f: f.set_color_by("category")),
])  # fmt: skip
def test_what_is_no_longer_so_is_no_longer_said(ground, furniture, show, hide):
    before = said(ground)
    show(furniture)
    hide(furniture)
    assert said(ground) == before


def test_tips_say_what_a_click_does(furniture):
    furniture.set_follow("101", "")
    assert furniture.follow.toolTip() == "Stop following (F)"
    furniture.set_follow("", "101")
    assert furniture.follow.toolTip() == "Follow it again (F)"
    assert furniture.north.toolTip() == "Turn with the followed actor"
    furniture.set_turn(0.0, heading_up=True)
    assert furniture.north.toolTip() == "Turn north up"


def test_chips_stand_sixteen_pixels_off_in_their_corners_eight_apart(ground, furniture):
    """Four stacks, 16 px from the map's edges, 8 px apart."""
    furniture.set_follow("101", "")
    furniture.set_hidden_count(2)
    furniture.set_measured(3.0, 1)
    furniture.set_cursor((1.0, 2.0))
    furniture.set_color_by("speed")
    corners = {
        "left top": ["Following"], "right top": ["North up", "Speed", "2 hidden"],
        "left bottom": ["5 m", "Measure"], "right bottom": ["x  "],
    }  # fmt: skip
    for corner, starts in corners.items():
        side, end = corner.split()
        found = [box for start in starts for text, box in said(ground).items() if text.startswith(start)]
        assert len(found) == len(starts), corner
        for box in found:
            assert (box.left() == 16) if side == "left" else (box.right() + 1 == WIDTH - 16)
        assert found[0].top() == 16 if end == "top" else found[0].bottom() + 1 == HEIGHT - 16
        for one, other in pairwise(found):
            gap = other.top() - one.bottom() - 1 if end == "top" else one.top() - other.bottom() - 1
            assert gap == 8


@pytest.mark.parametrize("width", [520, 519])
def test_north_is_said_while_520_pixels_are_seen(ground, furniture, width):
    ground.resize(width, HEIGHT)
    furniture.set_turn(0.0, heading_up=False)
    assert ("North up" in said(ground)) is (width >= 520)


def test_a_tooltip_stands_beside_the_mouse_and_on_the_map(ground, furniture):
    card = ground.findChild(HoverCard)
    lines = ((Span("101"),), (Span("10 m/s"),))
    for x in (5.0, 600.0, 1195.0):
        for y in (5.0, 400.0, 795.0):
            furniture.set_tooltip(lines, (x, y))
            box = card.geometry()
            assert card.text() == "101\n10 m/s"
            assert QRect(0, 0, WIDTH, HEIGHT).contains(box)
            assert not box.contains(QPoint(round(x), round(y)))
    furniture.set_tooltip(lines, None)
    assert card.text() == "" or card.isHidden()
    furniture.set_tooltip((), (5.0, 5.0))
    assert card.isHidden()


def test_rectangles_are_those_of_all_chips(ground, furniture):
    furniture.set_follow("101", "")
    boxes = {(b.left(), b.top(), b.right() + 1, b.bottom() + 1) for b in said(ground).values()}
    assert set(map(tuple, furniture.rectangles().tolist())) == boxes


def test_clicks_reach_what_can_be_clicked(ground, furniture):
    furniture.set_follow("101", "")
    clicked = []
    furniture.follow.clicked.connect(lambda: clicked.append("follow"))
    QTest.mouseClick(furniture.follow, Qt.MouseButton.LeftButton)
    assert clicked == ["follow"]
    assert ground.findChild(SpeedLegend).testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


@pytest.mark.parametrize("room", range(40, 400, 30))
def test_lines_are_wrapped_between_spans_where_they_are_wider_than_the_room(qapp, room):
    spans = tuple(Span(f" word{n}") for n in range(9))
    blank = text_size(((Span("a a"),),)).width() - text_size(((Span("aa"),),)).width()
    found = wrapped((spans, (Span("end"),)), room)
    assert [span.text.strip() for line in found for span in line] == [f"word{n}" for n in range(9)] + ["end"]
    for number, line in enumerate(found):
        assert text_size((line,)).width() <= room or len(line) == 1
        assert not line[0].text.startswith(" ") or number == 0
        if number + 2 < len(found):  # nothing of the next line would have fitted
            joined = (*line, found[number + 1][0]._replace(text=f" {found[number + 1][0].text}"))
            assert text_size((joined,)).width() > room - blank - 2  # that it began with
    assert found[-1] == (Span("end"),)
