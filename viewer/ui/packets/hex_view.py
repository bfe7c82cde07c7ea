"""Bytes as hexadecimal numbers and letters; however many there are, only what is seen is ever written."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontDatabase,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QMenu, QToolTip, QWidget

from viewer.ui.theme import current_theme
from viewer.ui.widgets.keys import MOVES, is_claimed, is_plain

BYTES_IN_LINE = 16
_HALF = BYTES_IN_LINE // 2
_MARGIN = 12
_LINE_GAP = 4
_FONT_SIZE = 12
_PRINTABLE = range(0x20, 0x7F)
_MOST_COPIED = 1 << 20
"""Bytes that are copied at most: a clipboard is no file."""


class HexView(QAbstractScrollArea):
    """Lines of offset, sixteen bytes, and the letters they would be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data = b""
        """The bytes that are shown."""
        self._offset = 0
        self._font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        self._font.setPixelSize(_FONT_SIZE)
        metrics = QFontMetrics(self._font)
        self._letter = metrics.horizontalAdvance("0")
        self._line_height = metrics.height() + _LINE_GAP
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Bytes"))
        self.viewport().setAutoFillBackground(False)

    def set_data(self, data: bytes, offset: int) -> None:
        """Show bytes that stand at an offset in the file; the place one looks at stays."""
        if data == self.data and offset == self._offset:
            return
        self.data, self._offset = data, offset
        self._fit()
        self.viewport().update()

    def line_text(self, line: int) -> str:
        """Return a line: offset, bytes, letters."""
        start = line * BYTES_IN_LINE
        part = self.data[start : start + BYTES_IN_LINE]
        numbers = "  ".join(half.hex(" ") for half in (part[:_HALF], part[_HALF:]))
        letters = "".join(chr(byte) if byte in _PRINTABLE else "." for byte in part)
        return f"{self._offset + start:0{self._digits}x}  {numbers:<{_numbers_width()}}  {letters}"

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        return -(-len(self.data) // BYTES_IN_LINE)

    @property
    def _digits(self) -> int:
        return max(len(f"{self._offset + len(self.data):x}"), 8)

    # Scrolling

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find out how much can be seen."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        lines = max(self.viewport().height() // self._line_height, 1)
        self.verticalScrollBar().setPageStep(lines)
        self.verticalScrollBar().setRange(0, max(self.line_count - lines, 0))
        width = (self._digits + 2 + _numbers_width() + 2 + BYTES_IN_LINE) * self._letter + 2 * _MARGIN
        room = self.viewport().width()
        self.horizontalScrollBar().setPageStep(room)
        self.horizontalScrollBar().setSingleStep(self._letter)
        self.horizontalScrollBar().setRange(0, max(width - room, 0))

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Paint again; lines are not moved as pixels."""
        self.viewport().update()

    def event(self, event: QEvent) -> bool:
        """Claim the keys that scroll and copy: the window's shortcuts would take them."""
        return is_claimed(event, lambda key: _copies(key) or _scrolls(key)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll or copy; all else is the window's."""
        bar = self.verticalScrollBar()
        targets = {
            Qt.Key.Key_Up: bar.value() - 1,
            Qt.Key.Key_Down: bar.value() + 1,
            Qt.Key.Key_PageUp: bar.value() - bar.pageStep(),
            Qt.Key.Key_PageDown: bar.value() + bar.pageStep(),
            Qt.Key.Key_Home: bar.minimum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if _copies(event):
            self.copy_bytes()
        elif _scrolls(event):
            bar.setValue(targets[Qt.Key(event.key())])
        else:
            event.ignore()

    # Copying and telling more

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the bytes, or the lines as they are seen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy_bytes = QAction(self.tr("Copy bytes"), menu)
        copy_bytes.triggered.connect(self.copy_bytes)
        copy_lines = QAction(self.tr("Copy lines"), menu)
        copy_lines.triggered.connect(self.copy_lines)
        menu.addActions([copy_bytes, copy_lines])
        menu.popup(event.globalPos())

    @Slot()
    def copy_bytes(self) -> None:
        """Copy all bytes as hexadecimal numbers."""
        QApplication.clipboard().setText(self.data[:_MOST_COPIED].hex(" "))

    @Slot()
    def copy_lines(self) -> None:
        """Copy all lines with offsets and letters."""
        lines = range(min(self.line_count, _MOST_COPIED // BYTES_IN_LINE))
        QApplication.clipboard().setText("\n".join(self.line_text(line) for line in lines))

    def viewportEvent(self, event: QEvent) -> bool:
        """Tell of the byte under the mouse where it stands and what it is."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._tip(event.pos()), self.viewport())
            return True
        return super().viewportEvent(event)

    def byte_at(self, place: QPoint) -> int | None:
        """Return the number of the byte whose hexadecimal digits are at a place in the viewport."""
        column = (place.x() + self.horizontalScrollBar().value() - _MARGIN) // self._letter - self._digits - 2
        second = column >= 3 * _HALF + 1
        within, rest = divmod(column - second, 3)
        at = (self.verticalScrollBar().value() + place.y() // self._line_height) * BYTES_IN_LINE + within
        on_digits = column >= 0 and within < BYTES_IN_LINE and rest < 2 and column != 3 * _HALF  # noqa: PLR2004
        return at if on_digits and at < len(self.data) else None

    def _tip(self, place: QPoint) -> str:
        at = self.byte_at(place)
        if at is None:
            return ""
        byte = self.data[at]
        text = self.tr("Byte {0} of the file, {1} of the packet: {2} (0x{3})")
        return text.format(f"{self._offset + at:,}", f"{at:,}", byte, f"{byte:02x}")

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the lines that are seen."""
        painter = QPainter(self.viewport())
        painter.setFont(self._font)
        first = self.verticalScrollBar().value()
        top, bottom = (y // self._line_height for y in (event.rect().top(), event.rect().bottom()))
        left = _MARGIN - self.horizontalScrollBar().value()
        after_offset = (self._digits + 2) * self._letter
        width = self.viewport().width() + self.horizontalScrollBar().maximum()
        for line in range(first + top, min(first + bottom + 1, self.line_count)):
            text = self.line_text(line)
            area = QRect(left, (line - first) * self._line_height, width, self._line_height)
            painter.setPen(current_theme().secondary)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text[: self._digits])
            painter.setPen(current_theme().text)
            area.setLeft(area.left() + after_offset)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text[self._digits + 2 :])


def _numbers_width() -> int:
    """Return the letters that sixteen bytes take: two digits and a blank each, one more in the middle."""
    return 3 * BYTES_IN_LINE


def _copies(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Copy)


def _scrolls(event: QKeyEvent) -> bool:
    return is_plain(event) and event.key() in MOVES
