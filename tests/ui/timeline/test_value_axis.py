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


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(-2.0, 3.0), st.floats(0, 500), st.floats(1, 500))
def test_heights_grow_evenly_from_the_top_down(low, span, share, top, height):
    axis = ValueAxis(low, low + span)
    value, y = low + share * span, top + (1 - share) * height
    slack = 1e-5 * height + 1e-9 * height * abs(low) / span
    assert axis.y(value, top, height) == pytest.approx(y, abs=slack)
    assert axis.ys(np.array([value]), top, height)[0] == pytest.approx(y, abs=slack)
    assert axis.value(y, top, height) == pytest.approx(value, abs=1e-5 * span + 1e-9 * abs(low))


@given(finite, finite)
def test_what_is_below_zero_is_shown_as_the_mirror_image_of_what_is_above(one, other):
    least, most = sorted((one, other))
    axis, mirrored = ValueAxis.around(least, most), ValueAxis.around(-most, -least)
    assert (mirrored.low, mirrored.high) == pytest.approx((-axis.high, -axis.low))


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize(
    ("nearest", "has_zero"), [(0.0, True), (3.0, True), (5.9, True), (6.1, False), (9.0, False)]
)
def test_zero_is_near_within_forty_percent_of_the_farthest_value(sign, nearest, has_zero):
    """And six percent of what is shown lie beyond it at either end."""
    least, most = sorted((sign * nearest, sign * 10.0))
    axis = ValueAxis.around(least, most)
    assert (axis.low < 0.0 < axis.high) is has_zero
    shown = (min(least, 0.0), max(most, 0.0)) if has_zero else (least, most)
    beyond = 0.06 * (shown[1] - shown[0])
    assert (axis.low, axis.high) == pytest.approx((shown[0] - beyond, shown[1] + beyond))


@pytest.mark.parametrize(
    ("value", "half"), [(0.0, 0.5), (3.0, 0.5), (-3.0, 0.5), (10.0, 0.5), (40.0, 2.0), (-40.0, 2.0)]
)
def test_around_a_single_value_there_is_room_of_a_twentieth_or_a_half(value, half):
    axis = ValueAxis.around(value, value)
    assert axis.low + axis.high == pytest.approx(2 * value)
    assert axis.high - axis.low == pytest.approx(2 * half * 1.12)


def test_panning_shows_higher_values():
    assert ValueAxis(1.0, 3.0).panned(0.5) == ValueAxis(1.5, 3.5)


@pytest.mark.parametrize("places", [-6, -1, 0, 3, 8])
def test_zooming_ends_where_values_can_no_longer_be_told_apart(places):
    axis, middle = ValueAxis(10.0**places, 2 * 10.0**places), 1.5 * 10.0**places
    for _ in range(200):
        axis = axis.zoomed(middle, 1.5)
    assert 0.9e-9 * max(1.0, middle) < axis.high - axis.low < 2e-9 * max(1.0, middle)
    for _ in range(200):
        axis = axis.zoomed(middle, 1 / 1.5)
    assert 0.4e12 < max(abs(axis.low), abs(axis.high)) < 1e12
