"""A field for a number with arrows that count."""

from __future__ import annotations

from PySide6.QtWidgets import QDoubleSpinBox, QWidget

_LEFT = 6


class NumberBox(QDoubleSpinBox):
    """Its number stands as far from the edge as texts in other fields, which no style sheet can say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lineEdit().setTextMargins(_LEFT, 0, 0, 0)
