"""All icons of the program, on one sheet."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter

from viewer.analysis.event_kinds import KINDS
from viewer.program import resource
from viewer.ui.icons import app_icon, found_pixmap, icon

_CELL, _IN_A_ROW = 24, 16


def test_icons(theme, looks):
    assert all(found_pixmap(kind) for kind in KINDS)  # which are made of them, and are not to change them
    names = sorted(path.stem for path in resource("icons").iterdir() if path.suffix == ".svg")
    sheet = QImage(_CELL * _IN_A_ROW, _CELL * (2 + len(names) // _IN_A_ROW), QImage.Format.Format_RGB32)
    sheet.fill(theme.panel)
    painter = QPainter(sheet)
    for number, name in enumerate(names):
        row, column = divmod(number, _IN_A_ROW)
        painter.drawPixmap(QPoint(_CELL * column + 4, _CELL * row + 4), icon(name).pixmap(16, 16))
    painter.drawPixmap(QPoint(4, sheet.height() - 20), app_icon().pixmap(16, 16))
    painter.end()
    looks(sheet)
