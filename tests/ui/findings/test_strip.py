"""The strip: chips by weight as far as there is room, and what is said in their place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from viewer.analysis.event_table import Events, FoundEvent, FoundEvents, Severity
from viewer.ui.findings.strip import STRIP_HEIGHT, FindingsStrip
from viewer.ui.state.event_finder import EventSearch
from viewer.ui.state.found_events import EventScope


@pytest.fixture
def strip(qtbot, theme, alone, crash):
    alone.set_recording(crash)
    strip = FindingsStrip(alone)
    qtbot.addWidget(strip)
    strip.resize(1100, STRIP_HEIGHT)
    strip.show()
    return strip


@pytest.fixture
def tell(alone):
    """Return what has so many red lights found, and tells them."""

    def tell(count):
        events = Events(
            FoundEvent("red_light", n, n, (0,), 1.0, 0.0, 0, None, Severity.HIGH) for n in range(count)
        )
        alone.found_events.set_found(FoundEvents(events, (), ("red_light",), None, 0, {}, 0, "recorded", ""))
        alone.flush()
        return alone.found_events.events.heads

    return tell


def test_chips_never_wrap_and_the_others_are_counted(strip, tell):
    tell(9)
    shown = strip.shown_chips
    assert 0 < len(shown) < 9
    assert {each.y() for each in shown} == {6}
    assert strip.more.text() == f"{9 - len(shown)} more"
    assert shown[-1].geometry().right() < strip.more.geometry().left()
    assert strip.more.geometry().right() <= strip.width()
    strip.resize(4800, STRIP_HEIGHT)
    assert len(strip.shown_chips) == 9
    assert strip.more.isHidden()


def test_no_chip_is_shown_before_a_heavier_one_for_want_of_room(strip, alone):
    kinds = ("near_miss", "outside_lanes", "lateral_acceleration", "jerk", "stall", "pet", "red_light")
    events = Events(
        FoundEvent(kind, float(n), n, () if kind == "stall" else (0, 1), 1.0, 1.0, 0, None, severity)
        for n, (kind, severity) in enumerate((k, s) for k in kinds for s in Severity)
    )
    alone.found_events.set_found(FoundEvents(events, (), kinds, None, 0, {}, 0, "recorded", ""))
    alone.flush()
    heads = list(alone.found_events.events.heads)
    assert [event.severity for event in heads] == [each for each in Severity for _ in kinds]
    counts = set()
    for width in range(300, 4000, 37):
        strip.resize(width, STRIP_HEIGHT)
        shown = [chip.content.event for chip in strip.shown_chips]
        assert shown == heads[: len(shown)]
        assert strip.more.text().split()[0] == str(len(heads) - len(shown))
        counts.add(len(shown))
    assert len(counts) > 5


def test_a_chip_says_who_and_when_and_its_tooltip_the_value(strip, alone, crash):
    events = Events(
        FoundEvent(kind, 23.399, 24.0, actors, 0.64, 1.5, 0, None, Severity.HIGH)
        for kind, actors in (("ttc", (0, 1)), ("jerk", (1,)), ("contact", (0, None)), ("stall", ()))
    )
    alone.found_events.set_found(FoundEvents(events, (), ("ttc",), None, 0, {}, 0, "recorded", ""))
    alone.flush()
    strip.resize(2400, STRIP_HEIGHT)
    assert {(each.content.name, each.content.detail) for each in strip.shown_chips} == {
        ("Nearly hit", "1, 2 · 23.4 s"),
        ("Jerk", "2 · 23.4 s"),
        ("Contact (not recorded)", "1, scenery · 23.4 s"),
        ("Stalled", "23.4 s"),
    }
    assert all("0.64" in each.toolTip() for each in strip.shown_chips)
    assert {each.accessibleName() for each in strip.shown_chips} >= {"Nearly hit · 1, 2 · 23.4 s"}


def test_where_not_even_one_finds_room_all_are_behind_the_link(strip, tell):
    strip.resize(300, STRIP_HEIGHT)
    tell(3)
    assert strip.shown_chips == ()
    assert strip.more.text() == "3 found"


def test_a_click_or_enter_asks_for_the_event(strip, tell, qtbot):
    chips = tell(2)
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    assert asked.args == [chips[1]]
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.keyClick(strip.shown_chips[0], Qt.Key.Key_Select)  # what the window makes of Enter
    assert asked.args == [chips[0]]


def test_the_link_asks_for_all(strip, tell, qtbot):
    tell(9)
    with qtbot.waitSignal(strip.more_requested):
        qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)


def test_looking_can_be_stopped_in_its_menu(strip, alone, monkeypatch):
    stop = next(action for action in strip.menu.actions() if action.text() == "Stop looking")
    assert not stop.isVisible()
    monkeypatch.setattr(EventSearch, "searching", property(lambda _: True))
    alone.found_events.set_searching(True)
    alone.found_events.set_progress(0.42)
    alone.flush()
    assert stop.isVisible()
    assert strip.message == "Looking… 42 %"


def test_a_message_stands_in_their_place(strip, tell):
    tell(0)
    assert strip.message == "Nothing found · 1 rule"
    assert strip.more.isHidden()
    tell(1)
    assert strip.message == ""


def test_about_whom_it_is_told_is_chosen_in_its_menu(strip, alone):
    texts = [action.text() for action in strip.menu.actions() if action.isCheckable()]
    assert texts == ["All actors", "Hero", "Selected"]
    hero = strip.menu.actions()[1]
    hero.trigger()
    assert alone.found_events.scope is EventScope.HERO
    alone.told()
    assert hero.isChecked()


def test_very_many_that_are_alike_are_one_chip(strip, alone):
    events = Events(
        FoundEvent("teleport", n, n, (1,), 50.0, 30.0, 0, None, Severity.LOW, incident=n + 1, group=1)
        for n in range(30)
    )
    alone.found_events.set_found(FoundEvents(events, (), ("teleport",), None, 0, {}, 0, "recorded", ""))
    alone.flush()
    (chip,) = strip.shown_chips
    assert chip.content.detail.endswith("×30")
    assert strip.more.isHidden()
