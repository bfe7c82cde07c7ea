"""Asking what a clock showed at this moment."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDialog, QWidget

from viewer.notes.time_of_day import parse_time_of_day
from viewer.ui.translation import tr
from viewer.ui.widgets.field_dialog import Button, FieldDialog


class ClockDialog(FieldDialog):
    """Takes a time of day such as 14:03:22.118."""

    def __init__(self, moment: str, shown: str, parent: QWidget | None = None) -> None:
        """Take the moment in words, and what the clock is believed to show then."""
        asked = tr("At {moment}, the clock shows").format(moment=moment)
        super().__init__(tr("Set clock"), asked, shown, Button.Ok, parent)
        self.field.setAccessibleName(self.tr("Time of day"))
        self.check()

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
            return parse_time_of_day(self.field.text())
        except ValueError:
            return None

    @Slot()
    def check(self) -> None:
        """Say what a time of day is, or what becomes of one."""
        known = self.time is not None
        self.accept_button.setEnabled(known)
        fine = self.tr("Kept with the notes; times can be shown by this clock")
        self.hint.setText(fine if known else self.tr("Hours, minutes and seconds, as 14:03:22.118"))
