"""The list of what is wrong with a recording."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui import format as fmt


class ProblemsDialog(QDialog):
    """Each problem with its byte, its time, what it is and what was done about it."""

    def __init__(self, index: RecordingIndex, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Problems"))
        self.resize(880, 420)
        self._index = index
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(QLabel(self._summary()))
        if index.problems:
            column.addWidget(self._table(), 1)
        else:
            column.addStretch(1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        if index.problems:
            copy = buttons.addButton(self.tr("Copy all"), QDialogButtonBox.ButtonRole.ActionRole)
            copy.clicked.connect(self._copy)
        column.addWidget(buttons)

    def _summary(self) -> str:
        name = self._index.path.name
        if not self._index.problems:
            return self.tr("No problems were found in {name}.").format(name=name)
        return self.tr("{name}: what could be read is shown; this could not, or is odd.").format(name=name)

    def _table(self) -> QTableWidget:
        problems = self._index.problems
        heads = [self.tr("Kind"), self.tr("Byte"), self.tr("Time"), self.tr("What"), self.tr("What was done")]
        table = QTableWidget(len(problems), len(heads), self)
        table.setHorizontalHeaderLabels(heads)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.verticalHeader().hide()
        for row, problem in enumerate(problems):
            for column, text in enumerate(self._cells(problem)):
                table.setItem(row, column, QTableWidgetItem(text))
        table.resizeColumnsToContents()
        for column in (3, 4):
            table.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        table.resizeRowsToContents()
        return table

    def _cells(self, problem: Problem) -> tuple[str, ...]:
        kind = self.tr("Damage") if problem.damage else self.tr("Note")
        offset = fmt.count(problem.offset) if problem.offset is not None else ""
        time = fmt.seconds(float(self._index.elapsed[problem.frame])) if problem.frame is not None else ""
        what = problem.what if problem.count == 1 else f"{problem.what} (× {fmt.count(problem.count)})"
        return kind, offset, time, what, problem.action

    @Slot()
    def _copy(self) -> None:
        lines = ["\t".join(self._cells(problem)) for problem in self._index.problems]
        QGuiApplication.clipboard().setText("\n".join([str(self._index.path), *lines]))
