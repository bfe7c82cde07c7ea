"""The small curves of the inspector."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

from viewer.ui.inspector.curve_painter import paint_lines


@pytest.mark.parametrize(("derived", "steps"), [(True, {5, 3}), (False, set())])
def test_what_is_derived_is_dashed_5_on_and_3_off(qapp, derived, steps):
    """LOOK: "a derived curve is dashed, 5 on 3 off"."""
    image = QImage(100, 9, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    line = QPolygonF([QPointF(2.0, 4.5), QPointF(98.0, 4.5)])
    paint_lines(painter, QRectF(0, 0, 100, 9), [line], QColor("white"), filled=False, dashed=derived)
    painter.end()
    on = np.array([QColor(image.pixel(x, 4)).lightness() > 127 for x in range(10, 90)])
    edges = np.flatnonzero(on[1:] != on[:-1])
    assert {abs(int(each)) for each in np.diff(edges)} == steps
