"""How fast something changes, at uneven times."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.replay.world.derivatives import derive, derive_to_the_ends

steps = st.lists(st.floats(0.001, 2.0), min_size=2, max_size=30)
factors = st.tuples(*[st.floats(-50.0, 50.0)] * 3)


def times_of(durations):
    return np.append(0.0, np.cumsum(durations))


@given(steps, factors)
def test_parabolas_are_exact_whatever_the_steps(durations, abc):
    times = times_of(durations)
    a, b, c = abc
    values, slopes = a * times**2 + b * times + c, 2 * a * times + b
    close = {"rel": 1e-6, "abs": 1e-6 * (1 + np.abs(values).max()) / min(durations)}
    assert derive_to_the_ends(times, values) == pytest.approx(slopes, **close)
    assert derive(times, values)[1:-1] == pytest.approx(slopes[1:-1], **close)


@given(steps, st.floats(-5.0, 5.0))
def test_a_second_derivative_is_exact_to_the_ends(durations, a):
    times = times_of(np.maximum(durations, 0.05))
    once = derive_to_the_ends(times, np.column_stack((a * times**2, -times)))
    twice = derive_to_the_ends(times, once)
    assert twice == pytest.approx(np.broadcast_to([2 * a, 0.0], twice.shape), abs=1e-6 * (1 + times[-1] ** 2))


@given(steps, st.data())
def test_nothing_is_derived_across_breaks(durations, data):
    """Each stretch has the derivative that it has alone."""
    times = times_of(durations)
    values = np.array(data.draw(st.lists(st.floats(-9, 9), min_size=len(times), max_size=len(times))))
    broken = np.array(data.draw(st.lists(st.booleans(), min_size=len(durations), max_size=len(durations))))
    pieces = np.split(np.arange(len(times)), np.flatnonzero(broken) + 1)
    for method in (derive, derive_to_the_ends):
        alone = np.concatenate([method(times[piece], values[piece]) for piece in pieces])
        assert method(times, values, broken) == pytest.approx(alone, nan_ok=True)


@pytest.mark.parametrize("method", [derive, derive_to_the_ends])
def test_short_stretches(method):
    assert np.isnan(method(np.zeros(1), np.ones(1))).all()
    assert method(np.array([0.0, 0.5]), np.array([1.0, 2.0])).tolist() == [2.0, 2.0]


@pytest.mark.parametrize("method", [derive, derive_to_the_ends])
def test_a_step_of_no_time_is_no_movement(method):
    times, values = np.array([0.0, 1.0, 1.0, 2.0]), np.array([0.0, 3.0, 100.0, 103.0])
    assert method(times, values).tolist() == [3.0, 3.0, 3.0, 3.0]


def test_a_long_pause_says_little_about_the_moment_before():
    times = np.array([0.0, 0.1, 1000.1, 1000.2])
    assert derive(times, 2.0 * times)[1] == pytest.approx(2.0)
    stopped = np.array([0.0, 1.0, 1.0, 1.0])
    assert derive(times, stopped)[1] == pytest.approx(10.0, rel=1e-3)


@pytest.mark.parametrize("method", [derive, derive_to_the_ends])
def test_a_first_sample_of_no_known_time_borrows_from_the_next(method):
    times, values = np.array([np.nan, 1.0, 2.0, 4.0]), np.array([0.0, 3.0, 5.0, 9.0])
    assert method(times, values).tolist() == [2.0, 2.0, 2.0, 2.0]
    assert np.isnan(method(times, values, np.array([True, False, False]))[0])
