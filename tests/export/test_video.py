"""Sizes of videos that can be written; and pictures are read back by Qt, which shares nothing with us."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from viewer.export.errors import ExportError
from viewer.export.video import check_video, write_png
from viewer.ui.render import rows_of


@pytest.mark.parametrize("size", [(16, 16), (18, 16), (16, 18), (642, 358), (1920, 1080)])
@pytest.mark.parametrize("ending", [".mp4", ".webm", ".gif"])
def test_even_sides_suit_every_format(ending, size):
    check_video(ending, size, 25.0)


@pytest.mark.parametrize("size", [(17, 16), (16, 17), (641, 359)])
def test_odd_sides_suit_only_what_does_not_halve_its_colours(size):
    check_video(".gif", size, 25.0)
    for ending in (".mp4", ".webm"):
        with pytest.raises(ExportError, match=f"^{ending} needs an even .*, and {size[0]}x{size[1]} is not"):
            check_video(ending, size, 25.0)


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
