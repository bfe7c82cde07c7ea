"""Row of buttons of which exactly one is checked, for tabs and filters."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import button, styled


class ChoiceRow(QWidget):
    """Row of buttons of which exactly one is checked; each can be renamed or hidden at any time."""

    chosen = Signal(int)
    """Emitted with the index of the button that the user clicked."""

    def __init__(self, texts: Sequence[str], *, bold: bool = False) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._group = QButtonGroup(self)
        row = in_row(self, spacing=2)
        for index, text in enumerate(texts):
            made = styled(button(QPushButton(text)), 11, bold=bold)
            made.setCheckable(True)
            made.setChecked(index == 0)
            self._group.addButton(made, index)
            row.addWidget(made)
        self._group.idClicked.connect(self.chosen)

    @property
    def current(self) -> int:
        """Index of the button that is checked."""
        return self._group.checkedId()

    def choose(self, index: int) -> None:
        """Choose the button with the index ``index``, without emitting ``chosen``."""
        self._group.button(index).setChecked(True)

    def text(self, index: int) -> str:
        """Return the text on the button of this row of choices that has the index ``index``."""
        return self._group.button(index).text()

    def set_text(self, index: int, text: str, tip: str = "") -> None:
        """Set the text and the tooltip of the button number ``index``, counted from 0 from the left."""
        self._group.button(index).setText(text)
        self._group.button(index).setToolTip(tip)

    def set_shown(self, index: int, shown: bool) -> None:
        """Show the row's button with the index ``index`` if ``shown``, else hide it."""
        self._group.button(index).setVisible(shown)
