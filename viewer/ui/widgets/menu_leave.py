"""Buttons that open a menu, and the mouse that leaves them meanwhile."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QAbstractButton, QMenu


class MenuLeave(QObject):
    """Puts out the light of a button when its menu is gone and the mouse is elsewhere.

    An open menu takes the mouse, so that the button does not see it leave.
    """

    def __init__(self, button: QAbstractButton, menu: QMenu) -> None:
        super().__init__(button)
        self._button = button
        # Queued: the menu is not gone yet when it says so.
        menu.aboutToHide.connect(self._look_again, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def _look_again(self) -> None:
        button = self._button
        if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            button.update()
