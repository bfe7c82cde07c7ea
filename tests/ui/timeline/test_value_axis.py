"""The axis of values: what it shows, and round values on it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.timeline.axis import ValueAxis

finite = st.floats(-1e9, 1e9)


@given(finite, finite)
def test_all_values_are_on_the_axis(one, other):
    least, most = sorted((one, other))
    axis = ValueAxis.around(least, most)
    assert axis.low < axis.high
    ys = axis.ys(np.array([least, most]), 10.0, 100.0)
    assert ((ys >= 10.0) & (ys <= 110.0)).all()


@given(finite, finite)
def test_the_round_values_at_its_ends_are_on_the_axis(one, other):
    axis = ValueAxis.around(*sorted((one, other)))
    (high, _), (low, _) = axis.ends
    assert low < high
    slack = 1e-6 * (axis.high - axis.low)
    assert axis.low - slack <= low
    assert high <= axis.high + slack
    assert high - low > 0.3 * (axis.high - axis.low)


def test_zero_is_shown_if_it_is_near():
    assert ValueAxis.around(2.0, 10.0).low < 0.0
    assert ValueAxis.around(130.0, 140.0).low > 100.0
    assert ValueAxis.around(-10.0, -2.0).high > 0.0


@pytest.mark.parametrize("unknown", [math.nan, math.inf])
def test_without_values_there_is_an_axis_all_the_same(unknown):
    assert ValueAxis.around(unknown, unknown) == ValueAxis(0.0, 1.0)


def test_values_and_pixels():
    axis = ValueAxis(-5.0, 5.0)
    assert axis.y(5.0, 20.0, 100.0) == 20.0
    assert axis.value(120.0, 20.0, 100.0) == -5.0
    assert np.isnan(axis.ys(np.array([np.nan]), 0.0, 10.0)).all()
    assert abs(axis.ys(np.array([1e300]), 0.0, 10.0)[0]) <= 1e5


def test_zooming_keeps_a_value_where_it_is_and_has_an_end():
    axis = ValueAxis(0.0, 10.0).zoomed(2.0, 2.0)
    assert (axis.low, axis.high) == (1.0, 6.0)
    for _ in range(500):
        axis = axis.zoomed(2.0, 2.0)
    assert axis.low < 2.0 < axis.high
    for _ in range(500):
        axis = axis.zoomed(2.0, 0.5)
    assert axis.high - axis.low < 1e13


def test_ends_are_written_as_people_do():
    assert [text for _, text in ValueAxis(-1.04, 1.04).ends] == ["1", "−1"]
    assert [text for _, text in ValueAxis(-0.6, 11.7).ends] == ["11", "0"]
    assert [text for _, text in ValueAxis(0.0, 4310.0).ends] == ["4,000", "0"]
    assert [text for _, text in ValueAxis(0.013, 0.088).ends] == ["0.08", "0.02"]
