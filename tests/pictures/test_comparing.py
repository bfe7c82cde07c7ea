"""What compares the pictures: a typeface in which each character looks different, and a narrow tolerance."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QImage, QPainter

from tests.pictures.compare import STEP, differing, pixels_of, save
from tests.pictures.typeface import FAMILY, WEIGHTS, characters


def drawn(character, weight=400):
    face = QFont(FAMILY)
    face.setPixelSize(40)
    face.setWeight(QFont.Weight(weight))
    assert QFontInfo(face).exactMatch()
    assert QFontMetrics(face).inFontUcs4(ord(character))
    image = QImage(40, 60, QImage.Format.Format_Grayscale8)
    image.fill(0)
    with QPainter(image) as painter:
        painter.setFont(face)
        painter.setPen(QColor("white"))
        painter.drawText(4, 40, character)
    return bytes(image.constBits())


def test_each_character_looks_different():
    seen = [drawn(character) for character in characters() if not character.isspace()]
    assert len(set(seen)) == len(seen) > 100


def test_each_weight_looks_different():
    assert len({drawn("a", weight) for weight in WEIGHTS}) == 3


@pytest.mark.parametrize(("step", "many"), [(STEP, False), (STEP + 1, True)])
def test_a_pixel_differs_by_more_than_a_step_in_any_channel(step, many):
    image, other = (QImage(9, 7, QImage.Format.Format_RGB32) for _ in range(2))
    for each in (image, other):
        each.fill(QColor(100, 100, 100))
    other.setPixelColor(3, 2, QColor(100, 100, 100 + step))
    where = differing(image, other)
    assert where.any() == many
    assert where[2, 3] == many


def test_another_size_is_another_picture():
    image, other = QImage(9, 7, QImage.Format.Format_RGB32), QImage(9, 8, QImage.Format.Format_RGB32)
    assert differing(image, other).all()


@pytest.mark.parametrize("shades", [4, 64])  # as numbers of colours, and as they are
def test_what_is_written_is_what_was_seen(tmp_path, shades):
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(64):
            red, green = 4 * (x % shades), 4 * (y % shades)
            image.setPixelColor(x, y, QColor(red, green, (red + green) // 2))
    save(image, tmp_path / "shades.png")
    assert (pixels_of(image) == pixels_of(QImage(str(tmp_path / "shades.png")))).all()
