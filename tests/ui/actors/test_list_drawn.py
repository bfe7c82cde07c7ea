"""The lines of the actor list as they are painted: swatches, texts in their columns, grounds and bars."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from tests.scenes import BICYCLE, HERO, LATE, OTHER, WALKER
from tests.ui.actors.hands import line_of, middle, move_to, row_of
from tests.ui.drawn import drawn, shade
from viewer.ui.actors.listing import Column
from viewer.ui.state.actor_ref import ref_of, refs_of
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")
COLORS = {HERO: THEME.hero, OTHER: THEME.vehicle, BICYCLE: THEME.bicycle, WALKER: THEME.walker}


def told(listing):
    """All that is painted of the lines."""
    port = listing.viewport()
    found = drawn(lambda on: port.render(on, QPoint(0, 0)), port.width(), port.height())
    return [each for each in found if each.box != (0.0, 0.0, port.width(), port.height())]


def in_line(listing, found, text):
    line = line_of(listing, text)
    top = listing.rowViewportPosition(line)
    return top, [each for each in found if top <= each.points[:, 1].mean() < top + 26]


def advance(text, *, bold=False):
    return QFontMetricsF(font(13, bold=bold)).horizontalAdvance(text)


@pytest.mark.parametrize("width", [240, 300, 420, 700])
def test_texts_stand_in_their_columns_numbers_right_and_words_left(panel, listing, width):
    panel.resize(width, 500)
    found, model, header = told(listing), listing.model(), listing.horizontalHeader()
    for actor_id in (HERO, OTHER, BICYCLE):
        top, parts = in_line(listing, found, actor_id)
        words = [each for each in parts if each.text]
        line = line_of(listing, actor_id)
        shown = [column for column in Column if not listing.isColumnHidden(column)]
        assert Column.ID in shown
        for column in shown:
            text = model.index(line, column).data()
            if not text:
                continue
            left = header.sectionViewportPosition(column)
            right = left + header.sectionSize(column)
            assert any(
                each.text in {text, text[: len(each.text) - 1] + "…"}
                and left <= each.points[0, 0]
                and each.points[0, 0] + advance(each.text) <= right + 2
                for each in words
            ), column
        for each in words:
            assert top + 14 < each.points[0, 1] < top + 24  # on one line in its middle


def test_swatches_of_ten_pixels_stand_twelve_from_the_left_before_the_id(panel, listing):
    found = told(listing)
    for actor_id, color in COLORS.items():
        top, parts = in_line(listing, found, actor_id)
        (swatch,) = (each for each in parts if each.kind == "path" and each.fill and each.size[0] < 12)
        assert swatch.fill == shade(color)
        assert swatch.box == pytest.approx((12.0, top + 8.0, 22.0, top + 18.0), abs=0.01)
        name = next(each for each in parts if each.text == str(actor_id))
        assert name.points[0, 0] == 30.0


def test_who_is_not_alive_has_a_hollow_swatch_and_quiet_words(panel, listing):
    """Those not yet or no longer alive have a hollow swatch and secondary text."""
    _, parts = in_line(listing, told(listing), LATE)
    (swatch,) = (each for each in parts if each.kind == "path")
    assert (swatch.fill, swatch.ink, swatch.width) == (None, shade(THEME.vehicle), 1.5)
    assert swatch.size == pytest.approx((8.5, 8.5), abs=0.01)
    assert {each.ink for each in parts if each.text} == {shade(THEME.secondary)}


def test_selected_lines_have_their_colour_and_a_bar_of_three_pixels(panel, listing, index):
    """Selected: row colour and a 3 px accent bar; of several the primary stands out."""
    panel.set_selected(refs_of((row_of(index, BICYCLE), row_of(index, OTHER))))
    found = told(listing)
    for actor_id, strength in ((OTHER, 1.0), (BICYCLE, 0.55), (HERO, None)):
        top, parts = in_line(listing, found, actor_id)
        grounds = [each for each in parts if each.kind == "rect" and each.size[0] > 100]
        bars = [each for each in parts if each.kind == "rect" and each.fill == shade(THEME.accent)]
        bars = [each for each in bars if each.size[0] > 0]
        if strength is None:
            assert not grounds
            assert not bars
            continue
        assert [each.fill for each in grounds] == [shade(THEME.selected, strength)]
        assert [each.box for each in bars] == [(0.0, top, 3.0, top + 26.0)]
        name = next(each for each in parts if each.text == str(actor_id))
        assert name.ink == shade(THEME.text)


def test_the_line_under_the_mouse_is_raised_and_that_of_the_keyboard_has_a_thin_bar(panel, listing, qtbot):
    move_to(listing, middle(listing, OTHER))
    top, parts = in_line(listing, told(listing), OTHER)
    grounds = [each for each in parts if each.kind == "rect" and each.size[0] > 100]
    assert [each.fill for each in grounds] == [shade(THEME.raised)]
    assert grounds[0].box[1::2] == (top, top + 26)
    panel.activateWindow()
    listing.setFocus()
    qtbot.waitUntil(listing.hasFocus)
    QTest.keyClick(listing, Qt.Key.Key_Home)
    bars = [each for each in told(listing) if each.fill == shade(THEME.accent) and each.size[0] > 0]
    assert [each.size for each in bars] == [(2.0, 26.0)]


def test_headings_of_groups_say_how_many_there_are_at_the_right(panel, listing):
    """The street has a light, a sign, a cone, a camera and a spectator besides what moves."""
    found, headings = told(listing), {}
    for line in range(listing.model().rowCount()):
        top = listing.rowViewportPosition(line)
        parts = [each for each in found if top <= each.points[:, 1].mean() < top + 26]
        if not [each for each in parts if each.kind == "path" and each.size[0] < 12]:
            name, number = sorted((each for each in parts if each.text), key=lambda each: each.points[0, 0])
            assert name.points[0, 0] == 30.0
            assert number.points[0, 0] + advance(number.text) == pytest.approx(
                listing.viewport().width() - 12, abs=1.5
            )
            assert name.ink == number.ink == shade(THEME.secondary)
            (mark,) = (each for each in parts if each.kind == "polygon")
            assert mark.fill == shade(THEME.secondary)
            assert 12.0 <= mark.box[0] < mark.box[2] <= 22.0
            assert mark.middle[1] == pytest.approx(top + 13, abs=1.0)
            headings[name.text] = number.text
    assert headings
    assert set(headings.values()) == {"1"}


def test_the_hero_is_amber_and_whoever_else_is_made_it(panel, listing, index):
    panel.set_hero(ref_of(row_of(index, OTHER)))
    for actor_id, color in ((HERO, THEME.vehicle), (OTHER, THEME.hero)):
        _, parts = in_line(listing, told(listing), actor_id)
        assert shade(color) in [each.fill for each in parts if each.kind == "path"]
