"""Field over the map for the text of a note."""

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

_MARGIN = 56  # as for a toast
_WIDTH = 460
_GAP = 24


class NotePrompt(QFrame):
    """Field near the lower edge of its parent for the text of a note; hidden until ``ask`` is called.

    Enter stores the text, even an empty one; losing the focus stores it if it was changed; Esc discards it.
    Then the keyboard focus goes back.
    """

    text_given = Signal(object, str)
    """Carries the note that was edited, and the text that the user typed for it."""

    def __init__(self, host: QWidget, rest: QWidget) -> None:
        """Create the field for the text of a note; it floats over ``host`` and is hidden at first.

        Args:
            host: parent widget.
            rest: widget that gets the focus when the field closes, if none had it when the field opened.
        """
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
        """Show the text field for ``note``, with its time ``when`` and ``swatch``, a picture of its colour.

        A text that is being typed for another note is stored first.
        """
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
        """Store the text that is being typed, if it was changed, and hide the field."""
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
        """Move the field when its parent widget, the host, is resized."""
        if watched is self._host and event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        area = self._host.rect()
        self.resize(min(_WIDTH, area.width() - _GAP), self.sizeHint().height())
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - _MARGIN)
