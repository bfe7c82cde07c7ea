"""The palette's list: painted line by line, with the letters that were found set off."""

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
    """Shows the lines of a model and which of them Enter would choose; it never has the keyboard itself."""

    chosen = Signal(int)
    """Line that was clicked."""

    def __init__(self, model: PaletteModel, parent: QWidget | None = None) -> None:
        super().__init__(model, ROW_HEIGHT, parent)
        self.padding = 0
        self._model = model
        self._delegate = _EntryDelegate(model, self)
        self.current = -1
        """The line that Enter would choose, −1 for none."""
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.setAccessibleName(tr("What was found"))
        self.cell_chosen.connect(lambda line, _column: self.chosen.emit(line))

    def set_emphasis(self, emphasis: Emphasis) -> None:
        """Set off other letters."""
        self._delegate.emphasis = emphasis
        self.viewport().update()

    def set_current(self, line: int) -> None:
        """Mark a line and scroll to it; with the first entry, its heading is seen too."""
        self.current = line
        self.select_lines([line] if line >= 0 else [])
        if line >= 0:
            self.move_to(line)
            if line == 1:
                self.scrollToTop()

    def selectionCommand(
        self, _index: QModelIndex | QPersistentModelIndex, _event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """Leave it to the palette which line is marked."""
        return QItemSelectionModel.SelectionFlag.NoUpdate

    def is_pointed_at(self, line: int) -> bool:
        """Say that a heading is not."""
        return super().is_pointed_at(line) and self._model.kind(line) is not LineKind.HEADING

    def sizeHint(self) -> QSize:
        """Return the size of all lines; whoever lays the list out decides how many of them fit."""
        return QSize(super().sizeHint().width(), self._model.rowCount() * ROW_HEIGHT)


class _EntryDelegate(RowDelegate):
    """Paints a heading, an entry, or how many more there are, on the ground that the style gives it."""

    def __init__(self, model: PaletteModel, view: PaletteList) -> None:
        super().__init__(view)
        self._model = model
        self.emphasis, self._plain = Emphasis(""), Emphasis("")

    def paint_content(
        self, painter: QPainter, room: QRect, index: QModelIndex | QPersistentModelIndex, _selected: bool
    ) -> None:
        """Paint what a line says."""
        line = index.row()
        kind, entry = self._model.kind(line), self._model.entry(line)
        inner = room.adjusted(_MARGIN, 0, -_MARGIN, 0)
        painter.save()
        if entry is not None:
            answers = self._model.hits(line).best >= ANSWER
            self._paint_entry(painter, inner, entry, self._plain if answers else self.emphasis)
        else:
            text, color = self._model.text(line), current_theme().accent
            if kind is LineKind.HEADING:
                hits = self._model.hits(line)
                some = hits.count > 1 and 0 < hits.best < ANSWER
                text, color = fmt.join(text, fmt.count(hits.count) if some else ""), current_theme().secondary
                inner.adjust(0, 4, 0, 0)
            painter.setFont(font(11, bold=kind is LineKind.HEADING))
            painter.setPen(color)
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_entry(self, painter: QPainter, rect: QRect, entry: Entry, emphasis: Emphasis) -> None:
        """Paint what an entry says, and at the right edge its key, or what else stands there."""
        theme, metrics, room = current_theme(), QFontMetrics(font(13)), QRect(rect)
        if aside := entry.keys or entry.aside:
            most = max(rect.width() - _LEAST_TEXT, 0)
            aside = metrics.elidedText(aside, Qt.TextElideMode.ElideRight, most)
            room.setLeft(rect.right() - metrics.horizontalAdvance(aside))  # of which Qt tells no fractions
            self._paint_text(painter, room, aside, theme.secondary, self._plain)
            room = rect.adjusted(0, 0, room.left() - _GAP - rect.right(), 0)
        color = theme.secondary if entry.run is None else theme.text
        room.setLeft(room.left() + self._paint_text(painter, room, entry.text, color, emphasis) + _GAP)
        if entry.detail and room.width() > 0:
            self._paint_text(painter, room, entry.detail, theme.secondary, emphasis)

    def _paint_text(
        self, painter: QPainter, room: QRect, text: str, color: QColor, emphasis: Emphasis
    ) -> int:
        """Draw a text, shortened where it must be, with the found letters set off; return its width."""
        metrics = QFontMetrics(font(13))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        layout = QTextLayout(shown, font(13))
        found = QTextCharFormat()
        found.setFontWeight(font(13, bold=True).weight())
        found.setForeground(current_theme().accent)
        layout.setFormats([_set_off(run, found) for run in _runs(emphasis.places(text))])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(max(room.width(), 1) * 2)
        layout.endLayout()
        painter.setPen(color)
        top = room.top() + (room.height() - metrics.height()) // 2 + metrics.ascent() - line.ascent()
        layout.draw(painter, QPointF(room.left(), top))
        return int(line.naturalTextWidth())


def _set_off(run: range, look: QTextCharFormat) -> QTextLayout.FormatRange:
    letters = QTextLayout.FormatRange()
    letters.start, letters.length = run.start, len(run)
    letters.format = look
    return letters


def _runs(places: Iterable[int]) -> list[range]:
    """Return places as runs of those that adjoin."""
    runs: list[range] = []
    for place in sorted(places):
        if runs and runs[-1].stop == place:
            runs[-1] = range(runs[-1].start, place + 1)
        else:
            runs.append(range(place, place + 1))
    return runs
