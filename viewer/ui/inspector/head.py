"""What stands over the tree of the inspector: who it is about, and what can be done with all of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QPixmap
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolButton, QWidget

from viewer.ui.format import plain
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.elided_label import ElidedLabel
from viewer.ui.widgets.parts import button, icon_button, styled

_HEIGHT, _SQUARE = 42, 10


class Head(QWidget):
    """The title, and buttons beside it."""

    pin_requested = Signal()
    """The only actor is to be pinned, or no longer."""

    filter_changed = Signal(bool)
    """Only rows that differ are wanted, or all."""

    menu_requested = Signal(QPoint)
    """The menu of everything is wanted at this place of the screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._spot = QLabel()
        self._left = styled(QLabel(), 13, bold=True)
        self._left.setTextFormat(Qt.TextFormat.PlainText)
        self._right = styled(ElidedLabel(mode=Qt.TextElideMode.ElideLeft), 13, "secondary")
        self._right.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._filter = button(QToolButton(), tr("Show only rows that are not alike for all"), size=11)
        self._filter.setCheckable(True)
        self._filter.setText(tr("Only differences"))
        self._filter.toggled.connect(self.filter_changed)
        self._pin = icon_button("pin", tr("Pin: stay with this actor while others are selected"))
        self._pin.setCheckable(True)
        self._pin.clicked.connect(self.pin_requested)
        self._more = icon_button("more", tr("Copy as text or JSON"))
        for each in self._pin, self._more:
            each.setProperty("small", True)
        self._more.clicked.connect(
            lambda: self.menu_requested.emit(self._more.mapToGlobal(QPoint(0, _HEIGHT // 2)))
        )
        parts = self._spot, self._left, (self._right, 1), self._filter, self._pin, self._more
        in_row(self, *parts, spacing=6, margins=(14, 0, 8, 0))
        self.setFixedHeight(_HEIGHT)

    @property
    def only_different(self) -> bool:
        """Whether only rows that differ are wanted."""
        return self._filter.isChecked() and not self._filter.isHidden()

    def offer(self, *, pin: bool, compare: bool, copy: bool) -> None:
        """Show the buttons for what can be done."""
        self._pin.setVisible(pin)
        self._filter.setVisible(compare)
        self._more.setVisible(copy)

    def show_title(self, left: str, right: str, color: QColor | None = None, *, pinned: bool = False) -> None:
        """Say who it is about, with a spot in the actor's colour."""
        self._left.setText(plain(left))
        self._right.setText(plain(right))
        spot = QPixmap(_SQUARE, _SQUARE)
        spot.fill(color or Qt.GlobalColor.transparent)
        self._spot.setPixmap(spot)
        self._spot.setVisible(color is not None)
        self._pin.setChecked(pinned)
        self.setAccessibleName(plain(f"{left} {right}".strip()))

    def sizeHint(self) -> QSize:
        """Return its height, which is the same with and without buttons; a dock asks for nothing else."""
        return QSize(super().sizeHint().width(), _HEIGHT)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu where the mouse is."""
        self.menu_requested.emit(event.globalPos())
