"""Title row at the top of the inspector, with buttons for pinning, filtering and copying."""

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


class PanelTitle(QWidget):
    """Title row at the top of the inspector: the name of the shown actor, and buttons."""

    pin_requested = Signal()
    """Emitted when the one actor that the inspector shows is to be pinned or unpinned."""

    filter_changed = Signal(bool)
    """Emitted when the user turns the filter for differences on (True) or off (False).

    With it, only rows are shown whose values differ between the actors.
    """

    menu_requested = Signal(QPoint)
    """Emitted with the screen position at which the menu for all actors in the inspector is to be opened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marker = QLabel()
        self._left = styled(QLabel(), 13, bold=True)
        self._left.setTextFormat(Qt.TextFormat.PlainText)
        self._right = styled(ElidedLabel(mode=Qt.TextElideMode.ElideMiddle), 13, "secondary")
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
        parts = self._marker, self._left, (self._right, 1), self._filter, self._pin, self._more
        in_row(self, *parts, spacing=6, margins=(14, 0, 8, 0))
        self.setFixedHeight(_HEIGHT)

    @property
    def only_different(self) -> bool:
        """Whether the inspector is to show only rows whose values differ between the actors."""
        return self._filter.isChecked() and not self._filter.isHidden()

    def offer(self, *, pin: bool, compare: bool, copy: bool) -> None:
        """Show or hide the pin button, the filter *Only differences* (``compare``), and the copy button.

        The arguments are True for what is shown.
        """
        self._pin.setVisible(pin)
        self._filter.setVisible(compare)
        self._more.setVisible(copy)

    def show_title(self, left: str, right: str, color: QColor | None = None, *, pinned: bool = False) -> None:
        """Show ``left`` (bold) and ``right`` as the title, and the pin button as pressed if ``pinned``.

        A square in ``color``, that of the actor, is beside the title; None for no square.
        """
        self._left.setText(plain(left))
        self._right.setText(plain(right))
        marker = QPixmap(_SQUARE, _SQUARE)
        marker.fill(color or Qt.GlobalColor.transparent)
        self._marker.setPixmap(marker)
        self._marker.setVisible(color is not None)
        self._pin.setChecked(pinned)
        self.setAccessibleName(plain(f"{left} {right}".strip()))

    def sizeHint(self) -> QSize:
        """Return a size whose height is the same with or without buttons, as a dock's title bar needs it."""
        return QSize(super().sizeHint().width(), _HEIGHT)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Emit ``menu_requested`` with the screen position of the mouse."""
        self.menu_requested.emit(event.globalPos())
