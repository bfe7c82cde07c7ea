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
from viewer.roads.map_content import RoadMapError
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


def test_a_map_that_cannot_be_read_is_told_and_paths_are_shown_instead(
    roads, recording, qtbot, tmp_path, tasks
):
    path = tmp_path / "Town03.xodr"
    path.write_text("<OpenDRIVE>")
    roads.wanted = path
    with qtbot.waitSignal(roads.failed) as told, qtbot.assertNotEmitted(roads.read):
        recording.open(street().index(tmp_path / "street.log"))
        qtbot.waitUntil(lambda: tasks.quiet)
    assert isinstance(told.args[0], RoadMapError)
    assert told.args[0].path == path


def test_of_a_town_without_a_map_that_is_told(roads, recording, qtbot, tmp_path, tasks):
    with qtbot.waitSignal(roads.read) as told, qtbot.assertNotEmitted(roads.failed):
        recording.open(street().index(tmp_path / "street.log"))
    assert told.args == [None]
    qtbot.waitUntil(lambda: tasks.quiet)


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
    ("then", "again"),
    [((25, True), False), ((26, True), True), ((21, False), True), ((20, False), False)],
)
def test_paths_of_a_file_that_grows_are_traced_anew_when_it_is_a_quarter_longer(
    tasks, roads, recording, qtbot, tmp_path, monkeypatch, then, again
):
    """A file that has ended is traced once more, if anything has come."""
    whole = street(30).index(tmp_path / "street.log")
    (frames, growing), traced = then, []
    monkeypatch.setattr(
        "viewer.ui.state.roads.driven_paths",
        lambda index, should_continue: traced.append(len(index.frame_starts)) or [],
    )
    recording.extend(replace(whole, frame_starts=whole.frame_starts[:20], growing=True))
    qtbot.waitUntil(lambda: tasks.quiet)
    recording.extend(replace(whole, frame_starts=whole.frame_starts[:frames], growing=growing))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert traced == ([20, frames] if again else [20])


def test_nothing_is_traced_before_the_whole_file_is_read(
    roads, recording, qtbot, tmp_path, monkeypatch, tasks
):
    traced = []
    monkeypatch.setattr(
        "viewer.ui.state.roads.driven_paths",
        lambda index, should_continue: traced.append(len(index.frame_starts)) or [],
    )
    whole = street(30).index(tmp_path / "street.log")
    recording.extend(replace(whole, frame_starts=whole.frame_starts[:20], complete=False))
    qtbot.waitUntil(lambda: tasks.quiet)
    assert traced == []


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
