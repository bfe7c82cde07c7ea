"""The table beside the story: what was found here and what results say, in three columns."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.story.runner_table import RunnerTable
from viewer.ui.widgets.list_view import ListView

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


def told(table):
    view = table.findChild(ListView)
    model = view.model()
    return [
        tuple(model.index(line, column).data() for column in range(3)) for line in range(model.rowCount())
    ]


def test_every_line_has_its_texts_in_three_columns_and_a_lone_one_takes_all(table):
    view = table.findChild(ListView)
    assert told(table) == [row[:3] for row in ROWS]
    assert [view.columnSpan(line, 0) for line in range(len(ROWS))] == [1, 1, 3, 1]
    tips = [view.model().index(line, 1).data(Qt.ItemDataRole.ToolTipRole) for line in range(len(ROWS))]
    assert tips == [row.tip or None for row in ROWS]


def test_all_lines_are_copied_with_tabs(table):
    QTest.mouseClick(table.copy, Qt.MouseButton.LeftButton)
    lines = QApplication.clipboard().text().split("\n")
    assert lines == ["Criterion\tViewer ƒ\tResults", *("\t".join(row[:3]) for row in ROWS)]


def test_other_lines_take_the_place_of_these(table):
    table.show_rows(ROWS[2:3])
    assert told(table) == [ROWS[2][:3]]
    table.show_rows(ROWS[:1])
    assert table.findChild(ListView).columnSpan(0, 0) == 1
