"""Asking for a line of text."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QWidget

from viewer.ui.widgets.boxes import in_column
from viewer.ui.widgets.parts import wrapped

_WIDTH = 360
Button = QDialogButtonBox.StandardButton


class FieldDialog(QDialog):
    """A field with a hint below it that says what is meant, or what can be typed; empty until ``check``."""

    def __init__(
        self,
        title: str,
        asked: str,
        text: str,
        accept: QDialogButtonBox.StandardButton,
        parent: QWidget | None,
    ) -> None:
        """Take what is asked for, what is there to begin with, and the button that takes it."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(_WIDTH)
        self.field = QLineEdit(text, self)
        self.field.selectAll()
        self.hint = wrapped(role="secondary")
        buttons = QDialogButtonBox(accept | Button.Cancel, self)
        self.accept_button = buttons.button(accept)
        parts = (QLabel(asked, self), self.field, self.hint, 8, buttons)
        in_column(self, *parts, spacing=8, margins=(16, 16, 16, 16))
        self.field.textChanged.connect(self.check)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)

    @Slot()
    def check(self) -> None:
        """Say what is typed, and whether it can be taken."""
        raise NotImplementedError
