"""How values are written, and rows that do not come and go."""

from __future__ import annotations

import pytest

from viewer.ui.inspector.row import NOTHING, SeekTo, Source, Swatch, field, fold, section, shown
from viewer.ui.inspector.values import actor, moment, plain, quantity, swatch_of, vector


def test_a_row_that_is_silent_appears_when_it_is_told_first_and_stays():
    seen = set()
    silent = [section("section", "Section", [field("a", "A", None)])]
    assert shown(silent, seen) == []
    spoken = [section("section", "Section", [field("a", "A", plain("1"))])]
    assert shown(spoken, seen) == spoken
    [again] = shown(silent, seen)
    assert again.children[0].cells == (NOTHING,)


def test_a_section_without_rows_is_left_out():
    rows = [
        section("empty", "Empty", [field("a", "A", None)]),
        section("full", "Full", [field("b", "B", plain("2"))]),
    ]
    assert [row.key for row in shown(rows, set())] == ["full"]


def test_what_is_folded_is_made_when_it_is_open():
    made = []
    inside = (made.append(1) or field("a", "A", plain("1")) for _ in range(1))
    assert fold("more", "More", plain("1"), (), inside).children[0].key == "more inside"
    assert made == []
    assert [row.text for row in fold("more", "More", plain("1"), ("more",), inside).children] == ["A: 1"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (quantity(9.614, 2, "m/s"), "9.61 m/s"),
        (quantity(-0.0051, 3, ""), "−0.005"),
        (quantity(float("nan"), 2, "m/s"), "–"),
        (vector((-6.357, 1234.5, 0.0), 2, "m"), "−6.36, 1234.50, 0.00 m"),
        (vector((0.0, float("nan"), 0.0), 2, "m"), "–"),
        (vector((0.0, float("inf"), 0.0), 2, "m"), "–"),
    ],
)
def test_how_values_read(value, text):
    assert value.written == text


def test_an_unknown_vector_is_neither_recorded_nor_derived():
    assert vector((float("nan"),) * 3, 2, "m", Source.DERIVED).source is Source.UNMARKED


def test_links():
    assert moment(8.47, "{:.3f} s".format).link == SeekTo(8.47)
    assert moment(8.47, "{:.3f} s".format).text == "8.470 s"
    assert actor(3, 2768).link.row == 3
    assert actor(-1, 2768).link is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("140,0,0", Swatch((140, 0, 0))),
        ("1, 2, 3", Swatch((1, 2, 3))),
        ("256,0,0", None),
        ("-1,0,0", None),
        ("1,2", None),
        ("1,2,3,4", None),
        ("red", None),
        ("", None),
    ],
)
def test_which_attributes_are_colours(text, expected):
    assert swatch_of(text) == expected


@pytest.mark.parametrize("unknown", ["nan", "inf"])
def test_what_stays_unknown_equals_itself(unknown):
    assert quantity(float(unknown), 2, "m/s") == quantity(float(unknown), 2, "m/s")
    assert quantity(float(unknown), 2, "m/s") != quantity(9.5, 2, "m/s")
