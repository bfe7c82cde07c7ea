"""A field that takes the keyboard while something is asked, and gives it back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from viewer.ui.widgets.keys import ENTER, is_claimed
from viewer.ui.widgets.text_field import LONGEST, TextField

_COMES_BACK = frozenset(
    {
        Qt.FocusReason.ActiveWindowFocusReason,
        Qt.FocusReason.PopupFocusReason,
        Qt.FocusReason.MenuBarFocusReason,
    }
)
"""Why the keyboard may be elsewhere for a while."""


class PromptField(TextField):
    """A line of text whose keys come before the window's shortcuts."""

    accepted = Signal()
    """Enter was pressed."""
    rejected = Signal()
    """Esc was pressed."""
    left = Signal()
    """The keyboard went to another widget of the window."""

    def __init__(self, parent: QWidget | None = None, *, longest: int = LONGEST) -> None:
        super().__init__(parent, longest=longest)
        self._before: QWidget | None = None

    def begin(self, text: str = "") -> None:
        """Show a text to be typed over, and take the keyboard."""
        self._before = QApplication.focusWidget()
        self.setText(text)
        self.selectAll()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def give_back(self, rest: QWidget | None = None) -> None:
        """Give the keyboard to who had it before, else to ``rest``.

        This comes before the field is hidden: from a hidden one, Qt moves the keyboard to any other.
        """
        before, self._before = self._before, None
        if not self.hasFocus():
            return
        if before is not None and isValid(before) and before.isVisible():
            rest = before
        if rest is None:
            self.clearFocus()
        else:
            rest.setFocus(Qt.FocusReason.OtherFocusReason)

    def claims(self, event: QKeyEvent) -> bool:
        """Tell whether a key is the field's own and no text."""
        return event.key() in ENTER or event.key() == Qt.Key.Key_Escape

    def event(self, event: QEvent) -> bool:
        """Claim the field's own keys before the window's shortcuts get them."""
        return is_claimed(event, self.claims) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End with Enter or Esc; all else edits."""
        if not self.claims(event):
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.accepted.emit()
        else:
            self.rejected.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the user went elsewhere, unless it is another program or a menu."""
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.left.emit()
