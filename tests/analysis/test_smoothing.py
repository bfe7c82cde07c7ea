from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.analysis.driving import Smoother


def smooth(times, values, begin=0):
    smoother = Smoother(times, 1.0)
    return smoother.smooth(values, begin), smoother.smooth(values, begin, slopes=True)


@given(st.lists(st.floats(0.008, 0.2), min_size=30, max_size=80), st.integers(0, 10))
def test_it_is_the_parabola_that_numpy_fits(steps, begin):
    times = np.cumsum(steps)
    rng = np.random.default_rng(len(steps))
    values = rng.normal(size=(len(times) - begin, 2))
    smoothed, slopes = smooth(times, values, begin)
    mine = times[begin:]
    for k in range(len(values)):
        inside = np.abs(mine - mine[k]) <= 0.5 + 1e-6
        short = min(mine[k] - mine[0], mine[-1] - mine[k]) < 0.35 - 1e-6
        if short or inside.sum() < 4:
            assert np.isnan(smoothed[k]).all()
            continue
        for column in range(2):
            _, b, c = np.polyfit(mine[inside] - mine[k], values[inside, column], 2)
            assert smoothed[k, column] == pytest.approx(c, abs=1e-6)
            assert slopes[k, column] == pytest.approx(b, abs=1e-6)


def test_too_few_samples_are_not_smoothed():
    for count in (0, 1, 3):
        times = np.arange(10) * 0.05
        smoothed, slopes = smooth(times, np.ones((count, 1)), 2)
        assert np.isnan(smoothed).all()
        assert np.isnan(slopes).all()
    assert np.isnan(smooth(np.arange(20) * 0.5, np.ones((20, 1)))[0]).all()


@pytest.mark.parametrize("begin", [0, 40, 700])
def test_a_long_stretch_is_smoothed_as_if_it_were_alone(begin):
    rng = np.random.default_rng(1)
    times = np.cumsum(rng.uniform(0.03, 0.07, 1_000))
    values = rng.normal(size=(300, 2))
    whole = smooth(times, values, begin)
    alone = smooth(times[begin : begin + 300], values)
    for ours, theirs in zip(whole, alone, strict=True):
        np.testing.assert_array_equal(ours, theirs)
