"""The lines of the palette as they are painted: texts, found letters, keys and what stands at the right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetricsF

from tests.ui.drawn import drawn, shade
from viewer.ui.palette.entry import ANSWER, Entry, Hits
from viewer.ui.palette.fuzzy import Emphasis
from viewer.ui.palette.lines import HitLines
from viewer.ui.palette.list_view import PaletteList
from viewer.ui.palette.model import PaletteModel
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")
TEXT, QUIET, LINK = shade(THEME.text), shade(THEME.secondary), shade(THEME.accent)


def run():
    """What an entry would do."""


@pytest.fixture
def shown(qtbot):
    """A function that shows groups of entries, and returns what is painted of each line."""

    def show(*groups, width=560, current=-1, letters=""):
        model = PaletteModel(HitLines())
        view = PaletteList(model, THEME)
        qtbot.addWidget(view)
        model.setParent(view)
        view.resize(width, 600)
        model.show(HitLines([Hits.of(title, list(entries), best) for title, entries, best in groups]))
        view.set_emphasis(Emphasis(letters))
        view.set_current(current)
        port = view.viewport()
        found = drawn(lambda on: port.render(on, QPoint(0, 0)), port.width(), port.height())
        found = [each for each in found if each.size != (port.width(), port.height())]
        return [
            [each for each in found if 28 * line <= each.points[:, 1].mean() < 28 * line + 28]
            for line in range(model.rowCount())
        ]

    return show


def advance(text, size=13, **how):
    return QFontMetricsF(font(size, **how)).horizontalAdvance(text)


def test_a_text_begins_16_pixels_from_the_left_and_more_is_12_behind_it(shown):
    heading, one, other = shown(
        ("Actors", [Entry("", "101 audi", "vehicle", run=run), Entry("", "102", run=None)], 50)
    )
    (title,) = (each for each in heading if each.text)
    assert title.text == "Actors · 2"
    assert (title.points[0, 0], title.ink) == (16.0, QUIET)
    text, detail = (each for each in one if each.text)
    assert (text.text, text.points[0, 0], text.ink) == ("101 audi", 16.0, TEXT)
    assert (detail.text, detail.ink) == ("vehicle", QUIET)
    assert detail.points[0, 0] == pytest.approx(16 + advance("101 audi") + 12, abs=1.5)
    assert abs(detail.points[0, 1] - text.points[0, 1]) < 0.6
    assert 28 + 15 < text.points[0, 1] < 28 + 22
    assert [each.ink for each in other if each.text] == [QUIET]  # it cannot be done now


@pytest.mark.parametrize(("best", "count", "said"), [
    (50, 1, "Actors"), (50, 3, "Actors · 3"), (ANSWER, 3, "Actors"), (ANSWER - 1, 3, "Actors · 3"),
    (0, 3, "Actors"),
])  # fmt: skip
def test_a_heading_counts_several_that_are_only_similar(shown, best, count, said):
    lines = shown(("Actors", [Entry("", f"a{n}", run=run) for n in range(count)], best))
    assert "".join(each.text for each in lines[0]) == said


@pytest.mark.parametrize("width", [300, 560])
def test_what_stands_aside_ends_16_pixels_from_the_right(shown, width):
    long = "x" * 90
    _, aside, key, both = shown(
        ("All", [
            Entry("", "at", aside="0:12.5", run=run), Entry("", "fit", keys="Ctrl+F", run=run),
            Entry("", long, aside="9.5 s", run=run),
        ], 50),
        width=width,
    )  # fmt: skip
    time = next(each for each in aside if each.text == "0:12.5")
    assert time.points[0, 0] + advance("0:12.5") == pytest.approx(width - 16, abs=1.0)
    assert time.ink == QUIET
    word = next(each for each in key if each.text == "Ctrl+F")
    (box,) = (each for each in key if each.kind == "path")
    assert box.box[2] == pytest.approx(width - 16.5, abs=0.01)
    assert box.size == pytest.approx((advance("Ctrl+F", 11) + 12, 18.0), abs=1.0)
    assert box.middle[1] == pytest.approx(2 * 28 + 14, abs=0.6)
    assert (box.ink, box.fill) == (shade(THEME.hairline), None)
    assert word.points[0, 0] + advance("Ctrl+F", 11) / 2 == pytest.approx(box.middle[0], abs=1.0)
    assert word.ink == QUIET
    words = [each for each in both if each.text]
    cut = next(each for each in words if each.text.startswith("xx"))
    end = next(each for each in words if each.text == "9.5 s").points[0, 0]
    assert cut.text.endswith("…")
    assert cut.points[0, 0] + advance(cut.text) <= end - 12 + 1
    assert cut.points[0, 0] + advance(cut.text) > end - 12 - advance("xx")


def test_letters_that_were_found_are_set_off_where_it_is_not_the_answer(shown):
    group = [Entry("", "brake lamp", run=run)]
    for best, off in ((50, {"br", "l"}), (ANSWER, set())):
        _, line = shown(("Signals", group, best), letters="brl")
        words = [each for each in line if each.text]
        assert {each.text for each in words if each.ink == LINK} == off
        assert "".join(each.text for each in words) == "brake lamp"
        assert [each.points[0, 0] for each in words] == sorted(each.points[0, 0] for each in words)


def test_of_a_long_group_it_is_said_how_many_more_there_are(shown):
    entries = [Entry("", f"a{n}", run=run) for n in range(20)]
    lines = shown(("Long", entries, 50), ("Last", entries[:1], 50))
    (more,) = (each for each in lines[7] if each.text)
    assert "14" in more.text
    assert (more.ink, more.points[0, 0]) == (LINK, 16.0)


def test_the_line_that_enter_would_choose_is_marked(shown):
    lines = shown(("All", [Entry("", "one", run=run), Entry("", "two", run=run)], 50), current=2)
    grounds = [[each for each in parts if each.kind == "rect" and each.size[0] > 100] for parts in lines]
    assert [len(each) for each in grounds] == [0, 0, 1]
    assert grounds[2][0].box[1::2] == (56.0, 84.0)
