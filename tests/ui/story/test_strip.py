"""The strip: chips by weight as far as there is room, and what is said in their place."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from viewer.analysis.event_table import FoundEvent, Severity
from viewer.ui.state.story import Whose
from viewer.ui.story.chip import ChipContent, name_font
from viewer.ui.story.strip import STRIP_HEIGHT, StoryStrip, StripContent


def chip(number, kind="red_light"):
    event = FoundEvent(kind, number, number, (0,), 1.0, 0.0, 0, None, Severity.HIGH)
    return ChipContent(event, "Red light", f"{number} · 7.550 s", "the whole rule")


@pytest.fixture
def strip(qtbot, theme):
    strip = StoryStrip()
    qtbot.addWidget(strip)
    strip.resize(1100, STRIP_HEIGHT)
    strip.show()
    return strip


def tell(strip, count, **more):
    chips = [chip(number) for number in range(count)]
    strip.set_content(StripContent(chips, count, **more))
    return chips


def test_it_is_40_high_with_chips_of_28(strip):
    tell(strip, 2)
    assert strip.height() == 40
    assert [each.height() for each in strip.shown_chips] == [28, 28]


def test_chips_never_wrap_and_the_others_are_counted(strip):
    tell(strip, 9)
    shown = strip.shown_chips
    assert 0 < len(shown) < 9
    assert {each.y() for each in shown} == {6}
    assert strip.more.text() == f"{9 - len(shown)} more"
    assert shown[-1].geometry().right() < strip.more.geometry().left()
    assert strip.more.geometry().right() <= strip.width()
    strip.resize(4800, STRIP_HEIGHT)
    assert len(strip.shown_chips) == 9
    assert strip.more.isHidden()


def test_where_not_even_one_finds_room_all_are_behind_the_link(strip):
    strip.resize(300, STRIP_HEIGHT)
    tell(strip, 3)
    assert strip.shown_chips == ()
    assert strip.more.text() == "3 found"


def test_all_lie_side_by_side(strip):
    tell(strip, 4)
    boxes = [each.geometry() for each in strip.shown_chips]
    for left, right in itertools.pairwise(boxes):
        assert right.left() - left.right() - 1 == 8


def test_a_click_or_enter_asks_for_the_event(strip, qtbot):
    chips = tell(strip, 2)
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    assert asked.args == [chips[1].event]
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.keyClick(strip.shown_chips[0], Qt.Key.Key_Select)  # what the window makes of Enter
    assert asked.args == [chips[0].event]


def test_the_link_asks_for_all(strip, qtbot):
    tell(strip, 9)
    with qtbot.waitSignal(strip.more_requested):
        qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)


def test_the_first_name_is_the_boldest(qapp):
    assert name_font(first=True).weight() == QFont.Weight.DemiBold
    assert name_font(first=False).weight() == QFont.Weight.Medium


@pytest.mark.parametrize(
    ("kind", "role"), [("red_light", "accent"), ("collision", "collision"), ("contact", "collision")]
)
def test_the_one_at_the_playhead_is_selected_and_a_touch_outlined(strip, theme, kind, role):
    chips = [chip(0), chip(1, kind)]
    strip.set_content(StripContent(chips, 2))
    ground = strip.shown_chips[1].grab().toImage()
    assert ground.pixelColor(40, 3).name() == theme.raised.name()
    strip.set_content(StripContent(chips, 2, current=chips[1].event))
    image = strip.shown_chips[1].grab().toImage()
    assert image.pixelColor(40, 3).name() == theme.selected.name()
    assert image.pixelColor(40, 0).name() == getattr(theme, role).name()


def test_looking_can_be_stopped_in_its_menu(strip, qtbot):
    stop = next(action for action in strip.menu.actions() if action.text() == "Stop looking")
    assert not stop.isVisible()
    strip.set_content(StripContent(message="Looking… 42 %", looking=True))
    assert stop.isVisible()
    with qtbot.waitSignal(strip.stop_requested):
        stop.trigger()


def test_how_many_more_there_are_is_grouped_in_threes(strip):
    strip.set_content(StripContent([chip(0)], 3621))
    assert strip.more.text() == "3,620 more"


def test_a_message_stands_in_their_place(strip):
    strip.set_content(StripContent(message="Nothing found · 14 rules"))
    assert strip.message == "Nothing found · 14 rules"
    assert strip.more.isHidden()
    tell(strip, 1)
    assert strip.message == ""


def test_about_whom_it_is_told_is_chosen_in_its_menu(strip, qtbot):
    texts = [action.text() for action in strip.menu.actions() if action.isCheckable()]
    assert texts == ["Everyone", "Hero", "Selected"]
    hero = strip.menu.actions()[1]
    with qtbot.waitSignal(strip.whose_requested) as asked:
        hero.trigger()
    assert asked.args == [Whose.HERO]
    strip.set_content(StripContent(whose=Whose.HERO))
    assert hero.isChecked()


def test_a_chip_says_the_rule_in_its_tooltip(strip):
    tell(strip, 1)
    assert strip.shown_chips[0].toolTip() == "the whole rule"
    assert strip.shown_chips[0].accessibleName() == "Red light 0 · 7.550 s"
