"""The title over the inspector: who it is about."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from viewer.ui.format import plain
from viewer.ui.inspector.line_layout import MARGIN, RIGHT
from viewer.ui.inspector.small_button import SmallButton
from viewer.ui.theme import current_theme, font

_HEIGHT = 42
_SQUARE = 10
_GAP = 8


class Title(QWidget):
    """Two texts in one line and two small buttons at its end; a spot of colour before the first text."""

    pin_requested = Signal()
    """The actor is to be pinned, or no longer."""

    menu_requested = Signal(QPoint)
    """The menu of what can be copied is wanted at this place of the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = self._right = ""
        self._color: QColor | None = None
        self.setFixedHeight(_HEIGHT)
        self._pin = SmallButton("pin", self.tr("Pin: stay with this actor while others are selected"), self)
        self._pin.setCheckable(True)
        self._pin.clicked.connect(self.pin_requested)
        self._more = SmallButton("more", self.tr("Copy as text or JSON"), self)
        self._more.clicked.connect(self._open_menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, MARGIN - 4, 0)
        row.setSpacing(2)
        row.addStretch(1)
        row.addWidget(self._pin)
        row.addWidget(self._more)

    @property
    def text(self) -> str:
        """Both texts in one line."""
        return f"{self._left} {self._right}".strip()

    def set_pinned(self, pinned: bool | None) -> None:
        """Show whether the actor is pinned; None if there is nothing to pin."""
        self._pin.setVisible(pinned is not None)
        self._pin.setChecked(bool(pinned))
        self.update()

    def set_content(self, left: str, right: str, color: QColor | None) -> None:
        """Show other texts; the second is shortened in the middle if need be, and whole in the tooltip."""
        self._more.setVisible(bool(left))
        left, right = plain(left), plain(right)
        self._left, self._right, self._color = left, right, color
        self.setToolTip(right)
        self.setAccessibleName(self.text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the least size that is of use."""
        return QSize(200, _HEIGHT)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu where the mouse is."""
        self.menu_requested.emit(event.globalPos())

    @Slot()
    def _open_menu(self) -> None:
        self.menu_requested.emit(self._more.mapToGlobal(QPoint(0, self._more.height())))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.setFont(font(13, bold=True))
        metrics = painter.fontMetrics()
        area = self.rect().adjusted(MARGIN, 0, -RIGHT, 0)
        if self._color is not None:
            painter.fillRect(area.x(), area.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE, self._color)
            area.setLeft(area.x() + _SQUARE + _GAP)
        painter.setPen(current_theme().text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._left)
        used = metrics.horizontalAdvance(self._left) + _GAP
        buttons = [button for button in (self._pin, self._more) if not button.isHidden()]
        if buttons:
            area.setRight(buttons[0].x() - _GAP)
        room = QRect(area.x() + used, area.y(), area.width() - used, area.height())
        painter.setFont(font(13))
        painter.setPen(current_theme().secondary)
        text = painter.fontMetrics().elidedText(self._right, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
