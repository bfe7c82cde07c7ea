"""When an actor was near a place."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from viewer.replay.paths.trajectory import Trajectory, visits


def path(places, elapsed=None, frames=None) -> Trajectory:
    locations = np.column_stack((np.array(places, float).reshape(-1, 2), np.zeros(len(places))))
    frames = np.arange(len(places)) if frames is None else np.array(frames)
    times = np.array(elapsed, float) if elapsed is not None else frames * 1.0
    recorded = np.ones(len(frames), np.bool_)
    return Trajectory(frames, times, times, locations, np.zeros_like(locations), recorded)


def test_who_drives_past_enters_is_closest_and_leaves():
    (visit,) = visits(path([(-20, 3), (20, 3)]), 0, 0)
    assert (visit.begin, visit.closest, visit.end) == pytest.approx((0.4, 0.5, 0.6))
    assert visit.distance == pytest.approx(3)


def test_two_visits_are_two_unless_one_was_hardly_away():
    there = [(0, 0), (50, 0), (0, 0)]
    assert len(visits(path(there), 0, 0)) == 2
    (stay,) = visits(path([(4, 0), (5.5, 0), (4, 0)], elapsed=[0, 0.4, 0.8]), 0, 0)
    assert (stay.begin, stay.end) == (0, pytest.approx(0.8))


def test_gaps_and_teleports_are_no_way_past():
    assert visits(path([(-20, 0), (20, 0)], frames=[0, 2]), 0, 0) == []
    assert visits(path([(-2000, 0), (2000, 0)]), 0, 0) == []
    (alone,) = visits(path([(-2000, 0), (0, 0), (2000, 0)]), 0, 0)
    assert (alone.begin, alone.end) == (1, 1)


def test_nobody_was_nowhere_near():
    assert visits(path([]), 0, 0) == []
    assert visits(path([(100, 100), (120, 100)]), 0, 0) == []


@example([(0.0, 0.0), (0.0, 1.5e-154)])
@given(st.lists(st.tuples(st.floats(-30, 30), st.floats(-30, 30)), min_size=1, max_size=8))
def test_visits_agree_with_a_closer_look(places):
    way = path(places)
    times = np.linspace(0, len(places) - 1, 600)
    x, y = (np.interp(times, way.elapsed, way.locations[:, axis]) for axis in (0, 1))
    inside = np.hypot(x, y) < 5 - 1e-6
    found = visits(way, 0, 0)
    covered = np.zeros(len(times), bool)
    for visit in found:
        assert visit.begin <= visit.closest <= visit.end
        assert visit.distance <= 5 + 1e-9
        covered |= (times >= visit.begin - 1e-9) & (times <= visit.end + 1e-9)
    assert covered[inside].all()
    assert all(later.begin > earlier.end for earlier, later in pairwise(found))
