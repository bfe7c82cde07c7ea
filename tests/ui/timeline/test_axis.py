"""Times and values to pixels and back, at every zoom, and what is written on the axis."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from tests.scenes import Scene
from tests.ui.timeline.conftest import RULER, rest, said, show_in, write_times
from viewer.replay.time.time_forms import TimeForm, TimeScale
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.ruler import backdrop_of, tick_labels, ticks_of
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")

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


RECT = QRectF(128, 26, 1300, 24)


@pytest.fixture(scope="module")
def uneven(tmp_path_factory):
    """400 frames of 10 ms, a pause of 1,000 s, 40 frames of 0.5 s, two of equal time."""
    scene = Scene()
    for delta in (*[0.01] * 400, 1000.0, *[0.5] * 40, 0.0):
        scene.frame(delta)
    return scene.index(tmp_path_factory.mktemp("ruler") / "uneven.log")


def axis_of(content, start=None, end=None):
    axis = TimeAxis.whole(content.first, content.end, closest=content.closest)
    axis = axis.placed(RECT.left(), RECT.width())
    return axis if start is None else axis.windowed(start, end - start)


def labels(index, form, *window):
    content = content_of(index, TimeScale(index, form))
    axis = axis_of(content, *window)
    return sorted(tick_labels(axis, RECT, ticks_of(axis, content)), key=lambda label: label.box.left())


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (TimeForm.ELAPSED, [f"0.{tenth} s" for tenth in range(10)]),
        (TimeForm.FRAME, [f"#{number}" for number in range(2, 21, 2)]),
        (TimeForm.WALL, [f"14:08:48.{tenth}" for tenth in range(10)]),
    ],
)
def test_the_axis_of_a_second_and_of_a_single_frame(tmp_path, index, form, expected):
    assert [label.text for label in labels(index, form)] == expected
    single = Scene().frame(0.05).index(tmp_path / "one.log")
    assert [label.text for label in labels(single, form)] == [expected[0].replace("#2", "#1")]


@pytest.mark.parametrize("form", list(TimeForm))
def test_labels_never_touch(uneven, form):
    for window in ((0, 1024), (0, 4.2), (3.9, 1004), (1003, 1020), (2.0, 2.05), (500, 500.02)):
        for one, other in combinations(labels(uneven, form, *window), 2):
            assert not one.box.intersects(other.box), (window, one, other)


@pytest.mark.parametrize("form", [TimeForm.ELAPSED, TimeForm.WALL])
def test_each_large_step_of_even_time_has_its_label(uneven, form):
    """Where labels are long the steps are larger, and none of them is without one but at the end."""
    content = content_of(uneven, TimeScale(uneven, form))
    for span in np.geomspace(0.05, 1000.0, 25).tolist():
        steps = backdrop_of(axis_of(content, 1.0, 1.0 + span), content).grid
        shown = [label.box.left() - 5 for label in labels(uneven, form, 1.0, 1.0 + span)]
        assert shown == steps[: len(shown)], span
        assert len(steps) - len(shown) <= 1, span
        assert all(b - a >= 72 - 1 for a, b in pairwise(steps)), span
        assert len(steps) == len(shown) or steps[-1] > RECT.right() - 120, span


def test_in_a_pause_the_axis_of_frames_is_empty_and_that_of_clocks_is_not(uneven):
    assert not labels(uneven, TimeForm.FRAME, 500, 600)
    assert len(labels(uneven, TimeForm.WALL, 500, 600)) > 5


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (TimeForm.ELAPSED, "0.310 s · frame 7 · 0.050 s"),
        (TimeForm.FRAME, "frame 7 · 0.310 s · 0.050 s"),
        (TimeForm.WALL, "14:08:48.310 UTC · 0.310 s · frame 7 · 0.050 s"),
    ],
)
def test_what_is_pointed_at_is_told_in_the_form_chosen(qapp, view, hand, index, form, text):
    write_times(view, TimeScale(index, form))
    hand.move(hand.x(0.31), RULER)
    rest(view, hand.x(0.31), RULER)
    assert text in said(view)
    view.model.set_playhead(0.31)
    assert view.accessibleDescription().startswith(TimeScale(index, form).label(0.31) + " of 0.950 s")


def test_a_gap_is_told(view, hand, tmp_path):
    """The frame at 0.45 s lasts 0.8 s where others last 0.05 s: no frame from 0.5 s to 1.25 s of 1.75 s."""
    scene = Scene()
    for number in range(20):
        scene.frame(0.8 if number == 10 else 0.05)
    show_in(view, index=scene.index(tmp_path / "gap.log"))
    assert view.model.content.gaps == pytest.approx(np.array([[0.5, 1.25]]))
    for time, is_told in ((0.9, True), (1.4, False)):
        rest(view, view.model.axis.x(time), RULER)
        assert ("No frame for 0.750 s" in said(view)) is is_told
