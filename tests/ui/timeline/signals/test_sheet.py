"""Which curves share a plot, which colours they have, and how they are remembered."""

from __future__ import annotations

import pytest

from tests.scenes import HERO, OTHER, WALKER, street
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.signals.plot_layout import CURVE_COLORS, PlotLayout, with_colors
from viewer.ui.timeline.signals.saved_plots import from_text, plot_layout_of, saved_curves, to_text
from viewer.ui.timeline.signals.signal_names import plottable_signals, usual_key


class Book:
    """A sheet that is changed, and coloured after each change."""

    def __init__(self, own=lambda _row: ""):
        self.own = own
        self.plot_layout = PlotLayout()

    def set_plot_layout(self, sheet):
        self.plot_layout = with_colors(sheet, self.own)

    def add(self, key, pane=None):
        self.set_plot_layout(self.plot_layout.with_signal(key, SIGNALS[key.name], pane))


def names(book):
    return [[curve.key.name for curve in pane.curves] for pane in book.plot_layout.plots]


def book_of(*keys):
    book = Book()
    for key in keys:
        book.add(SeriesKey(*key))
    return book


@pytest.fixture
def index(tmp_path):
    return street().index(tmp_path / "street.log")


def test_what_has_the_same_unit_shares_a_plot():
    book = book_of(
        ("speed", 1), ("x", 1), ("derived_speed", 2), ("throttle", 1), ("gear", 1), ("brake", 2),
        ("light_state", 5), ("engine_rotation", 3), ("brake_light", 1), ("y", 2),
    )  # fmt: skip
    assert names(book) == [
        ["speed", "derived_speed"],
        ["x", "y"],
        ["throttle", "brake"],
        ["gear"],
        ["light_state", "brake_light"],
        ["engine_rotation"],
    ]


def test_what_is_plotted_already_stays_where_it_is():
    book = book_of(("x", 1), ("x", 1))
    assert names(book) == [["x"]]
    assert book.plot_layout.with_signal(SeriesKey("x", 1), SIGNALS["x"]) is book.plot_layout


def test_a_plot_of_its_own_takes_others_only_when_they_are_put_there():
    book = book_of(("x", 1), ("y", 1))
    book.set_plot_layout(book.plot_layout.separated(book.plot_layout.curves[0].number))
    assert names(book) == [["y"], ["x"]]
    book.set_plot_layout(book.plot_layout.separated(book.plot_layout.curves[0].number))
    book.add(SeriesKey("z", 1))
    assert names(book) == [["y"], ["x"], ["z"]]
    book.add(SeriesKey("x", 2), 1)
    assert names(book) == [["y"], ["x", "x"], ["z"]]
    book.set_plot_layout(book.plot_layout.joined(book.plot_layout.curves[0].number))
    assert names(book) == [["x", "x"], ["z", "y"]]


def test_a_curve_cannot_be_put_where_its_unit_does_not_suit():
    book = book_of(("x", 1), ("speed", 1))
    book.add(SeriesKey("speed", 2), 0)
    assert names(book) == [["x"], ["speed", "speed"]]
    assert not book.plot_layout.can_join(book.plot_layout.curves[0].number)


def colors(book):
    return [curve.color for curve in book.plot_layout.curves]


def test_curves_in_one_lane_have_different_colours():
    book = book_of(*(("x", row) for row in range(3)), ("y", 0))
    assert len(set(colors(book))) == 4


def test_an_actor_has_one_colour_in_all_lanes_and_keeps_it():
    book = book_of(("x", 7), ("x", 8), ("speed", 8), ("yaw", 8))
    seven, *eight = colors(book)
    assert (seven, set(eight)) == (CURVE_COLORS[0], {CURVE_COLORS[1]})
    book.set_plot_layout(book.plot_layout.without(book.plot_layout.curves[0].number))
    assert set(colors(book)) == {CURVE_COLORS[1]}


def test_the_first_has_its_own_colour_and_the_next_of_its_kind_another():
    book = Book(lambda row: "hero" if row == 1 else "vehicle")
    for row in (1, 2, 3):
        book.add(SeriesKey("x", row))
    assert colors(book) == ["hero", "vehicle", CURVE_COLORS[0]]


@pytest.mark.parametrize("first", ["speed", "distance"])
def test_what_is_between_two_has_the_colour_of_neither(first):
    book = Book(lambda row: "hero" if row == 1 else "vehicle")
    keys = [SeriesKey("speed", 1), SeriesKey("distance", 1, 2), SeriesKey("speed", 2), SeriesKey("x", 1)]
    for key in sorted(keys, key=lambda key: key.name != first):
        book.add(key)
    color = {(curve.key.name, curve.key.row): curve.color for curve in book.plot_layout.curves}
    assert color["distance", 1] in CURVE_COLORS
    assert color["speed", 1] == color["x", 1] == "hero"
    assert color["distance", 1] not in (color["speed", 1], color["speed", 2])


