"""The hero as ScenarioRunner and the Leaderboard judge it, beside the results that they wrote themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QGridLayout, QPushButton, QWidget

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.parts import button, scrolling, wrapped

_WIDTH = 400


class RunnerTable(QWidget):
    """A line for each criterion and infraction, in three columns."""

    files_requested = Signal()
    """Files of results are to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self.rows: tuple[RunnerRow, ...] = ()
        """What stands in it."""
        self._heads = RunnerRow(self.tr("Criterion"), self.tr("Viewer ƒ"), self.tr("Results"))
        self._area = scrolling()
        tip = self.tr("Read a file of results of ScenarioRunner or the Leaderboard")
        self.choose = button(QPushButton(self.tr("Results…")), tip, kind="", size=11)
        self.choose.clicked.connect(self.files_requested)
        tip = self.tr("Copy these criteria and results")
        self.copy = button(QPushButton(self.tr("Copy")), tip, kind="", size=11)
        self.copy.clicked.connect(self._copy)
        buttons = in_row(None, STRETCH, self.choose, self.copy, STRETCH, spacing=USUAL)
        in_column(self, (self._area, 1), buttons, spacing=USUAL, margins=(0, 0, 0, 8))

    def show_rows(self, rows: Sequence[RunnerRow]) -> None:
        """Show these lines."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        inner = QWidget()
        inner.setProperty("surface", "panel")
        grid = QGridLayout(inner)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for line, row in enumerate((self._heads, *self.rows)):
            for place, text in enumerate((row.label, row.here, row.theirs)):
                cell = wrapped(text, 11, "secondary" if row is self._heads else "")
                cell.setToolTip(row.tip)
                cell.setWordWrap(place == 0)
                cell.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                side = Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight
                cell.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                alone = place == 0 and not row.here and not row.theirs
                grid.addWidget(cell, line, place, 1, 3 if alone else 1)
                if alone:
                    break
        grid.setRowStretch(len(self.rows) + 1, 1)
        self._area.setWidget(inner)

    @Slot()
    def _copy(self) -> None:
        """Copy all lines with their headings, with tabs between the columns."""
        lines = (f"{row.label}\t{row.here}\t{row.theirs}" for row in (self._heads, *self.rows))
        QApplication.clipboard().setText("\n".join(lines))
