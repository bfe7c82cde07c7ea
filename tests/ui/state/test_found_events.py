"""What went wrong: found in the background, whose events, in which order, and where one went."""

import pytest

from tests.analysis.drives import car, hero, record, standing, straight
from viewer.analysis.event_table import Events, EventSource, FoundEvent, FoundEvents, NotJudged, Severity
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight
from viewer.ui.state import event_finder
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


@pytest.fixture
def crash(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    return record(movers, 3).save(tmp_path / "crash.log")


@pytest.fixture
def answers(workspace):
    told = []
    set_found = workspace.found_events.set_found

    def note(found, ordered=None):
        told.append(found)
        assert ordered == by_weight(found.events, found.heroes)
        set_found(found, ordered)

    workspace.found_events.set_found = note
    return told


def settled(workspace, qtbot, tasks):
    recording = workspace.recording
    workspace.flush()
    qtbot.waitUntil(lambda: recording.index is not None and recording.index.complete and tasks.quiet)


def test_it_finds_what_the_analysis_finds(workspace, answers, qtbot, tasks, crash):
    workspace.open(crash)
    settled(workspace, qtbot, tasks)
    index = workspace.recording.index
    found = answers[-1]
    assert found.events == find_events(index, hero=workspace.focus.hero).events
    assert any(event.kind == "contact" for event in found.events)
    assert not workspace.found_events.searching


def test_another_threshold_or_hero_is_judged_by_at_once(workspace, answers, qtbot, tasks, crash):
    workspace.open(crash)
    settled(workspace, qtbot, tasks)
    del answers[:]
    for _ in range(2):
        workspace.found_events.set_thresholds({"harsh_braking": 99.0})
        workspace.use_as_hero(1)
        settled(workspace, qtbot, tasks)
    (found,) = answers
    assert (found.hero, found.thresholds["harsh_braking"]) == (1, 99.0)
    assert not workspace.found_events.searching


def test_the_heros_come_first_where_all_take_long(workspace, answers, qtbot, tasks, crash, monkeypatch):
    monkeypatch.setattr(event_finder, "_AT_ONCE", 0)
    workspace.open(crash)
    settled(workspace, qtbot, tasks)
    assert [found.judged for found in answers][-2:] == [(0,), None]


def test_nothing_is_told_of_a_recording_that_was_closed(workspace, answers, qtbot, tasks, crash):
    workspace.open(crash)
    qtbot.waitUntil(lambda: workspace.found_events.searching)
    workspace.close()
    assert not workspace.found_events.searching
    del answers[:]
    qtbot.waitUntil(lambda: tasks.quiet)
    assert answers == []


def test_what_is_too_large_for_the_memory_is_said(workspace, qtbot, tasks, crash, monkeypatch):
    def too_large(*_args, **_more):
        raise MemoryError("300 actors over 36,000 frames")

    monkeypatch.setattr("viewer.analysis.find_events.find_events", too_large)
    workspace.open(crash)
    settled(workspace, qtbot, tasks)
    assert "300 actors" in workspace.found_events.trouble
    assert "Cut the recording" in workspace.found_events.trouble
    assert not workspace.found_events.searching
