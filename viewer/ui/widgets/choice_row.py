"""A row of buttons of which one is on: tabs and filters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import button, styled


class ChoiceRow(QWidget):
    """Buttons side by side; each can be renamed or hidden while the program runs."""

    chosen = Signal(int)
    """Number of the button that was clicked."""

    def __init__(self, texts: Sequence[str], parent: QWidget | None = None, *, bold: bool = False) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._group = QButtonGroup(self)
        row = in_row(self, spacing=2)
        for number, text in enumerate(texts):
            made = styled(button(QPushButton(text)), 11, bold=bold)
            made.setCheckable(True)
            made.setChecked(number == 0)
            self._group.addButton(made, number)
            row.addWidget(made)
        self._group.idClicked.connect(self.chosen)

    @property
    def current(self) -> int:
        """Number of the button that is on."""
        return self._group.checkedId()

    def choose(self, number: int) -> None:
        """Turn a button on, as if by nobody: nothing is said."""
        self._group.button(number).setChecked(True)

    def text(self, number: int) -> str:
        """Return what a button says."""
        return self._group.button(number).text()

    def set_text(self, number: int, text: str, tip: str = "") -> None:
        """Name a button."""
        self._group.button(number).setText(text)
        self._group.button(number).setToolTip(tip)

    def set_shown(self, number: int, shown: bool) -> None:
        """Show a button, or leave it out."""
        self._group.button(number).setVisible(shown)
