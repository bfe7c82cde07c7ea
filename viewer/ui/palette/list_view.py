"""List view of the palette (the field that finds actions, actors and events), and its delegate.

The delegate highlights the letters that match the query.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QWidget

from viewer.ui import format as fmt
from viewer.ui.palette.entry import ANSWER, Entry
from viewer.ui.palette.fuzzy import Emphasis
from viewer.ui.palette.model import LineKind, PaletteModel
from viewer.ui.theme import current_theme, font
from viewer.ui.translation import tr
from viewer.ui.widgets.list_view import ListView, RowDelegate

ROW_HEIGHT = 28
_MARGIN = 16
_GAP = 12
_LEAST_TEXT = 80


class PaletteList(ListView):
    """List of the entries found by the palette (the field that finds actions, actors and events).

    It marks the row that Enter would choose, and never has the focus.
    """

    chosen = Signal(int)
    """Emitted with the row of the palette's list that was clicked."""

    def __init__(self, model: PaletteModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self.padding = 0
        self._model = model
        self._delegate = _EntryDelegate(model, self)
        self.current = -1
        """The row that Enter would choose, −1 for none."""
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.setAccessibleName(tr("Search results"))
        self.cell_chosen.connect(lambda line, _column: self.chosen.emit(line))

    def set_emphasis(self, emphasis: Emphasis) -> None:
        """Highlight in all rows the letters that ``emphasis`` finds, those that match the typed query."""
        self._delegate.emphasis = emphasis
        self.viewport().update()

    def set_current(self, line: int) -> None:
        """Select row ``line`` of the list of search results and scroll to it; −1 selects none.

        For the first result, the list scrolls to its top, so that the heading above it is visible.
        """
        self.current = line
        self.select_lines([line] if line >= 0 else [])
        if line >= 0:
            self.move_to(line)
            if line == 1:
                self.scrollToTop()

    def selectionCommand(
        self, _index: QModelIndex | QPersistentModelIndex, _event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Return NoUpdate: clicks and keys do not select another row, which only ``set_current`` does."""
        return QItemSelectionModel.SelectionFlag.NoUpdate

    def is_pointed_at(self, line: int) -> bool:
        """Return whether to highlight row ``line`` because the mouse is over it; False for headings."""
        return super().is_pointed_at(line) and self._model.kind(line) is not LineKind.HEADING

    def sizeHint(self) -> QSize:
        """Return the size at which all rows of the list are visible; the palette limits the height."""
        return QSize(super().sizeHint().width(), self._model.rowCount() * ROW_HEIGHT)


class _EntryDelegate(RowDelegate):
    """Delegate that paints the rows of the search palette: headings, found entries, and "n more".

    "n more" stands for the entries that are not shown.
    """

    def __init__(self, model: PaletteModel, view: PaletteList) -> None:
        super().__init__(view)
        self._model = model
        self.emphasis, self._plain = Emphasis(""), Emphasis("")

    def paint_content(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, _selected: bool
    ) -> None:
        """Paint the heading, entry or "n more" in the row of ``index`` into ``rect``."""
        line = index.row()
        kind, entry = self._model.kind(line), self._model.entry(line)
        inner = rect.adjusted(_MARGIN, 0, -_MARGIN, 0)
        painter.save()
        if entry is not None:
            answers = self._model.results(line).best >= ANSWER
            self._paint_entry(painter, inner, entry, self._plain if answers else self.emphasis)
        else:
            text, color = self._model.text(line), current_theme().accent
            if kind is LineKind.HEADING:
                results = self._model.results(line)
                some = results.count > 1 and 0 < results.best < ANSWER
                text, color = (
                    fmt.join(text, fmt.count(results.count) if some else ""),
                    current_theme().secondary,
                )
                inner.adjust(0, 4, 0, 0)
            painter.setFont(font(11, bold=kind is LineKind.HEADING))
            painter.setPen(color)
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_entry(self, painter: QPainter, rect: QRect, entry: Entry, emphasis: Emphasis) -> None:
        """Paint an entry of the palette: text and detail at the left, shortcut or ``aside`` at the right.

        ``emphasis`` finds the letters of the text that are highlighted, as they match the query.
        """
        theme, metrics, free = current_theme(), QFontMetrics(font(13)), QRect(rect)
        if aside := entry.keys or entry.aside:
            most = max(rect.width() - _LEAST_TEXT, 0)
            aside = metrics.elidedText(aside, Qt.TextElideMode.ElideRight, most)
            free.setLeft(
                rect.right() - metrics.horizontalAdvance(aside)
            )  # whole pixels, although text has fractions
            self._paint_text(painter, free, aside, theme.secondary, self._plain)
            free = rect.adjusted(0, 0, free.left() - _GAP - rect.right(), 0)
        color = theme.secondary if entry.run is None else theme.text
        free.setLeft(free.left() + self._paint_text(painter, free, entry.text, color, emphasis) + _GAP)
        if entry.detail and free.width() > 0:
            self._paint_text(painter, free, entry.detail, theme.secondary, emphasis)

    def _paint_text(
        self, painter: QPainter, rect: QRect, text: str, color: QColor, emphasis: Emphasis
    ) -> int:
        """Draw the text of a search result, the found letters highlighted, and return its width in px.

        Text that is wider than ``rect`` is elided.
        """
        metrics = QFontMetrics(font(13))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        layout = QTextLayout(shown, font(13))
        found = QTextCharFormat()
        found.setFontWeight(font(13, bold=True).weight())
        found.setForeground(current_theme().accent)
        layout.setFormats([_set_off(run, found) for run in _runs(emphasis.positions(text))])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(max(rect.width(), 1) * 2)
        layout.endLayout()
        painter.setPen(color)
        top = rect.top() + (rect.height() - metrics.height()) // 2 + metrics.ascent() - line.ascent()
        layout.draw(painter, QPointF(rect.left(), top))
        return int(line.naturalTextWidth())


def _set_off(run: range, look: QTextCharFormat) -> QTextLayout.FormatRange:
    letters = QTextLayout.FormatRange()
    letters.start, letters.length = run.start, len(run)
    letters.format = look
    return letters


def _runs(positions: Iterable[int]) -> list[range]:
    """Return ``positions`` grouped into ranges of consecutive integers."""
    runs: list[range] = []
    for position in sorted(positions):
        if runs and runs[-1].stop == position:
            runs[-1] = range(runs[-1].start, position + 1)
        else:
            runs.append(range(position, position + 1))
    return runs
