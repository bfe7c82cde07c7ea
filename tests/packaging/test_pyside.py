from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QImage, QPainter, QPen

CALLS = 500


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None loses no references from Python 3.12 on")
def test_painting_takes_no_references_from_none():
    """PySide6 6.12.0 takes one with every call, until the interpreter aborts: that release is excluded."""
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    pen = QPen()
    painter.setPen(pen)  # the first call prepares what the others use
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        painter.setPen(pen)
    lost = before - sys.getrefcount(None)
    painter.end()
    assert abs(lost) < CALLS / 10
