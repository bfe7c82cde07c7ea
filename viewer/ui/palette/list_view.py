"""List view of the palette (the field that finds actions, actors and events), and its delegate.

The delegate highlights the letters that match the query.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QStaticText
from PySide6.QtWidgets import QWidget

from viewer.ui import format as fmt
from viewer.ui.palette.entry import ANSWER, Entry
from viewer.ui.palette.model import PaletteModel
from viewer.ui.palette.text_search import matches_in
from viewer.ui.theme import current_theme, font
from viewer.ui.translation import tr
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.row_delegate import RowDelegate
from viewer.ui.widgets.table import AnyIndex

ROW_HEIGHT = 28
_MARGIN = 16
_GAP = 12
_GAP_TEXT = "   "
_LEAST_TEXT = 80
_ENDS = (Qt.Key.Key_Up, Qt.Key.Key_Down)


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
        self.setItemDelegate(self._delegate)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.setAccessibleName(tr("Search results"))
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def set_query(self, query: str) -> None:
        """Highlight in all rows the letters that match ``query``."""
        self._delegate.query = query
        self.viewport().update()

    def set_current(self, line: int) -> None:
        """Select row ``line`` of the list of search results, or the one below a heading."""
        self.setCurrentIndex(self.model().index(line + (self._model.row_at(line) is None), 0))

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        """Scroll to the current row; for the first one so that the heading above it is visible."""
        super().currentChanged(current, previous)
        if current.row() == 1:
            self.scrollToTop()

    @Slot(int)
    def move_by_key(self, key: int) -> None:
        """Move the current row as ``key``, an arrow or page key, does; arrows go round at the ends."""
        line, last = self.currentIndex().row(), self._model.rowCount() - 1
        self.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier))
        if self.currentIndex().row() == line >= 0 and key in _ENDS:
            self.set_current(0 if key == Qt.Key.Key_Down else last)

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
        self.query = ""

    def paint_content(self, painter: QPainter, rect: QRect, index: AnyIndex, _selected: bool) -> None:
        """Paint the heading, entry or "n more" in the row of ``index`` into ``rect``."""
        model, line, theme = self._model, index.row(), current_theme()
        inner, entry = rect.adjusted(_MARGIN, 0, -_MARGIN, 0), model.entry_at(line)
        group = model.group_at(line) if entry is None else int(model.groups[model.row_of(index)])
        results = model.results[group or 0]
        painter.save()
        if entry is not None and not entry.unfolds:
            self._paint_entry(painter, inner, entry, "" if results.best >= ANSWER else self.query)
        else:
            some = entry is None and results.count > 1 and 0 < results.best < ANSWER
            text = entry.text if entry else fmt.join(results.title, fmt.count(results.count) if some else "")
            painter.setFont(font(11, bold=entry is None))
            painter.setPen(theme.accent if entry else theme.secondary)
            inner.adjust(0, 0 if entry else 4, 0, 0)
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_entry(self, painter: QPainter, rect: QRect, entry: Entry, query: str) -> None:
        """Paint an entry of the palette: text and detail at the left, shortcut or ``aside`` at the right.

        Letters that match ``query`` are highlighted. What is too wide is elided.
        """
        theme, metrics, right = current_theme(), QFontMetrics(font(13)), Qt.TextElideMode.ElideRight
        painter.setFont(font(13))
        width = rect.width()
        if aside := entry.keys or entry.aside:
            aside = metrics.elidedText(aside, right, max(width - _LEAST_TEXT, 0))
            painter.setPen(theme.secondary)
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, aside)
            width -= metrics.horizontalAdvance(aside) + _GAP
        text = entry.text + (_GAP_TEXT + entry.detail if entry.detail else "")
        shown = QStaticText(_marked(metrics.elidedText(text, right, width), len(entry.text), query))
        shown.setTextFormat(Qt.TextFormat.RichText)
        painter.setPen(theme.secondary if entry.run is None else theme.text)
        top = rect.top() + (rect.height() - round(shown.size().height())) // 2
        painter.drawStaticText(rect.left(), top, shown)


def _marked(text: str, length: int, query: str) -> str:
    """Return ``text`` as HTML, its letters that match ``query`` highlighted.

    The first ``length`` characters are the main text of an entry, the others its detail, in a quieter colour.
    """
    theme, bold = current_theme(), font(13, bold=True).weight()
    found = matches_in(text[:length], query) | {length + each for each in matches_in(text[length:], query)}
    marked = f'<span style="color: {theme.accent.name()}; font-weight: {int(bold)}">{{}}</span>'
    letters = [marked.format(escape(sign)) if at in found else escape(sign) for at, sign in enumerate(text)]
    detail = f'<span style="color: {theme.secondary.name()}">{"".join(letters[length:])}</span>'
    return f'<div style="white-space: pre">{"".join(letters[:length])}{detail}</div>'
