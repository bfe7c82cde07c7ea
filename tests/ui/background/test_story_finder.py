"""What went wrong is found in the background, and again when what it depends on changes."""

from __future__ import annotations

import pytest

from tests.analysis.drives import car, hero, record, standing, straight
from viewer.analysis.find import find_events
from viewer.analysis.incidents import by_weight
from viewer.ui.background import story_finder
from viewer.ui.background.story_finder import StoryFinder


@pytest.fixture
def crash(tmp_path):
    movers = [hero(straight(0, 0, 10)), car(2, standing(20, 0))]
    return record(movers, 3).index(tmp_path / "crash.log")


@pytest.fixture
def finder(tasks):
    return StoryFinder(tasks, tasks)


@pytest.fixture
def answers(finder):
    told = []
    orders = []

    def take(found, ordered):
        told.append(found)
        orders.append(ordered)

    finder.found.connect(take)
    yield told
    assert orders == [by_weight(found.events, found.hero) for found in told]


def settled(finder, qtbot):
    qtbot.waitUntil(lambda: not finder.looking)


def test_it_finds_what_the_analysis_finds(finder, answers, qtbot, crash):
    finder.set_recording(crash)
    assert finder.looking
    settled(finder, qtbot)
    (found,) = answers
    assert found.events == find_events(crash).events
    assert any(event.kind == "contact" for event in found.events)


def test_recording_hero_and_thresholds_told_together_are_one_question(finder, answers, qtbot, crash):
    finder.set_recording(crash)
    finder.set_hero(1)
    finder.set_thresholds({"contact.depth": 0.2})
    settled(finder, qtbot)
    (found,) = answers
    assert (found.hero, found.thresholds["contact.depth"]) == (1, 0.2)


def test_the_heros_come_first_where_everybodys_take_long(finder, answers, qtbot, crash, monkeypatch):
    monkeypatch.setattr(story_finder, "_AT_ONCE", 0)
    finder.set_hero(0)
    finder.set_recording(crash)
    settled(finder, qtbot)
    assert [found.judged for found in answers] == [(0,), None]


def test_what_is_too_large_for_the_memory_is_said(finder, qtbot, crash, monkeypatch):
    def too_large(*_args, **_more):
        raise MemoryError("300 actors over 36,000 frames")

    monkeypatch.setattr("viewer.analysis.find.find_events", too_large)
    with qtbot.waitSignal(finder.failed) as told:
        finder.set_recording(crash)
    assert "300 actors" in told.args[0]
    assert "Cut the recording" in told.args[0]
    assert not finder.looking
