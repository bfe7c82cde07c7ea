"""The base of the panels' lists: whole lines, one paint call each, and modest about the keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QCursor,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QToolTip, QWidget

from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.keys import MOVES, is_claimed, is_plain

MARGIN = 12
"""Free space at the edges, pixels."""
_FOCUS_BAR = 2
_FOLDS = {Qt.Key.Key_Left: False, Qt.Key.Key_Right: True, Qt.Key.Key_Return: None, Qt.Key.Key_Enter: None}


class RowsView(QTableView):
    """A list over a table model whose lines are painted whole.

    A click or a key that moves only calls ``choose``: what is selected is for others to say. With the focus
    it takes the keys that move in a list, on a heading those that fold, and leaves the rest to the window.

    Attributes:
        theme: the colours to paint in.
        message: what stands in place of lines where there are none.
        asked: while a line is painted, what is asked for: what is left and right of it need not be painted.

    """

    line_hovered = Signal(object)
    """The line under the mouse, or None."""

    def __init__(self, model: QAbstractItemModel, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.message = ""
        self.hovered_line: int | None = None
        """The line under the mouse."""
        self.asked = QRect()
        self.setModel(model)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard to the window
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setAutoScroll(False)
        self.setMouseTracking(True)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setDefaultSectionSize(row_height)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def set_message(self, message: str) -> None:
        """Say in an empty list why it is empty."""
        self.message = message
        self.viewport().update()

    # What a list decides

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a line; the background is the panel's."""
        raise NotImplementedError

    def choose(self, line: int) -> None:
        """React to a line that was clicked or moved to."""

    def is_foldable(self, _line: int) -> bool:
        """Tell whether a line is a heading that folds."""
        return False

    def folds_at(self, line: int, _at: QPoint) -> bool:
        """Tell whether a press at a place in the viewport folds a line, else it is chosen."""
        return self.is_foldable(line)

    def fold(self, line: int, opened: bool | None) -> None:
        """Open or close a heading; None turns it round."""

    def copy_line(self) -> None:
        """Copy the line that the keyboard is on; asked for only of lists that ``can_copy``."""
        raise NotImplementedError

    @property
    def can_copy(self) -> bool:
        """Whether the list has something to copy."""
        return False

    def claims(self, event: QKeyEvent) -> bool:
        """Tell whether a key is the list's own; those that move are claimed for all lists by FocusRules."""
        return self._folds(event) or self._copies(event)

    def leads_on(self, _line: int) -> bool:
        """Tell whether a click on a line leads somewhere, which the cursor shows."""
        return False

    def tip(self, _line: int, _at: QPoint) -> str | None:
        """Return what there is to say of a line at a place in the viewport; None for what the model says."""
        return None

    # What is common to lists

    def dataChanged(
        self,
        top_left: QModelIndex | QPersistentModelIndex,
        bottom_right: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint whole lines anew: their columns say nothing of where a line's values stand."""
        super().dataChanged(top_left, bottom_right, roles)
        top = self.rowViewportPosition(top_left.row())
        bottom = self.rowViewportPosition(bottom_right.row()) + self.rowHeight(bottom_right.row())
        self.viewport().update(0, top, self.viewport().width(), bottom - top)

    @property
    def current_line(self) -> int | None:
        """The line the keyboard is on, if it is here at all."""
        return self.currentIndex().row() if self.hasFocus() and self.currentIndex().isValid() else None

    def line_at(self, position: QPoint) -> int | None:
        """Return the line at a position in the viewport."""
        line = self.rowAt(position.y())
        return line if line >= 0 else None

    def line_rect(self, line: int) -> QRect:
        """Return where a line is in the viewport, from edge to edge."""
        return QRect(0, self.rowViewportPosition(line), self.viewport().width(), self.rowHeight(line))

    def update_line(self, line: int | None) -> None:
        """Paint a line again."""
        if line is not None and line < self.model().rowCount():
            self.viewport().update(self.line_rect(line))

    def move_to(self, line: int) -> None:
        """Put the keyboard on a line and scroll to it."""
        index = self.model().index(line, 0)
        self.update_line(self.current_line)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.update_line(line)
        self.scrollTo(index)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines that are asked for, each in one go, and none of those between them."""
        painter = QPainter(self.viewport())
        lines: dict[int, QRect] = {}
        for area in cast("Iterable[QRect]", event.region()):
            first, last = self.rowAt(area.top()), self.rowAt(area.bottom())
            if first >= 0:
                for line in range(first, self.model().rowCount() if last < 0 else last + 1):
                    lines[line] = lines.get(line, area) | area
        for line, self.asked in lines.items():
            self.paint_line(painter, self.line_rect(line), line)
        if not self.model().rowCount():
            self.paint_message(painter)

    def paint_message(self, painter: QPainter) -> None:
        """Write in the middle why there are no lines."""
        painter.setFont(font(13))
        painter.setPen(current_theme().secondary)
        area = self.viewport().rect().adjusted(MARGIN, 0, -MARGIN, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.message)

    def paint_state(self, painter: QPainter, rect: QRect, line: int, *, marked: bool) -> None:
        """Paint the ground of a line: whether it is marked, under the mouse, or where the keyboard is."""
        if marked:
            painter.fillRect(rect, current_theme().selected)
        elif line == self.hovered_line:
            painter.fillRect(rect, current_theme().raised)
        if line == self.current_line:
            painter.fillRect(rect.x(), rect.y(), _FOCUS_BAR, rect.height(), current_theme().accent)

    def reset(self) -> None:
        """Forget where the mouse was: other lines are there now."""
        super().reset()
        self._hover(None)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Claim the list's own keys."""
        return is_claimed(event, self.claims) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, fold or copy; all else is the window's."""
        if self._folds(event):
            self.fold(self.currentIndex().row(), _FOLDS[Qt.Key(event.key())])
        elif self._copies(event):
            self.copy_line()
        elif event.key() in MOVES and is_plain(event) and self.model().rowCount():
            line = self.target(Qt.Key(event.key()))
            self.move_to(line)
            self.choose(line)
        else:
            event.ignore()

    def _folds(self, event: QKeyEvent) -> bool:
        current = self.currentIndex()
        on_heading = current.isValid() and self.is_foldable(current.row())
        return on_heading and event.key() in _FOLDS and is_plain(event)

    def _copies(self, event: QKeyEvent) -> bool:
        return self.can_copy and event.matches(QKeySequence.StandardKey.Copy)

    def target(self, key: Qt.Key) -> int:
        """Return the line that a key moves to."""
        last = self.model().rowCount() - 1
        page = max(self.viewport().height() // self.verticalHeader().defaultSectionSize() - 1, 1)
        current = self.currentIndex().row()  # −1 if the keyboard is nowhere yet
        target = {
            Qt.Key.Key_Up: current - 1,
            Qt.Key.Key_Down: current + 1,
            Qt.Key.Key_PageUp: current - page,
            Qt.Key.Key_PageDown: current + page,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }[key]
        return min(max(target, 0), last)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose or fold the line that is pressed."""
        line = self.line_at(event.position().toPoint())
        if line is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.move_to(line)
        if self.folds_at(line, event.position().toPoint()):
            self.fold(line, None)
        else:
            self.choose(line)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Count the second press as another one."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse, and show by the cursor what can be clicked; nothing is dragged."""
        line = self.line_at(event.position().toPoint())
        self._hover(line)
        leads = line is not None and self.leads_on(line)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show as a tooltip what the list, or else its model, has to say of a line."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            line = self.line_at(event.pos())
            tip = "" if line is None else self.tip(line, event.pos())
            if tip is not None:
                QToolTip.showText(event.globalPos(), tip, self.viewport())
                return True
        return super().viewportEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Note that the mouse has left."""
        self._hover(None)
        super().leaveEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Find out what came to lie under the mouse."""
        super().scrollContentsBy(dx, dy)
        if self.viewport().underMouse():
            self._hover(self.line_at(self.viewport().mapFromGlobal(QCursor.pos())))

    def _hover(self, line: int | None) -> None:
        if line != self.hovered_line:
            before, self.hovered_line = self.hovered_line, line
            self.update_line(before)
            self.update_line(line)
            self.line_hovered.emit(line)


def triangle(painter: QPainter, x: float, y: float, color: QColor, *, opened: bool) -> None:
    """Draw the mark of a heading, 8 pixels wide from ``x`` and centred on ``y``: down if open, else right."""
    points = ((0.5, -2.0), (7.5, -2.0), (4.0, 2.5)) if opened else ((2.0, -3.5), (6.5, 0.0), (2.0, 3.5))
    fill_polygon(painter, [QPointF(x + dx, y + 0.5 + dy) for dx, dy in points], color)


def fill_polygon(painter: QPainter, points: Sequence[QPointF], color: QColor) -> None:
    """Fill a small shape with smooth edges."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF(points))
    painter.restore()
