"""The line below a sheet that says what its signs mean."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.inspector import columns
from viewer.ui.inspector.line_layout import DERIVED_SIGN, GUTTER, MARGIN, RIGHT
from viewer.ui.inspector.sheet_painter import sign_font
from viewer.ui.theme import current_theme, font

_HEIGHT, _GAP = 28, 12
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class Legend(QWidget):
    """Shown while something in the sheet is derived, or actors stand side by side."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._derived = self._compared = False
        self.setFixedHeight(_HEIGHT)

    def explain(self, *, derived: bool, compared: bool) -> None:
        """Say what the sign of derived values means, and the grey of those that most have side by side."""
        if (derived, compared) != (self._derived, self._compared):
            self._derived, self._compared = derived, compared
            said = [f"{DERIVED_SIGN} {self._of_sign}"] * derived + [self._of_grey] * compared
            self.setAccessibleName(" · ".join(said))
            self.update()
        self.setVisible(derived or compared)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, current_theme().hairline)
        painter.setPen(current_theme().secondary)
        gutter, left = (columns.GUTTER, columns.LEFT) if self._compared else (GUTTER, MARGIN)
        room = self.rect().adjusted(left, 0, -RIGHT, 0)
        if self._derived:
            painter.setFont(sign_font())
            painter.drawText(self.rect().adjusted(gutter, 0, 0, 0), _MIDDLE, DERIVED_SIGN)
        painter.setFont(font(11))
        if self._derived:
            painter.drawText(room, _MIDDLE, self._of_sign)
            room.setLeft(left + painter.fontMetrics().horizontalAdvance(self._of_sign) + _GAP)
        if self._compared and painter.fontMetrics().horizontalAdvance(self._of_grey) <= room.width():
            painter.drawText(room, _MIDDLE | Qt.AlignmentFlag.AlignRight, self._of_grey)

    @property
    def _of_sign(self) -> str:
        return self.tr("computed, not recorded")

    @property
    def _of_grey(self) -> str:
        return self.tr("grey: shared values")
