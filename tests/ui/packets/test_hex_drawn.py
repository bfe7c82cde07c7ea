"""Bytes as they are painted: every line in its place, and under the mouse the byte that is there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontDatabase, QFontMetrics

from tests.ui.drawn import drawn, shade
from viewer.ui.packets.hex_view import HexView
from viewer.ui.theme import load_theme

THEME = load_theme("dark")


@pytest.fixture
def view(qtbot):
    view = HexView(THEME)
    qtbot.addWidget(view)
    view.resize(640, 120)
    view.show()
    qtbot.waitExposed(view)
    return view


def metrics():
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPixelSize(12)
    return QFontMetrics(fixed)


def told(view):
    port = view.viewport()
    found = drawn(lambda on: port.render(on, QPoint(0, 0)), port.width(), port.height())
    return [each for each in found if each.text]


@pytest.mark.parametrize("size", [0, 1, 16, 17, 100, 5000])
@pytest.mark.parametrize("scroll", [0, 3, 10_000])
@pytest.mark.parametrize("offset", [0, 0x7FFFFFF0, 0x1_2345_6789])
def test_lines_follow_each_other_from_the_one_scrolled_to(view, size, scroll, offset):
    data = bytes(n * 7 % 256 for n in range(size))
    view.set_data(data, offset)
    view.verticalScrollBar().setValue(scroll)
    first, pitch = view.verticalScrollBar().value(), metrics().height() + 4
    seen = min(-(-view.viewport().height() // pitch), -(-size // 16) - first)
    digits = max(8, len(f"{offset + size:x}"))
    found = told(view)
    offsets = [each for each in found if each.ink == shade(THEME.secondary)]
    parts = [each for each in found if each.ink == shade(THEME.text)]
    assert [each.text for each in offsets] == [
        f"{offset + 16 * (first + n):0{digits}x}" for n in range(max(seen, 0))
    ]
    letter = metrics().horizontalAdvance("0")
    for n, (begin, part) in enumerate(zip(offsets, parts, strict=True)):
        line = data[16 * (first + n) : 16 * (first + n) + 16]
        assert bytes.fromhex(part.text[:48]) == line
        assert begin.points[0, 0] == 12 - view.horizontalScrollBar().value()
        assert part.points[0, 0] == begin.points[0, 0] + (digits + 2) * letter
        assert n * pitch < begin.points[0, 1] < (n + 1) * pitch
        assert begin.points[0, 1] == part.points[0, 1]


@pytest.mark.parametrize("width", [200, 640])
@pytest.mark.parametrize("across", [0, 37])
def test_the_byte_at_a_place_is_the_one_painted_there(view, width, across):
    """Each byte is two letters wide; between two there is nothing, nor beside them."""
    data = bytes(range(40))
    view.set_data(data, 0)
    view.resize(width, 200)
    view.horizontalScrollBar().setValue(across)
    letter, pitch = metrics().horizontalAdvance("0"), metrics().height() + 4
    shift = view.horizontalScrollBar().value()
    for line in range(4):
        text = f"{'':10}" + " ".join(f"{n:02x}" for n in range(8)) + "  " + " ".join("00" for _ in range(8))
        number, expected = -1, {}
        for column, sign in enumerate(text):
            if column < 10 or sign == " ":
                continue
            if text[column - 1] == " ":
                number += 1
            expected[column] = 16 * line + number
        for column in range(-1, 80):
            at = QPoint(round(12 - shift + (column + 0.5) * letter), line * pitch + pitch // 2)
            byte = expected.get(column)
            assert view.byte_at(at) == (byte if byte is not None and byte < 40 else None), (line, column)


@pytest.mark.parametrize("across", [0, 1, 50, 120, 10_000])
def test_what_is_scrolled_away_at_the_left_lies_left_of_the_view(view, across):
    view.set_data(bytes(100), 0)
    view.resize(250, 120)
    bar = view.horizontalScrollBar()
    bar.setValue(across)
    assert bar.value() == min(across, bar.maximum())
    letter = metrics().horizontalAdvance("0")
    places = sorted({each.points[0, 0] for each in told(view)})
    assert places == [12 - bar.value(), 12 - bar.value() + 10 * letter]


@pytest.mark.parametrize("width", [150, 400, 900])
def test_one_can_scroll_to_the_end_of_the_letters_and_no_farther(view, width):
    view.set_data(bytes(1000), 0)
    view.resize(width, 100)
    letter = metrics().horizontalAdvance("0")
    whole = (8 + 2 + 48 + 2 + 16) * letter + 24
    bar = view.horizontalScrollBar()
    assert bar.maximum() == max(whole - view.viewport().width(), 0)
    assert (bar.pageStep(), bar.singleStep()) == (view.viewport().width(), letter)
    lines = max(view.viewport().height() // (metrics().height() + 4), 1)
    assert view.verticalScrollBar().maximum() == 63 - lines
    assert view.verticalScrollBar().pageStep() == lines
