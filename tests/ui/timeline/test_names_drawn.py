"""The columns beside the lanes: where each text ends or begins, signs, and the bar."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF

from tests.scenes import HERO, OTHER
from tests.ui.drawn import drawn, shade
from tests.ui.timeline.conftest import give
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.theme import font, load_theme
from viewer.ui.timeline.name_painter import (
    NameColumn,
    chevron_at,
    close_rect,
    edge_at,
    in_names,
    is_on_cross,
    paint_scroll_bar,
    row_at,
)
from viewer.ui.timeline.sections import LaneChoices
from viewer.ui.timeline.signals.sheet import Curve, Pane, Sheet
from viewer.ui.timeline.time_canvas import TimeCanvas

THEME = load_theme("dark")
WIDTH, HEIGHT = 1600, 420
TEXT, QUIET, LINK = shade(THEME.text), shade(THEME.secondary), shade(THEME.accent)


@pytest.fixture
def model(view, index):
    """Speeds of two and a brake, with a range chosen."""
    hero, other = (int(index.actors.rows_of(each)[0]) for each in (HERO, OTHER))
    view.resize(WIDTH, HEIGHT)
    view.model.tell(hero=hero, selection=other, selected=(other,))
    speeds = Pane((Curve(1, SeriesKey("derived_speed", hero)), Curve(2, SeriesKey("derived_speed", other))))
    view.model.set_sheet(Sheet((speeds, Pane((Curve(3, SeriesKey("brake", hero)),)))))
    values = np.linspace(1.0, 20.0, len(index.elapsed))
    give(
        view,
        Series("derived_speed", "Speed", "m/s", index.elapsed, values, recorded=False),
        Series("brake", "Brake", "", index.elapsed, np.full(len(values), 0.25), recorded=True),
    )
    view.model.tell(chosen=(0.2, 0.6))
    return view.model


def told(model, *, cursor=None, current=None, chosen=(0.2, 0.6)):
    column = NameColumn(model.stack, has_cursor=cursor is not None)

    def paint(painter):
        canvas = TimeCanvas(painter, model.axis, model.stack.lanes, THEME)
        column.paint_names(canvas, current)
        column.paint_values(canvas, 0.0, cursor)
        column.paint_titles(canvas, chosen, model.content)

    return drawn(paint, WIDTH, HEIGHT)


def lane(model, key):
    return next(each for each in model.stack.placed if each.section.key == key)


def ends(found, size=13):
    """Where each text begins and ends, with its line's height, by what is written."""
    metrics = QFontMetricsF(font(size))
    return {
        each.text: (x, x + metrics.horizontalAdvance(each.text), y)
        for each in found if each.kind == "text"
        for x, y in each.points.tolist()
    }  # fmt: skip


def near(found, y, reach=10.0):
    return [each for each in found if each.kind == "text" and abs(each.points[0, 1] - 4.5 - y) < reach]


def test_a_value_at_the_cursor_is_that_of_its_time(model):
    """Speeds grow evenly from 1 to 20 m/s over the 20 frames: at frame 10 it is 11."""
    row = [each.text for each in told(model, cursor=0.51) if each.ink == LINK]
    assert row[:4] == ["11.00", "11.00", "11.00", "0.25"]


def test_the_sign_that_ends_the_range_is_a_cross_where_it_is_clicked(view, model):
    box = close_rect(model.stack)
    first, second = (each for each in told(model) if each.kind == "line" and each.width == 1.5)
    assert first.middle == second.middle == (box.center().x(), box.center().y())
    assert first.size == second.size == (7.0, 7.0)
    assert box.width() == box.height() == 24.0
    assert WIDTH - 8 < box.right() <= WIDTH
    assert 0 < box.top() < 10
    view.model.tell(chosen=None)
    assert close_rect(model.stack).isEmpty()
    assert not [each for each in told(model, chosen=None) if each.points[0, 0] > 300]


