"""On a large map a recording is judged by what is near its actors, as on its own town."""

from __future__ import annotations

import numpy as np
import pytest

from tests.benchmarks.maps import write_side_by_side
from viewer.analysis.find_events import find_events
from viewer.analysis.map_near import actor_areas, map_near
from viewer.cancellation import ReadingCancelledError
from viewer.logfile.source import LogFile
from viewer.program import resource
from viewer.recording.indexing.builder import read_index
from viewer.replay.world.world import world_at
from viewer.roads import MapFile, map_text, open_map


@pytest.fixture(scope="module")
def index():
    with LogFile(resource("sample.log")) as file:
        yield read_index(file)


@pytest.fixture
def large(tmp_path, monkeypatch):
    monkeypatch.setattr(map_text, "LARGE", 0)
    write_side_by_side(resource("Sampletown.xodr"), 6, tmp_path / "Sampletown.xodr", first=4)
    return MapFile(tmp_path / "Sampletown.xodr")


def test_events_are_those_that_are_found_on_the_own_town(index, large):
    near, own = map_near(large, index), open_map(resource("Sampletown.xodr"))
    assert len(near.roads) < 2 * len(own.roads)
    assert large.known is None
    ours, theirs = (find_events(index, road_map=each) for each in (near, own))
    assert len(theirs.events) > 5
    assert [*ours.events] == [*theirs.events]
    assert ours.not_judged == theirs.not_judged


def test_every_actor_is_in_one_of_the_places_at_any_time(index):
    places = actor_areas(index)
    for elapsed in np.linspace(0.0, index.duration, 37):
        where = world_at(index, elapsed).locations[:, None, :2]
        where = where[np.isfinite(where).all(axis=(1, 2))]
        inside = ((places[:, :2] <= where) & (where <= places[:, 2:])).all(axis=2).any(axis=1)
        assert len(inside)
        assert inside.all()


def test_reading_what_is_near_can_be_stopped(index, large):
    asked = []
    with pytest.raises(ReadingCancelledError):
        map_near(large, index, lambda share: asked.append(share) or len(asked) < 40)
    assert len(asked) == 40
