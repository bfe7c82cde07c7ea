"""Label that elides its text where it does not fit, and then shows the whole text as a tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from viewer.file_error import printable
from viewer.ui.format import SEPARATOR, plain_lines


class ElidedLabel(QLabel):
    """Label with one line of plain text, elided where it does not fit.

    With ``by_parts``, a text such as "A · B · C" loses its last parts as a whole instead.
    """

    def __init__(
        self,
        text: str = "",
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        by_parts: bool = False,
    ) -> None:
        super().__init__()
        self._mode = mode
        self._by_parts = by_parts
        self._tip = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show ``text`` with its line breaks replaced by spaces."""
        super().setText(" ".join(map(printable, text.splitlines())))
        self._update_tip()

    def set_tip(self, tip: str) -> None:
        """Set a tooltip that is shown even if the text fits and is not elided."""
        self._tip = tip
        self._update_tip()

    def minimumSizeHint(self) -> QSize:
        """Return a minimum size of about four letters, or less for a shorter text; the rest can be elided."""
        hint = super().minimumSizeHint()
        few = self.fontMetrics().averageCharWidth() * 4
        return QSize(min(hint.width(), few), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text, elided to the width of the label."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment(), self._shown())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the tooltip: it repeats the text only while the label shows it elided."""
        super().resizeEvent(event)
        self._update_tip()

    def _shown(self) -> str:
        metrics, width, text = self.fontMetrics(), self.contentsRect().width(), self.text()
        while self._by_parts and text and metrics.horizontalAdvance(text) > width:
            text = text.rpartition(SEPARATOR)[0]
        return metrics.elidedText(text, self._mode, width)

    def _update_tip(self) -> None:
        elided = self._shown() != self.text()
        self.setToolTip(plain_lines(self._tip or (self.text() if elided else "")))
