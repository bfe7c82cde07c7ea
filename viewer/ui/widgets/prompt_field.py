"""Text field that takes keyboard focus while the user answers a prompt, and gives it back afterwards."""

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
"""Reasons for which a field loses focus only for a while: another window, a popup, the menu bar."""


class PromptField(TextField):
    """Text field whose Enter and Esc keys have priority over the window's shortcuts."""

    accepted = Signal()
    """Emitted when Enter was pressed."""
    rejected = Signal()
    """Emitted when Esc was pressed."""
    left = Signal()
    """Emitted when keyboard focus moved from this field to another widget of the window."""

    def __init__(self, parent: QWidget | None = None, *, longest: int = LONGEST) -> None:
        super().__init__(parent, longest=longest)
        self._before: QWidget | None = None

    def begin(self, text: str = "") -> None:
        """Begin a prompt: show ``text`` in the field, all of it selected, and take keyboard focus."""
        self._before = QApplication.focusWidget()
        self.setText(text)
        self.selectAll()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def give_back(self, rest: QWidget | None = None) -> None:
        """Give keyboard focus back to the widget that had it before ``begin``, or ``rest`` if that is gone.

        Call this before hiding the field: Qt moves the focus of a hidden field to an arbitrary widget.
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
        """Return whether ``event`` is a key that ends the prompt, Enter or Esc."""
        return event.key() in ENTER or event.key() == Qt.Key.Key_Escape

    def event(self, event: QEvent) -> bool:
        """Claim Enter and Esc before the window's shortcuts get them."""
        return is_claimed(event, self.claims) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``accepted`` for Enter and ``rejected`` for Esc; let other keys edit the text."""
        if not self.claims(event):
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.accepted.emit()
        else:
            self.rejected.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Emit ``left``, unless the focus only went to another program, a popup or a menu."""
        super().focusOutEvent(event)
        if event.reason() not in _COMES_BACK:
            self.left.emit()
