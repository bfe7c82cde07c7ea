"""Where the pieces of a row come to lie."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetrics

from viewer.ui.inspector.line_layout import MARGIN, SWATCH, lay_out
from viewer.ui.inspector.sheet import Piece, Row, RowKind, SeekTo, Source, Swatch, Value, fact
from viewer.ui.inspector.values import actor, moment, plain, vector
from viewer.ui.theme import font


@pytest.fixture
def texts(qapp):
    return QFontMetrics(font(13))


@pytest.fixture
def tags(qapp):
    return QFontMetrics(font(12))


def right_end(layout):
    return max(placed.x + placed.width for placed in layout.pieces)


def test_the_label_is_left_and_the_value_right(texts, tags):
    layout = lay_out(fact("speed", "Speed", plain("9.61")), 300, texts, tags)
    label, value = layout.pieces
    assert (label.text, label.x) == ("Speed", MARGIN)
    assert (value.text, value.x + value.width) == ("9.61", 300 - MARGIN)
    assert layout.labels == 1
    assert not layout.shortened


def test_a_vector_is_one_text_that_ends_at_the_right_and_keeps_room_at_its_left(texts, tags):
    def laid_out(values, widest=0):
        value = vector(values, 2, "m", Source.DERIVED)
        return lay_out(fact("long", "A label that is long", value), 400, texts, tags, widest)

    wide, alone = laid_out((-1000.25, 1131.26, -10.5)), laid_out((0.0, 1.0, 2.0))
    narrow = laid_out((0.0, 1.0, 2.0), wide.widest)
    _, numbers, unit = narrow.pieces
    assert numbers.text == "0.00, 1.00, 2.00"
    assert numbers.width == texts.horizontalAdvance(numbers.text)
    assert numbers.x + numbers.width == unit.x
    assert wide.pieces[-1].x == unit.x
    assert narrow.widest == wide.widest
    assert (wide.tag_x, narrow.tag_x) == (None, None)  # the tag does not come and go with the digits
    assert alone.tag_x is not None


def test_a_derived_value_is_marked_while_there_is_room(texts, tags):
    value = vector((-123.45, -123.45, -123.45), 2, "m/s", Source.DERIVED)
    row = fact("velocity", "Velocity", value)
    roomy, tight = lay_out(row, 500, texts, tags), lay_out(row, 320, texts, tags)
    assert roomy.tag_x + roomy.tag_width == 500 - MARGIN
    assert right_end(roomy) < roomy.tag_x
    assert tight.tag_x is None
    assert not tight.shortened


def test_a_long_value_is_shortened_in_the_middle(texts, tags):
    layout = lay_out(
        fact("mesh", "Mesh path", plain("/Game/Carla/" + "x" * 90 + "/SM_Chair")), 300, texts, tags
    )
    value = layout.pieces[-1]
    assert layout.shortened
    assert "…" in value.text
    assert value.text.endswith("ir")
    assert value.x + value.width == 300 - MARGIN


def test_a_long_label_gives_way_to_its_value(texts, tags):
    row = fact("a", "Motion blur max distortion of the far background", plain("0.35"))
    label, value = lay_out(row, 300, texts, tags).pieces
    assert value.text == "0.35"
    assert "…" in label.text
    assert label.x + label.width < value.x


def test_links_are_where_they_are_seen(texts, tags):
    row = Row("contact", (Piece("Collision with "), actor(4, 2768)), Value((moment(8.47),)))
    words, partner, time = (layout := lay_out(row, 300, texts, tags)).pieces
    assert layout.target_at(partner.x + 1).row == 4
    assert layout.target_at(time.x + 1) == SeekTo(8.47)
    assert layout.target_at(words.x + 1) is None
    assert layout.target_at(time.x - 1) is None


def test_a_swatch_and_a_mark_have_room(texts, tags):
    swatch = lay_out(
        fact("c", "Color", Value((Piece("1, 2, 3"),), swatch=Swatch((1, 2, 3)))), 300, texts, tags
    )
    assert swatch.swatches[0][0] + SWATCH < swatch.pieces[-1].x
    fold = lay_out(Row("more", (Piece("More"),), plain("3"), RowKind.FOLD), 300, texts, tags)
    assert fold.mark_x > right_end(fold)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    label=st.text("Wi m", max_size=60),
    value=st.text("8, −", max_size=60),
    width=st.integers(120, 600),
    derived=st.booleans(),
)
def test_nothing_overlaps_and_nothing_leaves_the_row(texts, tags, label, value, width, derived):
    source = Source.DERIVED if derived else Source.RECORDED
    layout = lay_out(fact("x", label, Value((Piece(value),), source)), width, texts, tags)
    name, number = layout.pieces
    assert name.x == MARGIN
    assert name.x + name.width <= number.x
    end = number.x + number.width if layout.tag_x is None else layout.tag_x + layout.tag_width
    assert end == width - MARGIN
