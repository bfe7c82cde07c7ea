"""Whoever matters to one actor is looked at: the events are those that are found of everybody."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.drives import car, hero, record, standing, straight, walker
from tests.scenes import hit
from viewer import open_recording
from viewer.analysis.find import find_events
from viewer.analysis.nearby import rows_nearby
from viewer.analysis.neighbours import FEW, find_encounters, frames_looked_at
from viewer.analysis.traffic import Traffic


def crowd(seed, count=14, step=0.05):
    rng = np.random.default_rng(seed)
    movers = [hero(straight(0, 0, 8))]
    for k in range(2, count):
        x, y, speed, yaw = rng.uniform(-60, 90), rng.uniform(-25, 25), rng.uniform(0, 12), rng.uniform(0, 360)
        born, dies = rng.uniform(0, 2), rng.uniform(4, 9)
        make = walker if k % 4 == 0 else car
        movers.append(make(k, straight(x, y, speed / (4 if k % 4 == 0 else 1), yaw), born=born, dies=dies))
    movers.append(car(90, standing(400, 400)))
    return record(movers, 8, step, collisions={40: [hit(1, 90)]})


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.05, 0.12, 0.4]))
def test_events_of_one_are_those_found_among_all_of_everybody(scratch, seed, step):
    index = crowd(seed, step=step).index(scratch)
    for row in (0, 3):
        alone = find_events(index, rows=[row])
        # So many are asked about that all frames of everybody are read; none of the others is an actor.
        beside = find_events(index, rows=[row, *range(-FEW, 0)])
        assert repr(alone) == repr(replace(beside, judged=(row,)))


def test_places_at_few_frames_tell_the_same_encounters(scratch):
    index = crowd(5).index(scratch)
    everybody, coarse = Traffic(index), Traffic(index, frames_looked_at(index))
    assert len(coarse.times) < len(everybody.times) / 3
    found = []
    for traffic in (everybody, coarse):
        chosen = traffic.rows == 0
        near = find_encounters(traffic, chosen, 1.5)
        found.append(
            set(zip(traffic.rows[near.first].tolist(), traffic.rows[near.second].tolist(), strict=True))
        )
    assert found[0] == found[1]
    assert found[0]


def test_who_collided_is_there_however_far_away(scratch):
    index = crowd(1).index(scratch)
    far = index.actors.rows_of(90)[0]
    near = rows_nearby(Traffic(index, frames_looked_at(index)), np.array([0]), 1.5)
    assert {0, far} <= set(near.tolist())
    assert len(near) < len(index.actors)


@pytest.mark.parametrize("frames", [np.array([0, 3, 4, 50, 51]), np.array([7])])
def test_some_frames_have_the_poses_of_all(scratch, frames):
    index = crowd(2).index(scratch)
    everybody, some = Traffic(index), Traffic(index, frames)
    assert some.frames.tolist() == frames.tolist()
    for life, row in enumerate(some.rows.tolist()):
        whole = int(np.flatnonzero(everybody.rows == row)[0])
        begin, end = int(everybody.begins[whole]), int(everybody.ends[whole])
        there = frames[(frames >= begin) & (frames < end)]
        assert np.array_equal(some.poses_of(life), everybody.poses_of(whole)[there - begin], equal_nan=True)


def test_where_poses_were_written_late_the_next_frame_is_looked_at_too(recordings):
    """And of the last one there is no next."""
    with open_recording(recordings / "town03_carla096_collision.rec") as recording:
        index = recording.index
        assert index.driven_elapsed is not index.elapsed
        looked, last = frames_looked_at(index), len(index.elapsed) - 1
    assert looked.tolist()[:2] == [0, 1]
    assert looked[-1] == last
    alone = [frame for frame in looked.tolist() if frame - 1 not in looked and frame + 1 not in looked]
    assert alone == []
