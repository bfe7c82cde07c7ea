"""Pictures are read back by Qt, which shares nothing with what writes them."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from viewer.export.png import write_png
from viewer.ui.render import rows_of


@pytest.mark.parametrize("size", [(1, 1), (5, 3), (1_280, 720)])
def test_qt_reads_the_same_colours(size: tuple[int, int], tmp_path) -> None:
    width, height = size
    rows = np.random.default_rng(0).integers(0, 256, (height, 3 * width), np.uint8)
    write_png(rows, tmp_path / "picture.png")
    image = QImage(str(tmp_path / "picture.png"))
    assert (image.width(), image.height()) == size
    assert not image.hasAlphaChannel()
    assert (rows_of(image) == rows).all()


def test_rows_are_red_green_and_blue_from_the_top_left() -> None:
    image = QImage(3, 2, QImage.Format.Format_RGB32)
    image.fill(QColor(1, 2, 3))
    image.setPixelColor(2, 1, QColor(4, 5, 6))
    assert rows_of(image).tolist() == [[1, 2, 3] * 3, [1, 2, 3] * 2 + [4, 5, 6]]
