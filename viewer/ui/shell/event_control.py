"""One control for events: back to one, which kinds, on to the next."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from viewer.ui.icons import icon
from viewer.ui.widgets.action_button import ActionButton
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import MenuLeave

_HEIGHT, _PART = 28, 26


class EventControl(QFrame):
    """Two arrows with a diamond between them."""

    def __init__(self, previous: QAction, following: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "group")
        self.setFixedHeight(_HEIGHT)
        self._previous = ActionButton(previous, self, kind="part")
        self._next = ActionButton(following, self, kind="part")
        self._kinds = QToolButton(self)
        self._kinds.setProperty("kind", "part")
        self._kinds.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._kinds.setIconSize(QSize(16, 16))
        self._kinds.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._kinds.setToolTip(self.tr("Kinds of events"))
        self._kinds.setAccessibleName(self.tr("Kinds of events"))
        row = in_row(self, margins=(1, 1, 1, 1))
        for button in (self._previous, self._kinds, self._next):
            button.setFixedSize(_PART, _PART)
            row.addWidget(button)
        self._previous.set_icon(icon("chevron-left"))
        self._kinds.setIcon(icon("event"))
        self._next.set_icon(icon("chevron-right"))

    def set_menu(self, menu: QMenu) -> None:
        """Choose the kinds of events from a menu."""
        self._kinds.setMenu(menu)
        MenuLeave(self._kinds, menu)

    def set_usable(self, usable: bool) -> None:
        """Disable the control, or leave it to its actions."""
        self._previous.set_usable(usable)
        self._next.set_usable(usable)
