"""Asking what a clock showed at this moment."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QWidget

from viewer.notes.time_of_day import parse_time_of_day
from viewer.ui.widgets.boxes import in_column

_WIDTH = 360


class ClockDialog(QDialog):
    """Takes a time of day such as 14:03:22.118."""

    def __init__(self, moment: str, shown: str, parent: QWidget | None = None) -> None:
        """Take the moment in words, and what the clock is believed to show then."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set clock"))
        self.setMinimumWidth(_WIDTH)
        self._field = QLineEdit(shown, self)
        self._field.setAccessibleName(self.tr("Time of day"))
        self._field.selectAll()
        self._hint = QLabel(self)
        self._hint.setProperty("role", "secondary")
        self._hint.setWordWrap(True)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        in_column(
            self,
            QLabel(self.tr("At {moment}, the clock shows").format(moment=moment), self),
            self._field,
            self._hint,
            8,
            self._buttons,
            spacing=8,
            margins=(16, 16, 16, 16),
        )
        self._field.textChanged.connect(self._check)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._check()

    @classmethod
    def ask(cls, moment: str, shown: str, parent: QWidget) -> float | None:
        """Return the seconds since midnight that were typed, or None."""
        dialog = cls(moment, shown, parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        time = dialog.time
        dialog.deleteLater()
        return time if accepted else None

    @property
    def time(self) -> float | None:
        """Seconds since midnight, None if what is typed is no time of day."""
        try:
            return parse_time_of_day(self._field.text())
        except ValueError:
            return None

    @Slot()
    def _check(self) -> None:
        known = self.time is not None
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(known)
        fine = self.tr("Kept with the notes; times can be shown by this clock")
        self._hint.setText(fine if known else self.tr("Hours, minutes and seconds, as 14:03:22.118"))
