"""Every field of the window in which text is typed: none takes more than it can work with at once."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtWidgets import QLineEdit, QWidget

LONGEST = 1_000
"""Characters that a field takes: what is longer was pasted by mistake, and takes seconds to look for."""
LONGEST_TEXT = 10_000
"""Characters of what may be long: a note, a question in SQL."""
W = TypeVar("W", bound=QWidget)


class TextField(QLineEdit):
    """A line of text of at most ``longest`` characters; the rest of a longer one is cut."""

    def __init__(self, parent: QWidget | None = None, *, text: str = "", longest: int = LONGEST) -> None:
        super().__init__(parent)
        self.setMaxLength(longest)
        self.setText(text)


def limited(widget: W) -> W:
    """Return ``widget``, one of Qt's own, after bounding the length of each line of text inside it."""
    for field in widget.findChildren(QLineEdit):
        field.setMaxLength(LONGEST)
    return widget
