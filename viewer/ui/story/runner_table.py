"""The hero as ScenarioRunner and the Leaderboard judge it, beside the results that they wrote themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.theme import font
from viewer.ui.widgets.boxes import USUAL, in_column

_WIDTH = 400


class RunnerTable(QWidget):
    """A line for each criterion and infraction, in three columns."""

    files_requested = Signal()
    """Files of results are to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self._rows: tuple[RunnerRow, ...] = ()
        self._heads = RunnerRow(self.tr("Criterion"), self.tr("Here ƒ"), self.tr("Results"))
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.choose, self.copy = QPushButton(self.tr("Results…")), QPushButton(self.tr("Copy"))
        self.choose.setToolTip(self.tr("Read a file of results of ScenarioRunner or the Leaderboard"))
        self.choose.clicked.connect(self.files_requested)
        self.copy.setToolTip(self.tr("Copy these criteria and results"))
        self.copy.clicked.connect(self._copy)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.choose, self.copy):
            button.setFont(font(11))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            buttons.addWidget(button)
        buttons.addStretch(1)
        in_column(self, (self._area, 1), buttons, spacing=USUAL, margins=(0, 0, 0, 8))

    @property
    def rows(self) -> tuple[RunnerRow, ...]:
        """What stands in it."""
        return self._rows

    def show_rows(self, rows: Sequence[RunnerRow]) -> None:
        """Show these lines."""
        if tuple(rows) == self._rows:
            return
        self._rows = tuple(rows)
        inner = QWidget()
        inner.setProperty("surface", "panel")
        grid = QGridLayout(inner)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for line, row in enumerate((self._heads, *self._rows)):
            for place, text in enumerate((row.label, row.here, row.theirs)):
                label = QLabel(text)
                label.setFont(font(11))
                label.setToolTip(row.tip)
                label.setWordWrap(place == 0)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                if row is self._heads:
                    label.setProperty("role", "secondary")
                side = Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight
                label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                alone = place == 0 and not row.here and not row.theirs
                grid.addWidget(label, line, place, 1, 3 if alone else 1)
                if alone:
                    break
        grid.setRowStretch(len(self._rows) + 1, 1)
        self._area.setWidget(inner)

    @Slot()
    def _copy(self) -> None:
        """Copy all lines with their headings, with tabs between the columns."""
        lines = (f"{row.label}\t{row.here}\t{row.theirs}" for row in (self._heads, *self._rows))
        QApplication.clipboard().setText("\n".join(lines))
