"""Area of a camera's picture, into which the wheel zooms and which a drag moves."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from viewer.ui.theme import current_theme

_MARGIN = 12
_NOTCH = 120
_FACTOR = 1.25
"""Factor of the zoom for each notch of the wheel."""
_LARGEST = 16.0


class PictureCanvas(QWidget):
    """Widget that shows an image as large as it fits, or larger after zooming, or a text in place of it.

    Attributes:
        image: the image; None to show ``text``.
        text: why there is no image, as a sentence.
        zoom: size of the image as a multiple of the size at which it fits, at least 1.
    """

    zoomed = Signal()
    """Emitted when ``zoom`` has changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.text = ""
        self.zoom = 1.0
        self._center = QPointF(0.5, 0.5)
        self._held: QPointF | None = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the visible part of the image, or the text."""
        with QPainter(self) as painter:
            theme, area = current_theme(), self.rect()
            if self.image is None:
                painter.fillRect(area, theme.raised)
                painter.setPen(theme.secondary)
                area = area.adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(area, flags, self.text)
                return
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.target, self.image)

    @property
    def target(self) -> QRectF:
        """Rectangle of the whole image in the coordinates of this widget."""
        area = QRectF(self.rect())
        if self.image is None:
            return area
        size = QSizeF(self.image.size()).scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio) * self.zoom
        x, y = self._center.x(), self._center.y()
        left = _kept(area.width() / 2 - x * size.width(), area.width(), size.width())
        top = _kept(area.height() / 2 - y * size.height(), area.height(), size.height())
        return QRectF(left, top, size.width(), size.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom in or out; the point of the image under the mouse stays where it is."""
        event.accept()
        notches = event.angleDelta().y() / _NOTCH
        zoom = min(max(self.zoom * _FACTOR**notches, 1.0), _LARGEST)
        if self.image is None or zoom == self.zoom:
            return
        at, before = event.position(), self.target
        share = QPointF((at.x() - before.left()) / before.width(), (at.y() - before.top()) / before.height())
        factor = zoom / self.zoom
        self.zoom = zoom
        self._look_at(
            QPointF(
                share.x() + (self.width() / 2 - at.x()) / (before.width() * factor),
                share.y() + (self.height() / 2 - at.y()) / (before.height() * factor),
            )
        )
        self.zoomed.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to move the image, if it is larger than this widget."""
        if self.zoom > 1.0 and event.button() == Qt.MouseButton.LeftButton:
            self._held = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the image with the mouse."""
        if self._held is not None:
            target, by = self.target, event.position() - self._held
            self._held = event.position()
            self._look_at(self._center - QPointF(by.x() / target.width(), by.y() / target.height()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End moving the image."""
        self._held = None
        super().mouseReleaseEvent(event)

    def _look_at(self, center: QPointF) -> None:
        """Show the point ``center`` of the image, 0 to 1 in both axes, in the middle as far as possible."""
        self._center = center
        shown, area = self.target, self.rect()
        self._center = QPointF(
            (area.width() / 2 - shown.left()) / shown.width(),
            (area.height() / 2 - shown.top()) / shown.height(),
        )
        self.update()


def _kept(begin: float, area: float, size: float) -> float:
    """Return ``begin`` of an image so moved that it leaves no gap in ``area``, or lies in its middle."""
    return (area - size) / 2 if size <= area else min(max(begin, area - size), 0.0)
