"""What all layers of the map have in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

_EVERYWHERE = QRectF(0, 0, 32768, 32768)


class Layer(pg.GraphicsObject):
    """One layer over the whole map, in pixels of the view.

    A layer is shown something by a method of its own, which prepares everything; ``draw`` only draws. Its
    bounding rectangle never changes, since the view repaints as a whole.
    """

    def __init__(self, z: float) -> None:
        super().__init__()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def restyle(self) -> None:
        """Forget what was drawn in the colours, or for the size of text, of before."""

    def boundingRect(self) -> QRectF:
        """Return a rectangle that covers every screen."""
        return _EVERYWHERE

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,  # noqa: ARG002
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        """Draw, as Qt asks for it."""
        self.draw(painter)

    def draw(self, painter: QPainter) -> None:
        """Draw what was prepared last; the painter's unit is the pixel of the view."""
        raise NotImplementedError

    def draw_exactly(self, painter: QPainter) -> None:
        """Draw the same for a file: in shapes and text where ``draw`` copies pixels."""
        self.draw(painter)


@contextmanager
def device_pixels(painter: QPainter, ratio: float) -> Iterator[None]:
    """Let the painter's unit be the device's pixel for a while."""
    painter.save()
    painter.scale(1 / ratio, 1 / ratio)
    yield
    painter.restore()
