"""A lane of signals shape by shape: curves through their samples, dashes, figures of the scale, dots."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from tests.ui.drawn import drawn, shade
from viewer.signals import Series
from viewer.signals.series import SeriesKey
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis, ValueAxis
from viewer.ui.timeline.lane import LaneContext
from viewer.ui.timeline.sampling import Drawn
from viewer.ui.timeline.signals.colors import with_colors
from viewer.ui.timeline.signals.curve_painter import paint_curve
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.sheet import Sheet
from viewer.ui.timeline.time_canvas import TimeCanvas

pytestmark = pytest.mark.usefixtures("qapp")

THEME = load_theme("dark")
LEFT, WIDTH, TOP = 40.0, 1000.0, 20.0
AXIS = TimeAxis.whole(0.0, 1.0).placed(LEFT, WIDTH)
TIMES = np.linspace(0.0, 1.0, 11)
INK = QColor("#ff0000")


def told(paint, height=60.0, axis=AXIS):
    rect = QRectF(LEFT, TOP, WIDTH, height)
    return drawn(lambda painter: paint(TimeCanvas(painter, axis, rect, THEME)), 1100, 500)


def curve(series, axis=AXIS, values=None, **how):
    values = values or ValueAxis(0.0, 10.0)
    return told(lambda canvas: paint_curve(canvas, values, Drawn(series), INK, **how), 100.0, axis)


def signal(values, times=TIMES, *, recorded=True, steps=False):
    return Series("x", "x", "m", np.array(times, float), np.array(values, float), recorded, steps)


known = st.floats(0.0, 10.0).map(lambda value: round(value, 2))


@settings(max_examples=60)
@given(
    values=st.lists(st.one_of(known, st.just(math.nan)), min_size=2, max_size=12),
    steps=st.booleans(),
    window=st.tuples(st.floats(0.0, 0.4), st.floats(0.6, 1.0)),
)
def test_lines_lie_on_the_signal_and_nowhere_else(values, steps, window):
    """Of each line many points: the value there is that of its time, on the line or the step."""
    times = np.linspace(0.0, 1.0, len(values))
    axis = AXIS.windowed(window[0], window[1] - window[0])
    array = np.array(values)
    span = axis.end - axis.start
    covered = np.zeros(2000, bool)
    for line in curve(signal(values, times, steps=steps), axis):
        assert (line.kind, line.ink, line.width) == ("line", shade(INK), 1.5)
        (x, y), (x_2, y_2) = line.points
        assert x <= x_2 + 1e-6
        for share in (0.02, 0.5, 0.98):
            time = axis.start + (x + share * (x_2 - x) - LEFT) / WIDTH * span
            value = 10.0 - (y + share * (y_2 - y) - TOP) / 10.0
            number = int(np.searchsorted(times, time, side="right")) - 1
            number = min(max(number, 0), len(values) - 1)
            after = min(number + 1, len(values) - 1)
            inside = times[number] + 1e-4 < time < times[after] - 1e-4
            if not inside or x_2 - x < 0.5:
                continue
            holds = steps or math.isnan(values[after])
            expected = values[number] if holds else np.interp(time, times, array)
            assert value == pytest.approx(expected, abs=0.02), (time, value)
        first, last = (round((each - LEFT) / WIDTH * 2000) for each in (x, x_2))
        covered[max(first, 0) : max(last, 0)] = True
    # wherever something is known there is a line
    middles = axis.start + (np.arange(2000) + 0.5) / 2000 * span
    before = np.clip(np.searchsorted(times, middles, side="right") - 1, 0, len(values) - 1)
    there = np.isfinite(array[before]) & (middles < times[-1])
    near_sample = np.abs(middles[:, None] - times).min(axis=1) < 2e-3
    assert (covered == there)[~near_sample].all()


@pytest.mark.parametrize("values", [[5, 5], [0, 10, 0, 10], [1, 9, 2, 8, 3, 7, 4]])
def test_dashes_are_five_pixels_long_and_three_apart_along_the_way(values):
    """A derived curve is dashed, 5 on 3 off; round corners, too."""
    times = np.linspace(0.0, 1.0, len(values))
    way = np.column_stack([LEFT + times * WIDTH, TOP + (10.0 - np.array(values)) * 10.0])
    lengths = np.append(0.0, np.cumsum(np.hypot(*np.diff(way, axis=0).T)))
    on = np.zeros(round(lengths[-1] * 4) + 1, bool)
    for line in curve(signal(values, times, recorded=False)):
        at = [np.interp(x, way[:, 0], lengths) for x in line.points[:, 0]]
        on[round(at[0] * 4) : round(at[1] * 4)] = True
    expected = (np.arange(len(on)) / 4) % 8 < 5
    assert (on[:-8] == expected[:-8]).mean() > 0.97


def test_below_a_curve_its_colour_goes_down_to_the_edge():
    found = curve(signal([2, 8, np.nan, 4, 4], np.linspace(0, 1, 5)), fill=0.13)
    fills = [each for each in found if each.kind == "polygon"]
    assert {each.fill for each in fills} == {shade(INK, 0.13)}
    assert [each.ink for each in fills] == [None] * 2
    for each, (left, right) in zip(fills, ((0.0, 0.5), (0.75, 1.0)), strict=True):
        assert (each.box[0], each.box[2]) == pytest.approx(
            (LEFT + left * WIDTH, LEFT + right * WIDTH), abs=0.1
        )
        assert each.box[3] == TOP + 100.0
        assert each.points[-2:, 1].tolist() == [TOP + 100.0] * 2


# -- the lane


def lane_of(*signals, theme=THEME, selected=()):
    """A lane of signals, each a name, a row and its values."""
    sheet = Sheet()
    for name, row, _ in signals:
        sheet = sheet.with_signal(SeriesKey(name, row))
    (pane,) = with_colors(sheet, lambda _row: "").panes
    lane = ChosenLane(pane)
    lane.set_context(LaneContext(theme, selected=selected))
    lane.take({
        SeriesKey(name, row): Series(name, name, "m/s", TIMES, np.array(values, float), recorded=True)
        for name, row, values in signals
    })  # fmt: skip
    return lane


@pytest.mark.parametrize("unit", [MPS, KMH])
@pytest.mark.parametrize("height", [34.0, 60.0, 184.0])
def test_figures_of_the_scale_stand_beside_the_heights_of_their_values(unit, height):
    """The upper one 2 px below its line, the lower one 2 px above, in the unit that is chosen."""
    values = np.full(11, np.nan)
    values[5:] = np.linspace(1.0, 20.0, 6)
    lane = lane_of(("speed", 0, values))
    set_speed_unit(unit)
    try:
        found = [each for each in told(lane.paint, height) if each.text]
    finally:
        set_speed_unit(MPS)
    factor = 3.6 if unit == KMH else 1.0
    high, low = lane.scale.high, lane.scale.low
    heights = []
    for number, each in enumerate(found):
        value = float(each.text.replace("−", "-")) / factor
        line = TOP + 3 + (high - value) / (high - low) * (height - 6)
        middle = line + 2 + 6.5 if number == 0 else line - 2 - 6.5
        assert each.points[0, 1] - 4 == pytest.approx(middle, abs=1.2)
        assert each.points[0, 0] == LEFT + 4
        assert each.ink == shade(THEME.secondary)
        assert low <= value <= high
        heights.append(each.points[0, 1])
    assert len(found) == (1 if height < 40 else 2)
    assert heights == sorted(heights)


@pytest.mark.parametrize("height", [20.0, 33.9])
def test_in_a_low_lane_there_are_no_figures(height):
    lane = lane_of(("speed", 0, np.append([np.nan] * 5, np.arange(6.0))))
    assert not [each for each in told(lane.paint, height) if each.text]


@pytest.mark.parametrize(("value", "crossed"), [(18.0, {"20"}), (20.0, set()), (10.0, set()), (2.0, {"0"})])
def test_where_the_curve_runs_through_a_figure_it_is_left_out(value, crossed):
    """A figure is 13 px high: from 2 px beside its line, and a metre a second is 2.5 px."""
    lane = lane_of(("speed", 0, [*[value] * 9, 20.0, 0.0]))
    assert {each.text for each in told(lane.paint, 60.0) if each.text} == {"20", "0"} - crossed


def test_zero_is_a_hairline_where_values_lie_on_both_sides():
    lane = lane_of(("steer", 0, np.linspace(-1.0, 1.0, 11)))
    (line,) = (each for each in told(lane.paint, 60.0) if each.fill == shade(THEME.hairline))
    assert line.size == (WIDTH, 1.0)
    assert line.middle[1] == pytest.approx(TOP + 30, abs=1.0)
    positive = lane_of(("speed", 0, np.linspace(5.0, 6.0, 11)))
    assert not [each for each in told(positive.paint, 60.0) if each.fill == shade(THEME.hairline)]


def test_curves_of_those_selected_are_wider_and_the_first_lies_on_top():
    lane = lane_of(("speed", 0, np.arange(11.0)), ("speed", 1, np.arange(11.0)[::-1]), selected=(1,))
    lines = [each for each in told(lane.paint) if each.kind == "line"]
    widths = [each.width for each in lines]
    assert set(widths) == {1.5, 2.25}
    assert widths == sorted(widths, reverse=True)
    assert len({each.ink for each in lines}) == 2


def test_a_dot_of_three_pixels_is_on_each_curve_at_the_cursor():
    """A dot of 3 px on each curve at the cursor; on the sample in force."""
    lane = lane_of(("speed", 0, np.arange(11.0)), ("speed", 1, np.arange(11.0)[::-1]))
    for time in (0.0, 0.34, 0.96):
        dots = told(lambda canvas, time=time: lane.paint_cursor(canvas, time))
        assert [each.size for each in dots] == [(6.0, 6.0)] * 2
        number = math.floor(time * 10)
        for dot, value in zip(dots, (number, 10 - number), strict=True):
            y = TOP + 3 + (lane.scale.high - value) / (lane.scale.high - lane.scale.low) * 54
            assert dot.middle == pytest.approx((LEFT + number * WIDTH / 10, y), abs=0.1)
            assert dot.ink == shade(THEME.panel)
        assert dots[0].fill != dots[1].fill


def test_the_brake_is_a_bar_of_six_pixels_below_the_plot():
    """Brake a solid bar of 6 px under it."""
    lane = lane_of(("throttle", 0, np.linspace(0, 1, 11)), ("brake", 0, np.linspace(1, 0, 11)))
    found = told(lane.paint, 44.0)
    (bar,) = (each for each in found if each.kind == "image")
    assert bar.size == (WIDTH, 6.0)
    assert bar.box[3] <= TOP + 44.0 - 1
    lowest = max(each.box[3] for each in found if each.kind == "line")
    assert lowest < bar.box[1]
