"""Chips and the strip around them, shape by shape."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QPushButton, QWidget

from tests.ui.drawn import drawn, shade
from tests.ui.story.test_strip import chip, tell
from viewer.ui.state.story import Whose
from viewer.ui.story.chip import StoryChip, chip_width, name_font
from viewer.ui.story.strip import STRIP_HEIGHT, StoryStrip, StripContent
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")


def told(widget):
    flags = QWidget.RenderFlag(0)
    return drawn(
        lambda on: widget.render(on, QPoint(0, 0), renderFlags=flags), widget.width(), widget.height()
    )


@pytest.fixture
def made(qtbot):
    """A function that shows a chip."""
    parent = QWidget()
    qtbot.addWidget(parent)

    def make(kind="red_light", *, first=False, current=False, theme=THEME):
        shown = StoryChip(parent)
        content = chip(3, kind)
        shown.show_content(content, first=first, current=current, theme=theme)
        shown.resize(chip_width(content, first=first), 28)
        return shown

    return make


@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("kind", "current", "line"), [
    ("red_light", False, "hairline"), ("red_light", True, "accent"), ("collision", False, "hairline"),
    ("collision", True, "collision"), ("contact", True, "collision"),
])  # fmt: skip
def test_a_chip_is_icon_name_and_value_on_a_ground_of_radius_14(made, first, theme, kind, current, line):
    """28 high, radius 14; icon, name (500; the first 600), value in secondary; the one at the
    playhead is selected, a collision's has an orange outline."""
    theme = load_theme(theme)
    shown = made(kind, first=first, current=current, theme=theme)
    ground, icon, name, value = told(shown)
    assert ground.fill == shade(theme.selected if current else theme.raised)
    assert (ground.ink, ground.width) == (shade(getattr(theme, line)), 1.0)
    assert ground.box == pytest.approx((0.5, 0.5, shown.width() - 0.5, 27.5), abs=0.01)
    top = ground.points[ground.points[:, 1] < 0.51]
    assert top[:, 0].min() == pytest.approx(0.5 + 13.5, abs=7.6)  # round up to its half
    assert icon.box == (10.0, 6.0, 26.0, 22.0)
    bold, plain = QFontMetricsF(name_font(first=first)), QFontMetricsF(font(13))
    assert (name.text, value.text) == ("Red light", "3 · 7.550 s")
    assert name.points[0, 0] == 32.0
    assert value.points[0, 0] == pytest.approx(32.0 + bold.horizontalAdvance(name.text) + 6, abs=0.01)
    end = value.points[0, 0] + plain.horizontalAdvance(value.text)
    assert 0 <= shown.width() - 12 - end < 1.0
    assert name.points[0, 1] == pytest.approx(value.points[0, 1], abs=0.6)
    assert 17 < name.points[0, 1] < 20
    assert name.ink == shade(theme.text)
    assert value.ink == shade(theme.text if current else theme.secondary)


def test_names_are_of_weight_500_and_the_first_of_600():
    assert [name_font(first=first).weight() for first in (False, True)] == [500, 600]


@pytest.fixture
def strip(qtbot):
    strip = StoryStrip()
    qtbot.addWidget(strip)
    strip.set_theme(THEME)
    strip.resize(900, STRIP_HEIGHT)
    strip.show()
    return strip


@pytest.mark.parametrize("whose", list(Whose))
def test_the_menu_says_about_whom_and_a_hairline_stands_between_it_and_the_chips(strip, whose):
    tell(strip, 2, whose=whose)
    ground, below, line = told(strip)[:3]
    assert (ground.fill, ground.box) == (shade(THEME.window), (0.0, 0.0, 900.0, 40.0))
    assert (below.fill, below.box) == (shade(THEME.hairline), (0.0, 39.0, 900.0, 40.0))
    button = strip.findChild(QPushButton)
    first = strip.shown_chips[0]
    assert line.fill == shade(THEME.hairline)
    assert line.size == (1.0, 20.0)
    assert line.middle[1] == 20.0
    assert button.geometry().getRect()[:2] == (12, 6)
    assert button.height() == 28
    right = button.x() + button.width()
    assert line.box[0] - right == 12 - 8
    assert first.x() - line.box[2] == 12
    title, words, arrow = (each for each in told(button) if each.text or each.kind == "image")
    assert (title.text, title.ink) == ("Findings", shade(THEME.text))
    assert words.text == {
        Whose.EVERYONE: "· all actors", Whose.HERO: "· hero", Whose.SELECTED: "· selected",
    }[whose]  # fmt: skip
    assert words.ink == shade(THEME.secondary)
    assert title.points[0, 0] == 8.0
    bold, plain = QFontMetricsF(font(13, bold=True)), QFontMetricsF(font(13))
    gap = words.points[0, 0] - bold.horizontalAdvance("Findings") - 8.0
    assert gap == pytest.approx(8.0, abs=1.0)
    end = words.points[0, 0] + plain.horizontalAdvance(words.text)
    assert arrow.box[0] - end == pytest.approx(8.0, abs=1.5)
    assert arrow.middle[1] == 14.0
    assert arrow.box[2] <= button.width()


@pytest.mark.parametrize("width", range(250, 1500, 90))
@pytest.mark.parametrize("message", ["", "Looking…"])
def test_whatever_its_width_all_parts_lie_side_by_side_eight_pixels_apart(strip, width, message):
    strip.resize(width, STRIP_HEIGHT)
    tell(strip, 6, message=message)
    places = [each.geometry() for each in strip.shown_chips]
    for before, after in pairwise(places):
        assert after.left() - (before.right() + 1) == 8
    rest = 6 - len(places)
    assert strip.more.isHidden() is (rest == 0)
    if places:
        assert strip.more.isHidden() or strip.more.text() == f"{rest} more"
        end = strip.more.x() if rest else width - 12
        assert places[-1].right() + 1 + 8 <= end + 8
        if message:
            assert strip.message == message
    elif rest:
        assert strip.more.text() == "6 found"
    if rest:
        assert strip.more.geometry().right() + 1 == width - 12


def test_as_many_chips_are_shown_as_fit(strip):
    """A chip more comes as soon as there is room for it."""
    seen = []
    for width in range(250, 2800, 14):
        strip.resize(width, STRIP_HEIGHT)
        tell(strip, 5)
        seen.append(len(strip.shown_chips))
        if seen[-1] and seen[-1] < 5:
            left = strip.shown_chips[-1].geometry().right() + 1
            room = strip.more.x() - left - 8
            smallest = min(chip_width(chip(number), first=False) for number in range(5))
            assert room < smallest + 8
    assert seen == sorted(seen)
    assert set(seen) == {0, 1, 2, 3, 4, 5}


def test_without_words_or_events_there_is_nothing_behind_the_line(strip):
    strip.set_content(StripContent())
    assert strip.shown_chips == ()
    assert strip.message == ""
    assert strip.more.isHidden()
