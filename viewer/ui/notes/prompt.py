"""A field over the map for the text of a note, also of one that is only made by typing it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget
from shiboken6 import isValid

from viewer.notes import Note
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.keys import ENTER, is_claimed
from viewer.ui.widgets.parts import label

_MARGIN = 56  # where a toast is
_WIDTH = 460
_GAP = 24
_COMES_BACK = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)
"""Why the keyboard may be elsewhere for a while."""


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
        self._field = _Field(self)
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


class _Field(QLineEdit):
    """A line of text that says once how it ends: Enter keeps it, leaving it what was typed; Esc does not."""

    ended = Signal(bool)
    """Whether the text is to be kept."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = False
        self.setPlaceholderText(self.tr("What is there to see?"))
        self.setAccessibleName(self.tr("Text of the note"))

    def begin(self, text: str) -> None:
        """Show a text, have it typed over, and take the keyboard."""
        self._open = True
        self.setText(text)
        self.selectAll()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """Keep what was typed, if something is being typed."""
        self._end(keep=self.isModified())

    def event(self, event: QEvent) -> bool:
        """Claim the keys that end, before the window's shortcuts get them."""
        return is_claimed(event, _ends) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End, or type."""
        if _ends(event):
            self._end(keep=event.key() in ENTER)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what was typed when the keyboard goes elsewhere, unless a menu or window has come."""
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.finish()

    def _end(self, *, keep: bool) -> None:
        if self._open:
            self._open = False
            self.ended.emit(keep)


def _ends(event: QKeyEvent) -> bool:
    return event.key() in (*ENTER, Qt.Key.Key_Escape)
