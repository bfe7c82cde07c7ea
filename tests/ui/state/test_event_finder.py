"""What went wrong is found in the background, and again when what it depends on changes."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, hero, record, standing, straight
from viewer.analysis.find_events import find_events
from viewer.analysis.incidents import by_weight
from viewer.ui.state import event_finder


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


def test_the_heros_come_first_where_everybodys_take_long(
    workspace, answers, qtbot, tasks, crash, monkeypatch
):
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
