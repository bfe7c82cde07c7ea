"""One lane of signals: what its columns of pixels show, what it says, and which curve is meant."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.ui.drawn import near, pixels_of
from tests.ui.timeline.conftest import view_of
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import LaneData
from viewer.ui.timeline.signals.curve_painter import column_range, visible
from viewer.ui.timeline.signals.lane import ChosenLane
from viewer.ui.timeline.signals.plot_layout import PlotLayout, with_colors
from viewer.ui.timeline.time_canvas import TimeCanvas
from viewer.ui.timeline.timeline_content import content_of

pytestmark = pytest.mark.usefixtures("qapp")  # text needs it

THEME = load_theme("dark")
AXIS = TimeAxis.whole(0.0, 1.0).placed(0.0, 1000.0)
RECT = QRectF(0, 0, 1000, 60)
TIMES = np.linspace(0.0, 1.0, 11)


@pytest.fixture
def content(index):
    return content_of(index)


def lane_of(*names):
    sheet = PlotLayout()
    for name in names:
        sheet = sheet.with_signal(SeriesKey(name, 0), SIGNALS[name])
    (pane,) = with_colors(sheet, lambda _row: "").plots
    return ChosenLane(pane)


@pytest.fixture
def tell(settings):
    """Tell a lane of its signals, in the order in which it shows them."""

    def tell(lane, *told, content=None, share=None, **fields):
        series = dict(zip((curve.key for curve in lane.plot.curves), told, strict=bool(told)))
        view = view_of(settings, None if content is None else content.index, **fields)
        lane.update(view, LaneData(content, series, share))

    return tell


def series(name, values, *, recorded=True, unit="m", times=TIMES):
    return Series(name, name, unit, times, np.broadcast_to(values, times.shape) * 1.0, recorded)


def picture(lane, rect=RECT):
    image = QImage(1000, round(rect.height()), QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lane.paint(TimeCanvas(painter, AXIS, rect, THEME))
    return pixels_of(image).astype(int)


def test_the_curve_that_is_meant_is_the_nearest_one_near_by(tell):
    lane = lane_of("x", "y")
    tell(lane, series("x", 0.0), series("y", 10.0))
    x, y = lane.plot.curves
    for height, expected in ((56, x), (5, y), (30, None)):
        assert lane.curve_at(AXIS, RECT, QPointF(500, height)) == expected


@pytest.fixture
def kmh():
    set_speed_unit(KMH)
    yield
    set_speed_unit(MPS)


def test_a_row_tells_value_unit_source_and_what_it_amounts_to_speeds_as_they_are_shown(content, kmh, tell):
    """10 m/s are 36 km/h."""
    lane = lane_of("x")
    tell(lane, series("x", TIMES * 10, recorded=False), content=content, range=(0.2, 0.4))
    (row,) = lane.legend
    assert (row.unit, row.recorded, row.value(0.55)) == ("m", False, "5.00")
    assert (row.stats[0], row.stats[-1]) == ("2.00", "4.00")
    lane = lane_of("derived_speed")
    tell(lane, series("derived_speed", 10.0, unit="m/s"), content=content, range=(0.0, 1.0))
    (row,) = lane.legend
    assert (row.value(0.5), row.unit, set(row.stats)) == ("36.0", "km/h", {"36.0"})
    assert "36.0 km/h" in lane.hover_info(AXIS, 500.0).lines[0]


@pytest.mark.parametrize("swings", [(), (0,), (0, 1)])
def test_the_ends_of_a_scale_are_written_at_the_left_also_on_a_curve(tell, swings):
    lane, times = lane_of("x"), np.linspace(0.0, 1.0, 1001)
    values = np.full(1001, 5.0)
    for side in swings:
        values[side * 900 : side * 900 + 100] = np.tile((0.0, 10.0), 50)
    values[500:502] = 0.0, 10.0
    tell(lane, series("x", values, times=times))
    text = near(picture(lane), THEME.secondary, 39)
    assert (text[:, 2:30].any(), text[:, 970:].any()) == (True, False)


@pytest.mark.parametrize("height", [18, 20, 40, 100])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_ribbon_is_meant_where_it_is_drawn_and_each_has_its_part_of_the_lane(count, height, tell):
    names = ("hand_brake", "reverse", "brake_light")[:count]
    lane, rect = lane_of(*names), QRectF(0, 0, 1000, height * count)
    on = {"recorded": True, "steps": True, "states": ("off", "on")}
    tell(lane, *(Series(n, n, "", TIMES, np.ones_like(TIMES), **on) for n in names))
    column = picture(lane, rect)[:, 700]
    drawn = np.abs(column - column[0]).max(axis=1) > 8  # the first line is always the lane's ground
    meant = [lane.curve_at(AXIS, rect, QPointF(700, y + 0.5)) for y in range(len(column))]
    for number, curve in enumerate(lane.plot.curves):
        mine = np.array([each == curve for each in meant])
        assert mine[number * height : (number + 1) * height].sum() == mine.sum()
        assert mine.sum() >= min(13, height - 2)
        edge = np.flatnonzero(mine)[[0, -1]]
        assert abs(edge.sum() + 1 - (2 * number + 1) * height) <= 1  # in the middle of its part
        assert drawn[edge[0] + 1 : edge[1]].all()
    assert not drawn[[each is None for each in meant]].any()


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
