"""The recordings that are measured have in them what they are named after."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from tests.benchmarks.measure import Context
from tests.benchmarks.recordings import RECORDINGS, scaled_plan
from tests.benchmarks.shapes import SHAPES, drawn_turns, write_turns
from viewer.logfile.source import LogFile
from viewer.recording.build.builder import read_index
from viewer.recording.events import EventType
from viewer.replay.events.event_list import light_changes


@pytest.fixture
def context(tmp_path):
    return Context(tmp_path, tmp_path, scale=0.001)


def events_by_frame(context, name):
    """Return how many events of each kind each frame has but the first, by kind."""
    with LogFile(context.recording(name)) as file:
        index = read_index(file)
    events, frames = index.events, len(index.heads)
    assert not index.problems
    return {
        kind: np.bincount(events["frame"][events["kind"] == kind], minlength=frames)[1:] for kind in EventType
    }


def test_at_full_scale_they_are_what_is_promised():
    adds, hits = RECORDINGS["adds and deletes"], RECORDINGS["collisions"]
    assert adds.frames * adds.turnover * 2 == 800_000
    assert hits.frames * hits.collisions == 100_000
    lights = RECORDINGS["changing lights"]
    assert (lights.frames, lights.lights) == (200_000, 60)


def test_the_scale_makes_a_recording_shorter_and_leaves_its_crowd():
    plan = RECORDINGS["traffic"]
    assert scaled_plan(plan, 0.25).frames == plan.frames // 4
    assert scaled_plan(plan, 0.25).vehicles == plan.vehicles
    assert scaled_plan(plan, 0.0).frames == 2
    crowd = RECORDINGS["crowd of 1,000"]
    assert scaled_plan(crowd, 0.1) == crowd
    assert crowd.vehicles + crowd.walkers + crowd.lights == 1_000


def test_somebody_comes_and_goes_in_every_frame(context):
    counts = events_by_frame(context, "events in every frame")
    assert len(counts[EventType.SPAWN]) == 35
    assert (counts[EventType.SPAWN] >= 1).all()
    assert (counts[EventType.DESTROY] >= 1).all()


def test_many_come_and_go_in_all_colours(context):
    counts = events_by_frame(context, "adds and deletes")
    assert counts[EventType.SPAWN].tolist() == counts[EventType.DESTROY].tolist() == [100] * 3
    with LogFile(context.recording("adds and deletes", 2.0)) as file:
        actors = read_index(file).actors
        colors = {each.attributes.get("color") for each in actors.descriptions}
    assert len(colors) > 255


def test_collisions_come_in_every_frame(context):
    assert events_by_frame(context, "collisions")[EventType.COLLISION].tolist() == [25] * 3


def test_what_is_there_is_not_written_again(context):
    path = context.recording("collisions")
    before = path.stat().st_mtime_ns
    assert context.recording("collisions").stat().st_mtime_ns == before
    assert context.recording("collisions", 2.0) != path


def test_every_light_changes_in_every_frame(context):
    with LogFile(context.recording("changing lights")) as file:
        index = read_index(file)
        changes = light_changes(index)
    frames = np.arange(1, len(index.heads))
    assert changes.frames.tolist() == np.repeat(frames, 60).tolist()


@pytest.mark.parametrize("name", SHAPES)
def test_actors_come_and_go_as_a_shape_has_it(context, name):
    turns, frames = SHAPES[name]
    expected = list(islice(turns(), round(frames * 0.02)))
    write_turns(context.scratch / "shape.log", expected)
    with LogFile(context.scratch / "shape.log") as file:
        index = read_index(file)
    assert not index.problems
    for kind, counts in (
        (EventType.SPAWN, [turn.come for turn in expected]),
        (EventType.DESTROY, [turn.go for turn in expected]),
    ):
        found = index.events["frame"][index.events["kind"] == kind]
        assert np.bincount(found, minlength=len(expected)).tolist() == counts


def test_a_seed_draws_the_same_shape_again():
    assert list(drawn_turns(7)) == list(drawn_turns(7)) != list(drawn_turns(8))
