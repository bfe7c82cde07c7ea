"""Where the pieces of a row come to lie."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from viewer.logfile.enums import VehicleLightState
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.line_layout import (
    MARGIN,
    RIGHT,
    SWATCH,
    LineLayout,
    Look,
    PlacedPiece,
    SheetFonts,
    lay_out,
    value_end,
)
from viewer.ui.inspector.sheet import Lamp, OverTime, Piece, Row, RowKind, SeekTo, Source, Swatch, Value, fact
from viewer.ui.inspector.values import actor, moment, plain, quantity, vector


@pytest.fixture
def fonts(qapp):
    return SheetFonts()


def right_end(layout):
    return max(placed.x + placed.width for placed in layout.pieces)


def test_the_label_is_left_and_the_value_right(fonts):
    layout = lay_out(fact("speed", "Speed", plain("9.61")), 300, fonts)
    label, value = layout.pieces
    assert (label.text, label.x) == ("Speed", MARGIN)
    assert (value.text, value.x + value.width) == ("9.61", value_end(300, fonts))
    assert [label.look, value.look] == [Look.LABEL, Look.VALUE]
    assert not layout.shortened


def test_a_vector_is_one_text_that_ends_at_the_right_and_keeps_room_at_its_left(fonts):
    def laid_out(values, widest=0):
        value = vector(values, 2, "m", Source.DERIVED)
        return lay_out(fact("long", "A label that is long", value), 800, fonts, widest)

    wide, alone = laid_out((-1000.25, 1131.26, -10.5)), laid_out((0.0, 1.0, 2.0))
    narrow = laid_out((0.0, 1.0, 2.0), wide.widest)
    _, numbers, unit = narrow.pieces
    assert numbers.text == "0.00, 1.00, 2.00"
    assert numbers.width == fonts.width(numbers.text, Look.VALUE)
    assert numbers.x + numbers.width == value_end(800, fonts) < unit.x
    assert wide.pieces[-1].x == alone.pieces[-1].x == unit.x
    assert narrow.widest == wide.widest


def test_a_derived_value_is_marked_in_the_gutter_whatever_its_length(fonts):
    value = vector((-123.45, -123.45, -123.45), 2, "m/s", Source.DERIVED)
    for width in (500, 320):
        assert 0 < lay_out(fact("velocity", "Velocity", value), width, fonts).derived_x < MARGIN
    assert lay_out(fact("x", "X", plain("1")), 300, fonts).derived_x is None


def test_units_stand_in_a_column_of_their_own(fonts):
    units = [
        lay_out(fact("x", "X", quantity(number, 2, unit)), 340, fonts).pieces[-1]
        for number, unit in ((1.0, "m"), (-99.5, "m/s"), (3.0, "°"))
    ]
    assert len({unit.x for unit in units}) == 1
    assert {unit.look for unit in units} == {Look.UNIT}
    assert [unit.text for unit in units] == ["m", "m/s", "°"]


def test_a_long_value_is_shortened_in_the_middle(fonts):
    layout = lay_out(fact("mesh", "Mesh path", plain("/Game/Carla/" + "x" * 90 + "/SM_Chair")), 300, fonts)
    value = layout.pieces[-1]
    assert layout.shortened
    assert "…" in value.text
    assert value.text.endswith("ir")
    assert value.x + value.width == 300 - RIGHT


def test_a_long_label_gives_way_to_its_value(fonts):
    row = fact("a", "Motion blur max distortion of the far background", plain("0.35"))
    label, value = lay_out(row, 300, fonts).pieces
    assert value.text == "0.35"
    assert "…" in label.text
    assert label.x + label.width < value.x


def test_links_are_where_they_are_seen(fonts):
    row = Row("contact", (Piece("Collision with "), actor(4, 2768)), Value((moment(8.47),)))
    words, partner, time = (layout := lay_out(row, 800, fonts)).pieces
    assert layout.target_at(partner.x + 1).row == 4
    assert layout.target_at(time.x + 1) == SeekTo(8.47)
    assert layout.target_at(words.x + 1) is None
    assert layout.target_at(time.x - 1) is None


def test_a_swatch_and_a_mark_have_room(fonts):
    swatch = lay_out(fact("c", "Color", Value((Piece("1, 2, 3"),), swatch=Swatch((1, 2, 3)))), 300, fonts)
    assert swatch.swatches[0][0] + SWATCH < swatch.pieces[-1].x
    fold = lay_out(Row("more", (Piece("More"),), plain("3"), RowKind.FOLD), 300, fonts)
    assert fold.mark_x > right_end(fold)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    label=st.text("Wi m", max_size=60),
    value=st.text("8, −", max_size=60),
    width=st.integers(120, 600),
    derived=st.booleans(),
)
def test_nothing_overlaps_and_nothing_leaves_the_row(fonts, label, value, width, derived):
    source = Source.DERIVED if derived else Source.RECORDED
    layout = lay_out(fact("x", label, Value((Piece(value),), source)), width, fonts)
    name, number = layout.pieces
    assert name.x == MARGIN
    assert name.x + name.width <= number.x
    assert number.x + number.width in {value_end(width, fonts), width - RIGHT}


@pytest.mark.parametrize("width", range(120, 400, 7))
def test_a_label_that_is_too_long_ends_12_pixels_before_the_swatch(fonts, width):
    value = Value((Piece("17, 37, 103"),), swatch=Swatch((17, 37, 103)))
    layout = lay_out(fact("color", "The color of this vehicle of them all", value), width, fonts)
    label, *_, shown = layout.pieces
    begin = layout.swatches[0][0]
    assert label.x + label.width <= begin - 12
    assert begin + SWATCH + 8 == shown.x


def test_what_is_clicked_is_where_it_begins_and_not_where_it_ends():
    piece = PlacedPiece(Piece("link", target=SeekTo(1.0)), "link", 100, 20)
    layout = LineLayout(pieces=[piece], areas=[(110, 140, SeekTo(2.0)), (140, 160, SeekTo(3.0))])
    found = {x: layout.target_at(x) for x in (99, 100, 119, 120, 139, 140, 159, 160)}
    assert {x: target and target.elapsed for x, target in found.items()} == {
        99: None, 100: 1.0, 119: 1.0, 120: 2.0, 139: 2.0, 140: 3.0, 159: 3.0, 160: None,
    }  # fmt: skip


def test_lamps_are_fields_of_28_pixels_38_apart(fonts):
    """Lamps in one row of 28×24 fields, 38 apart."""
    keys = [SeriesKey("lamps", 0), None, SeriesKey("lamps", 2)]
    lamps = tuple(Lamp(VehicleLightState.BRAKE, "Brake", lit=False, key=key) for key in keys)
    layout = lay_out(Row("lamps", (), Value(lamps=lamps), RowKind.LAMPS), 340, fonts)
    for place in range(3):
        left = MARGIN + 38 * place
        told = [layout.target_at(x) for x in (left, left + 27)]
        assert told == [None if keys[place] is None else OverTime(keys[place])] * 2
        assert [layout.target_at(x) for x in (left - 1, left + 28)] == [None, None]
