"""The palette's field: text goes into it, and the keys that move in a list go to the list."""

from __future__ import annotations

from types import MappingProxyType

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from viewer.ui.theme import font
from viewer.ui.widgets.keys import ENTER, is_claimed

_MOVES = MappingProxyType(
    {
        Qt.Key.Key_Up: "up",
        Qt.Key.Key_Down: "down",
        Qt.Key.Key_PageUp: "page up",
        Qt.Key.Key_PageDown: "page down",
    }
)
_STAYS = frozenset({Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason})


class PaletteField(QLineEdit):
    """Where one types what is looked for; it keeps the keyboard while the palette is open."""

    move_requested = Signal(str)
    """``up``, ``down``, ``page up`` or ``page down``."""
    accepted = Signal()
    rejected = Signal()
    left = Signal()
    """The keyboard went to another widget of the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bare")
        self.setFont(font(13))
        self.setPlaceholderText(self.tr("Action, actor, event, time, #frame, or x, y"))
        self.setAccessibleName(self.tr("Find anything"))

    def event(self, event: QEvent) -> bool:
        """Claim the list's keys, Enter and Esc before the window's shortcuts get them."""
        return is_claimed(event, _is_own) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move in the list, choose, close; all else edits."""
        if not _is_own(event):
            super().keyPressEvent(event)
        elif event.key() in ENTER:
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.rejected.emit()
        else:
            self.move_requested.emit(_MOVES[Qt.Key(event.key())])

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Keep the keyboard: there is nowhere else to go in the palette."""
        return True

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell that the user went elsewhere, unless it is another program or a menu."""
        super().focusOutEvent(event)
        if event.reason() not in _STAYS:
            self.left.emit()


def _is_own(event: QKeyEvent) -> bool:
    plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    return plain and (event.key() in _MOVES or event.key() in ENTER or event.key() == Qt.Key.Key_Escape)
