"""A small quiet button with an icon, at the head of a sheet."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from viewer.ui.icons import icon

_SIDE, _ICON = 22, 14


class SmallButton(QToolButton):
    """An icon that says in its tooltip, and to assistive technology, what it does."""

    def __init__(self, name: str, tip: str, parent: QWidget, side: int = _SIDE) -> None:
        super().__init__(parent)
        self._name = name
        self.setProperty("kind", "quiet")
        self.setProperty("small", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setIconSize(QSize(_ICON, _ICON))
        self.setFixedSize(side, side)
        self.set_tip(tip)
        self.setIcon(icon(self._name, "secondary"))

    def set_tip(self, tip: str) -> None:
        """Say what it does."""
        self.setToolTip(tip)
        self.setAccessibleName(tip)
