"""What is told of the map as recordings come and go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.benchmarks.maps import write_side_by_side
from tests.scenes import street
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.roads import MapFile, map_text
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.open_request import PendingRequest
from viewer.ui.state.roads import Roads


class Recording:
    """A recording that is given, and then what lies under it is looked for."""

    index = roads = None

    def open(self, index):
        self.index = index
        self.roads.begin(index)
        self.roads.update()

    def extend(self, index):
        self.index = index
        self.roads.update()


@pytest.fixture
def recording():
    return Recording()


@pytest.fixture
def roads(tasks, recording, changes, settings):
    roads = Roads(tasks, recording, ActorFocus(changes, PendingRequest()), settings, changes, tasks)
    recording.roads = roads
    return roads


def test_what_is_read_again_keeps_its_map_and_another_recording_does_not(
    roads, recording, qtbot, tmp_path, tasks
):
    told = []
    roads.read.connect(lambda _: told.append(roads.road_map))
    for _ in range(2):
        recording.open(read_index(LogFile(resource("sample.log"))))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert [road_map is not None for road_map in told] == [True, True]
    recording.open(street().index(tmp_path / "street.log"))
    assert roads.road_map is None  # before anybody could look for another one
    qtbot.waitUntil(lambda: tasks.quiet)


@pytest.mark.parametrize("text", [None, "<OpenDRIVE>"])
def test_without_a_map_or_with_a_broken_one_that_is_told(roads, recording, qtbot, tmp_path, tasks, text):
    other, told = roads.failed, roads.read
    if text is not None:
        roads.wanted = tmp_path / "Town03.xodr"
        roads.wanted.write_text(text)
        other, told = told, other
    with qtbot.waitSignal(told) as answer, qtbot.assertNotEmitted(other):
        recording.open(street().index(tmp_path / "street.log"))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert (answer.args[0] and answer.args[0].path) == roads.wanted


def test_a_map_that_is_chosen_is_shown_and_kept_for_its_town(roads, recording, qtbot, tmp_path, tasks):
    recording.open(street().index(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: tasks.quiet)
    with qtbot.waitSignal(roads.read) as told:
        roads.use_map(resource("Sampletown.xodr"))
    assert told.args[0].path == resource("Sampletown.xodr")
    again = []
    roads.read.connect(again.append)
    recording.open(None)
    recording.open(street().index(tmp_path / "street.log"))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert again[-1].path == resource("Sampletown.xodr")


@pytest.mark.parametrize(
    ("then", "traced"),
    [
        ({"count": 25, "growing": True}, [20]),
        ({"count": 26, "growing": True}, [20, 26]),  # a quarter longer
        ({"count": 21, "growing": False}, [20, 21]),  # it has ended, and something has come
        ({"count": 20, "growing": False}, [20]),
        ({"count": 30, "complete": False}, [20]),
    ],
)
def test_when_paths_of_a_file_that_grows_are_traced_anew(
    tasks, roads, recording, qtbot, tmp_path, monkeypatch, then, traced
):
    whole, seen = street(30).index(tmp_path / "street.log"), []
    monkeypatch.setattr(
        "viewer.ui.state.roads.driven_paths",
        lambda index, should_continue: seen.append(len(index.frame_starts)) or [],
    )
    for each in ({"count": 20, "growing": True}, then):
        count = each.pop("count")
        recording.extend(replace(whole, frame_starts=whole.frame_starts[:count], **each))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert seen == traced


def test_a_large_map_is_drawn_from_its_file_and_judged_near_the_actors(
    roads, recording, qtbot, tmp_path, monkeypatch, tasks
):
    """Of four towns side by side those with nobody in them are read last, and change nothing."""
    monkeypatch.setattr(map_text, "LARGE", 0)
    write_side_by_side(resource("Sampletown.xodr"), 4, tmp_path / "Sampletown.xodr", first=2)
    roads.wanted = tmp_path / "Sampletown.xodr"
    told = []
    roads.read.connect(lambda road_map: told.append((road_map, roads.drawn.known)))
    recording.open(read_index(LogFile(resource("sample.log"))))
    qtbot.waitUntil(lambda: tasks.quiet)
    ((near, known),) = told
    assert known is None
    assert isinstance(roads.drawn, MapFile)
    assert roads.road_map is near
    assert 3 * len(near.roads) < len(roads.read_so_far.roads)
    assert roads.read_so_far is roads.drawn.known


def test_a_large_map_that_is_broken_is_told(roads, recording, qtbot, tmp_path, monkeypatch, tasks):
    monkeypatch.setattr(map_text, "LARGE", 0)
    text = resource("Sampletown.xodr").read_text(encoding="utf-8")
    path = tmp_path / "Sampletown.xodr"
    path.write_text(text.replace("<lanes>", "<lanes><lane>"), encoding="utf-8")
    roads.wanted = path
    with qtbot.waitSignal(roads.failed) as told, qtbot.assertNotEmitted(roads.read):
        recording.open(read_index(LogFile(resource("sample.log"))))
    assert "line" in told.args[0].line()
    qtbot.waitUntil(lambda: tasks.quiet)
    assert roads.drawn is None
