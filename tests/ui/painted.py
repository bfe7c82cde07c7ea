"""What a widget paints, told by Qt's own SVG: which text where, in which size, weight and colour."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree as ET

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget


class PaintedText(NamedTuple):
    """A text as it was painted; pixels of the widget."""

    text: str
    box: QRectF
    size: float
    weight: int
    italic: bool
    color: str


def painted_texts(widget: QWidget) -> list[PaintedText]:
    """Return every text that a widget and those in it paint, in the order of painting."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    generator.setViewBox(QRectF(widget.rect()))
    generator.setResolution(96)
    painter = QPainter(generator)
    widget.render(painter, QPoint(0, 0))
    painter.end()
    root = ET.fromstring(bytes(buffer.data().data()))  # noqa: S314 - our own
    return [
        _text(each, _transform(group.get("transform", "")))
        for group in root.iter("{http://www.w3.org/2000/svg}g")
        for each in group.findall("{http://www.w3.org/2000/svg}text")
        if each.text and each.text.strip()
    ]


def _transform(text: str) -> QTransform:
    a, b, c, d, e, f = map(float, text.removeprefix("matrix(").removesuffix(")").split(","))
    return QTransform(a, b, c, d, e, f)


def _text(element: ET.Element, transform: QTransform) -> PaintedText:
    text, size, weight = str(element.text), float(element.attrib["font-size"]), element.attrib["font-weight"]
    font = QFont(element.attrib["font-family"].split(","))
    font.setPixelSize(round(size))
    font.setWeight(QFont.Weight(int(weight)))
    font.setItalic(element.attrib["font-style"] != "normal")
    font.setFeature(QFont.Tag("tnum"), 1)  # as the program's own; SVG does not say
    x, baseline = float(element.attrib["x"]), float(element.attrib["y"])
    width, height = QFontMetricsF(font).horizontalAdvance(text), 0.7 * size  # of capitals and figures
    box = transform.mapRect(QRectF(x, baseline - height, width, height))
    return PaintedText(text, box, size, int(weight), font.italic(), element.attrib["fill"])
