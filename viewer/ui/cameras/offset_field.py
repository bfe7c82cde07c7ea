"""Field for the offset of pictures, which is typed, or changed by dragging its name."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget

from viewer.ui.translation import tr
from viewer.ui.widgets.parts import NumberBox, styled

_FARTHEST = 10_000_000
"""Largest offset in frames."""
_WIDTH = 96
_PIXELS = 4
"""Pixels of a drag for each frame."""


class _DragLabel(QLabel):
    """Label that emits by how many frames it has been dragged since the last time."""

    dragged = Signal(int)

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self._held: QPoint | None = None
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None:
            return
        frames = int((event.globalPosition().x() - self._held.x()) / _PIXELS)
        if frames:
            self._held += QPoint(frames * _PIXELS, 0)
            self.dragged.emit(frames)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._held = None


class OffsetField(QObject):
    """Name and number box of the offset, to be laid out side by side.

    Attributes:
        label: the name; a drag to the right raises the offset, to the left lowers it.
        box: the number box.
    """

    changed = Signal(object)
    """Emitted with the offset in frames that the user chose."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.label = styled(_DragLabel(tr("Offset"), parent), 11, "secondary")
        self.label.setToolTip(tr("Drag to move the pictures by frames"))
        self.box = box = NumberBox(parent)
        box.setDecimals(0)
        box.setRange(-_FARTHEST, _FARTHEST)
        box.setKeyboardTracking(False)
        box.setFixedWidth(_WIDTH)
        box.setAccessibleName(tr("Offset"))
        box.setToolTip(tr("Frame of the recording, from 0, that the agent's step 0 shows"))
        box.valueChanged.connect(self._emit)
        self.label.dragged.connect(self._move)

    def show_offset(self, offset: int) -> None:
        """Show ``offset``, in frames, and emit nothing."""
        self.box.blockSignals(True)
        self.box.setValue(offset)
        self.box.blockSignals(False)

    @Slot(int)
    def _move(self, frames: int) -> None:
        self.box.setValue(self.box.value() + frames)

    @Slot(float)
    def _emit(self, offset: float) -> None:
        self.changed.emit(round(offset))
