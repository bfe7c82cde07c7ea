"""Events that the index does not list are found in the background and shown."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication

from tests.scenes import Scene, actor, street
from tests.ui.timeline.conftest import part_of
from viewer.logfile import packets
from viewer.recording.index import changed, same_opening
from viewer.recording.problems import Problem
from viewer.replay.events import EventKind
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.recorded_events import (
    RecordedEvents,
    custom_events,
    door_events,
    find_event_lists,
    problem_events,
    weather_events,
)


class Searched(RecordedEvents):
    """Searches the recordings that it is given."""

    def __init__(self, tasks, changes):
        self.recording = OpenRecording(tasks, changes)
        super().__init__(tasks, self.recording, changes)

    def search(self, index):
        more = same_opening(self.recording.index, index)
        self.recording.index = index
        if not more:
            self.forget()
        self.update()


@pytest.fixture
def finder(tasks, changes):
    return Searched(tasks, changes)


def found_by(finder, tasks, qtbot, index):
    finder.search(index)
    qtbot.waitUntil(lambda: tasks.quiet)
    times = {kind: finder.times[kind].tolist() for kind in finder.lists}
    assert times == {kind: index.elapsed[each.frames].tolist() for kind, each in finder.lists.items()}
    return finder.lists


def test_it_finds_lights_doors_and_weather_and_says_what_happened(finder, qtbot, tmp_path, tasks):
    scene = Scene()
    scene.frame(
        add=[actor(5), actor(9, "traffic.traffic_light")], extra={packets.WEATHER: [(10.0, *[0.0] * 13)]}
    )
    scene.frame(extra={packets.TRAFFIC_LIGHT_STATE: [(9, False, 0.0, 0)]})
    scene.frame(
        extra={packets.TRAFFIC_LIGHT_STATE: [(9, False, 0.0, 2)], packets.VEHICLE_DOOR: [(5, 0, True)]}
    )
    scene.frame(extra={packets.WEATHER: [(60.0, *[0.0] * 13)]})
    lists = found_by(finder, tasks, qtbot, scene.index(tmp_path / "all.log"))
    assert lists[EventKind.LIGHT].texts[0] == "Light 9: Red → Green"
    assert (lists[EventKind.LIGHT].frames.tolist(), lists[EventKind.LIGHT].rows.tolist()) == ([2], [1])
    assert lists[EventKind.DOOR].texts[:] == ["Door FrontLeft of 5 opened"]
    assert lists[EventKind.WEATHER].texts[0] == "Weather: cloudiness 10.0 → 60.0"
    assert not len(lists[EventKind.CUSTOM])


def test_nothing_is_told_after_it_was_cancelled(finder, tasks, qtbot, tmp_path, monkeypatch):
    returned = []

    def find(index, should_continue):
        returned.append(found := find_event_lists(index, should_continue))
        return found

    monkeypatch.setattr("viewer.ui.state.recorded_events.find_event_lists", find)
    finder.search(street().index(tmp_path / "street.log"))
    tasks.begin()
    while not returned:  # no event of this thread is handled meanwhile
        time.sleep(0.001)
    finder.cancel()
    tasks.shut_down()
    QCoreApplication.sendPostedEvents()
    assert not finder.lists
    assert tasks.quiet


def test_a_longer_view_is_looked_through_although_the_one_before_could_not_be_read(
    tasks, finder, qtbot, tmp_path, monkeypatch
):
    whole = street().index(tmp_path / "street.log")
    first = replace(part_of(whole, 9, 1.0), complete=True)

    def find(index, should_continue):
        if index is first:
            raise changed(index.path)
        return find_event_lists(index, should_continue)

    monkeypatch.setattr("viewer.ui.state.recorded_events.find_event_lists", find)
    finder.search(first)
    assert EventKind.LIGHT in found_by(finder, tasks, qtbot, whole)
    assert tasks.quiet


def test_damage_is_an_event_and_a_note_is_none():
    problems = [
        Problem("late", "told", damage=True, frame=7),
        Problem("early", "told", damage=True, frame=2),
        Problem("odd", "told", damage=False, frame=3),
        Problem("nowhere", "told", damage=True),
        Problem("beyond", "told", damage=True, frame=99),
    ]
    events = problem_events(problems, 10)
    assert (events.frames.tolist(), list(events.texts)) == ([2, 7], ["Problem: early", "Problem: late"])


def weather(cloudiness):
    return (cloudiness, *([0.0] * 13))


def test_the_first_weather_is_no_change_and_neither_is_the_same_one_again(tmp_path):
    scene = Scene()
    for k, cloudiness in enumerate((10.0, None, 10.0, 60.0, None)):
        rows = {} if cloudiness is None else {packets.WEATHER: [weather(cloudiness)]}
        scene.frame(add=[actor(1)] if k == 0 else [], extra=rows)
    index = scene.index(tmp_path / "weather.log")
    changes = weather_events(index)
    assert (changes.frames.tolist(), changes.texts[0]) == ([3], "Weather: cloudiness 10.0 → 60.0")


def test_doors_are_told_with_the_row_of_their_vehicle(tmp_path):
    scene = Scene()
    scene.frame(add=[actor(5), actor(6)])
    scene.frame(extra={packets.VEHICLE_DOOR: [(6, 0, True)]})
    scene.frame()
    scene.frame(extra={packets.VEHICLE_DOOR: [(6, 0, False), (5, 4, True)]})
    index = scene.index(tmp_path / "doors.log")
    moves = door_events(index)
    assert moves.frames.tolist() == [1, 3, 3]
    assert moves.rows.tolist() == [1, 1, 0]
    assert [text.rpartition(" ")[2] for text in moves.texts] == ["opened", "closed", "opened"]


def test_files_without_such_packets_have_no_such_events(tmp_path):
    index = Scene().frame(add=[actor(1)]).index(tmp_path / "plain.log")
    assert not any(map(len, (weather_events(index), door_events(index), custom_events(index))))
