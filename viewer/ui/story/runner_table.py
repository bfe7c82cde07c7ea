"""The hero as ScenarioRunner and the Leaderboard judge it, beside the results that they wrote themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from viewer.ui.story.runner_rows import RunnerRow
from viewer.ui.theme import font

_WIDTH = 400


class RunnerTable(QWidget):
    """A line for each criterion and infraction, in three columns."""

    files_requested = Signal()
    """Files of results are to be chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self._rows: tuple[RunnerRow, ...] = ()
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.choose = QPushButton(self.tr("Results…"))
        self.choose.setFont(font(11))
        self.choose.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.choose.setToolTip(self.tr("Read a file of results of ScenarioRunner or the Leaderboard"))
        self.choose.clicked.connect(self.files_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.addWidget(self._area, 1)
        column.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignHCenter)

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
        heads = RunnerRow(self.tr("Criterion"), self.tr("Here ƒ"), self.tr("Results"))
        for line, row in enumerate((heads, *self._rows)):
            for place, text in enumerate((row.label, row.here, row.theirs)):
                label = QLabel(text)
                label.setFont(font(11))
                label.setToolTip(row.tip)
                label.setWordWrap(place == 0)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
                if row is heads:
                    label.setProperty("role", "secondary")
                side = Qt.AlignmentFlag.AlignLeft if place == 0 else Qt.AlignmentFlag.AlignRight
                label.setAlignment(side | Qt.AlignmentFlag.AlignTop)
                alone = place == 0 and not row.here and not row.theirs
                grid.addWidget(label, line, place, 1, 3 if alone else 1)
                if alone:
                    break
        grid.setRowStretch(len(self._rows) + 1, 1)
        self._area.setWidget(inner)
