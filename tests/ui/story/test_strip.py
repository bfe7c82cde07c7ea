"""The strip: chips by weight as far as there is room, and what is said in their place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from viewer.analysis.event_table import FoundEvent, Severity
from viewer.ui.state.story import Whose
from viewer.ui.story.strip import STRIP_HEIGHT, ChipContent, StoryStrip, StripContent


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


def test_looking_can_be_stopped_in_its_menu(strip, qtbot):
    stop = next(action for action in strip.menu.actions() if action.text() == "Stop looking")
    assert not stop.isVisible()
    strip.set_content(StripContent(message="Looking… 42 %", looking=True))
    assert stop.isVisible()
    with qtbot.waitSignal(strip.stop_requested):
        stop.trigger()


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
