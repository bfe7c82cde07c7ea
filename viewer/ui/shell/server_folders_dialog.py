"""Which folder of this computer is which one where the simulator runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from viewer.replay.time.server_call import ServerFolder
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import wrapped

_SIZE = (640, 320)


class ServerFoldersDialog(QDialog):
    """Pairs of folders to be typed; what is empty on either side is left out."""

    chosen = Signal(object)
    """The ServerFolders, a list."""

    def __init__(self, folders: Sequence[ServerFolder], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Server folders"))
        self.resize(*_SIZE)
        about = wrapped(
            tr(
                "Where the simulator finds recordings that are in a folder of this computer; "
                "used for client.replay_file(…)."
            ),
            role="secondary",
        )
        self.table = QTableWidget(0, 2, self)
        self.table.setHorizontalHeaderLabels([tr("On this computer"), tr("On the server")])
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.verticalHeader().hide()
        for folder in folders:
            self._add_row(folder)
        self._add_row(ServerFolder("", ""))
        add = QPushButton(tr("Add"))
        add.clicked.connect(self._add)
        remove = QPushButton(tr("Remove"))
        remove.clicked.connect(self._remove)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        row = in_row(None, add, remove, STRETCH, buttons, spacing=8)
        in_column(self, about, (self.table, 1), row, spacing=12, margins=(16, 16, 16, 16))

    def _add_row(self, folder: ServerFolder) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, text in enumerate(folder):
            self.table.setItem(row, column, QTableWidgetItem(text))

    @Slot()
    def _add(self) -> None:
        self._add_row(ServerFolder("", ""))
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.edit(self.table.currentIndex())

    @Slot()
    def _remove(self) -> None:
        if self.table.currentRow() >= 0:
            self.table.removeRow(self.table.currentRow())

    @Slot()
    def _accept(self) -> None:
        texts = [[self._text(row, column) for column in range(2)] for row in range(self.table.rowCount())]
        self.chosen.emit([ServerFolder(*pair) for pair in texts if all(pair)])
        self.accept()

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item is not None else ""
