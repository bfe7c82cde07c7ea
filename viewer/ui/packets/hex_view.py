"""Bytes as hexadecimal numbers and letters; however many there are, only what is seen is ever written."""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QAbstractItemView, QWidget

from viewer.lazy import LazySequence
from viewer.ui.widgets.list_view import ListView
from viewer.ui.widgets.table import TableColumn, TableModel

_IN_LINE = 16
_HALF = _IN_LINE // 2
_ROW_HEIGHT = 20
_FONT_SIZE = 12
_PRINTABLE = range(0x20, 0x7F)


class HexView(ListView):
    """Lines of offset in the file, sixteen bytes, and the letters they would be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = TableModel(
            (TableColumn("offset", ""), TableColumn("bytes", ""), TableColumn("text", "")), ""
        )
        super().__init__(self._model, _ROW_HEIGHT, parent)
        self._model.setParent(self)
        self.data = b""
        """The bytes that are shown."""
        self._offset = 0
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(_FONT_SIZE)
        self.setFont(font)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(self.tr("Bytes"))
        self.horizontalHeader().hide()
        self.offer_copies()

    def set_data(self, data: bytes, offset: int) -> None:
        """Show bytes that stand at an offset in the file; the place one looks at stays."""
        if data == self.data and offset == self._offset:
            return
        self.data, self._offset = data, offset
        lines = -(-len(data) // _IN_LINE)
        columns = (self._offset_text, self._numbers, self._letters)
        values = [LazySequence(lines, column) for column in columns]
        self._model.set_values(dict(zip(("offset", "bytes", "text"), values, strict=True)))
        self.resizeColumnsToContents()

    def _part(self, line: int) -> bytes:
        return self.data[line * _IN_LINE : (line + 1) * _IN_LINE]

    def _offset_text(self, line: int) -> str:
        return f"{self._offset + line * _IN_LINE:08x}"

    def _numbers(self, line: int) -> str:
        part = self._part(line)
        return "  ".join(half.hex(" ") for half in (part[:_HALF], part[_HALF:])).strip()

    def _letters(self, line: int) -> str:
        return "".join(chr(byte) if byte in _PRINTABLE else "." for byte in self._part(line))
