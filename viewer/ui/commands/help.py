"""What the program is and how it is used."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from viewer.ui.icons import app_icon
from viewer.ui.shell.crash_dialog import versions
from viewer.ui.state.settings import Settings
from viewer.ui.state.story import Story
from viewer.ui.translation import tr
from viewer.ui.window import PROGRAM_NAME, MainWindow


def show_shortcuts(window: MainWindow) -> None:
    """Show the list of shortcuts."""
    from viewer.ui.shell.shortcuts_dialog import ShortcutsDialog

    _show(ShortcutsDialog(window), window)


def show_settings(settings: Settings, story: Story, window: MainWindow, searched: str = "") -> None:
    """Show the page of all settings, or those that are searched."""
    from viewer.ui.shell.settings_page import SettingsPage

    page = SettingsPage(settings, story, window.actions_by_id["map_folder"], window)
    page.search.setText(searched)
    _show(page, window)


def show_about(window: MainWindow) -> None:
    """Show what the program is, and its versions."""
    from PySide6.QtWidgets import QMessageBox  # PySide makes it when it is asked for it

    box = QMessageBox(window)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle(tr("About"))
    box.setIconPixmap(app_icon().pixmap(64, 64))
    box.setText(f"<b>{PROGRAM_NAME}</b>")
    about = tr("Replays recordings of the CARLA simulator, without the simulator.")
    box.setInformativeText(f"{about}\n\n{versions()}")
    layout = box.layout()
    if layout is not None:
        layout.setContentsMargins(24, 20, 24, 20)
    _show(box, window)


def _show(dialog: QDialog, window: MainWindow) -> None:
    """Open a dialog, and give the keyboard back: without a window manager nobody else does."""
    dialog.finished.connect(lambda _result: window.activateWindow())
    dialog.open()
