"""Tile of one camera: its picture, its name, and the step and age of the picture."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viewer.ui.cameras.canvas import PictureCanvas
from viewer.ui.widgets.boxes import in_column, in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.keys import ENTER, is_claimed, is_plain
from viewer.ui.widgets.parts import styled

_STEP = 64
"""Pixels: pictures are read for sizes that are multiples of this, so that few are read again."""


class CameraTile(QWidget):
    """Tile of one camera; a double click or Enter asks for it to be shown large, or small again.

    Attributes:
        stream: index of the camera's stream in the run's folder.
        name: name of the camera.
        canvas: area of the picture.
    """

    enlarged = Signal(object)
    """Emitted with the index of the stream that is to be shown large, or in the grid again."""

    def __init__(self, stream: int, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.stream, self.name = stream, name
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("surface", "tile")
        self.canvas = PictureCanvas(self)
        self._name = styled(ElidedLabel(name, mode=Qt.TextElideMode.ElideMiddle), 11, "")
        self._info = styled(ElidedLabel(by_parts=True), 11, "secondary")
        self._info.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        caption = in_row(None, self._name, (self._info, 1), spacing=8, margins=(2, 0, 2, 0))
        in_column(self, (self.canvas, 1), caption, spacing=2)

    @property
    def bound(self) -> QSize:
        """Size in pixels of the screen into which the picture is fitted, rounded up."""
        size = self.canvas.size() * self.devicePixelRatioF() * self.canvas.zoom
        return QSize(_rounded(size.width()), _rounded(size.height()))

    def show_picture(self, image: QImage | None, info: str, text: str) -> None:
        """Show ``image``, or ``text`` without one, and ``info`` (step and age) below."""
        canvas = self.canvas
        if canvas.image is not image or canvas.text != text:
            canvas.image, canvas.text = image, text
            canvas.update()
        self._info.setText(info)
        self.setAccessibleName(" · ".join(filter(None, (self.name, info, text))))

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Ask for the camera to be shown large, or in the grid again."""
        self.enlarged.emit(self.stream)

    def event(self, event: QEvent) -> bool:
        """Claim Enter before shortcuts of the window get it; handle all other events as usual."""
        return is_claimed(event, lambda key: key.key() in ENTER and is_plain(key)) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for the camera to be shown large, or in the grid again, if Enter is pressed."""
        if event.key() in ENTER:
            self.enlarged.emit(self.stream)
        else:
            super().keyPressEvent(event)


def _rounded(pixels: int) -> int:
    return -(-pixels // _STEP) * _STEP
