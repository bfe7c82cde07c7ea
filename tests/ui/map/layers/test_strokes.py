"""Strokes against the buffers that shapely makes of the same lines."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from PySide6.QtGui import QColor, QImage, QPainter

from viewer.cancellation import ReadingCancelledError
from viewer.ui.map.layers.strokes import paint_strokes

SIZE = (161, 147)  # no multiple of anything
GROUND, COLOR = QColor("#14181e"), QColor("#c06040")
LINES = {
    "crossing": [(20, 30, 150, 45), (150, 45, 60, 130), (20, 10, 50, 260), (90, 30, 90, 120)],
    "a point": [(80, 60, 80, 60)],
    "across the world": [(-4e9, -3e9, 5e9, 4e9), (100, -1e7, 100, 1e7)],
    "just outside": [(-3, -3, -3, 300), (-50, 150, 400, 150)],
    "none": [],
}


def painted(lines, width, ratio=1.0, should_continue=lambda _share: True):
    """Return how much of COLOR is in each device pixel, 0 to 1."""
    image = QImage(*(round(each * ratio) for each in SIZE), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(GROUND)
    with QPainter(image) as painter:
        ends = np.array(lines, np.float64).reshape(-1, 4).T
        paint_strokes(painter, ends, width, COLOR, SIZE, should_continue)
    red = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[:, :, 2].astype(float)
    return (red - GROUND.red()) / (COLOR.red() - GROUND.red())


@pytest.mark.parametrize(("width", "ratio"), [(1.5, 1.0), (4.0, 2.0), (17.0, 1.0), (70.0, 2.0)])
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_what_is_inside_a_stroke_has_its_color_and_nothing_else(lines, width, ratio):
    share = painted(lines, width, ratio)
    assert -0.01 <= share.min() <= share.max() <= 1.01
    strokes = shapely.MultiLineString([np.reshape(each, (2, 2)) for each in lines])
    columns, rows = np.meshgrid(*(np.arange(each) + 0.5 for each in share.shape[::-1]))
    off = shapely.distance(strokes, shapely.points(columns / ratio, rows / ratio)) - width / 2
    slack = 1.0 / ratio + 0.05 * width  # a wide stroke has 16 sides
    assert (share[off < -slack] > 0.99).all()
    assert (share[~(off < slack)] < 0.01).all()


def test_a_stroke_is_drawn_in_parts_and_can_be_cancelled():
    shares = []
    with pytest.raises(ReadingCancelledError):
        painted(LINES["crossing"], 4.0, 4.0, lambda share: shares.append(share) or len(shares) < 3)
    assert len(shares) == 3
    assert 0.0 < shares[-1] < 1.0
