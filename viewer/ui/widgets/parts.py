"""Functions that make the labels, buttons and fields of panels and dialogs, in the program's style."""

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
    """Return ``widget`` after setting its font and its colour.

    Args:
        widget: a label, button or other widget.
        size: height of the font in pixels; the font stays unchanged if None.
        role: name of a text colour in the style sheet, such as "secondary"; unchanged if empty.
        bold: whether the font is bold; without effect if ``size`` is None.
    """
    if size is not None:
        widget.setFont(font(size, bold=bold))
    if role:
        widget.setProperty("role", role)
    return widget


def label(
    text: str = "", size: Literal[11, 13, 20] | None = None, role: str = "", *, bold: bool = False
) -> QLabel:
    """Return a label that shows ``text`` as plain text; ``role`` names its colour in the style sheet."""
    made = styled(QLabel(text), size, role, bold=bold)
    made.setTextFormat(Qt.TextFormat.PlainText)
    return made


def wrapped(
    text: str = "", size: Literal[11, 13] | None = None, role: str = "", *, bold: bool = False
) -> QLabel:
    """Return a label that shows ``text`` as plain text and breaks long lines.

    ``size`` is the height of the font in pixels, None for the default one. ``role`` is the name of the text
    colour in the style sheet, such as "secondary"; empty for the default colour.
    """
    made = label(text, size, role, bold=bold)
    made.setWordWrap(True)
    return made


def button(made: B, tip: str = "", *, kind: str = "quiet", size: Literal[11, 13] | None = None) -> B:
    """Return the button ``made`` with the tooltip ``tip`` and the style ``kind``; only Tab gives it focus.

    ``kind`` is "primary" (main action), "quiet" (no frame until hovered), "link" (looks like text) or empty
    (thin frame); ``size`` is the height of the font in pixels, unchanged if None.
    """
    made.setProperty("kind", kind)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setToolTip(tip)
    return styled(made, size)


def icon_button(name: str, tip: str, role: str = "secondary") -> QToolButton:
    """Return a tool button with an icon, and with ``tip`` as its tooltip and accessible name.

    ``name`` is that of one of the program's icons ("pin"), ``role`` that of a theme colour ("text").
    """
    made = button(QToolButton(), tip)
    made.setIcon(icon(name, role))
    made.setAccessibleName(tip)
    return made


def link(text: str = "") -> QPushButton:
    """Return a button that looks like a text link."""
    made = button(QPushButton(text), kind="link")
    made.setCursor(Qt.CursorShape.PointingHandCursor)
    return made


def action_button(
    action: QAction, made: QToolButton | None = None, *, kind: str = "quiet", height: int = 0
) -> QToolButton:
    """Return a tool button for ``action``, ``height`` pixels high unless 0; it takes no keyboard focus.

    The button is ``made``, or a new one if None. ``kind`` is the style: "primary" (main action), "quiet" (no
    frame until hovered), or empty (thin frame).
    """
    made = button(QToolButton() if made is None else made, kind=kind, size=13)
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
    """Button that copies the text returned by ``copied`` and shows "Copied" for 1.5 seconds."""

    def __init__(self, words: str, copied: Callable[[], str]) -> None:
        super().__init__(words)
        self._words, self._copied = words, copied
        self._back = QTimer(self, singleShot=True, interval=_COPIED_MS)
        self._back.timeout.connect(self.offer)
        self.clicked.connect(self._copy)

    @Slot()
    def offer(self) -> None:
        """Make the button show its own text again instead of "Copied"."""
        self.setText(self._words)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._copied())
        self.setText(tr("Copied"))
        self._back.start()


def hairline() -> QFrame:
    """Return a horizontal line, one pixel high."""
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFixedHeight(1)
    return line


def scrolling(page: QWidget | None = None, area: QScrollArea | None = None) -> QScrollArea:
    """Return ``area`` (a new one if None) without a frame, in which ``page`` scrolls only vertically."""
    area = QScrollArea() if area is None else area
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if page is not None:
        area.setWidget(page)
    return area


_LEFT = 6


class NumberBox(QDoubleSpinBox):
    """Spin box with the same left text margin as the other fields, which a style sheet cannot set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        limited(self).lineEdit().setTextMargins(_LEFT, 0, 0, 0)


class MenuLeave(QObject):
    """Helper that clears the hover highlight of ``button`` when ``menu`` closes and the mouse is elsewhere.

    An open menu grabs the mouse, so that the button gets no leave event.
    """

    def __init__(self, button: QAbstractButton, menu: QMenu) -> None:
        super().__init__(button)
        self._button = button
        # Queued: when aboutToHide is emitted, the menu still grabs the mouse.
        menu.aboutToHide.connect(self._update_hover, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def _update_hover(self) -> None:
        button = self._button
        if not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            button.update()
