"""A button that stands for an action of the table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QToolButton, QWidget

from viewer.ui.theme import font


class ActionButton(QToolButton):
    """Looks like its action and triggers it; it never takes the keyboard away from where it is.

    Unlike with ``setDefaultAction``, text and icon may differ from the action's.
    """

    def __init__(self, action: QAction, parent: QWidget | None = None, *, kind: str = "quiet") -> None:
        super().__init__(parent)
        self._action = action
        self._own_icon: QIcon | None = None
        self._usable = True
        self.setProperty("kind", kind)
        self.setFont(font(13))
        self.setIconSize(QSize(16, 16))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAutoRepeat(action.autoRepeat())
        action.changed.connect(self._look_like_action)
        self.clicked.connect(action.trigger)
        self._look_like_action()

    def set_words(self, words: str) -> None:
        """Write beside the icon, or, if empty, show the icon alone."""
        style = Qt.ToolButtonStyle
        after_icon = self.layoutDirection() == Qt.LayoutDirection.LeftToRight
        self.setText(f" {words}" if after_icon else f"{words} ")  # Qt leaves too little room at the icon
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if words else style.ToolButtonIconOnly)

    def set_icon(self, icon: QIcon) -> None:
        """Show another icon than the action's."""
        self._own_icon = icon
        self.setIcon(icon)

    def set_usable(self, usable: bool) -> None:
        """Disable the button whatever its action says, or leave it to the action."""
        self._usable = usable
        self._look_like_action()

    def nextCheckState(self) -> None:
        """Leave it to the action whether it is on."""

    @Slot()
    def _look_like_action(self) -> None:
        action = self._action
        self.setEnabled(action.isEnabled() and self._usable)
        self.setToolTip(action.toolTip())
        self.setAccessibleName(action.text())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        if self._own_icon is None:
            self.setIcon(action.icon())
