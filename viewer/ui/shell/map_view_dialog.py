"""Asking by which name a view of the map is to be kept."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QWidget

from viewer.ui.widgets.boxes import in_column

_WIDTH = 360
_LONGEST = 40  # letters: a name stands in menus and in the palette


class MapViewDialog(QDialog):
    """Takes a name; one that is there already is told of, since its view is replaced."""

    chosen = Signal(str)
    """The name."""

    def __init__(self, name: str, taken: Collection[str], about: str, parent: QWidget | None = None) -> None:
        """Take the name that is suggested, those that are there already, and what the view keeps."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Save map view"))
        self.setMinimumWidth(_WIDTH)
        self._taken = frozenset(taken)
        self._about = about
        self.field = QLineEdit(name, self)
        self.field.setAccessibleName(self.tr("Name of the view"))
        self.field.setMaxLength(_LONGEST)
        self.field.selectAll()
        self.hint = QLabel(self)
        self.hint.setProperty("role", "secondary")
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.hint.setWordWrap(True)
        buttons = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(buttons.Save | buttons.Cancel, self)
        in_column(
            self,
            QLabel(self.tr("Name"), self),
            self.field,
            self.hint,
            8,
            self._buttons,
            spacing=8,
            margins=(16, 16, 16, 16),
        )
        self.field.textChanged.connect(self._check)
        self._buttons.accepted.connect(self._accept)
        self._buttons.rejected.connect(self.reject)
        self._check()

    @property
    def _name(self) -> str:
        return " ".join(self.field.text().split())

    @Slot()
    def _check(self) -> None:
        save = self._buttons.button(QDialogButtonBox.StandardButton.Save)
        save.setEnabled(bool(self._name))
        replaces = self._name in self._taken
        save.setText(self.tr("Replace") if replaces else self.tr("Save"))
        self.hint.setText(
            self.tr("There is a view of this name: it is replaced") if replaces else self._about
        )

    @Slot()
    def _accept(self) -> None:
        self.chosen.emit(self._name)
        self.accept()
