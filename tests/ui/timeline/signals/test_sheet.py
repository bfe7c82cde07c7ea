"""Which curves share a plot, which colours they have, and how they are remembered."""

import pytest

from tests.scenes import HERO, OTHER, WALKER
from tests.ui.person import row_of
from viewer.signals import SIGNALS
from viewer.signals.series import SeriesKey
from viewer.ui.timeline.signals.plot_layout import CURVE_COLORS, PlotLayout, with_colors
from viewer.ui.timeline.signals.saved_plots import from_text, plot_layout_of, saved_curves, to_text
from viewer.ui.timeline.signals.signal_names import plottable_signals, usual_key


class Book:
    """A sheet that is changed, and coloured after each change."""

    def __init__(self, *keys, own=lambda _row: ""):
        self.own = own
        self.sheet = PlotLayout()
        for key in keys:
            self.add(*key)

    def take(self, sheet):
        self.sheet = with_colors(sheet, self.own)

    def add(self, *key, pane=None):
        self.take(self.sheet.with_signal(SeriesKey(*key), SIGNALS[key[0]], pane))

    @property
    def first(self):
        """The number of the first curve."""
        return self.sheet.curves[0].number

    @property
    def names(self):
        return [[curve.key.name for curve in pane.curves] for pane in self.sheet.plots]

    @property
    def colors(self):
        return [curve.color for curve in self.sheet.curves]


def of_hero(row):
    """The own colour of the hero, who is in row 1, and of the others."""
    return "hero" if row == 1 else "vehicle"


def test_what_has_the_same_unit_shares_a_plot():
    book = Book(
        ("speed", 1), ("x", 1), ("derived_speed", 2), ("throttle", 1), ("gear", 1), ("brake", 2),
        ("light_state", 5), ("engine_rotation", 3), ("brake_light", 1), ("y", 2), ("x", 1),
    )  # fmt: skip
    assert book.names == [
        ["speed", "derived_speed"],
        ["x", "y"],
        ["throttle", "brake"],
        ["gear"],
        ["light_state", "brake_light"],
        ["engine_rotation"],
    ]
    assert book.sheet.with_signal(SeriesKey("x", 1), SIGNALS["x"]) is book.sheet


def test_a_plot_of_its_own_takes_others_only_when_they_are_put_there_and_their_unit_suits():
    book = Book(("x", 1), ("y", 1))
    for expected in ([["y"], ["x"]], [["y"], ["x"], ["z"]]):
        book.take(book.sheet.separated(book.first))
        if len(expected) > 2:
            book.add("z", 1)
        assert book.names == expected
    book.add("x", 2, pane=1)
    assert book.names == [["y"], ["x", "x"], ["z"]]
    book.take(book.sheet.joined(book.first))
    assert book.names == [["x", "x"], ["z", "y"]]
    book = Book(("x", 1), ("speed", 1))
    book.add("speed", 2, pane=0)
    assert book.names == [["x"], ["speed", "speed"]]
    assert not book.sheet.can_join(book.first)


def test_an_actor_has_one_colour_in_all_lanes_and_keeps_it():
    book = Book(("x", 7), ("x", 8), ("speed", 8), ("yaw", 8))
    seven, *eight = book.colors
    assert (seven, set(eight)) == (CURVE_COLORS[0], {CURVE_COLORS[1]})
    book.take(book.sheet.without(book.first))
    assert set(book.colors) == {CURVE_COLORS[1]}


def test_curves_in_one_lane_differ_and_the_first_of_a_kind_has_its_own_colour():
    assert len(set(Book(*(("x", row) for row in range(3)), ("y", 0)).colors)) == 4
    assert set(Book(*(("x", row) for row in range(20))).colors) == set(CURVE_COLORS)
    assert Book(*(("x", row) for row in (1, 2, 3)), own=of_hero).colors == [
        "hero",
        "vehicle",
        CURVE_COLORS[0],
    ]


