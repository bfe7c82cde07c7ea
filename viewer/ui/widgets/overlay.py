"""Places chips, bars and cards over another widget, which has no layout of its own for what floats on it."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Signal, Slot
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

MARGIN = 12
"""Distance from the edges, px."""
_CORNER = QSize(150, 36)
"""What the host itself may have in the lower left corner, such as a scale; where it is too near, above it."""
GAP = 8
"""Distance between things that float in one place, px."""


class Place(Enum):
    """Where something floats."""

    BAR = "along the top edge, over its whole width"
    CHIP = "at the top left, below the bars"
    CARD = "in the middle"
    FOOT = "at the bottom right"


class Overlay(QObject):
    """Keeps what floats over ``host`` in its place when the host or the floating thing changes its size.

    In one place, what was added first is on top; what is hidden takes no room.
    """

    foot_changed = Signal(QRect)
    """What is covered at the bottom right of the host, empty for nothing."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._floating: list[tuple[QWidget, Place]] = []
        self._right_inset = 0
        self._foot = QRect()
        host.installEventFilter(self)

    def add(self, widget: QWidget, place: Place) -> None:
        """Make a widget float; it becomes a child of the host, hidden until somebody shows it."""
        widget.setParent(self._host)
        widget.hide()
        widget.installEventFilter(self)
        self._floating.append((widget, place))

    @Slot(int)
    def set_right_inset(self, covered: int) -> None:
        """Stay clear of what covers so many pixels at the right edge of the host."""
        self._right_inset = covered
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place everything again when a size or what is shown changes."""
        changes = _CHANGES_OF_HOST if watched is self._host else _CHANGES
        # A host that is being destroyed still hides what is on it, but can no longer be asked for its size.
        if event.type() in changes and isValid(self._host):
            self._arrange()
        return False

    def _arrange(self) -> None:
        area = self._host.rect()
        top = 0
        for bar in self._shown(Place.BAR):
            height = _height(bar, area.width())
            _put(bar, QRect(0, top, area.width(), height))
            top += height
        top += MARGIN
        room = area.width() - 2 * MARGIN
        for chip in self._shown(Place.CHIP):
            width = min(chip.sizeHint().width(), room)
            _put(chip, QRect(MARGIN, top, width, _height(chip, width)))
            top += chip.height() + GAP
        covered = QRect()
        bottom, right = area.height() - MARGIN, area.width() - MARGIN - self._right_inset
        for foot in self._shown(Place.FOOT):
            width = min(foot.sizeHint().width(), right - MARGIN)
            height = _height(foot, width)
            above = _CORNER.height() if right - width < MARGIN + _CORNER.width() else 0
            _put(foot, QRect(right - width, bottom - height - above, width, height))
            bottom -= height + GAP
            covered |= foot.geometry()
        if covered != self._foot:
            self._foot = covered
            self.foot_changed.emit(covered)
        for card in self._shown(Place.CARD):
            width = min(card.sizeHint().width(), room)
            rect = QRect(0, 0, width, min(_height(card, width), area.height() - 2 * MARGIN))
            rect.moveCenter(area.center())
            _put(card, rect)

    def _shown(self, place: Place) -> list[QWidget]:
        return [w for w, its in self._floating if its is place and w.isVisibleTo(self._host)]


def _height(widget: QWidget, width: int) -> int:
    """Return the height a widget wants at a width: text may have to wrap."""
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()


def _put(widget: QWidget, place: QRect) -> None:
    widget.setGeometry(place)
    widget.raise_()


_CHANGES = {QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.LayoutRequest}
_CHANGES_OF_HOST = {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
