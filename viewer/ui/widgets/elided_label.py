"""A label that shortens its text where there is no room for it, and then tells it all when pointed at."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from viewer.file_error import printable
from viewer.ui.format import SEPARATOR, plain_lines


class ElidedLabel(QLabel):
    """A line of plain text that may be narrower than its text; by parts, it leaves out whole ones."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        by_parts: bool = False,
    ) -> None:
        super().__init__(parent)
        self._mode = mode
        self._by_parts = by_parts
        self._tip = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text, in one line."""
        super().setText(" ".join(map(printable, text.splitlines())))
        self._update_tip()

    def set_tip(self, tip: str) -> None:
        """Say what to show when it is pointed at, whether or not the text fits."""
        self._tip = tip
        self._update_tip()

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters: the rest can be left out."""
        hint = super().minimumSizeHint()
        few = self.fontMetrics().averageCharWidth() * 4
        return QSize(min(hint.width(), few), hint.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text, or as much of it as there is room for."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment(), self._shown())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the tooltip right: it has the text only while the label cannot show it."""
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
