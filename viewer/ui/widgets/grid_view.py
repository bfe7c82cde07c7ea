"""A GridModel as it is seen: columns as wide as what was seen in them, marked lines, cells to be copied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QFontMetrics, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QMenu, QWidget

from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.column_header import ColumnHeader
from viewer.ui.widgets.grid_model import GridModel
from viewer.ui.widgets.rows_view import MARGIN, RowsView

ROW_HEIGHT = 26
_GAP = 8
_WIDEST = 420
_SHORT = 32
"""Lines that are measured at once; a frame has fewer packets."""
_SLACK = 2
"""Pixels that the width of a text is rounded by."""
_ARROWS = {Qt.SortOrder.AscendingOrder: " ↑", Qt.SortOrder.DescendingOrder: " ↓"}
"""What stands behind the heading of the column that the lines are sorted by."""


class GridView(RowsView):
    """The table of a GridModel. Which lines are marked is told; a click only asks."""

    chosen = Signal(int, int)
    """Line and column that were clicked; moved to by a key, the column is −1."""

    def __init__(self, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self._model = model
        self._font = font(13)
        self._metrics = QFontMetrics(self._font)
        self.marked: frozenset[int] = frozenset()
        """The lines that are marked."""
        self._pressed_column = -1
        self._elastic: tuple[int, ...] = ()
        self._wanted: list[int] = []  # widths of the columns
        self._header = _Header(model, self)
        self.setHorizontalHeader(self._header)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        model.modelReset.connect(self._start_anew)
        model.rowsInserted.connect(self.fit_columns)
        model.dataChanged.connect(self.fit_columns)
        self.verticalScrollBar().valueChanged.connect(self.fit_columns)

    def set_marked(self, lines: frozenset[int]) -> None:
        """Mark these lines as selected, and no other."""
        if lines != self.marked:
            self.marked = lines
            self.viewport().update()

    def set_elastic(self, *columns: int) -> None:
        """Let columns be narrower than their texts, one after the other, where all would not find room."""
        self._elastic = columns

    def sort_by_headings(self, column: int = -1) -> None:
        """Let a click on a heading sort the lines; at first a column does, or with −1 their usual order."""
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        header.setSortIndicatorClearable(column < 0)
        self.setSortingEnabled(True)

    # Columns

    @Slot()
    def _start_anew(self) -> None:
        """Forget how wide the values of another table were."""
        self.marked = frozenset()
        columns = range(len(self._model.headings))
        self._wanted = [self._header.least_width(column) + self.room_beside(column) for column in columns]
        self.fit_columns()

    @Slot()
    def fit_columns(self) -> None:
        """Widen the columns to what is seen in them; they do not become narrower, so that nothing jitters.

        A short table counts as seen whole: it does not jitter when it is scrolled either.
        """
        if len(self._wanted) != len(self._model.headings):
            return  # another table is about to be shown
        lines = len(self._model.rows)
        first = 0 if lines <= _SHORT else max(self.rowAt(0), 0)
        last = lines if lines <= _SHORT else min(first + self.viewport().height() // ROW_HEIGHT + 1, lines)
        for column in range(len(self._model.headings)):
            texts = (self._model.text(line, column) for line in range(first, last))
            needed = max((self._metrics.horizontalAdvance(text) for text in texts), default=0)
            width = min(needed + _SLACK, _WIDEST) + self._header.padding(column) + self.room_beside(column)
            self._wanted[column] = max(self._wanted[column], width)
        for column, width in enumerate(self._wanted):
            given = width - self._excess(column)  # anew for each: the one before may have changed the room
            if given != self.columnWidth(column):
                self.setColumnWidth(column, given)

    def _excess(self, column: int) -> int:
        """Return by how much a column must be narrower than wanted; headings stay whole."""
        excess = max(self.wanted_width - self.viewport().width(), 0)
        for each in self._elastic:
            less = min(excess, self._wanted[each] - self._header.least_width(each))
            if each == column:
                return less
            excess -= less
        return 0

    @property
    def wanted_width(self) -> int:
        """The width of all columns with what was seen in them."""
        return sum(self._wanted)

    def room_beside(self, _column: int) -> int:
        """Return the room that something besides the text of a column takes."""
        return 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Look at the lines that came to be seen."""
        super().resizeEvent(event)
        self.fit_columns()

    def scrollTo(
        self,
        index: QModelIndex | QPersistentModelIndex,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll to a line, and not to the side."""
        aside = self.horizontalScrollBar().value()
        super().scrollTo(index, hint)
        self.horizontalScrollBar().setValue(aside)

    # Lines

    def choose(self, line: int) -> None:
        """Say which line was chosen."""
        self.chosen.emit(line, self._pressed_column)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember which cell of the line it is."""
        self._pressed_column = self.columnAt(int(event.position().x()))
        super().mousePressEvent(event)
        self._pressed_column = -1

    # Copying and telling more

    @property
    def can_copy(self) -> bool:
        """Every table can be copied."""
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the line that was clicked, or the table."""
        line = self.line_at(event.pos())
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if line is not None:
            self.move_to(line)
            copy_line = QAction(self.tr("Copy row"), menu)
            copy_line.triggered.connect(self.copy_line)
            menu.addAction(copy_line)
        copy_all = QAction(self.tr("Copy table"), menu)
        copy_all.triggered.connect(self.copy_all)
        menu.addAction(copy_all)
        menu.popup(event.globalPos())

    @Slot()
    def copy_line(self) -> None:
        """Copy the line that the keyboard is on."""
        line = self.currentIndex().row()
        if 0 <= line < len(self._model.rows):
            QApplication.clipboard().setText(self._model.line_text(line))

    @Slot()
    def copy_all(self) -> None:
        """Copy all lines with their headings."""
        lines = [self._model.line_text(line) for line in range(len(self._model.rows))]
        QApplication.clipboard().setText("\n".join([self._model.head_text(), *lines]))

    def tip(self, line: int, at: QPoint) -> str:
        """Return the exact value of a cell where it differs from what is seen."""
        column = self.columnAt(at.x())
        if column < 0:
            return ""
        text, exact = self._model.text(line, column), self._model.exact_text(line, column)
        room = self.columnWidth(column) - self._header.padding(column)
        fits = self._metrics.horizontalAdvance(text) <= room
        return "" if fits and exact.replace("-", "−").lower() == text.lower() else exact

    # Painting

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint the cells of a line."""
        self.paint_state(painter, rect, line, marked=line in self.marked)
        painter.setFont(self._font)
        painter.setPen(current_theme().text)
        for column in range(len(self._model.headings)):
            self.paint_cell(painter, self._header.cell(column, rect), line, column)

    def paint_cell(self, painter: QPainter, area: QRect, line: int, column: int) -> None:
        """Paint one cell."""
        text = self._metrics.elidedText(
            self._model.text(line, column), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, _alignment(self._model, column), text)


class _Header(ColumnHeader):
    """The names of the columns over a hairline."""

    def __init__(self, model: GridModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def padding(self, column: int) -> int:
        """Return the room beside the text of a column."""
        return _GAP + (MARGIN if column == 0 else _GAP)

    def least_width(self, column: int) -> int:
        """Return the room that a heading needs."""
        arrow = _ARROWS[Qt.SortOrder.AscendingOrder] if self.isSortIndicatorShown() else ""
        text = self._model.headings[column].text + arrow
        return QFontMetrics(self.font()).horizontalAdvance(text) + self.padding(column)

    def cell(self, column: int, rect: QRect) -> QRect:
        """Return where the text of a cell of a line goes."""
        left = self.sectionViewportPosition(column) + (MARGIN if column == 0 else _GAP)
        return QRect(left, rect.y(), self.sectionSize(column) - self.padding(column), rect.height())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one name as its column is aligned."""
        if section < len(self._model.headings):
            painter.setFont(self.font())
            painter.setPen(current_theme().secondary)
            sorts = self.isSortIndicatorShown() and self.sortIndicatorSection() == section
            text = self._model.headings[section].text + (_ARROWS[self.sortIndicatorOrder()] if sorts else "")
            painter.drawText(self.cell(section, rect), _alignment(self._model, section), text)


def _alignment(model: GridModel, column: int) -> Qt.AlignmentFlag:
    numeric = model.headings[column].numeric
    side = Qt.AlignmentFlag.AlignRight if numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
