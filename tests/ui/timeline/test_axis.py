"""Times and values to pixels and back, at every zoom."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from viewer.ui.timeline.axis import TimeAxis, ValueAxis

shares = st.floats(0.0, 1.0)
finite = st.floats(-1e9, 1e9)


@st.composite
def axes(draw):
    first = draw(st.sampled_from([0.0, 3.5, 5000.0]))
    whole = draw(st.sampled_from([0.05, 1.0, 15.236, 36_000.0]))
    axis = TimeAxis.whole(first, first + whole, closest=whole / draw(st.sampled_from([1, 10, 1e4])))
    axis = axis.placed(120.0, draw(st.floats(50.0, 4000.0)))
    return axis.zoomed(axis.first + draw(shares) * whole, draw(st.floats(0.1, 1e5)))


@given(axes(), st.floats(-0.5, 1.5), st.floats(0.2, 5.0))
def test_a_time_lies_where_its_pixel_says_and_stays_there_when_zoomed_at(axis, share, factor):
    x = axis.left + share * axis.width
    time = axis.time(x)
    assert axis.x(time) == pytest.approx(x, abs=1e-3)
    assert axis.xs(np.array([time]))[0] == pytest.approx(x, abs=1e-3)
    assert axis.contains(time) == (0.0 <= share <= 1.0) or share == pytest.approx(round(share))
    assume(0.0 <= share <= 1.0)
    zoomed = axis.zoomed(time, factor)
    if axis.first < zoomed.start and zoomed.end < axis.last:
        assert zoomed.x(time) == pytest.approx(x, abs=1e-2)


@given(axes(), st.floats(-1e5, 1e5), st.floats(1e-9, 1e9))
def test_the_window_stays_within_the_extent(axis, seconds, factor):
    for moved in (axis.panned(seconds), axis.zoomed(axis.start, factor), axis.windowed(seconds, factor)):
        assert moved.first <= moved.start < moved.end <= moved.last
        assert moved.span >= moved.closest * (1 - 1e-6)
    assert axis.zoomed(axis.start, 1e-9).shows_all
    assert axis.fitted().shows_all


@given(axes(), shares)
def test_a_time_at_a_share_of_the_window_is_moved_there_as_far_as_the_extent_allows(axis, share):
    time = axis.first + 0.37 * (axis.last - axis.first)
    moved = axis.with_time_at(time, share)
    assert moved.span == pytest.approx(axis.span)
    if axis.first < moved.start and moved.end < axis.last:
        slack = 1e-2 + 1e-9 / axis.seconds_per_pixel
        assert moved.x(time) == pytest.approx(axis.left + share * axis.width, abs=slack)


def test_an_extent_that_grows_is_shown_whole_only_if_it_was_and_one_that_shrinks_takes_the_window_along():
    axis = TimeAxis.whole(0.0, 10.0).placed(0.0, 100.0)
    assert axis.with_extent(0.0, 20.0, 0.1).end == 20.0
    grown = axis.windowed(2.0, 3.0).with_extent(0.0, 20.0, 0.1)
    assert (grown.start, grown.end, grown.last) == (2.0, 5.0, 20.0)
    assert axis.windowed(8.0, 2.0).with_extent(0.0, 9.0, 0.1).end == 9.0


@pytest.mark.parametrize(("time", "expected"), [(0.0, 70.0 - 1e6), (36_000.0, 1070.0 + 1e6)])
def test_pixels_are_cut_off_a_million_beyond_either_end_where_a_painter_cannot_go(time, expected):
    axis = TimeAxis.whole(0.0, 36_000.0).placed(70.0, 1000.0).windowed(18_000.0, 1e-3)
    assert axis.x(time) == axis.xs(np.array([time]))[0] == expected


@pytest.mark.parametrize("first", [0.0, -1e6, 1e6, 1e12])
def test_odd_extents_still_have_a_window(first):
    axis = TimeAxis.whole(first, first)
    assert axis.last - axis.first == pytest.approx(max(abs(first) * 1e-12, 1e-9), rel=0.2)
    for last in (first, first + 1e-12, 1e300):
        zoomed = TimeAxis.whole(first, last).placed(0.0, 100.0).zoomed(first, 1e30)
        assert zoomed.end > zoomed.start
    assert TimeAxis.whole(-1.0, 1e9).closest == TimeAxis.whole(-1e9, 1.0).closest == pytest.approx(1e-3)


# -- values


@given(finite, finite)
def test_all_values_and_the_round_ones_at_the_ends_are_on_the_axis(one, other):
    least, most = sorted((one, other))
    axis, mirrored = ValueAxis.around(least, most), ValueAxis.around(-most, -least)
    assert (mirrored.low, mirrored.high) == pytest.approx((-axis.high, -axis.low))
    ys = axis.ys(np.array([least, most]), 10.0, 100.0)
    assert ((ys >= 10.0) & (ys <= 110.0)).all()
    (high, _), (low, _) = axis.ends
    slack = 1e-6 * (axis.high - axis.low)
    assert axis.low - slack <= low < high <= axis.high + slack
    assert high - low > 0.3 * (axis.high - axis.low)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.floats(-2.0, 3.0), st.floats(0, 500), st.floats(1, 500))
def test_heights_grow_evenly_from_the_top_down(low, span, share, top, height):
    axis = ValueAxis(low, low + span)
    value, y = low + share * span, top + (1 - share) * height
    slack = 1e-5 * height + 1e-9 * height * abs(low) / span
    assert axis.y(value, top, height) == pytest.approx(y, abs=slack)
    assert axis.ys(np.array([value]), top, height)[0] == pytest.approx(y, abs=slack)
    assert axis.value(y, top, height) == pytest.approx(value, abs=1e-5 * span + 1e-9 * abs(low))


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
    assert (axis.low + axis.high, axis.high - axis.low) == pytest.approx((2 * value, 2 * half * 1.12))


def test_what_is_not_finite_is_no_trouble():
    assert ValueAxis.around(math.nan, math.nan) == ValueAxis.around(math.inf, math.inf) == ValueAxis(0.0, 1.0)
    axis = ValueAxis(-5.0, 5.0)
    assert np.isnan(axis.ys(np.array([np.nan]), 0.0, 10.0)).all()
    assert abs(axis.ys(np.array([1e300]), 0.0, 10.0)[0]) <= 1e5


def test_ends_are_written_as_people_do():
    written = {
        (-1.04, 1.04): "1 −1",
        (-0.6, 11.7): "11 0",
        (0.0, 4310.0): "4,000 0",
        (0.013, 0.088): "0.08 0.02",
    }
    for ends, texts in written.items():
        assert " ".join(text for _, text in ValueAxis(*ends).ends) == texts


@pytest.mark.parametrize("places", [-6, -1, 0, 3, 8])
def test_zooming_keeps_a_value_and_ends_where_values_can_no_longer_be_told_apart(places):
    zoomed = ValueAxis(0.0, 10.0).zoomed(2.0, 2.0)
    assert (zoomed, zoomed.panned(0.5)) == (ValueAxis(1.0, 6.0), ValueAxis(1.5, 6.5))
    axis, middle = ValueAxis(10.0**places, 2 * 10.0**places), 1.5 * 10.0**places
    for _ in range(200):
        axis = axis.zoomed(middle, 1.5)
    assert axis.low < middle < axis.high
    assert 0.9e-9 * max(1.0, middle) < axis.high - axis.low < 2e-9 * max(1.0, middle)
    for _ in range(200):
        axis = axis.zoomed(middle, 1 / 1.5)
    assert 0.4e12 < max(abs(axis.low), abs(axis.high)) < 1e12
