"""The line below a sheet that says what its sign means."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.inspector.line_layout import DERIVED_SIGN, GUTTER, MARGIN
from viewer.ui.inspector.sheet_painter import sign_font
from viewer.ui.theme import Theme, font

_HEIGHT = 28


class Legend(QWidget):
    """Shown while something in the sheet is derived."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._indents = (GUTTER, MARGIN)
        self.setFixedHeight(_HEIGHT)
        self.setAccessibleName(f"{DERIVED_SIGN} {self._text()}")

    def set_theme(self, theme: Theme) -> None:
        """Show other colours."""
        self._theme = theme

    def set_indents(self, gutter: int, left: int) -> None:
        """Stand under the sheet's signs and labels, pixels from the left."""
        if self._indents != (gutter, left):
            self._indents = (gutter, left)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self._theme.hairline)
        painter.setPen(self._theme.secondary)
        gutter, margin = self._indents
        for face, left, text in ((sign_font(), gutter, DERIVED_SIGN), (font(11), margin, self._text())):
            painter.setFont(face)
            area = self.rect().adjusted(left, 0, 0, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def _text(self) -> str:
        return self.tr("derived, not recorded")
