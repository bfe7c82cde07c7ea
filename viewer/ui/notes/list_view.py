"""The list of notes, whose texts are typed in their places."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QLineEdit, QStyleOptionViewItem, QWidget

from viewer.ui.notes.model import NoteModel
from viewer.ui.widgets.list_view import ListView, RowDelegate

_ROW = 28
_COLOR_WIDTH = 32


class _NoteDelegate(RowDelegate):
    """Lets a text be typed in a field that says what it is for."""

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        field = QLineEdit(parent)
        field.setPlaceholderText(self.tr("What is there to see?"))
        field.setAccessibleName(self.tr("Text of the note"))
        return field


class NoteList(ListView):
    """The list of a NoteModel."""

    def __init__(self, model: NoteModel, parent: QWidget | None = None) -> None:
        super().__init__(model, _ROW, parent)
        self._model = model
        self.setItemDelegate(_NoteDelegate(self))
        header = self.horizontalHeader()
        header.setSectionResizeMode(model.number_of["text"], QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(_COLOR_WIDTH)
        self.doubleClicked.connect(lambda index: self.edit_line(index.row()))

    @property
    def field(self) -> QLineEdit | None:
        """Where a text is being typed, None if none is."""
        editing = self.state() == self.State.EditingState
        return self.indexWidget(self.currentIndex()) if editing else None  # type: ignore[return-value]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave what the field lets through: it ends by it."""
        if self.field is None:
            super().keyPressEvent(event)

    def edit_line(self, line: int) -> None:
        """Let the text of a note be typed where it stands."""
        self.setCurrentIndex(self._model.index(line, self._model.number_of["text"]))
        self.edit(self.currentIndex())

    def go_on_typing(self, note_id: str, text: str) -> None:
        """Let a text be typed further where its note stands now, if it is still there."""
        line = self._model.line_of(note_id)
        if line is not None and self.field is None:
            self.edit_line(line)
        if self.field is not None:
            self.field.setText(text)
            self.field.setModified(True)

    def finish_edit(self) -> None:
        """Keep what was typed, if something is being typed."""
        field = self.field
        if field is not None:
            if field.isModified():
                self.commitData(field)
            self.closeEditor(field, _NoteDelegate.EndEditHint.NoHint)
