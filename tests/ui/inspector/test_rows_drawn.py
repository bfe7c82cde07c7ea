"""What is drawn in the rows of a sheet: speed, bars, lamps, curves, signs."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetricsF

from tests.ui.drawn import drawn, shade
from viewer.logfile.enums import VehicleLightState
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.inspector.line_layout import Look, lay_out, value_end
from viewer.ui.inspector.sheet import Curve, Lamp, Piece, Row, RowKind, SeekTo, Source, Swatch, Value, fact
from viewer.ui.inspector.sheet_painter import SheetPainter
from viewer.ui.inspector.values import plain, quantity
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")
WIDTH, TOP = 340, 100
"""The width of the inspector, and where the row is in it."""
LEFT, RIGHT = 24, 340 - 16
KEY = SeriesKey("derived_speed", 0)


@pytest.fixture
def painter(qapp):
    return SheetPainter(THEME)


def told(painter, row, height=26, hot=None, width=WIDTH, asked=None):
    layout = lay_out(row, width, painter.fonts)
    rect = QRect(0, TOP, width, height)
    return drawn(
        lambda on: painter.paint_row(on, rect, row, layout, hot, asked or rect), width, TOP + height + 50
    )


def texts(found):
    return {each.text: each.points[0] for each in found if each.kind == "text"}


def advance(text, size=13, **how):
    return QFontMetricsF(font(size, **how)).horizontalAdvance(text)


def ramp(begin=0.0, end=60.0, now=30.0, scale=None, *, recorded=True, most=20.0):
    """A signal that grows evenly from 0 to its most over a minute."""
    times = np.linspace(0.0, 60.0, 61)
    series = Series("derived_speed", "Speed", "m/s", times, most * times / 60.0, recorded, steps=False)
    return Curve(KEY, series, begin, end, now, "vehicle", scale)


# -- speed


def speed_row(curve=None):
    return Row("speed", (Piece("Speed"),), Value(
        (Piece("12.34"), Piece(" m/s", unit=True)), below="44.4 km/h", curve=curve,
    ), RowKind.SPEED)  # fmt: skip


def test_the_speed_is_large_with_its_unit_beside_and_the_other_one_below(painter):
    found = texts(told(painter, speed_row(), 48))
    number, unit, below = found["12.34"], found["m/s"], found["44.4 km/h"]
    assert number[0] == below[0] == LEFT
    assert unit[0] == pytest.approx(LEFT + advance("12.34", 20, bold=True) + 4, abs=1.0)
    assert abs(number[1] - unit[1]) < 3.0  # on one line
    assert 15 < below[1] - number[1] < 25
    assert number[1] - 15 > TOP + 2  # figures of 20 px have room above
    assert below[1] + 4 < TOP + 48
    sizes = {each.text: each.ink for each in told(painter, speed_row(), 48) if each.kind == "text"}
    assert sizes == {
        "12.34": shade(THEME.text), "m/s": shade(THEME.secondary), "44.4 km/h": shade(THEME.secondary),
    }  # fmt: skip


@pytest.mark.parametrize(("begin", "now", "said", "most"), [
    (0.0, 60.0, "since 0 s", "max 20.0"), (0.0, 20.0, "since 0 s", "max 6.7"),
    (1.0, 61.0, "last 60 s", "max 20.0"), (12.0, 72.0, "last 60 s", "max 20.0"),
])  # fmt: skip
def test_it_is_said_since_when_and_the_most_until_now(painter, begin, now, said, most):
    words = texts(told(painter, speed_row(ramp(begin, begin + 60.0, now)), 48))
    assert most in words
    assert said in words or advance(f"{said}{most}", 11) > 140  # where there is room beside it


# -- bars and lamps


def bar(share, kind=RowKind.BAR):
    return Row("bar", (Piece("Throttle"),), Value((Piece("0.50"),), raw=share), kind)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.25, 0.5, 0.9, 1.0, 3.0, -0.5, None, "x"])
@pytest.mark.parametrize("height", [22, 26, 31])
def test_a_pedal_fills_its_bar_from_the_left(painter, share, height):
    """Bars of 6 px; from x = 96 to before the figures; in the middle of the row."""
    track, *filled = (each for each in told(painter, bar(share), height) if each.kind == "path")
    assert (track.fill, track.ink) == (shade(THEME.lane_grid), None)
    assert track.size[1] == pytest.approx(6.0)
    assert track.box[0] == 96.0
    assert track.middle[1] == pytest.approx(TOP + height / 2, abs=1.0)
    assert track.box[2] < texts(told(painter, bar(share), height))["0.50"][0] - 12
    part = min(max(share if isinstance(share, float) else 0.0, 0.0), 1.0)
    assert len(filled) == (part > 0)
    for each in filled:
        assert each.fill == shade(THEME.text)
        assert each.box[:2] == pytest.approx(track.box[:2], abs=0.01)
        assert each.size == pytest.approx((part * track.size[0], 6.0), abs=0.01)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 1.0, 2.0, -0.1, -0.5, -1.0, -2.0])
def test_the_wheel_fills_its_bar_from_the_middle(painter, share):
    """Steering from the middle; a notch of 2 px there is what is seen of none."""
    track, filled = (each for each in told(painter, bar(share, RowKind.MIDDLE_BAR)) if each.kind == "path")
    middle = track.middle[0]
    reach = min(max(share, -1.0), 1.0) * track.size[0] / 2
    assert filled.box[0] == pytest.approx(middle + min(reach, 0.0) - 1, abs=0.01)
    assert filled.box[2] == pytest.approx(middle + max(reach, 0.0) + 1, abs=0.01)
    assert filled.size[1] == pytest.approx(6.0)


LAMPS = ("position", "low-beam", "high-beam", "fog", "left", "right", "brake", "reverse")
STATES = (
    VehicleLightState.POSITION, VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM,
    VehicleLightState.FOG, VehicleLightState.LEFT_BLINKER, VehicleLightState.RIGHT_BLINKER,
    VehicleLightState.BRAKE, VehicleLightState.REVERSE,
)  # fmt: skip


@pytest.mark.parametrize("width", [240, 283, 298, 326, 333, 334, 335, 340, 420])
@pytest.mark.parametrize("lit", [(), (0,), (3, 6), tuple(range(8))])
def test_lit_lamps_are_fields_of_28_by_24_and_every_lamp_has_its_icon_in_the_middle(painter, lit, width):
    """28×24 fields, 38 apart: lit in text on *raised*, unlit as outlines."""
    lamps = tuple(Lamp(each, name, number in lit, None)
                  for number, (each, name) in enumerate(zip(STATES, LAMPS, strict=True)))  # fmt: skip
    found = told(painter, Row("lamps", (), Value(lamps=lamps), RowKind.LAMPS), 32, width=width)
    fields = [each for each in found if each.fill == shade(THEME.raised)]
    icons = [each for each in found if each.kind == "image"]
    step = min(38, (width - 24 - 16 - 28) // 7)  # where there is little room they move together
    assert [each.box[0] for each in fields] == [LEFT + step * number for number in lit]
    assert {each.size for each in fields} <= {(28.0, 24.0)}
    assert [each.middle[0] for each in icons] == [LEFT + step * number + 14 for number in range(8)]
    assert {each.size for each in icons} == {(16.0, 16.0)}
    assert {each.middle[1] for each in (*icons, *fields)} == {TOP + 16.0}


# -- curves below rows


@pytest.mark.parametrize("height", [62, 80])
def test_a_curve_below_a_row_is_a_field_with_the_moment_in_its_middle_and_words_below(painter, height):
    """The ±5 s curve under the row."""
    value = Value((Piece("8.00 – 12.00 m/s"),), curve=ramp(25.0, 35.0, 30.0, (0.0, 20.0)))
    found = told(painter, Row("x", (Piece("Speed"),), value, RowKind.CURVE), height)
    (field,) = (each for each in found if each.fill == shade(THEME.lane))
    assert field.box == (LEFT, TOP, RIGHT, TOP + height - 18)
    (moment,) = (each for each in found if each.fill == shade(THEME.text))
    assert moment.size == (1.0, field.size[1])
    assert moment.middle == pytest.approx(field.middle)
    words = texts(found)
    assert words["−5 s"][0] == LEFT
    assert words["+5 s"][0] + advance("+5 s", 11) == pytest.approx(RIGHT, abs=1.0)
    said = "8.00 – 12.00 m/s"
    assert words[said][0] + advance(said, 11) / 2 == pytest.approx((LEFT + RIGHT) / 2, abs=1.0)
    assert len({y for _, y in words.values()}) == 1
    assert field.box[3] + 6 < words[said][1] < TOP + height
    assert [each.box for each in found if each.kind == "image"] == [field.box]


def test_without_a_signal_there_is_the_field_alone(painter):
    empty = Curve(KEY, None, 25.0, 35.0, 30.0, "vehicle", None)
    row = Row("x", (Piece("Speed"),), Value((Piece("–"),), curve=empty), RowKind.CURVE)
    assert not [each for each in told(painter, row, 62) if each.kind == "image"]


# -- signs


def test_a_derived_value_is_marked_nine_pixels_from_the_left(painter):
    found = told(painter, fact("x", "Speed", quantity(1.0, 2, "m", Source.DERIVED)))
    sign = next(each for each in found if each.text == "ƒ")
    assert sign.points[0, 0] == 9.0
    assert sign.ink == shade(THEME.secondary)
    label = next(each for each in found if each.text == "Speed")
    assert abs(sign.points[0, 1] - label.points[0, 1]) <= 1.0


@pytest.mark.parametrize("round_", [True, False])
@pytest.mark.parametrize("height", [22, 26])
def test_a_swatch_of_eight_pixels_stands_before_its_value(painter, round_, height):
    swatch = Swatch("light_red" if round_ else (10, 200, 30), round=round_)
    found = told(painter, fact("x", "State", Value((Piece("red"),), swatch=swatch)), height)
    (spot,) = (each for each in found if each.kind in {"ellipse", "path"})
    assert spot.fill == (shade(THEME.light_red) if round_ else ("#0ac81e", 1.0))
    assert spot.ink == (None if round_ else shade(THEME.faint))
    assert spot.size == pytest.approx((8.0, 8.0), abs=0.01)
    assert spot.middle[1] == pytest.approx(TOP + height / 2, abs=0.51)
    assert texts(found)["red"][0] - spot.box[2] == pytest.approx(8.0, abs=0.51)


def test_a_link_is_in_accent_and_underlined_while_the_mouse_is_on_it(painter):
    row = fact("x", "At", Value((Piece("8.47 s", target=SeekTo(8.47)),)))
    for hot in (None, SeekTo(8.47), SeekTo(9.0)):
        found = told(painter, row, hot=hot)
        (link,) = (each for each in found if each.text == "8.47 s")
        assert link.ink == shade(THEME.accent)
        lines = [each for each in found if each.kind == "rect"]
        assert len(lines) == (hot == SeekTo(8.47))
        for line in lines:
            assert line.fill == shade(THEME.accent)
            assert line.size == pytest.approx((advance("8.47 s"), 1.0), abs=1.0)
            assert line.box[0] == link.points[0, 0]
            assert 0 < line.box[1] - link.points[0, 1] < 4  # close below the figures


def test_texts_out_of_what_is_asked_for_are_left_out(painter):
    row = fact("x", "Label", plain("value"))
    end = value_end(WIDTH, painter.fonts)
    begin = end - painter.fonts.width("value", Look.VALUE)
    label_end = LEFT + painter.fonts.width("Label", Look.LABEL)
    for asked, expected in (
        (QRect(0, 0, 10, 9), set()),
        (QRect(0, 0, LEFT - 2, 9), {"Label"}),
        (QRect(0, 0, LEFT - 3, 9), set()),
        (QRect(label_end + 3, 0, 5, 9), {"Label"}),
        (QRect(label_end + 4, 0, 5, 9), set()),
        (QRect(begin - 10, 0, 8, 9), {"value"}),
        (QRect(end + 4, 0, 8, 9), set()),
        (QRect(0, 0, WIDTH, 9), {"Label", "value"}),
    ):
        assert texts(told(painter, row, asked=asked)).keys() == expected


def test_headings_notes_and_the_line_of_the_keyboard(painter):
    rect = QRect(0, TOP, WIDTH, 36)
    heading = Row("h", (Piece("Motion"),), kind=RowKind.HEADING)
    line, word = drawn(lambda on: painter.paint_heading(on, rect, heading, 24), WIDTH, 200)
    assert (line.fill, line.box) == (shade(THEME.hairline), (0.0, TOP + 5.0, WIDTH, TOP + 6.0))
    assert (word.text, word.points[0, 0], word.ink) == ("Motion", 24.0, shade(THEME.text))
    assert TOP + 15 < word.points[0, 1] - 9 < word.points[0, 1] < TOP + 36
    ground, bar = drawn(lambda on: painter.paint_ground(on, rect), WIDTH, 200)
    assert (ground.fill, ground.box) == (shade(THEME.raised), (0.0, TOP, WIDTH, TOP + 36.0))
    assert (bar.fill, bar.box) == (shade(THEME.accent), (0.0, TOP, 2.0, TOP + 36.0))
    note = Row("n", (Piece("some words " * 12),), kind=RowKind.HEADING)
    lines = drawn(lambda on: painter.paint_note(on, rect, note), WIDTH, 200)
    assert len(lines) > 1
    for each in lines:
        assert each.points[0, 0] == 24.0
        assert each.points[0, 0] + advance(each.text.rstrip()) <= WIDTH - 24
        assert each.ink == shade(THEME.secondary)
