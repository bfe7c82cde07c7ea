"""A field over the map for the text of a note, also of one that is only made by typing it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QWidget
from shiboken6 import isValid

from viewer.notes import Note
from viewer.ui.notes.field import NoteField
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import label

_MARGIN = 56  # where a toast is
_WIDTH = 460
_GAP = 24


class NotePrompt(QFrame):
    """Stands near the lower edge of its host, hidden until it is asked for; then the keyboard goes back."""

    text_given = Signal(object, str)
    """The note, and the text that was typed."""

    def __init__(self, host: QWidget, rest: QWidget) -> None:
        """Take where it stands, and who has the keyboard afterwards if nobody had it before."""
        super().__init__(host)
        self._host, self._rest = host, rest
        self._note: Note | None = None
        self._focus_before: QWidget | None = None
        self._color = QLabel(self)
        self._when = label(role="secondary")
        self._field = NoteField(self)
        self.setProperty("surface", "card")
        in_row(self, self._color, self._when, (self._field, 1), spacing=8, margins=(12, 8, 12, 8))
        self._field.ended.connect(self._end)
        host.installEventFilter(self)
        self.hide()

    def ask(self, note: Note, when: str, swatch: QPixmap) -> None:
        """Let the user type the text of a note; what was being typed is kept."""
        self.finish()
        self._note = note
        self._focus_before = self.window().focusWidget()
        self._color.setPixmap(swatch)
        self._when.setText(when)
        self.show()
        self._place()
        self.raise_()
        self._field.begin(note.text)

    def finish(self) -> None:
        """Keep what was typed, if something is being typed."""
        self._field.finish()

    @Slot(bool)
    def _end(self, keep: bool) -> None:
        before = self._focus_before
        if self._field.hasFocus():  # before it is hidden: then Qt moves the keyboard to any other
            there = before is not None and isValid(before) and before.isVisible()
            (before if before is not None and there else self._rest).setFocus()
        self.hide()
        if keep:
            self.text_given.emit(self._note, self._field.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when the host changes its size."""
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        area = self._host.rect()
        self.resize(min(_WIDTH, area.width() - _GAP), self.sizeHint().height())
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - _MARGIN)
