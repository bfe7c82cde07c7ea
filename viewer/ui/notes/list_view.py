"""The list of notes: colour, time, length, actor and text, which can be typed in its place."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.format import plain_lines
from viewer.ui.notes.field import NoteField
from viewer.ui.notes.model import NoteLine, NoteModel
from viewer.ui.notes.note_text import color_of
from viewer.ui.notes.swatch import SWATCH, paint_swatch
from viewer.ui.theme import current_theme, font
from viewer.ui.widgets.rows_view import MARGIN, RowsView

_ROW = 28
_GAP = 16
_SLACK = 2
"""Pixels that a text may need beyond the whole ones it is measured in."""
_COLOR_WIDTH = 2 * MARGIN + SWATCH
_ACTOR_SHARE = 0.3
_MEASURED = 100
"""Lines at each end of a long list by which columns are measured."""
_FIELD_INSET = 9
"""Pixels from the edge of a field to its text, by which it begins to the left of the text it stands for."""
_EDIT_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
_DELETE_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class NoteList(RowsView):
    """The list of a NoteModel; what is wanted of a line is told by its number."""

    _edited = ""  # id of the note whose text is typed; asked for by what Qt calls while it makes the list

    chosen = Signal(int)
    """Line that was clicked or moved to."""
    text_given = Signal(int, str)
    """Line, and the text that was typed for it."""
    delete_requested = Signal(int)
    """Line whose note is to be deleted."""
    copy_requested = Signal(int)
    """Line that is to be copied."""
    color_requested = Signal(int, QPoint)
    """Line whose colour is to be chosen, and where on the screen."""
    menu_requested = Signal(int, QPoint)
    """Line for which a menu is wanted, and where on the screen."""

    def __init__(self, model: NoteModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _ROW, parent)
        self._model = model
        self._font, self._small = font(13), font(11)
        self.marked = ""
        """Id of the note the window is at, empty for none."""
        self._widths = (0, 0, 0)
        self._field = NoteField(self.viewport())
        self._field.hide()
        self._field.ended.connect(self._end_edit)
        self.horizontalHeader().hide()
        model.modelReset.connect(self._measure)
        model.dataChanged.connect(self._measure)

    def mark(self, note_id: str) -> None:
        """Show which note the window is at, by its id; empty for none."""
        if note_id != self.marked:
            self.marked = note_id
            self.viewport().update()

    def choose(self, line: int) -> None:
        """Mark a line and say that it was chosen."""
        self.mark(self._model.lines[line].note.id)
        self.chosen.emit(line)

    # -- typing a text

    def edit_line(self, line: int) -> None:
        """Let the text of a note be typed where it stands."""
        note = self._model.lines[line].note
        self.move_to(line)
        self._edited = note.id
        self._place_field()
        self._field.begin(note.text)

    def finish_edit(self) -> None:
        """Keep what was typed, if something is being typed."""
        self._field.finish()

    @Slot(bool)
    def _end_edit(self, keep: bool) -> None:
        typing = self._field.hasFocus()
        line = self._model.line_of(self._edited)
        self._edited = ""
        self._field.hide()
        if typing:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        if keep and line is not None:
            self.text_given.emit(line, self._field.text().strip())

    def _place_field(self) -> None:
        line = self._model.line_of(self._edited)
        if line is None:
            self._field.hide()
            return
        rect = self.line_rect(line)
        left = self._columns(rect)[3].left() - _FIELD_INSET
        self._field.setGeometry(left, rect.top() + 1, rect.right() - left - MARGIN + 1, rect.height() - 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the field on its line."""
        super().resizeEvent(event)
        if self._edited:
            self._place_field()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Keep the field on its line."""
        super().scrollContentsBy(dx, dy)
        if self._edited:
            self._place_field()

    def reset(self) -> None:
        """Keep the field on its note when other lines are there."""
        super().reset()
        if self._edited:
            self._place_field()

    # -- keys and mouse

    @property
    def can_copy(self) -> bool:
        """Whether the keyboard is on a line."""
        return self.currentIndex().isValid()

    def copy_line(self) -> None:
        """Ask for the line to be copied."""
        self.copy_requested.emit(self.currentIndex().row())

    def claims(self, event: QKeyEvent) -> bool:
        """Claim the keys of a line."""
        on_line = self.currentIndex().isValid()
        return super().claims(event) or (on_line and event.key() in (*_EDIT_KEYS, *_DELETE_KEYS))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit or delete the line; copy it, or move."""
        current = self.currentIndex()
        if current.isValid() and event.key() in _EDIT_KEYS:
            self.edit_line(current.row())
        elif current.isValid() and event.key() in _DELETE_KEYS:
            self.delete_requested.emit(current.row())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a line; on its dot, its colour."""
        line = self.line_at(event.position().toPoint())
        left = event.button() == Qt.MouseButton.LeftButton
        if line is not None and left and event.position().x() < _COLOR_WIDTH:
            self.move_to(line)
            self.color_requested.emit(line, self._below(line))
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit a line."""
        line = self.line_at(event.position().toPoint())
        if line is not None and event.button() == Qt.MouseButton.LeftButton:
            self.edit_line(line)

    def leads_on(self, _line: int) -> bool:
        """Tell that lines lead to a time."""
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of a line; from the keyboard, of the one it is on."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        current = self.currentIndex().row() if self.currentIndex().isValid() else None
        line = current if by_key else self.line_at(self.viewport().mapFromGlobal(event.globalPos()))
        if line is not None:
            self.move_to(line)
            self.menu_requested.emit(line, self._below(line) if by_key else event.globalPos())

    def _below(self, line: int) -> QPoint:
        return self.viewport().mapToGlobal(self.line_rect(line).bottomLeft())

    def tip(self, line: int, at: QPoint) -> str:
        """Return a note in full, or what its dot is for."""
        return (
            self.tr("Choose a colour")
            if at.x() < _COLOR_WIDTH
            else plain_lines(self._model.lines[line].note.text)
        )

    # -- painting

    @Slot()
    def _measure(self) -> None:
        """Find out how wide the columns are: as wide as what is in them, of many in the first and last."""
        normal, small = QFontMetrics(self._font), QFontMetrics(self._small)
        lines = self._model.lines
        if len(lines) > 2 * _MEASURED:
            lines = [*lines[:_MEASURED], *lines[-_MEASURED:]]
        self._widths = (
            _widest(normal, [line.time for line in lines]),
            _widest(small, [line.length for line in lines]),
            _widest(small, [line.actor for line in lines]),
        )
        self.viewport().update()

    def _columns(self, rect: QRect) -> tuple[QRect, QRect, QRect, QRect]:
        """Return where time, length, actor and text stand in a line."""
        left = rect.left() + _COLOR_WIDTH
        parts = []
        for width in (*self._widths[:2], min(self._widths[2], int(rect.width() * _ACTOR_SHARE))):
            parts.append(QRect(left, rect.top(), width, rect.height()))
            left += width + _GAP if width else 0
        text = QRect(left, rect.top(), max(rect.right() - MARGIN - left + 1, 0), rect.height())
        return parts[0], parts[1], parts[2], text

    def paint_line(self, painter: QPainter, rect: QRect, line: int) -> None:
        """Paint a note."""
        shown = self._model.lines[line]
        self.paint_state(painter, rect, line, marked=shown.note.id == self.marked)
        middle = QPointF(rect.left() + _COLOR_WIDTH / 2, rect.center().y() + 1)
        paint_swatch(painter, middle, color_of(shown.note.color))
        self._paint_words(painter, rect, shown)

    def _paint_words(self, painter: QPainter, rect: QRect, shown: NoteLine) -> None:
        time, length, actor, text = self._columns(rect)
        center = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(self._font)
        painter.setPen(current_theme().accent)
        painter.drawText(time, Qt.AlignmentFlag.AlignRight | center, shown.time)
        words = shown.text or self.tr("No text")
        painter.setPen(current_theme().text if shown.text else current_theme().secondary)
        elided = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | center, elided)
        painter.setFont(self._small)
        painter.setPen(current_theme().secondary)
        painter.drawText(length, Qt.AlignmentFlag.AlignRight | center, shown.length)
        elided = painter.fontMetrics().elidedText(shown.actor, Qt.TextElideMode.ElideRight, actor.width())
        painter.drawText(actor, Qt.AlignmentFlag.AlignLeft | center, elided)


def _widest(metrics: QFontMetrics, texts: list[str]) -> int:
    """Return the pixels that the widest text needs, 0 if all are empty."""
    width = max((metrics.horizontalAdvance(text) for text in texts), default=0)
    return width + _SLACK if width else 0
