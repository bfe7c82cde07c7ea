"""Buttons for actions of which one is on, joined to one control."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from viewer.ui.theme import font
from viewer.ui.widgets.boxes import in_row

_HEIGHT = 28


class Segments(QFrame):
    """A row of words; that of the action that is checked stands out."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "group")
        self.setFixedHeight(_HEIGHT)
        row = in_row(self, margins=(1, 1, 1, 1))
        for action in actions:
            button = QToolButton(self)
            button.setProperty("kind", "segment")
            button.setFont(font(13, medium=True))
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setFixedHeight(_HEIGHT - 2)
            row.addWidget(button)
