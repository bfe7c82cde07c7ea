"""Actors that a scenario keeps far below the road: neither moving, nor near, nor fast."""

from __future__ import annotations

import numpy as np
import pytest

from tests.analysis.drives import car, hero, record, straight, walker
from viewer.recording.actors import PARKED_DEPTH
from viewer.replay.paths.driven_paths import distances_travelled, moving_poses, moving_positions
from viewer.replay.world.world import world_at
from viewer.signals import read_series


def falls(t):
    """Kept at z −500 and falling at 60 m/s to the side of the road, put onto it at 2 s, then driving."""
    return (3000.0, 0.0, -500.0 - 50 * t, 0.0) if t < 2 else (30 + 5 * t, 0.0, 4.0, 0.0)


@pytest.fixture
def index(scratch):
    movers = [hero(straight(0, 5, 8, z=4.0)), car(2, falls), walker(3, straight(0, 9, 1, z=4.0))]
    return record(movers, 4).index(scratch)


@pytest.fixture
def scratch(tmp_path):
    return tmp_path / "fall.log"


def test_how_far_below_it_is(index):
    assert index.actors.road_level == pytest.approx(4.0)
    before, after = world_at(index, 1.0), world_at(index, 3.0)
    assert before.below == pytest.approx([0.0, 554.0, 0.0], abs=3.0)
    assert not after.below.any()


def test_its_fall_is_no_motion(index):
    for name in ("derived_speed", "acceleration", "jerk"):
        (series,) = read_series(index, [name], 1)
        inside = series.elapsed < 1.9
        assert not np.isfinite(series.values[inside]).any()
    (speed,) = read_series(index, ["derived_speed"], 1)
    assert np.nanmax(speed.values) < 10.0
    assert distances_travelled(index)[1] == pytest.approx(10.0, abs=0.5)


def test_it_is_nobody_to_show(index):
    places, _ = moving_poses(index)
    assert places[:, 0].max() < 100
    assert moving_positions(index)[0][:, 0].max() < 100
    assert [series.at(1.0) for series in read_series(index, ["nearest_id"], 0)] == [3]


@pytest.mark.parametrize(("z", "away"), [(-PARKED_DEPTH + 1, False), (-PARKED_DEPTH - 1, True)])
def test_from_50_m_on(scratch, z, away):
    movers = [hero(straight(0, 0, 8)), car(2, straight(0, 5, 8)), car(3, straight(0, 9, 8, z=z))]
    world = world_at(record(movers, 1).index(scratch), 0.5)
    assert bool(world.below[2] > 0) is away


def test_in_a_town_on_a_hill_nobody_is_put_away(scratch):
    movers = [car(k + 1, straight(0, 5 * k, 8, z=45.0 * k)) for k in range(6)]
    assert not world_at(record(movers, 1).index(scratch), 0.5).below.any()
