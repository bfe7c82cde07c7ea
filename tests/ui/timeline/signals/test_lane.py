"""One lane of signals: what it says, and which curve is meant."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from tests.scenes import street
from tests.ui.timeline.conftest import view_of
from viewer.signals import SIGNALS, Series
from viewer.signals.series import SeriesKey
from viewer.ui.speed_unit import KMH, MPS, set_speed_unit
from viewer.ui.theme import load_theme
from viewer.ui.timeline.axis import TimeAxis
from viewer.ui.timeline.lane import LaneData
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
def content(tmp_path):
    return content_of(street().index(tmp_path / "street.log"))


def lane_of(*keys):
    sheet = PlotLayout()
    for key in keys:
        sheet = sheet.with_signal(SeriesKey(*key), SIGNALS[key[0]])
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


def series(name, values, *, recorded=True):
    return Series(name, name, "m", TIMES, np.broadcast_to(values, TIMES.shape) * 1.0, recorded)


def picture(lane):
    image = QImage(1000, 60, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lane.paint(TimeCanvas(painter, AXIS, RECT, THEME))
    return np.frombuffer(image.constBits(), np.uint8).reshape(60, 1000, 4)[:, :, :3].astype(int)


def ink(lane):
    """Return how much is drawn in the middle, besides the ground of the lane."""
    column = picture(lane)[:, 500]
    return int(np.abs(column - np.median(column, axis=0)).sum())


def test_the_curve_that_is_meant_is_the_nearest_one_near_by(tell):
    lane = lane_of(("x", 0), ("y", 0))
    tell(lane, series("x", 0.0), series("y", 10.0))
    x, y = lane.plot.curves
    assert lane.curve_at(AXIS, RECT, QPointF(500, 56)) == x
    assert lane.curve_at(AXIS, RECT, QPointF(500, 5)) == y
    assert lane.curve_at(AXIS, RECT, QPointF(500, 30)) is None


def test_of_who_is_selected_the_curve_is_wider(content, tell):
    lane = lane_of(("x", 0))
    tell(lane, series("x", 5.0), content=content)
    narrow = ink(lane)
    tell(lane, series("x", 5.0), content=content, selected=(0,))
    assert ink(lane) > 1.3 * narrow


def test_a_row_tells_value_unit_source_and_what_it_amounts_to(content, tell):
    lane = lane_of(("x", 0))
    tell(lane, series("x", TIMES * 10, recorded=False), content=content, range=(0.2, 0.4))
    (row,) = lane.legend
    assert (row.unit, row.recorded, row.value(0.55)) == ("m", False, "5.00")
    assert (row.stats[0], row.stats[-1]) == ("2.00", "4.00")


def test_values_are_zoomed_around_the_mouse_and_all_shown_again(tell):
    lane = lane_of(("x", 0))
    tell(lane, series("x", TIMES))
    whole = lane.scale
    lane.zoom_values(RECT, RECT.center().y(), 2.0)
    assert lane.scale.high - lane.scale.low == pytest.approx((whole.high - whole.low) / 2)
    assert lane.scale.high + lane.scale.low == pytest.approx(whole.high + whole.low)
    lane.chosen_scale = None
    assert lane.scale == whole


def test_it_says_when_nothing_is_recorded_and_how_far_reading_is(content, tell):
    lane = lane_of(("x", 0))
    tell(lane, content=content)
    empty = picture(lane)
    tell(lane, content=content, share=0.4)
    assert (picture(lane) != empty).any()
    tell(lane, series("x", np.nan), content=content)
    assert (picture(lane) != empty).any()


@pytest.fixture
def kmh():
    set_speed_unit(KMH)
    yield
    set_speed_unit(MPS)


def test_speeds_are_written_in_the_unit_that_is_shown_and_other_values_as_ever(content, kmh, tell):
    """10 m/s are 36 km/h."""
    lane = lane_of(("derived_speed", 0))
    speed = Series("derived_speed", "Speed", "m/s", TIMES, np.full(11, 10.0), recorded=False)
    tell(lane, speed, content=content, range=(0.0, 1.0))
    (row,) = lane.legend
    assert (row.value(0.5), row.unit, set(row.stats)) == ("36.0", "km/h", {"36.0"})
    assert "36.0 km/h" in lane.hover_info(AXIS, 500.0).lines[0]
    other = lane_of(("x", 0))
    tell(other, series("x", 10.0), content=content)
    assert (other.legend[0].value(0.5), other.legend[0].unit) == ("10.00", "m")


def test_the_ends_of_a_scale_lie_off_the_line_at_them(tell):
    """A curve that stays at the least value runs below the figure that says how much that is."""
    lane = lane_of(("x", 0))
    tell(lane, series("x", np.where(TIMES < 0.5, 0.0, 1.0)))
    figures = picture(lane)[:, 4:20]
    color, ground = (THEME.curve_1, THEME.secondary)
    line = np.flatnonzero(close(figures, color).all(axis=1))
    text = np.flatnonzero(close(figures, ground).any(axis=1))
    assert len(line)
    assert len(text)
    assert not set(line.tolist()) & set(text.tolist())


@pytest.mark.parametrize(("swings", "figures"), [((), "left"), ((0,), "right"), ((0, 1), "")])
def test_the_ends_of_a_scale_are_written_where_no_curve_passes(tell, swings, figures):
    lane, times = lane_of(("x", 0)), np.linspace(0.0, 1.0, 1001)
    values = np.full(1001, 5.0)
    for side in swings:
        values[side * 900 : side * 900 + 100] = np.tile((0.0, 10.0), 50)
    values[500:502] = 0.0, 10.0
    tell(lane, Series("x", "x", "m", times, values, recorded=True))
    pixels = picture(lane)
    shown = {
        "left": close(pixels[:, 2:30], THEME.secondary).any(),
        "right": close(pixels[:, 970:], THEME.secondary).any(),
    }
    assert [side for side, is_there in shown.items() if is_there] == ([figures] if figures else [])


def close(pixels, color):
    """Return which pixels, blue first, have a colour."""
    return (np.abs(pixels - [color.blue(), color.green(), color.red()]) < 40).all(axis=-1)


@pytest.mark.parametrize("height", [18, 20, 40, 100])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_ribbon_is_meant_where_it_is_drawn_and_each_has_its_part_of_the_lane(count, height, tell):
    names = ("hand_brake", "reverse", "brake_light")[:count]
    lane = lane_of(*((name, 0) for name in names))
    on = {"recorded": True, "steps": True, "states": ("off", "on")}
    tell(lane, *(Series(n, n, "", TIMES, np.ones_like(TIMES), **on) for n in names))
    rect = QRectF(0, 0, 1000, height * count)
    image = QImage(1000, height * count, QImage.Format.Format_ARGB32)
    image.fill(0)
    with QPainter(image) as painter:
        lane.paint(TimeCanvas(painter, AXIS, rect, THEME))
    column = np.frombuffer(image.constBits(), np.uint8).reshape(-1, 1000, 4)[:, 700, :3].astype(int)
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
