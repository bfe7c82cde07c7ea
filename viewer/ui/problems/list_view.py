"""The list of problems: what was found over what was done about it, byte and time at the right."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.format import TimeText, seconds
from viewer.ui.icons import icon_pixmap
from viewer.ui.problems.problem_text import action, place, time_of, time_text, what
from viewer.ui.theme import Theme, font
from viewer.ui.widgets.rows_view import RowsView

AnyIndex = QModelIndex | QPersistentModelIndex

_NOTHING = QModelIndex()
_MARGIN = 12
_LINE = 20
_PADDING = 4
_ICON = 16
_GAP = 12


class ProblemModel(QAbstractTableModel):
    """Problems with the time nearest to each."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problems: list[Problem] = []
        self.times: list[float | None] = []
        self.time_texts: list[str] = []

    def show(
        self, index: RecordingIndex | None, problems: list[Problem], written: TimeText = seconds
    ) -> None:
        """List these problems, with times as they are written; nothing moves if they are as before."""
        texts = [time_text(index, problem, written) for problem in problems] if index is not None else []
        if problems == self.problems and texts == self.time_texts:
            return
        self.beginResetModel()
        self.problems, self.time_texts = problems, texts
        self.times = [time_of(index, problem) for problem in problems] if index is not None else []
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of problems."""
        return 0 if parent.isValid() else len(self.problems)

    def columnCount(self, parent: AnyIndex = _NOTHING) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else 1

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as in Qt
        """Return a problem in words."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        problem = self.problems[index.row()]
        return f"{what(problem)}. {action(problem)}."


class ProblemListView(RowsView):
    """The list of a ProblemModel."""

    chosen = Signal(int)
    """Line that was clicked or moved to."""

    copy_requested = Signal(int)
    """Line that is to be copied."""

    def __init__(self, model: ProblemModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model, 2 * _LINE + 2 * _PADDING, parent)
        self._model = model
        self._theme = theme
        self._font, self._small = font(13), font(11)
        self._message = ""
        self._marked: Problem | None = None
        self.horizontalHeader().hide()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme

    def set_message(self, message: str) -> None:
        """Say in an empty list why it is empty."""
        self._message = message
        self.viewport().update()

    def choose(self, line: int) -> None:
        """Mark a line and say that it was chosen."""
        self._marked = self._model.problems[line]
        self.viewport().update()
        self.chosen.emit(line)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show by the cursor what leads to a time."""
        super().mouseMoveEvent(event)
        line = self.hovered_line
        leads = line is not None and self._model.times[line] is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    @property
    def can_copy(self) -> bool:
        """Problems can be copied."""
        return True

    def copy_line(self) -> None:
        """Ask for the line to be copied."""
        if self.currentIndex().isValid():
            self.copy_requested.emit(self.currentIndex().row())

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a problem in full as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.line_at(event.pos())
            tip = "" if line is None else self._tip(self._model.problems[line])
            QToolTip.showText(event.globalPos(), tip, self.viewport())
            return True
        return super().viewportEvent(event)

    @staticmethod
    def _tip(problem: Problem) -> str:
        return f"{what(problem)}.\n{action(problem)}."

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines, or the message if there are none."""
        super().paintEvent(event)
        if not self._model.problems:
            self.paint_message(self._message, self._font, self._theme.secondary, _MARGIN)

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a problem."""
        problem, time = self._model.problems[line], self._model.time_texts[line]
        self.paint_state(painter, rect, line, self._theme, marked=problem is self._marked)
        upper = QRect(rect.x() + _MARGIN, rect.y() + _PADDING, rect.width() - 2 * _MARGIN, _LINE)
        self._paint_icon(painter, upper, problem)
        upper.setLeft(upper.left() + _ICON + _GAP)
        lower = upper.translated(0, _LINE)
        painter.setFont(self._font)
        self._paint_pair(painter, upper, what(problem), time, self._theme.text, self._theme.accent)
        painter.setFont(self._small)
        secondary = self._theme.secondary
        self._paint_pair(painter, lower, action(problem), place(problem), secondary, secondary)

    def _paint_icon(self, painter: QPainter, area: QRect, problem: Problem) -> None:
        color = self._theme.text if problem.damage else self._theme.secondary
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
