"""The thresholds of all rules, to be changed while one looks at what they find."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from viewer.analysis.kinds import TABLE, Threshold
from viewer.ui.format import capital
from viewer.ui.theme import font
from viewer.ui.widgets.boxes import USUAL, in_column
from viewer.ui.widgets.number_box import NumberBox
from viewer.ui.widgets.parts import button, scrolling, wrapped

_WIDTH, _FIELD = 320, 116
_LEAST, _MOST = 0.01, 10_000.0
_STEPS = 20
"""Steps of a spin box from nothing to the usual value."""


class ThresholdForm(QWidget):
    """A field for each threshold, under what it bounds; others than the usual are bold.

    What it is called in commands and files is told by the tooltip.
    """

    changed = Signal(str, float)
    """Name of a threshold, and its new value."""
    reset_requested = Signal()
    """All are to have their usual values."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedWidth(_WIDTH)
        self._fields: dict[str, tuple[QLabel, NumberBox]] = {}
        grid = QGridLayout()
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setVerticalSpacing(4)
        for line, row in enumerate(TABLE):
            name, field = wrapped(capital(row.doc), 11), self._field(row)
            name.setToolTip(row.name)
            name.setBuddy(field)
            grid.addWidget(name, line, 0)
            grid.addWidget(field, line, 1)
            self._fields[row.name] = name, field
        self.reset = button(QPushButton(self.tr("Defaults")), kind="", size=11)
        self.reset.clicked.connect(self.reset_requested)
        inner = QWidget()
        inner.setProperty("surface", "panel")
        inner.setLayout(grid)
        column = in_column(self, (scrolling(inner), 1), self.reset, spacing=USUAL, margins=(0, 0, 0, 8))
        column.setAlignment(self.reset, Qt.AlignmentFlag.AlignHCenter)
        self.show_thresholds({})

    def field(self, name: str) -> NumberBox:
        """Return the field of a threshold."""
        return self._fields[name][1]

    def show_thresholds(self, changed: Mapping[str, float]) -> None:
        """Show these values, and the usual ones of the others."""
        for row in TABLE:
            name, field = self._fields[row.name]
            with QSignalBlocker(field):
                field.setValue(changed.get(row.name, row.default))
            name.setFont(font(11, bold=row.name in changed))
        self.reset.setEnabled(bool(changed))

    def _field(self, row: Threshold) -> NumberBox:
        field = NumberBox()
        field.setObjectName(row.name)
        field.setDecimals(2)
        field.setRange(_LEAST, _MOST)
        field.setSingleStep(max(round(row.default / _STEPS, 2), _LEAST))
        field.setSuffix(f" {row.unit}")
        field.setKeyboardTracking(False)
        field.setFont(font(11))
        field.setFixedWidth(_FIELD)
        field.setAccessibleName(capital(row.doc))
        field.setToolTip(row.name)
        field.valueChanged.connect(self._tell)
        return field

    @Slot(float)
    def _tell(self, value: float) -> None:
        field = self.sender()
        if isinstance(field, NumberBox):
            self.changed.emit(field.objectName(), value)
