"""Time to pixels and back, at every zoom."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from viewer.ui.timeline.axis import TimeAxis

times = st.floats(0.0, 36_000.0)
shares = st.floats(0.0, 1.0)


@st.composite
def axes(draw):
    first = draw(st.sampled_from([0.0, 3.5, 5000.0]))
    whole = draw(st.sampled_from([0.05, 1.0, 15.236, 36_000.0]))
    axis = TimeAxis.whole(first, first + whole, closest=whole / draw(st.sampled_from([1, 10, 1e4])))
    axis = axis.placed(120.0, draw(st.floats(50.0, 4000.0)))
    return axis.zoomed(axis.first + draw(shares) * whole, draw(st.floats(0.1, 1e5)))


@given(axes(), st.floats(-0.5, 1.5))
def test_a_time_lies_where_its_pixel_says(axis, share):
    x = axis.left + share * axis.width
    assert axis.x(axis.time(x)) == pytest.approx(x, abs=1e-3)
    assert axis.xs(np.array([axis.time(x)]))[0] == pytest.approx(x, abs=1e-3)


@given(axes(), shares, st.floats(0.2, 5.0))
def test_zooming_keeps_the_time_under_the_mouse(axis, share, factor):
    x = axis.left + share * axis.width
    time = axis.time(x)
    zoomed = axis.zoomed(time, factor)
    assume(axis.first < zoomed.start)
    assume(zoomed.end < axis.last)
    assert zoomed.x(time) == pytest.approx(x, abs=1e-2)


@given(axes(), st.floats(-1e5, 1e5), st.floats(1e-9, 1e9))
def test_the_window_stays_within_the_extent(axis, seconds, factor):
    for moved in (axis.panned(seconds), axis.zoomed(axis.start, factor), axis.windowed(seconds, factor)):
        assert moved.first <= moved.start < moved.end <= moved.last
        assert moved.span >= moved.closest * (1 - 1e-6)


@given(axes())
def test_zooming_out_far_enough_shows_everything(axis):
    assert axis.zoomed(axis.start, 1e-9).shows_all
    assert axis.fitted().shows_all


def test_an_extent_that_grows_is_shown_whole_only_if_it_was():
    axis = TimeAxis.whole(0.0, 10.0).placed(0.0, 100.0)
    assert axis.with_extent(0.0, 20.0, 0.1).end == 20.0
    window = axis.windowed(2.0, 3.0)
    grown = window.with_extent(0.0, 20.0, 0.1)
    assert (grown.start, grown.end, grown.last) == (2.0, 5.0, 20.0)


def test_an_extent_that_shrinks_takes_the_window_along():
    window = TimeAxis.whole(0.0, 10.0).windowed(8.0, 2.0)
    assert window.with_extent(0.0, 9.0, 0.1).end == 9.0


def test_pixels_are_cut_off_where_a_painter_cannot_go():
    axis = TimeAxis.whole(0.0, 36_000.0).placed(0.0, 1000.0).windowed(0.0, 1e-6)
    assert axis.x(36_000.0) <= 2e6
    assert axis.xs(np.array([0.0, 36_000.0])).max() <= 2e6


@pytest.mark.parametrize("duration", [0.0, 1e-12, 1e300])
def test_odd_extents_still_have_a_window(duration):
    axis = TimeAxis.whole(0.0, duration).placed(0.0, 100.0).zoomed(0.0, 1e30)
    assert axis.end > axis.start


@given(axes(), shares)
def test_a_time_at_a_share_of_the_window_is_moved_there_as_far_as_the_extent_allows(axis, share):
    time = axis.first + 0.37 * (axis.last - axis.first)
    moved = axis.with_time_at(time, share)
    assert moved.span == pytest.approx(axis.span)
    if axis.first < moved.start and moved.end < axis.last:
        assert moved.x(time) == pytest.approx(
            axis.left + share * axis.width, abs=1e-2 + 1e-9 / axis.seconds_per_pixel
        )


@pytest.mark.parametrize("first", [0.0, -1e6, 1e6, 1e12])
def test_the_shortest_extent_is_one_whose_ends_can_still_be_told_apart(first):
    axis = TimeAxis.whole(first, first)
    assert axis.last > axis.first
    assert axis.last - axis.first == pytest.approx(max(abs(first) * 1e-12, 1e-9), rel=0.2)
    late = TimeAxis.whole(-1.0, 1e9)
    assert late.closest == pytest.approx(1e-3)
    early = TimeAxis.whole(-1e9, 1.0)
    assert early.closest == pytest.approx(1e-3)


@given(axes())
def test_a_window_holds_its_ends_and_what_lies_between(axis):
    middle = (axis.start + axis.end) / 2
    assert [axis.contains(time) for time in (axis.start, middle, axis.end)] == [True] * 3
    assert not axis.contains(axis.start - axis.span)
    assert not axis.contains(axis.end + axis.span)
    assert axis.right == axis.left + axis.width
    assert axis.seconds_per_pixel * axis.width == pytest.approx(axis.span)


@pytest.mark.parametrize("side", [-1, 1])
def test_pixels_are_cut_off_a_million_beyond_either_end_of_the_strip(side):
    axis = TimeAxis.whole(0.0, 36_000.0).placed(70.0, 1000.0).windowed(18_000.0, 1e-3)
    time, expected = (0.0, 70.0 - 1e6) if side < 0 else (36_000.0, 1070.0 + 1e6)
    assert axis.x(time) == axis.xs(np.array([time]))[0] == expected
