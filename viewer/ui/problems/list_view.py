"""The list of problems: what was found over what was done about it, byte and time at the right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.format import TimeText, seconds
from viewer.ui.icons import icon_pixmap
from viewer.ui.problems.problem_text import action, place, time_of, time_text, what
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.lines_model import LinesModel
from viewer.ui.widgets.rows_view import MARGIN, RowsView

_LINE = 20
_PADDING = 4
_ICON = 16
_GAP = 12


class ProblemLine(NamedTuple):
    """A problem, the time nearest to it in seconds, if there is one, and that in words."""

    problem: Problem
    time: float | None
    time_text: str


class ProblemModel(LinesModel[Sequence[ProblemLine]]):
    """Problems with the time nearest to each."""

    def text(self, line: int) -> str:
        """Return a problem in words."""
        problem = self.lines[line].problem
        return f"{what(problem)}. {action(problem)}."


def lines_of(
    index: RecordingIndex | None, problems: Iterable[Problem], written: TimeText = seconds
) -> list[ProblemLine]:
    """Return the lines of some problems of a recording, with times as they are written."""
    if index is None:
        return []
    return [ProblemLine(each, time_of(index, each), time_text(index, each, written)) for each in problems]


class ProblemListView(RowsView):
    """The list of a ProblemModel."""

    chosen = Signal(int)
    """Line that was clicked or moved to."""

    copy_requested = Signal(int)
    """Line that is to be copied."""

    def __init__(self, model: ProblemModel, parent: QWidget | None = None) -> None:
        super().__init__(model, 2 * _LINE + 2 * _PADDING, parent)
        self._model = model
        self._font, self._small = font(13), font(11)
        self._marked: Problem | None = None
        self.horizontalHeader().hide()

    def choose(self, line: int) -> None:
        """Mark a line and say that it was chosen."""
        self._marked = self._model.lines[line].problem
        self.viewport().update()
        self.chosen.emit(line)

    def leads_on(self, line: int) -> bool:
        """Tell whether a problem is at a time."""
        return self._model.lines[line].time is not None

    @property
    def can_copy(self) -> bool:
        """Problems can be copied."""
        return True

    def copy_line(self) -> None:
        """Ask for the line to be copied."""
        if self.currentIndex().isValid():
            self.copy_requested.emit(self.currentIndex().row())

    def tip(self, line: int, _at: QPoint) -> str:
        """Return a problem in full."""
        problem = self._model.lines[line].problem
        return f"{what(problem)}.\n{action(problem)}."

    # Painting

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a problem."""
        problem, _, time = self._model.lines[line]
        self.paint_state(painter, rect, line, marked=problem is self._marked)
        upper = QRect(rect.x() + MARGIN, rect.y() + _PADDING, rect.width() - 2 * MARGIN, _LINE)
        self._paint_icon(painter, upper, problem)
        upper.setLeft(upper.left() + _ICON + _GAP)
        lower = upper.translated(0, _LINE)
        painter.setFont(self._font)
        self._paint_pair(painter, upper, what(problem), time, current_theme().text, current_theme().accent)
        painter.setFont(self._small)
        secondary = current_theme().secondary
        self._paint_pair(painter, lower, action(problem), place(problem), secondary, secondary)

    def _paint_icon(self, painter: QPainter, area: QRect, problem: Problem) -> None:
        color = current_theme().text if problem.damage else current_theme().secondary
        pixmap = icon_pixmap("problem" if problem.damage else "note", color, _ICON, self.devicePixelRatioF())
        painter.drawPixmap(area.x(), area.y() + (_LINE - _ICON) // 2, pixmap)

    @staticmethod
    def _paint_pair(
        painter: QPainter, area: QRect, left: str, right: str, left_color: QColor, right_color: QColor
    ) -> None:
        """Write one text at each edge; the left one is shortened."""
        metrics = painter.fontMetrics()
        used = metrics.horizontalAdvance(right) + _GAP if right else 0
        text = metrics.elidedText(left, Qt.TextElideMode.ElideRight, area.width() - used)
        painter.setPen(left_color)
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setPen(right_color)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, right)
