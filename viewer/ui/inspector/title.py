"""The title over the inspector: who it is about."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Slot
from PySide6.QtGui import QAction, QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from viewer.ui.inspector.line_layout import MARGIN
from viewer.ui.theme import Theme, font

_HEIGHT = 34
_SQUARE = 8
_GAP = 8


class Title(QWidget):
    """Two texts in one line, the second against the right edge; a spot of colour before the first."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._font = font(12, bold=True)
        self._left = self._right = ""
        self._color: QColor | None = None
        self.setFixedHeight(_HEIGHT)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._copy_left, self._copy_right = QAction(self), QAction(self)
        self._copy_left.triggered.connect(self._take_left)
        self._copy_right.triggered.connect(self._take_right)
        self.addActions((self._copy_left, self._copy_right))

    @property
    def text(self) -> str:
        """Both texts in one line."""
        return f"{self._left} {self._right}".strip()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def set_content(self, left: str, right: str, color: QColor | None) -> None:
        """Show other texts; the second is shortened in the middle if need be, and whole in the tooltip."""
        self._left, self._right, self._color = left, right, color
        for action, text in ((self._copy_left, left), (self._copy_right, right)):
            action.setText(self.tr("Copy {0}").format(text))
            action.setEnabled(bool(text))
        self.setToolTip(right)
        self.setAccessibleName(self.text)
        self.update()

    def sizeHint(self) -> QSize:
        """Return the least size that is of use."""
        return QSize(200, _HEIGHT)

    @Slot()
    def _take_left(self) -> None:
        QApplication.clipboard().setText(self._left)

    @Slot()
    def _take_right(self) -> None:
        QApplication.clipboard().setText(self._right)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        area = self.rect().adjusted(MARGIN, 0, -MARGIN, 0)
        if self._color is not None:
            painter.fillRect(area.x(), area.center().y() - _SQUARE // 2 + 1, _SQUARE, _SQUARE, self._color)
            area.setLeft(area.x() + _SQUARE + _GAP)
        painter.setPen(self._theme.text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._left)
        used = metrics.horizontalAdvance(self._left) + 2 * _GAP
        room = QRect(area.x() + used, area.y(), area.width() - used, area.height())
        text = metrics.elidedText(self._right, Qt.TextElideMode.ElideMiddle, room.width())
        painter.setPen(self._theme.secondary)
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
