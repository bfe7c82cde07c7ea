"""What is drawn: shapes and texts as Qt's own SVG tells them, and pixels."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_SPACE = "{http://www.w3.org/2000/svg}"


class Drawn(NamedTuple):
    """A shape or a text as it was drawn; pixels.

    Attributes:
        kind: line, polyline, polygon, rect, ellipse, path, image or text.
        points: its corners, of an ellipse or a picture those of the box around it, of a path every point that
            it is told by, of a text where it begins, shape (K, 2).
        fill: name of the colour inside and its opacity; empty without one.
        ink: the same of its line, or of a text.
        width: of its line.
        dashes: of its line, on and off.
        text: what is written.

    """

    kind: str
    points: NDArray[np.float64]
    fill: tuple[str, float] | None
    ink: tuple[str, float] | None
    width: float
    dashes: tuple[float, ...] = ()
    text: str = ""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, without the line."""
        (left, top), (right, bottom) = self.points.min(axis=0).tolist(), self.points.max(axis=0).tolist()
        return left, top, right, bottom

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the box."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the box."""
        left, top, right, bottom = self.box
        return right - left, bottom - top


def drawn(paint: Callable[[QPainter], object], width: int, height: int) -> list[Drawn]:
    """Return all that is painted, in the order of painting."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(width, height))
    generator.setViewBox(QRectF(0, 0, width, height))
    generator.setResolution(96)
    painter = QPainter(generator)
    try:
        paint(painter)
    finally:
        painter.end()
    root = ET.fromstring(bytes(buffer.data().data()))  # noqa: S314 - our own
    return [
        shape
        for group in root.iter(f"{_SPACE}g")
        if "transform" in group.attrib
        for element in group
        if (shape := _shape(group, element)) is not None
    ]


def _shape(group: ET.Element, element: ET.Element) -> Drawn | None:
    kind, told = element.tag.removeprefix(_SPACE), element.attrib
    if kind == "text" and not (element.text or "").strip():
        return None
    points = _points(kind, told)
    a, b, c, d, e, f = _numbers(group.get("transform", ""))
    place = QTransform(a, b, c, d, e, f)
    at = np.array([place.map(x, y) for x, y in points.tolist()])
    if kind == "polyline" and len(at) == 2:
        kind = "line"
    elif kind == "circle":
        kind = "ellipse"
    filled = kind not in {"line", "polyline", "image", "text"}
    inked = group.get("stroke", "none") != "none"
    ink = _color(told if kind == "text" else group.attrib, "fill" if kind == "text" else "stroke")
    dashes = group.get("stroke-dasharray", "none")
    return Drawn(
        kind,
        at,
        _color(group.attrib, "fill") if filled else None,
        ink,
        float(group.get("stroke-width", "1")) if inked else 0.0,
        () if dashes == "none" else tuple(_numbers(dashes)),
        element.text or "",
    )


def _points(kind: str, told: dict[str, str]) -> NDArray[np.float64]:
    if kind in {"polyline", "polygon"}:
        return np.array(_numbers(told["points"])).reshape(-1, 2)
    if kind == "path":
        return np.array(_numbers(told["d"])).reshape(-1, 2)
    if kind == "text":
        return np.array([(float(told["x"]), float(told["y"]))])
    if kind in {"circle", "ellipse"}:
        x, y = float(told["cx"]), float(told["cy"])
        across, down = float(told.get("rx", told.get("r", 0))), float(told.get("ry", told.get("r", 0)))
        return np.array([(x - across, y - down), (x + across, y + down)])
    left, top = float(told["x"]), float(told["y"])
    right, bottom = left + float(told["width"]), top + float(told["height"])
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _color(told: dict[str, str], name: str) -> tuple[str, float] | None:
    color = told.get(name, "none")
    return None if color == "none" else (color, round(float(told.get(f"{name}-opacity", "1")), 3))


def _numbers(text: str) -> list[float]:
    return [float(each) for each in _NUMBER.findall(text)]


def picture(view: QWidget) -> NDArray[np.int64]:
    """Return the pixels of a widget, shape (height, width, 3)."""
    QApplication.processEvents()
    return pixels_of(view.grab().toImage())


def on_screen(view: QWidget) -> NDArray[np.int64]:
    """Return what was painted of a widget because something asked for it, shape (height, width, 3)."""
    QApplication.processEvents()
    return pixels_of(view.screen().grabWindow(view.winId()).toImage())


def pixels_of(image: QImage) -> NDArray[np.int64]:
    """Return the pixels of an image, shape (height, width, 3)."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def near(pixels: NDArray[np.int64], color: QColor | str, tolerance: int = 12) -> NDArray[np.bool_]:
    """Return where pixels have a colour, shape (height, width)."""
    return np.abs(pixels - QColor(color).getRgb()[:3]).max(axis=2) <= tolerance


def around(pixels: NDArray[np.int64], point: QPoint, reach: int = 14) -> NDArray[np.int64]:
    """Return the pixels around a point."""
    x, y = point.x(), point.y()
    return pixels[max(y - reach, 0) : y + reach, max(x - reach, 0) : x + reach]
