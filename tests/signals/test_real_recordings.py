"""Signals of real recordings: derived against recorded, and units."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.series_states import state_at
from viewer.logfile.source import LogFile
from viewer.recording.actors import Category
from viewer.recording.indexing.builder import read_index
from viewer.signals import SIGNALS, Scope, read_series


@pytest.fixture(scope="module")
def index(recording_file):
    return read_index(LogFile(recording_file))


@pytest.fixture(scope="module", params=["town01_carla0910", "town01_carla0913"])
def with_additional_data(request, recordings: Path):
    return read_index(LogFile(recordings / f"{request.param}_additional_data.log"))


def moving_hero(index):
    hero = index.actors.hero_rows[0]
    return hero, *read_series(index, ["speed", "derived_speed", "yaw_rate", "derived_yaw_rate"], hero)


def differences(one, two):
    """Return where both are known how far they are apart, inside of the life, shape (K,)."""
    _, here, there = np.intersect1d(one.elapsed, two.elapsed, return_indices=True)
    apart = np.abs(one.values[here] - two.values[there])[1:-1]
    return apart[np.isfinite(apart)]


def test_derived_speed_agrees_with_recorded_speed(with_additional_data):
    """Both are metres per second; one is of an instant, the other of two frames."""
    _, speed, derived, _, _ = moving_hero(with_additional_data)
    apart = differences(speed, derived)
    assert len(apart) > 400
    assert np.nanmax(speed.values) > 10.0
    assert np.median(apart) < 0.005
    assert np.quantile(apart, 0.99) < 0.25


def test_derived_yaw_rate_agrees_with_recorded_yaw_rate(with_additional_data):
    _, _, _, rate, derived = moving_hero(with_additional_data)
    apart = differences(rate, derived)
    assert np.nanmax(np.abs(rate.values)) > 0.5
    assert np.median(apart) < 0.05


def test_acceleration_is_what_a_car_can_do(with_additional_data):
    hero = with_additional_data.actors.hero_rows[0]
    (along,) = read_series(with_additional_data, ["acceleration"], hero)
    known = along.values[np.isfinite(along.values)]
    assert len(known) > 400
    assert 2.0 < np.quantile(known, 0.99) < 15.0


def test_every_possible_signal_of_everybody_in_the_file(index):
    """Nothing fails, times are in order, and what moves has a speed of a road."""
    actors = index.actors
    seen = {Category(int(category)): row for row, category in enumerate(actors.category.tolist())}
    for category, row in seen.items():
        names = [each.name for each in SIGNALS.possible(index, row) if each.scope is Scope.ACTOR]
        for series in read_series(index, names, row):
            assert (np.diff(series.elapsed) >= 0.0).all()
            assert not np.isinf(series.values).any()
            if category is Category.VEHICLE and series.name == "derived_speed":
                assert np.nanmax(series.values) < 60.0
    scene = read_series(index, [each.name for each in SIGNALS.possible(index)])
    assert scene[0].name == "frame_duration"
    assert np.nansum(scene[0].values) == pytest.approx(index.duration)


def test_the_car_that_waits_for_its_light(recordings: Path):
    """The light that stops it stands beyond the crossing, and shows to its left."""
    index = read_index(LogFile(recordings / "town03_carla096_collision.rec"))
    row = index.actors.rows_of(2763)[0]
    which, state = read_series(index, ["light_ahead_id", "light_ahead"], row)
    assert which.at(1.0) == 2732
    assert state_at(state, 1.0) == "Red"