def test_more_curves_than_colours_still_have_one():
    book = book_of(*(("x", row) for row in range(20)))
    assert set(colors(book)) == set(CURVE_COLORS)


# -- remembering


def test_a_sheet_comes_back_for_the_hero_and_who_is_selected(index):
    hero, other = (index.actors.rows_of(each)[0] for each in (HERO, OTHER))
    book = book_of(("x", hero), ("y", other), ("distance", other, hero), ("frame_duration",))
    book.set_plot_layout(book.plot_layout.separated(book.plot_layout.curves[1].number))
    book.set_plot_layout(book.plot_layout.with_color(book.plot_layout.curves[0].number, "curve_4"))
    text = to_text(saved_curves(book.plot_layout, hero))
    again = Book()
    sheet, missing = plot_layout_of(from_text(text), index, {"hero": hero, "selected": other}, SIGNALS)
    again.set_plot_layout(sheet)
    assert names(again) == names(book)
    assert [curve.key for curve in sheet.curves] == [curve.key for curve in book.plot_layout.curves]
    assert sheet.curves[0].color == "curve_4"
    assert [pane.alone for pane in sheet.plots] == [pane.alone for pane in book.plot_layout.plots]
    assert missing == ()


def test_another_hero_takes_the_part(index):
    hero, other = (index.actors.rows_of(each)[0] for each in (HERO, OTHER))
    curves = saved_curves(book_of(("x", hero)).plot_layout, hero)
    sheet, _ = plot_layout_of(curves, index, {"hero": other, "selected": None}, SIGNALS)
    assert [curve.key for curve in sheet.curves] == [SeriesKey("x", other)]
    sheet, missing = plot_layout_of(curves, index, {"hero": None, "selected": other}, SIGNALS)
    assert (sheet.curves, missing) == ((), curves)


def test_of_several_others_one_is_selected_and_nobody_is_as_far_from_himself(index):
    rows = [index.actors.rows_of(each)[0] for each in (HERO, OTHER, WALKER)]
    curves = saved_curves(
        book_of(("x", rows[1]), ("x", rows[2]), ("distance", rows[1], rows[2])).plot_layout, rows[0]
    )
    sheet, missing = plot_layout_of(curves, index, {"hero": rows[0], "selected": rows[2]}, SIGNALS)
    assert [curve.key for curve in sheet.curves] == [SeriesKey("x", rows[2])]
    assert [each.signal for each in missing] == ["distance"]


def test_what_a_recording_has_not_is_kept_behind_what_it_has(index):
    hero = index.actors.rows_of(HERO)[0]
    curves = saved_curves(book_of(("speed", hero), ("x", hero)).plot_layout, hero)
    sheet, missing = plot_layout_of(curves, index, {"hero": hero, "selected": None}, SIGNALS)
    assert [curve.key.name for curve in sheet.curves] == ["x"]  # the street has no Kinematics
    kept = saved_curves(sheet, hero, missing)
    assert [(each.signal, each.plot) for each in kept] == [("x", 0), ("speed", 1)]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "7", '{"x": 1}', "[7]", "[[]]", '[["x"]]', '[["nonsense", null, null, "", 0, false]]',
        '[["x", "walker", "", "", 0, false]]',
        '[["x", [1], null, "", 0, false]]', '[["x", "hero", null, "window", 0, false]]',
        '[["x", "hero", null, "", "first", false]]', '[["x", 5, null, "", 0, false]]',
        '[[["x"], "hero", null, "", 0, false]]',
    ],
)  # fmt: skip
def test_text_that_is_not_understood_is_left_out(text):
    assert from_text(text) == ()


# -- offers


def test_offers_are_those_of_the_selected_actors_the_hero_and_the_recording(index):
    hero, other, walker = (index.actors.rows_of(each)[0] for each in (HERO, OTHER, WALKER))
    found = list(plottable_signals(SIGNALS, index, (walker, other), hero))
    sections = list(dict.fromkeys(each.section for each in found))
    assert [section.split()[0] for section in sections] == [str(OTHER), str(WALKER), str(HERO), "Recording"]
    distances = [each.text for each in found if each.key.name == "distance" and each.key.row == other]
    assert distances == [f"Distance to {WALKER}", "Distance to hero"]
    assert [each.key.name for each in found if each.matches(("frame", "time"))] == ["frame_duration"]


def test_the_usual_signal_is_the_speed_or_the_state(index):
    assert usual_key(SIGNALS, index, index.actors.rows_of(HERO)[0]) == SeriesKey("derived_speed", 0)
