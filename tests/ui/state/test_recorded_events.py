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
from viewer.replay.events import EventKind
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.recorded_events import RecordedEvents, find_event_lists


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


def weather(cloudiness):
    return {packets.WEATHER: [(cloudiness, *[0.0] * 13)]}


def test_it_finds_lights_doors_and_weather_and_says_what_happened(finder, qtbot, tmp_path, tasks):
    """Neither the first weather is a change nor the same one again; a door has the row of its vehicle."""
    lights, doors = packets.TRAFFIC_LIGHT_STATE, packets.VEHICLE_DOOR
    scene = Scene()
    scene.frame(add=[actor(5), actor(6), actor(9, "traffic.traffic_light")], extra=weather(10.0))
    scene.frame(extra={lights: [(9, False, 0.0, 0)]})
    scene.frame(extra={lights: [(9, False, 0.0, 2)], doors: [(6, 0, True)]})
    scene.frame(extra=weather(10.0) | {doors: [(6, 0, False), (5, 4, True)]})
    scene.frame(extra=weather(60.0))
    lists = found_by(finder, tasks, qtbot, scene.index(tmp_path / "all.log"))
    found = {
        kind: list(zip(each.frames.tolist(), each.rows.tolist(), each.texts[:], strict=True))
        for kind, each in lists.items()
        if len(each)
    }
    assert found[EventKind.LIGHT] == [(2, 2, "Light 9: Red → Green")]
    assert found[EventKind.DOOR] == [
        (2, 1, "Door FrontLeft of 6 opened"), (3, 1, "Door FrontLeft of 6 closed"),
        (3, 0, "Door Hood of 5 opened"),
    ]  # fmt: skip
    assert [(frame, text) for frame, _, text in found[EventKind.WEATHER]] == [
        (4, "Weather: cloudiness 10.0 → 60.0")
    ]
    plain = Scene().frame(add=[actor(1)]).index(tmp_path / "plain.log")
    assert not any(map(len, find_event_lists(plain, lambda *_: True)))


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
