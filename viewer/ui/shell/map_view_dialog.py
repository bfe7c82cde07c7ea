"""Asking by which name a view of the map is to be kept."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from viewer.ui.translation import tr
from viewer.ui.widgets.field_dialog import Button, FieldDialog

_LONGEST = 40  # letters: a name stands in menus and in the palette


class MapViewDialog(FieldDialog):
    """Takes a name; one that is there already is told of, since its view is replaced."""

    chosen = Signal(str)
    """The name."""

    def __init__(self, name: str, taken: Collection[str], about: str, parent: QWidget | None = None) -> None:
        """Take the name that is suggested, those that are there already, and what the view keeps."""
        super().__init__(tr("Save map view"), tr("Name"), name, Button.Save, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._taken = frozenset(taken)
        self._about = about
        self.field.setAccessibleName(self.tr("Name of the view"))
        self.field.setMaxLength(_LONGEST)
        self.accepted.connect(lambda: self.chosen.emit(self._name))
        self.check()

    @property
    def _name(self) -> str:
        return " ".join(self.field.text().split())

    @Slot()
    def check(self) -> None:
        """Say what the view keeps, or that it takes the place of another one."""
        self.accept_button.setEnabled(bool(self._name))
        replaces = self._name in self._taken
        self.accept_button.setText(self.tr("Replace") if replaces else self.tr("Save"))
        replaced = self.tr("There is a view of this name: it is replaced")
        self.hint.setText(replaced if replaces else self._about)