@pytest.mark.parametrize("first", ["speed", "distance"])
def test_what_is_between_two_has_the_colour_of_neither(first):
    keys = [("speed", 1), ("distance", 1, 2), ("speed", 2), ("x", 1)]
    book = Book(*sorted(keys, key=lambda key: key[0] != first), own=of_hero)
    color = {(curve.key.name, curve.key.row): curve.color for curve in book.sheet.curves}
    assert color["distance", 1] in CURVE_COLORS
    assert color["speed", 1] == color["x", 1] == "hero"
    assert color["distance", 1] not in (color["speed", 1], color["speed", 2])


@pytest.fixture
def rows(index):
    return [row_of(index, each) for each in (HERO, OTHER, WALKER)]


def shown(index, curves, hero, selected):
    """Return the keys that are shown of remembered curves, and the sheet and what is missing."""
    sheet, missing = plot_layout_of(curves, index, {"hero": hero, "selected": selected}, SIGNALS)
    return [curve.key for curve in sheet.curves], sheet, missing


def test_a_sheet_comes_back_for_the_hero_and_who_is_selected(index, rows):
    hero, other, _ = rows
    book = Book(("x", hero), ("y", other), ("distance", other, hero), ("frame_duration",))
    book.take(book.sheet.separated(book.sheet.curves[1].number))
    book.take(book.sheet.with_color(book.first, "curve_4"))
    text = to_text(saved_curves(book.sheet, hero))
    keys, sheet, missing = shown(index, from_text(text), hero, other)
    assert (keys, missing) == ([curve.key for curve in book.sheet.curves], ())
    assert sheet.curves[0].color == "curve_4"
    assert [(len(each.curves), each.alone) for each in sheet.plots] == [
        (len(each.curves), each.alone) for each in book.sheet.plots
    ]


def test_another_hero_takes_the_part_and_nobody_is_as_far_from_himself(index, rows):
    hero, other, walker = rows
    curves = saved_curves(Book(("x", hero)).sheet, hero)
    assert shown(index, curves, other, None)[0] == [SeriesKey("x", other)]
    keys, _, missing = shown(index, curves, None, other)
    assert (keys, missing) == ([], curves)
    curves = saved_curves(Book(("x", other), ("x", walker), ("distance", other, walker)).sheet, hero)
    keys, _, missing = shown(index, curves, hero, walker)
    assert (keys, [each.signal for each in missing]) == ([SeriesKey("x", walker)], ["distance"])


def test_what_a_recording_has_not_is_kept_behind_what_it_has(index, rows):
    hero = rows[0]
    curves = saved_curves(Book(("speed", hero), ("x", hero)).sheet, hero)
    keys, sheet, missing = shown(index, curves, hero, None)
    assert keys == [SeriesKey("x", hero)]  # the street has no Kinematics
    kept = saved_curves(sheet, hero, missing)
    assert [(each.signal, each.plot) for each in kept] == [("x", 0), ("speed", 1)]


def test_text_that_is_not_understood_is_left_out():
    for text in (
        "", "{", "7", '{"x": 1}', "[7]", "[[]]", '[["x"]]', '[["nonsense", null, null, "", 0, false]]',
        '[["x", "walker", "", "", 0, false]]',
        '[["x", [1], null, "", 0, false]]', '[["x", "hero", null, "window", 0, false]]',
        '[["x", "hero", null, "", "first", false]]', '[["x", 5, null, "", 0, false]]',
        '[[["x"], "hero", null, "", 0, false]]',
    ):  # fmt: skip
        assert from_text(text) == (), text


def test_offers_are_those_of_the_selected_actors_the_hero_and_the_recording(index, rows):
    hero, other, walker = rows
    found = list(plottable_signals(SIGNALS, index, (walker, other), hero))
    sections = list(dict.fromkeys(each.section for each in found))
    assert [section.split()[0] for section in sections] == [str(OTHER), str(WALKER), str(HERO), "Recording"]
    distances = [each.text for each in found if each.key.name == "distance" and each.key.row == other]
    assert distances == [f"Distance to {WALKER}", "Distance to hero"]
    assert [each.key.name for each in found if each.matches(("frame", "time"))] == ["frame_duration"]
    assert usual_key(SIGNALS, index, hero) == SeriesKey("derived_speed", 0)
