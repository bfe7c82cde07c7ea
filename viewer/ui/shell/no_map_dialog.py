"""Where the roads of a town are to be had, and which file or folder they are in here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from viewer.roads.find import SUFFIX
from viewer.ui.translation import tr
from viewer.ui.widgets.boxes import STRETCH, in_column, in_row
from viewer.ui.widgets.parts import CopyButton, wrapped

_WIDTH = 560
_PLACES = """\
CarlaUE4/Content/Carla/Maps/OpenDrive/
CarlaUnreal/Content/Carla/Maps/OpenDrive/
…/Content/PACKAGE/Maps/MAP/OpenDrive/"""
"""In CARLA 0.9, in 0.10, and of maps that were imported."""


class NoMapDialog(QDialog):
    """Tells where a map can come from, and asks for it."""

    file_wanted = Signal()
    """An OpenDRIVE file is to be chosen."""
    folder_wanted = Signal()
    """A folder with maps, or an installation of CARLA, is to be chosen."""

    def __init__(self, map_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("No map for {name}").format(name=map_name))
        file = map_name.rsplit("/", 1)[-1] + SUFFIX
        call = f"world.get_map().save_to_disk({file!r})"
        folders = tr(
            "A recording has only the name of its map; the roads are in an OpenDRIVE file, {file}. "
            "An installation of CARLA has it in one of these folders (0.9, 0.10, imported maps):"
        )
        client = tr(
            "While the simulator runs with this map, a client of any version saves it "
            "(to_opendrive() returns the same as text):"
        )
        found = tr("Beside the recording, or in a folder named maps there, it is found by itself.")
        choose = QPushButton(tr("Choose file…"))
        choose.setProperty("kind", "primary")
        choose.setDefault(True)
        folder = QPushButton(tr("Choose folder…"))
        folder.setToolTip(tr("With maps, or an installation of CARLA; it is remembered for all recordings"))
        copy = CopyButton(tr("Copy call"), lambda: call)
        close = QPushButton(tr("Close"))
        for button, answer in ((choose, self.file_wanted), (folder, self.folder_wanted)):
            button.clicked.connect(self.accept)
            button.clicked.connect(answer)
        close.clicked.connect(self.reject)
        in_column(
            self,
            wrapped(folders.format(file=file)),
            _code(_PLACES),
            wrapped(client),
            _code(call),
            wrapped(found),
            in_row(None, choose, folder, copy, STRETCH, close, spacing=8),
            spacing=12,
            margins=(16, 16, 16, 16),
        )
        self.setMinimumWidth(_WIDTH)


def _code(text: str) -> QLabel:
    label = wrapped(text)
    label.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
