"""What a column of pixels shows of many samples."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.signals.curve_painter import column_range, visible

# Times on a grid that the columns share, so that no rounding decides on which side of an edge one falls.
ticks = st.lists(st.integers(0, 64), min_size=1, max_size=60).map(sorted)


def axis_of(start, span, width):
    return TimeAxis.whole(0.0, 64.0).placed(7.0, width).windowed(start, span)


def expected(times, values, begin, end):
    """Return least and greatest value that holds somewhere in [begin, end)."""
    before = [value for time, value in zip(times, values, strict=True) if time <= begin][-1:]
    inside = [value for time, value in zip(times, values, strict=True) if begin < time < end]
    found = [value for value in before + inside if not np.isnan(value)]
    return (min(found), max(found)) if found else (np.nan, np.nan)


@given(ticks, st.integers(0, 48), st.sampled_from([4, 8, 16]), st.data())
def test_a_column_shows_the_range_of_what_holds_in_it(times, start, width, data):
    numbers = st.integers(0, 9).map(float) | st.just(np.nan)
    values = data.draw(st.lists(numbers, min_size=len(times), max_size=len(times)))
    axis = axis_of(float(start), 16.0, float(width))
    least, greatest = column_range(np.array(times, float), np.array([*values, np.nan]), axis)
    edges = np.linspace(start, start + 16, width + 1)
    wanted = [expected(times, values, *edges[column : column + 2]) for column in range(width)]
    np.testing.assert_array_equal(np.column_stack((least, greatest)), wanted)


@given(ticks, st.integers(0, 60), st.integers(1, 32))
def test_visible_samples_reach_beyond_the_window_on_both_sides(times, start, span):
    axis = axis_of(float(start), float(span), 100.0)
    part = visible(np.array(times, float), axis)
    shown = times[part]
    inside = [time for time in times if axis.start <= time <= axis.end]
    assert set(inside) <= set(shown)
    assert shown[0] <= axis.start or shown[0] == times[0]
    assert shown[-1] >= axis.end or shown[-1] == times[-1]
