"""The owner of what was found: whose events, which kinds, in which order, and where one went."""

from __future__ import annotations

import pytest

from viewer.analysis.event_table import Events, EventSource, FoundEvent, FoundEvents, NotJudged, Severity
from viewer.ui.state.found_events import EventScope, RunEvents

HERO, OTHER = 0, 1


def event(kind, start, rows, severity=Severity.MEDIUM, source=EventSource.DERIVED, value=-5.0):
    return FoundEvent(kind, start, start + 0.5, rows, value, -4.05, 0, None, severity, source=source)


TOUCH = event("collision", 4.0, (OTHER, None), Severity.HIGH, EventSource.BOTH)
BRAKING = event("harsh_braking", 2.0, (HERO,))
RED = event("red_light", 6.0, (OTHER,))
STALL = event("stall", 1.0, (), Severity.LOW)


def found(*events):
    not_judged = (NotJudged("stop_sign", (), "no map"), NotJudged("red_light", (OTHER,), "no light"))
    kinds = ("collision", "stop_sign", "red_light")
    by_time = Events(sorted(events, key=lambda each: each.start))
    return FoundEvents(by_time, not_judged, kinds, None, HERO, {}, 0, "recorded", "")


@pytest.fixture
def found_events(changes, settings):
    found_events = RunEvents(settings, changes)
    found_events.set_hero(HERO)
    found_events.set_found(found(TOUCH, BRAKING, RED, STALL))
    return found_events


def test_everybodys_events_are_told_by_weight(found_events):
    assert found_events.events == (TOUCH, BRAKING, RED, STALL)
    assert found_events.all_events == (STALL, BRAKING, TOUCH, RED)
    assert found_events.events.derived == (STALL, BRAKING, RED)  # what the recording does not list


def test_the_story_of_one_has_what_is_about_nobody_too(found_events):
    found_events.set_scope(EventScope.HERO)
    assert found_events.events == (BRAKING, STALL)
    found_events.set_selected((OTHER,))
    found_events.set_scope(EventScope.SELECTED)
    assert found_events.events == (TOUCH, RED, STALL)
    found_events.set_selected(())
    assert found_events.events == (STALL,)


@pytest.mark.parametrize(("elapsed", "stays"), [(1.1, True), (6.4, True), (0.9, False), (6.6, False)])
def test_an_event_is_left_with_the_playhead(found_events, elapsed, stays):
    found_events.go_to(TOUCH)
    found_events.follow(elapsed)
    assert (found_events.current_event is TOUCH) is stays


def test_the_event_at_the_playhead_is_the_one_gone_to_else_one_that_lasts(found_events):
    assert found_events.at(2.2) == BRAKING
    assert found_events.at(3.2) is None
    found_events.go_to(TOUCH)
    assert found_events.at(2.2) == TOUCH


def test_an_event_that_is_found_again_stays_gone_to(found_events):
    found_events.go_to(BRAKING)
    longer = event("harsh_braking", 1.9, (HERO,), value=-6.0)
    found_events.set_found(found(longer))
    assert found_events.current_event == longer
    found_events.set_found(found(STALL))
    assert found_events.current_event is None
    record = event("collision", 4.0, (OTHER, None), Severity.HIGH, EventSource.RECORDED)
    found_events.go_to(record)  # it stays when only the hero's events are found
    found_events.set_found(found(BRAKING))
    assert found_events.current_event is record
    found_events.set_found(found(TOUCH, BRAKING))
    assert found_events.current_event == TOUCH


@pytest.mark.parametrize(
    ("events", "looking", "share", "message"),
    [
        ((), True, 1.0, "Looking…"),
        ((), True, 0.42, "Looking… 42 %"),
        ((STALL,), True, 0.42, "Looking… 42 %"),
        ((STALL,), True, 1.0, "Looking…"),
        ((STALL,), False, 1.0, ""),
        ((), False, 1.0, "Nothing found · 2 rules"),
    ],
)
def test_what_is_said_in_place_of_events(found_events, events, looking, share, message):
    found_events.set_found(found(*events))
    found_events.set_searching(looking)
    found_events.set_progress(share)
    assert found_events.message == message
    found_events.set_trouble("too large")
    assert found_events.message == "too large"
