"""How fast something changes, at uneven times."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.replay.world.motion import derive

derive_to_the_ends = partial(derive, to_the_ends=True)

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
def test_a_first_sample_of_no_known_time_borrows_from_the_next(method):
    times, values = np.array([np.nan, 1.0, 2.0, 4.0]), np.array([0.0, 3.0, 5.0, 9.0])
    assert method(times, values).tolist() == [2.0, 2.0, 2.0, 2.0]
    assert np.isnan(method(times, values, np.array([True, False, False]))[0])


@given(steps, factors)
def test_at_its_ends_a_curve_has_the_slope_to_its_neighbour(durations, abc):
    times = times_of(durations)
    values = np.column_stack([factor * times**2 for factor in abc])
    slopes = np.diff(values, axis=0) / np.diff(times)[:, None]
    assert derive(times, values)[[0, -1]] == pytest.approx(slopes[[0, -1]])


UNKNOWN = math.nan


@pytest.mark.parametrize(
    ("times", "values", "slopes"),
    [
        ([0.0], [5.0], [UNKNOWN]),
        ([0.0, 0.5], [1.0, 2.0], [2.0, 2.0]),
        ([0.0, 1.0], [5.0, UNKNOWN], [UNKNOWN, UNKNOWN]),
        ([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 3.0, 7.0], [1.0, 1.0, 4.0, 4.0]),
        ([1.0, 1.0], [0.0, 1.0], [UNKNOWN, UNKNOWN]),
        ([0.0, 1.0, 2.0], [0.0, UNKNOWN, 2.0], [UNKNOWN] * 3),
        ([0.0, 1.0, 2.0, 3.0], [0.0, 1.0, UNKNOWN, 3.0], [1.0, 1.0, UNKNOWN, UNKNOWN]),
        ([0.0, 1.0, 0.5, 2.0], [0.0, 1.0, 3.0, 6.0], [1.0, 1.0, 2.0, 2.0]),
        *(([0.0, step, 1.0], [0.0, 1.0, 3.0], [UNKNOWN, 2.0, 2.0]) for step in (5e-324, 1e-300, 1e-9)),
    ],
)  # fmt: skip
def test_where_there_is_one_good_neighbour_or_none(times, values, slopes):
    for method in (derive, derive_to_the_ends):
        assert method(np.array(times), np.array(values)) == pytest.approx(slopes, nan_ok=True)
