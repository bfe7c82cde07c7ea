"""The table beside the story: what was found here and what results say, in three columns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.story.runner_table import RunnerTable

ROWS = (
    RunnerRow("Collisions", "1", "2", "why"), RunnerRow("Route completed", "", "93 %", ""),
    RunnerRow("Something that fills the whole line", "", "", "more"), RunnerRow("Stop signs", "0", "", ""),
)  # fmt: skip


@pytest.fixture
def table(qtbot):
    table = RunnerTable()
    qtbot.addWidget(table)
    table.resize(table.width(), 300)
    table.show_rows(ROWS)
    table.show()
    return table


def cells(table):
    """Each text with its line, column and how many columns it takes."""
    labels = [each for each in table.findChildren(QLabel) if each.parentWidget().layout() is not None]
    found = {}
    for each in labels:
        grid = each.parentWidget().layout()
        line, column, _, columns = grid.getItemPosition(grid.indexOf(each))
        found[line, column] = each, columns
    return found


def test_every_line_has_its_texts_in_three_columns_and_a_lone_one_takes_all(table):
    found = cells(table)
    told = {place: (each.text(), columns) for place, (each, columns) in found.items()}
    expected = {}
    for line, texts in enumerate((("Criterion", "Viewer ƒ", "Results"), *(row[:3] for row in ROWS))):
        alone = not texts[1] and not texts[2]
        for column, text in enumerate(texts[: 1 if alone else 3]):
            expected[line, column] = text, 3 if alone else 1
    assert told == expected


def test_names_are_left_and_may_wrap_and_figures_right(table):
    for (line, column), (each, _) in cells(table).items():
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        assert each.alignment() == side | Qt.AlignmentFlag.AlignTop
        assert each.wordWrap() is (column == 0)
        assert each.toolTip() == (ROWS[line - 1].tip if line else "")


def test_columns_end_below_each_other_and_lines_follow_closely(table):
    found = {place: each.geometry() for place, (each, _) in cells(table).items()}
    for column in (1, 2):
        assert len({box.right() for (_, at), box in found.items() if at == column}) == 1
    tops = [found[line, 0].top() for line in range(len(ROWS) + 1)]
    heights = [found[line, 0].height() for line in range(len(ROWS) + 1)]
    assert tops[0] == 8
    for line in range(len(ROWS)):
        assert tops[line + 1] - tops[line] - heights[line] == 4
    assert found[0, 0].left() == 12


def test_all_lines_are_copied_with_tabs(table):
    QTest.mouseClick(table.copy, Qt.MouseButton.LeftButton)
    lines = QApplication.clipboard().text().split("\n")
    assert lines == ["Criterion\tViewer ƒ\tResults", *("\t".join(row[:3]) for row in ROWS)]


def test_other_lines_take_the_place_of_these(table):
    table.show_rows(ROWS[:1])
    assert len(cells(table)) == 6
    before = {id(each) for each, _ in cells(table).values()}
    table.show_rows(list(ROWS[:1]))
    assert {id(each) for each, _ in cells(table).values()} == before  # nothing is new
