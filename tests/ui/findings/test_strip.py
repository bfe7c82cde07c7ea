"""The strip: chips by weight as far as there is room, and what is said in their place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

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
    """Return what has events found, given as (kind, actors, severity), and tells them."""

    def tell(*events, start=None, **more):
        found = Events(
            FoundEvent(kind, n if start is None else start, 24.0 + n, rows, 0.64, 0.0, 0, None, severity)
            for n, (kind, rows, severity) in enumerate(events)
        )
        found = Events(
            each._replace(**{name: of(n) for name, of in more.items()}) for n, each in enumerate(found)
        )
        alone.found_events.set_found(FoundEvents(found, (), ("jerk",), None, 0, {}, 0, "recorded", ""))
        alone.flush()
        return list(alone.found_events.events.heads)

    return tell


RED = ("red_light", (0,), Severity.HIGH)


def test_chips_never_wrap_the_others_are_counted_and_the_link_asks_for_them(strip, tell, qtbot):
    strip.resize(300, STRIP_HEIGHT)
    tell(*[RED] * 9)
    assert (strip.shown_chips, strip.more.text()) == ((), "9 found")
    strip.resize(1100, STRIP_HEIGHT)
    shown = strip.shown_chips
    assert 0 < len(shown) < 9
    assert {each.y() for each in shown} == {6}
    assert strip.more.text() == f"{9 - len(shown)} more"
    assert shown[-1].geometry().right() < strip.more.geometry().left()
    assert strip.more.geometry().right() <= strip.width()
    with qtbot.waitSignal(strip.more_requested):
        qtbot.mouseClick(strip.more, Qt.MouseButton.LeftButton)
    strip.resize(4800, STRIP_HEIGHT)
    assert (len(strip.shown_chips), strip.more.isHidden()) == (9, True)


def test_no_chip_is_shown_before_a_heavier_one_for_want_of_room(strip, tell):
    kinds = ("near_miss", "outside_lanes", "lateral_acceleration", "jerk", "stall", "pet", "red_light")
    heads = tell(*[(kind, () if kind == "stall" else (0, 1), each) for kind in kinds for each in Severity])
    assert [event.severity for event in heads] == [each for each in Severity for _ in kinds]
    counts = set()
    for width in range(300, 4000, 37):
        strip.resize(width, STRIP_HEIGHT)
        shown = [chip.content.event for chip in strip.shown_chips]
        assert shown == heads[: len(shown)]
        assert strip.more.text().split()[0] == str(len(heads) - len(shown))
        counts.add(len(shown))
    assert len(counts) > 5


def test_a_chip_says_who_and_when_and_its_tooltip_the_value(strip, tell):
    cases = (("ttc", (0, 1)), ("jerk", (1,)), ("contact", (0, None)), ("stall", ()))
    tell(*[(*case, Severity.HIGH) for case in cases], start=23.399)
    strip.resize(2400, STRIP_HEIGHT)
    assert {(each.content.name, each.content.detail) for each in strip.shown_chips} == {
        ("Nearly hit", "1, 2 · 23.4 s"),
        ("Jerk", "2 · 23.4 s"),
        ("Contact (not recorded)", "1, scenery · 23.4 s"),
        ("Stalled", "23.4 s"),
    }
    assert all("0.64" in each.toolTip() for each in strip.shown_chips)
    assert {each.accessibleName() for each in strip.shown_chips} >= {"Nearly hit · 1, 2 · 23.4 s"}


def test_a_click_or_enter_asks_for_the_event(strip, tell, qtbot):
    events = tell(RED, RED)
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.mouseClick(strip.shown_chips[1], Qt.MouseButton.LeftButton)
    assert asked.args == [events[1]]
    with qtbot.waitSignal(strip.event_requested) as asked:
        qtbot.keyClick(strip.shown_chips[0], Qt.Key.Key_Select)  # what the window makes of Enter
    assert asked.args == [events[0]]


def test_looking_can_be_stopped_in_its_menu(strip, alone, monkeypatch):
    stop = next(action for action in strip.menu.actions() if action.text() == "Stop looking")
    assert not stop.isVisible()
    monkeypatch.setattr(EventSearch, "searching", property(lambda _: True))
    alone.found_events.set_searching(True)
    alone.found_events.set_progress(0.42)
    alone.flush()
    assert (stop.isVisible(), strip.message) == (True, "Looking… 42 %")


def test_a_message_stands_in_their_place(strip, tell):
    tell()
    assert (strip.message, strip.more.isHidden()) == ("Nothing found · 1 rule", True)
    tell(RED)
    assert strip.message == ""


def test_about_whom_it_is_told_is_chosen_in_its_menu(strip, alone):
    choices = [action for action in strip.menu.actions() if action.isCheckable()]
    assert [action.text() for action in choices] == ["All actors", "Hero", "Selected"]
    choices[1].trigger()
    assert alone.found_events.scope is EventScope.HERO
    alone.told()
    assert [action.isChecked() for action in choices] == [False, True, False]
    assert "· hero" in [label.text() for label in strip.findChildren(QLabel)]


def test_very_many_that_are_alike_are_one_chip(strip, tell):
    tell(*[("teleport", (1,), Severity.LOW)] * 30, incident=lambda n: n + 1, group=lambda _: 1)
    (chip,) = strip.shown_chips
    assert chip.content.detail.endswith("×30")
    assert strip.more.isHidden()
