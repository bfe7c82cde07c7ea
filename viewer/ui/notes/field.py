"""Where the text of a note is typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from viewer.ui.widgets.keys import ENTER, is_claimed

_COMES_BACK = (
    Qt.FocusReason.PopupFocusReason,
    Qt.FocusReason.MenuBarFocusReason,
    Qt.FocusReason.ActiveWindowFocusReason,
)
"""Why the keyboard may be elsewhere for a while."""


class NoteField(QLineEdit):
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