def test_swatches_lie_before_their_names_and_are_drawn_as_their_curves(model):
    """Swatch 12, as the curve is drawn (solid, dashed); in the colours of hero and vehicle."""
    found = [each for each in told(model) if each.kind == "line" and each.width == 2.0]
    signs = [(each.ink, each.dashes) for each in found[:4]]
    dashed = (5.0, 3.0)
    assert signs == [
        (shade(THEME.vehicle), dashed), (shade(THEME.hero), dashed), (shade(THEME.vehicle), dashed),
        (shade(THEME.hero), ()),
    ]  # fmt: skip
    for each in found:
        assert (each.box[0], each.box[2]) == (12.0, 26.0)
        assert each.box[1] == each.box[3]
        (name,) = (word for word in near(told(model), each.box[1], 6) if word.points[0, 0] == 32.0)
        assert name.text.startswith("101" if each.ink == shade(THEME.hero) else "102")


def test_rows_of_a_lane_lie_22_pixels_apart_around_its_middle(model):
    placed = lane(model, "signal unit m/s")
    heights = [each.box[1] for each in told(model) if each.kind == "line" and each.dashes][1:]
    assert np.diff(heights).tolist() == [22.0]
    assert np.mean(heights) == placed.rect.center().y()
    for y in np.arange(placed.rect.top(), placed.rect.bottom(), 3.0).tolist():
        named = row_at(placed, QPointF(100, y)).text
        nearest = min(range(2), key=lambda n: abs(heights[n] - y))
        assert named.startswith(("101", "102")[nearest])


@pytest.mark.parametrize("folded", [True, False])
def test_a_chevron_points_right_when_folded_and_down_when_not(view, model, folded):
    view.resize(WIDTH, 700)
    view.model.set_lane_choices(LaneChoices(folded={"lives": folded}))
    middle = lane(model, "lives").rect.center().y()
    signs = [each for each in told(model, current="speed") if each.kind == "polyline"]
    (sign,) = (each for each in signs if abs(each.middle[1] - middle) < 4)
    first, tip, last = sign.points
    assert sign.middle == pytest.approx((16.0, middle), abs=0.01)
    assert sorted(sign.size) == [3.5, 7.0]
    assert (sign.width, sign.ink) == (1.4, QUIET)
    assert bool(tip[0] > max(first[0], last[0])) is folded
    assert bool(tip[1] > max(first[1], last[1])) is not folded


def test_the_section_that_is_pointed_at_has_its_chevron_lit_and_no_swatch(model):
    found = told(model, current="speed")
    middle = lane(model, "speed").rect.center().y()
    (sign,) = (each for each in found if each.kind == "polyline" and each.ink == TEXT)
    assert sign.middle == pytest.approx((16.0, middle), abs=0.01)
    assert not [each for each in told(model) if each.kind == "polyline" and each.ink == TEXT]


def test_a_chosen_signal_that_is_pointed_at_has_a_cross_in_place_of_its_unit(model):
    found = told(model, current="signal unit m/s")
    crosses = [each for each in found if each.kind == "line" and each.width == 1.5 and each.box[0] < 300]
    middle = lane(model, "signal unit m/s").rect.center().y()
    rows = [middle - 11, middle + 11]
    assert [each.middle for each in crosses] == [(287.0, y) for y in rows for _ in range(2)]
    assert {each.size for each in crosses} == {(7.0, 7.0)}
    for first, second in zip(crosses[::2], crosses[1::2], strict=True):
        slopes = [np.diff(each.points, axis=0)[0] for each in (first, second)]
        assert np.dot(*slopes) == pytest.approx(0.0)
    units = [each for each in found if each.text == "m/s"]
    assert len(units) == 1
    assert [is_on_cross(model.stack, QPointF(x, 205)) for x in (280, 281, 287, 299)] == [
        False,
        True,
        True,
        True,
    ]


