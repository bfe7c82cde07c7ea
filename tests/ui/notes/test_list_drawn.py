"""The lines of the list of notes as they are painted: columns as wide as what is in them, side by side."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QTableView

from tests.scenes import HERO, street
from tests.ui.drawn import drawn, shade
from viewer.notes import Note
from viewer.ui.notes.panel import NotesPanel
from viewer.ui.theme import font, load_theme

THEME = load_theme("dark")


@pytest.fixture
def shown(qtbot, tmp_path):
    """A function that shows notes, and returns what is painted of each line."""
    panel = NotesPanel()
    qtbot.addWidget(panel)
    qtbot.addWidget(panel.head)
    panel.set_theme(THEME)
    index = street(20).index(tmp_path / "street.log")
    panel.set_recording(index)
    with qtbot.waitExposed(panel):
        panel.show()

    def show(notes, width=700):
        panel.resize(width, 300)
        panel.set_notes(notes)
        port = panel.findChild(QTableView).viewport()
        found = drawn(lambda on: port.render(on, QPoint(0, 0)), port.width(), port.height())
        lines = [[each for each in found if n * 28 <= each.points[:, 1].mean() < (n + 1) * 28
                  and each.size != (port.width(), port.height())] for n in range(len(notes))]  # fmt: skip
        return port.width(), lines

    return show


def advance(text, size=13):
    return QFontMetricsF(font(size)).horizontalAdvance(text)


NOTES = [
    ("pink", 0.1, None, "short", ()), ("teal", 0.25, 0.9, "a text that is much longer " * 9, (HERO,)),
    ("sand", 0.5, None, "", ()), ("slate", 0.8, 0.85, "last", (HERO,)),
]  # fmt: skip


@pytest.fixture
def notes():
    return [
        Note(start, end=end, text=text, color=color, actor_id=actors[0] if actors else None)
        for color, start, end, text, actors in NOTES
    ]


@pytest.mark.parametrize("width", [400, 500, 900])
def test_dots_times_lengths_actors_and_texts_stand_in_columns(shown, notes, width):
    room, lines = shown(notes, width)
    ends, begins = set(), set()
    for (color, start, _, text, _), parts in zip(NOTES, lines, strict=True):
        (dot,) = (each for each in parts if each.kind == "ellipse")
        assert dot.fill == shade(getattr(THEME, f"note_{color}"))
        assert dot.size == (10.0, 10.0)
        assert dot.middle[0] == 17.0
        words = [each for each in parts if each.text]
        (time,) = (each for each in words if each.ink == shade(THEME.accent))
        assert time.text.startswith(f"{start:.2f}")
        ends.add(round(time.points[0, 0] + advance(time.text)))
        last = max(words, key=lambda each: each.points[0, 0])
        said = text or "No text"
        assert last.text == said or said.startswith(last.text.removesuffix("…"))
        assert last.ink == shade(THEME.text if text else THEME.secondary)
        begins.add(last.points[0, 0])
        assert last.points[0, 0] + advance(last.text) <= room - 12 + 0.5
        assert dot.box[2] + 12 <= min(each.points[0, 0] for each in words)
        rows = {round(each.points[0, 1]) for each in words}
        assert max(rows) - min(rows) <= 1
    assert len(ends) == len(begins) == 1
    lengths = [each for parts in lines for each in parts if each.text and each.ink == shade(THEME.secondary)]
    assert any("0.65" in each.text for each in lengths)


def test_columns_of_which_nothing_has_anything_take_no_room(shown):
    plain = [Note(0.1, text="one"), Note(0.2, text="two")]
    _, lines = shown(plain)
    for parts in lines:
        time, text = sorted((each for each in parts if each.text), key=lambda each: each.points[0, 0])
        assert text.points[0, 0] - (time.points[0, 0] + advance(time.text)) == pytest.approx(16.0, abs=2.5)
