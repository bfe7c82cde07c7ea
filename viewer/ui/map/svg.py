"""The map as a drawing of lines, areas and text that can be edited and printed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from viewer.ui.map.scene import Scene


def save_svg(scene: Scene, size: QSize, path: Path) -> bool:
    """Write what a scene shows within a size in pixels; return whether the file could be written."""
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    painter = QPainter()
    if not painter.begin(generator):
        return False
    painter.setClipRect(QRect(0, 0, size.width(), size.height()))
    scene.draw_exactly(painter)
    return painter.end()
