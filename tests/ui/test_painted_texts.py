"""What the parts of the window write, held against the rules for text: sizes, weights, and room for each."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QAbstractItemView, QWidget

from tests.scenes import BICYCLE, HERO, OTHER, WALKER
from tests.ui.inspector.sheets import tree_of
from tests.ui.painted import PaintedText, painted_texts
from viewer.recording.problems import Problem
from viewer.ui.state.actor_ref import ref_of

SIZES, WEIGHTS = {11, 13, 20}, {400, 500, 600}
DRAWER = ("story", "packets", "problems", "notes")


def overlapping(texts: list[PaintedText]) -> list[tuple[str, str]]:
    pairs = ((a, b, a.box.intersected(b.box)) for a, b in combinations(texts, 2))
    return [(a.text, b.text) for a, b, both in pairs if both.width() > 1 and both.height() > 1]


def outside(texts: list[PaintedText], part: QWidget) -> list[str]:
    """Return what is cut at the edge of a part; the last columns and rows of a table are scrolled to."""
    room = QRectF(part.rect()).adjusted(-1, -1, 1, 1)
    rooms = [room]
    for table in (part, *part.findChildren(QAbstractItemView)):
        if isinstance(table, QAbstractItemView) and table.isVisible():
            aside = table.horizontalScrollBar().maximum()
            row = table.visualRect(table.indexAt(QPoint(0, 0))).height()
            below = row if table.verticalScrollBar().maximum() else 0
            place = QRectF(table.mapTo(part, QPoint()), table.size())
            rooms.append(place.adjusted(-aside, 0, aside, below))
    return [each.text for each in texts if not any(room.contains(each.box) for room in rooms)]


def check(part: QWidget, least: int) -> None:
    """Hold what a part writes against the rules; it writes so many texts at least."""
    texts = painted_texts(part)
    assert len(texts) >= least
    assert {each.size for each in texts} <= SIZES
    assert {each.weight for each in texts} <= WEIGHTS
    assert overlapping(texts) == []
    assert outside(texts, part) == []


@pytest.fixture
def select(open_street, qtbot):
    """Select so many actors; wait until the inspector shows them."""
    viewer = open_street
    viewer.playback.seek(0.4)

    def select(count):
        for number, actor_id in enumerate((HERO, OTHER, BICYCLE, WALKER)[:count]):
            viewer.focus.click(ref_of(viewer.recording.index.actors.rows_of(actor_id)[0]), adds=number > 0)
        qtbot.waitUntil(lambda: not viewer.recording.busy)
        qtbot.waitUntil(lambda: viewer.tasks.quiet and not viewer.bars.painting.under_way)
        qtbot.wait(20)
        return viewer.window

    return select


def test_the_window_writes_in_three_sizes_and_nothing_over_anything(select):
    for count in (0, 1, 2, 4):
        window = select(count)
        for part in (window.inspector.head, tree_of(window.inspector)):
            check(part, 1)
        for part, least in (
            (window.actor_panel, 20),
            (window.timeline, 10),
            (window.top_bar, 5),
            (window.status_bar, 3),
            (window.playback_bar, 5),
        ):
            check(part, least)


def test_of_the_list_the_name_of_who_is_selected_alone_stands_out(select):
    heavy = [each.text for each in painted_texts(select(1).actor_panel) if each.weight == 600]
    assert [each for each in heavy if each.isdigit()] == [str(HERO)]
    assert not {each for each in heavy if each.startswith("vehicle") or each.endswith("m/s")}


def test_panels_of_the_drawer_write_in_three_sizes_and_nothing_over_anything(open_street, qtbot):
    viewer = open_street
    gap = Problem("the frame has no end", "12 bytes are left out", damage=True, offset=10_000, frame=9)
    viewer.playback.seek(0.4)
    for name in DRAWER:
        viewer.window.open_panel(name)
        panel = viewer.window.rooms.panel(name)
        if name == "problems":
            panel.set_problems((gap, replace(gap, damage=False)))
        qtbot.wait(50)
        check(panel, 2)
