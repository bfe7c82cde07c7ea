"""The hero as ScenarioRunner and the Leaderboard judge it, beside the results that they wrote themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QPushButton, QWidget

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.widgets.boxes import STRETCH, USUAL, in_column, in_row
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.parts import button
from viewer.ui.widgets.table import TableColumn, TableModel

_WIDTH = 400
_ROW_HEIGHT = 24


class RunnerTable(QWidget):
    """A line for each criterion and infraction, in three columns."""

    files_requested = Signal()
    """Files of results are to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self.rows: tuple[RunnerRow, ...] = ()
        """What stands in it."""
        columns = (
            TableColumn("label", self.tr("Criterion")),
            TableColumn("here", self.tr("Viewer ƒ"), number=True),
            TableColumn("theirs", self.tr("Results"), number=True),
        )
        self._model = TableModel(columns, "")
        self._model.setParent(self)
        self._model.looks[Qt.ItemDataRole.ToolTipRole] = lambda row, _name: self.rows[row].tip
        self._list = ListView(self._model, _ROW_HEIGHT, self)
        self._list.setAccessibleName(self.tr("Criteria"))
        self._list.setWordWrap(True)
        self._list.offer_copies()
        self._list.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header = self._list.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tip = self.tr("Read a file of results of ScenarioRunner or the Leaderboard")
        self.choose = button(QPushButton(self.tr("Results…")), tip, kind="", size=11)
        self.choose.clicked.connect(self.files_requested)
        tip = self.tr("Copy these criteria and results")
        self.copy = button(QPushButton(self.tr("Copy")), tip, kind="", size=11)
        self.copy.clicked.connect(self._list.copy_all)
        buttons = in_row(None, STRETCH, self.choose, self.copy, STRETCH, spacing=USUAL)
        in_column(self, (self._list, 1), buttons, spacing=USUAL, margins=(0, 0, 0, 8))

    def show_rows(self, rows: Sequence[RunnerRow]) -> None:
        """Show these lines; one that is alone in its line has all of it."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        self._model.set_values(
            {name: [getattr(row, name) for row in rows] for name in ("label", "here", "theirs")}
        )
        self._list.clearSpans()
        for line, row in enumerate(rows):
            if not row.here and not row.theirs:
                self._list.setSpan(line, 0, 1, 3)
