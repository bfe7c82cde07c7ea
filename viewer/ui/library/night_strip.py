"""Strip above the table of runs: the night's numbers, groupings, and the comparison with another night."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from viewer.library.library import Library
from viewer.ui.library.before import Before
from viewer.ui.library.groups import GroupButton
from viewer.ui.widgets.boxes import in_row
from viewer.ui.widgets.parts import wrapped


class NightStrip(QWidget):
    """Numbers of the benchmark over the runs with results; hidden without any."""

    asked = Signal(str)
    """Emitted with an SQL query when the user chooses a grouping."""
    compared = Signal()
    """Emitted when another night was compared with this one, or the comparison was ended."""
    failed = Signal(str)
    """Emitted with the error message if the other night cannot be read."""

    def __init__(self, library: Library, parent: QWidget | None = None) -> None:
        """Create an empty strip for ``library``."""
        super().__init__(parent)
        self._numbers, groups = wrapped(role="secondary"), GroupButton()
        self.before = Before(library, self)
        groups.chosen.connect(self.asked)
        self.before.changed.connect(self.compared)
        self.before.failed.connect(self.failed)
        in_row(self, (self._numbers, 1), 12, groups, 8, self.before.button)
        self.hide()

    def set_numbers(self, text: str) -> None:
        """Show ``text``; hide the strip if it is empty."""
        self._numbers.setText(text)
        self.setVisible(bool(text))