def test_a_long_name_ends_before_the_value_and_its_mark(view, model, monkeypatch):
    """As far as 40 pixels of the value at the playhead."""
    for width in (1280, 1600):
        view.resize(width, HEIGHT)
        room = model.stack.lanes.left()
        for cursor in (None, 0.5):
            right = {(240, True): 160, (240, False): 188, (300, True): 204, (300, False): 240}
            limit = right[int(room), cursor is not None] - 40
            found = told(model, cursor=cursor)
            for mark in (each for each in found if each.text == " ƒ"):
                assert ends([mark])[" ƒ"][1] <= limit + 0.5


def test_hands_find_the_lower_edges_within_three_pixels(model):
    for placed in model.stack.placed:
        edge = placed.rect.bottom() + 1
        for off, expected in ((-3.0, placed), (3.0, placed), (-3.5, None), (3.5, None)):
            assert edge_at(model.stack, QPointF(50, edge + off)) is expected


def test_the_column_of_names_ends_eight_pixels_before_the_lanes_and_begins_below_the_axis(model):
    top = model.stack.lanes.top()
    places = [(0, top), (291.9, top), (292, top), (0, top - 1)]
    assert [in_names(model.stack, QPointF(*each)) for each in places] == [True, True, False, False]
    placed = lane(model, "speed")
    y = placed.rect.center().y()
    assert [chevron_at(model.stack, QPointF(x, y)) for x in (0, 27.9, 28)] == [placed, placed, None]


@pytest.mark.parametrize("cursor", [None, 0.5])
def test_what_changes_with_time_is_in_the_column_of_values(model, cursor):
    column = NameColumn(model.stack, has_cursor=cursor is not None)
    for y, before, after in (
        (each.points[0, 1], each.points[0, 0], end)
        for each in told(model, cursor=cursor)
        if each.text in {"1.00", "0.25"} and each.ink == TEXT and each.points[0, 0] < 300
        for end in [ends([each])[each.text][1]]
    ):
        assert column.values.left() <= before
        assert after <= column.values.right() + 0.5
        assert column.values.top() <= y <= column.values.bottom()
    names, stats = column.columns(QSize(WIDTH, HEIGHT))
    lanes = model.stack.lanes
    head = column.head(QSize(WIDTH, HEIGHT))
    assert (names.left(), names.right(), stats.left(), stats.right()) == (0, 300, lanes.right(), WIDTH)
    assert names.bottom() == stats.bottom() == HEIGHT
    assert (head.left(), head.top(), head.width()) == (0, 0, WIDTH)
    assert head.bottom() == names.top() == stats.top() == lanes.top() - 2


@pytest.mark.parametrize("height", [120, 160, 220])
def test_the_bar_shows_where_the_lanes_in_view_are_among_all(view, model, height):
    """Its length is to the room as the room is to all lanes, and its ends touch those of the room in turn."""
    view.resize(WIDTH, height)
    stack, room = model.stack, model.stack.lanes
    assert stack.reach > 0

    def bar():
        def paint(painter):
            paint_scroll_bar(TimeCanvas(painter, model.axis, room, THEME), stack)

        (found,) = drawn(paint, WIDTH, height)
        assert found.fill == shade(THEME.faint, 0.7)
        assert found.ink is None
        return found

    for share in (0.0, 0.5, 1.0):
        stack.scroll_to(round(share * stack.reach))
        found = bar()
        length = max(room.height() ** 2 / (room.height() + stack.reach), 16.0)
        assert found.size == pytest.approx((4.0, length), abs=0.01)
        at = stack.scroll / stack.reach
        assert found.box[1] == pytest.approx(room.top() + at * (room.height() - length), abs=0.01)
        assert found.box[0] == room.right() + 8


def test_where_all_lanes_are_in_view_there_is_no_bar(view, model):
    view.resize(WIDTH, 700)
    canvas = (model.axis, QRectF(model.stack.lanes), THEME)
    assert (
        drawn(lambda painter: paint_scroll_bar(TimeCanvas(painter, *canvas), model.stack), WIDTH, 700) == []
    )
