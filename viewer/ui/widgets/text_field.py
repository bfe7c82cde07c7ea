"""Text fields with a maximum length, used wherever the user types text."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST = 1_000
"""Maximum number of characters of a field: longer texts are pasted by mistake, and take seconds to search."""
LONGEST_TEXT = 10_000
"""Maximum number of characters of a field for long texts: a note, an SQL query."""
W = TypeVar("W", bound=QWidget)


class TextField(QLineEdit):
    """Line edit for at most ``longest`` characters; a longer text is truncated."""

    def __init__(self, parent: QWidget | None = None, *, text: str = "", longest: int = LONGEST) -> None:
        super().__init__(parent)
        self.setMaxLength(longest)
        self.setText(text)


def limited(widget: W) -> W:
    """Limit every line edit inside the Qt widget ``widget`` to ``LONGEST`` characters; return ``widget``."""
    for field in widget.findChildren(QLineEdit):
        field.setMaxLength(LONGEST)
    return widget
