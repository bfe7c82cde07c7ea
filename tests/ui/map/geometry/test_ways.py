"""Trails of many actors as lines on the screen."""

from __future__ import annotations

import numpy as np
import pytest

from viewer.replay.paths.trajectory import NO_TRAILS, Trails
from viewer.ui.map.camera import Camera
from viewer.ui.map.layers.trail_layer import BANDS, MOST_LINES, ways

CAMERA = Camera(scale=4.0, width=800.0, height=600.0)


def drive(count=1, seconds=5.0, speed=10.0):
    """Return cars that drive along x, one below the other, and are at x = 0 after half of the time."""
    elapsed = np.arange(0.0, seconds + 0.01, 0.25)
    x = np.broadcast_to((elapsed - seconds / 2) * speed, (count, len(elapsed)))
    y = np.broadcast_to(np.linspace(-20, 20, count)[:, None], x.shape)
    return Trails(np.arange(count), elapsed, np.stack([x, y], axis=-1).astype(np.float32))


def ways_of(trails, count=1, camera=CAMERA, first=0, **more):
    """Return the ways of these cars in the middle of the time; those before ``first`` are not there."""
    centers = np.column_stack([np.zeros(count), np.linspace(-20, 20, count)])
    return ways(trails, 2.5, np.arange(first, count), centers[first:], camera, **more)


def test_the_past_ends_and_the_future_begins_where_the_actor_is():
    found = ways_of(drive())
    assert found.past[-1][-1, 1].tolist() == found.future[0, 0].tolist() == [400.0, 220.0]
    assert sum(map(len, found.past)) == len(found.future) == 10
    assert all(len(band) for band in found.past)
    assert found.past[0][0, 0, 0] < found.past[BANDS - 1][0, 0, 0]
    assert len(ways_of(drive(), without=0).future) == 0
    assert len(ways_of(NO_TRAILS).future) == 0


def test_who_is_put_elsewhere_leaves_no_line_nor_do_gaps_and_what_is_off_the_screen():
    trails = drive()
    trails.positions[0, 4:] += 5000.0
    lines = np.concatenate(ways_of(trails, 0).past)
    assert np.hypot(*(lines[:, 1] - lines[:, 0]).T).max() < 20
    trails = drive(2)
    trails.positions[0] += 9999.0
    trails.positions[1, 3] = np.nan
    found = ways_of(trails, 2, first=1)
    assert sum(map(len, found.past)) == 8
    assert np.isfinite(np.concatenate([*found.past, found.future])).all()


def test_there_are_never_too_many_lines_and_standing_costs_none():
    found = ways_of(drive(3000), 3000)
    assert 0 < sum(map(len, found.past)) + len(found.future) <= MOST_LINES + 2 * 3000
    assert sum(map(len, ways_of(drive(10, speed=0.0), 10).past)) == 0


@pytest.mark.parametrize("absurd", [1e9, 1e30, np.inf, np.nan])
def test_absurd_places_never_reach_the_painter(absurd):
    trails = drive(2)
    trails.positions[:, -3:] = absurd
    trails.positions[:, -1] += 5.0
    found = ways_of(trails, 2, Camera(scale=400.0, width=800.0, height=600.0))
    lines = np.concatenate([*found.past, found.future])
    assert np.abs(lines).max(initial=0.0) < 1e6
