"""The menu Help."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDialog

from viewer.ui.icons import app_icon
from viewer.ui.shell.crash_dialog import versions
from viewer.ui.window import PROGRAM_NAME, MainWindow


class HelpCommands(QObject):
    """Shows what the program is and how it is used."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def handlers(self) -> Mapping[str, Callable[..., None]]:
        """Return what each action does, by its id."""
        return {
            "shortcuts": self._shortcuts,
            "about": self._about,
            "menu": self._window.top_bar.open_menu,
        }

    @Slot()
    def _shortcuts(self) -> None:
        from viewer.ui.shell.shortcuts_dialog import ShortcutsDialog

        self._show(ShortcutsDialog(self._window))

    @Slot()
    def _about(self) -> None:
        from PySide6.QtWidgets import QMessageBox  # PySide makes it when it is asked for it

        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("About"))
        box.setIconPixmap(app_icon().pixmap(64, 64))
        box.setText(f"<b>{PROGRAM_NAME}</b>")
        about = self.tr("Replays recordings of the CARLA simulator, without the simulator.")
        box.setInformativeText(f"{about}\n\n{versions()}")
        layout = box.layout()
        if layout is not None:
            layout.setContentsMargins(24, 20, 24, 20)
        self._show(box)

    def _show(self, dialog: QDialog) -> None:
        dialog.finished.connect(self._take_keyboard)
        dialog.open()

    @Slot()
    def _take_keyboard(self) -> None:
        """Give the keyboard back to the window: without a window manager nobody else does."""
        self._window.activateWindow()
