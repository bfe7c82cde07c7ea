"""Small parts of panels and dialogs: labels, buttons, choices, fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QCursor, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)

from viewer.ui.icons import icon
from viewer.ui.theme import font
from viewer.ui.translation import tr
from viewer.ui.widgets.text_field import limited

_COPIED_MS = 1_500
W = TypeVar("W", bound=QWidget)
B = TypeVar("B", bound=QAbstractButton)


def styled(widget: W, size: Literal[11, 13, 20] | None = None, role: str = "", *, bold: bool = False) -> W:
    """Return a widget with text of a size, and for a label with the role of its colour."""
    if size is not None:
        widget.setFont(font(size, bold=bold))
    if role:
        widget.setProperty("role", role)
    return widget


def label(
    text: str = "", size: Literal[11, 13, 20] | None = None, role: str = "", *, bold: bool = False
) -> QLabel:
    """Return a label of plain text."""
    made = styled(QLabel(text), size, role, bold=bold)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def wrapped(
    text: str = "", size: Literal[11, 13] | None = None, role: str = "", *, bold: bool = False
) -> QLabel:
    """Return a label of plain text in as many lines as it needs."""
    made = label(text, size, role, bold=bold)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def button(made: B, tip: str = "", *, kind: str = "quiet", size: Literal[11, 13] | None = None) -> B:
    """Return a button of a kind (see ``viewer.ui.theme``) that Tab comes to, and what it says pointed at."""
    made.setProperty("kind", kind)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setToolTip(tip)
    return styled(made, size)


def icon_button(name: str, tip: str, role: str = "secondary") -> QToolButton:
    """Return a button of an icon in the colour of a role; what it does is said to readers, too."""
    made = button(QToolButton(), tip)
    made.setIcon(icon(name, role))
    made.setAccessibleName(tip)
    return made


def link(text: str = "") -> QPushButton:
    """Return a button that reads as text."""
    made = button(QPushButton(text), kind="link")
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


def action_button(action: QAction, *, kind: str = "quiet", height: int = 0) -> QToolButton:
    """Return a button for an action, so many pixels high if not 0; it leaves the keyboard where it is."""
    made = button(QToolButton(), kind=kind, size=13)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    made.setDefaultAction(action)
    made.setAccessibleName(action.text())
    made.setAutoRepeat(action.autoRepeat())
    made.setIconSize(QSize(16, 16))
    if height:
        made.setFixedHeight(height)
        made.setMinimumWidth(height)
    return made


class CopyButton(QPushButton):
    """Puts a text on the clipboard, and says for a moment that it did."""

    def __init__(self, words: str, copied: Callable[[], str]) -> None:
        super().__init__(words)
        self._words, self._copied = words, copied
        self._back = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._back.timeout.connect(self.offer)
        self.clicked.connect(self._copy)

    @Slot()
    def offer(self) -> None:
        """Say what it does, not what it did."""
        self.setText(self._words)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied())
        self.setText(tr("Copied"))
        self._back.start()


def hairline() -> QFrame:
    """Return a line from left to right."""
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFixedHeight(1)
    return line


def scrolling(page: QWidget | None = None, area: QScrollArea | None = None) -> QScrollArea:
    """Return an area without a frame in which a page as wide as the area is scrolled up and down."""
    area = QScrollArea() if area is None else area
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if page is not None:
        area.setWidget(page)
    return area


_LEFT = 6


class NumberBox(QDoubleSpinBox):
    """Its number stands as far from the edge as texts in other fields, which no style sheet can say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        limited(self).lineEdit().setTextMargins(_LEFT, 0, 0, 0)


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
