"""A field over the map for the text of a note, also of one that is only made by typing it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from viewer.notes import Note
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import label
from viewer.ui.widgets.prompt_field import PromptField
from viewer.ui.widgets.text_field import LONGEST_TEXT

_MARGIN = 56  # where a toast is
_WIDTH = 460
_GAP = 24


class NotePrompt(QFrame):
    """Stands near the lower edge of its host, hidden until it is asked for; then the keyboard goes back.

    Enter keeps a note with its text, also an empty one; leaving the field what was typed; Esc nothing.
    """

    text_given = Signal(object, str)
    """The note, and the text that was typed."""

    def __init__(self, host: QWidget, rest: QWidget) -> None:
        """Take where it stands, and who has the keyboard afterwards if nobody had it before."""
        super().__init__(host)
        self._host, self._rest = host, rest
        self._note: Note | None = None
        self._color = QLabel(self)
        self._when = label(role="secondary")
        self._field = PromptField(self, longest=LONGEST_TEXT)
        self._field.setPlaceholderText(tr("What is there to see?"))
        self._field.setAccessibleName(tr("Text of the note"))
        self.setProperty("surface", "card")
        in_row(self, self._color, self._when, (self._field, 1), spacing=8, margins=(12, 8, 12, 8))
        self._field.accepted.connect(lambda: self._end(keep=True))
        self._field.rejected.connect(lambda: self._end(keep=False))
        self._field.left.connect(self.finish)
        host.installEventFilter(self)
        self.hide()

    def ask(self, note: Note, when: str, swatch: QPixmap) -> None:
        """Let the user type the text of a note; what was being typed is kept."""
        self.finish()
        self._note = note
        self._color.setPixmap(swatch)
        self._when.setText(when)
        self.show()
        self._place()
        self.raise_()
        self._field.begin(note.text)

    @Slot()
    def finish(self) -> None:
        """Keep what was typed, if something is being typed."""
        self._end(keep=self._field.isModified())

    def _end(self, *, keep: bool) -> None:
        note, self._note = self._note, None
        if note is None:
            return
        self._field.give_back(self._rest)
        self.hide()
        if keep:
            self.text_given.emit(note, self._field.text().strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in place when the host changes its size."""
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        area = self._host.rect()
        self.resize(min(_WIDTH, area.width() - _GAP), self.sizeHint().height())
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - _MARGIN)
