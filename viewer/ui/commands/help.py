"""Handlers of the menu Help: guide, shortcuts and the About box."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from viewer.ui.commands.commands import Commands
from viewer.ui.icons import app_icon
from viewer.ui.log import last_lines
from viewer.ui.shell.crash_dialog import versions
from viewer.ui.state.workspace import Workspace
from viewer.ui.terms import GUIDE_SCHEME, PAGE_PROPERTY
from viewer.ui.translation import tr
from viewer.ui.widgets.dialogs import message_box
from viewer.ui.window import PROGRAM_NAME, MainWindow

if TYPE_CHECKING:  # not loaded before it is asked for
    from viewer.ui.shell.guide_window import GuideWindow


class HelpCommands(Commands):
    """Commands of the menu Help: they show pages of the guide, and facts about the program."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self.guide: GuideWindow | None = None
        """The guide, once it has been opened."""
        window.map_area.setProperty(PAGE_PROPERTY, "map.md")
        QDesktopServices.setUrlHandler(GUIDE_SCHEME, self, "show_url")  # type: ignore[arg-type] # the stubs say bytes
        window.closing.connect(self._end)

    def show_page(self, name: str = "start.md") -> None:
        """Show a page of the guide.

        Args:
            name: file name of the page, with ``#`` and an anchor for one of its headings: ``terms.md#gap``.
        """
        from viewer.ui.shell.guide_window import GuideWindow

        if self.guide is None:
            self.guide = GuideWindow(self._window)
        self.guide.show_page(name)

    @Slot(QUrl)
    def show_url(self, url: QUrl) -> None:
        """Show the page of the guide that a link such as ``guide:terms.md#gap`` names."""
        self.show_page(url.toString().partition(":")[2])

    def show_here(self) -> None:
        """Show the guide's page about the panel that has the keyboard focus."""
        widget: QWidget | None = QApplication.focusWidget()
        while widget is not None and not widget.property(PAGE_PROPERTY):
            widget = widget.parentWidget()
        if widget is None or self._index is None:
            self.show_page()
        else:
            self.show_page(widget.property(PAGE_PROPERTY))

    def show_about(self) -> None:
        """Show name and versions of the program, with a button that copies diagnostics."""
        about = tr("Replays recordings of the CARLA simulator, without the simulator.")
        box = message_box(
            self._window,
            tr("About"),
            PROGRAM_NAME,
            f"{about}\n\n{versions()}",
            {tr("Copy diagnostics"): self._copy_diagnostics},
        )
        box.setIconPixmap(app_icon().pixmap(64, 64))
        box.buttons()[0].setToolTip(tr("Versions, settings and the end of the log; nothing is sent anywhere"))
        box.open()

    @Slot()
    def _copy_diagnostics(self) -> None:
        settings = json.dumps(self._settings.preferences(), indent=1, default=str)
        screens = (
            f"{each.size().width()}×{each.size().height()} at {each.devicePixelRatio():g}"
            for each in QGuiApplication.screens()
        )
        display = f"{QGuiApplication.platformName()}: {', '.join(screens)}"
        text = "\n\n".join((f"{versions()}\n{display}", settings, last_lines()))
        QGuiApplication.clipboard().setText(text.replace(str(Path.home()), "~"))
        self._show_message(tr("The diagnostics are on the clipboard"))

    @Slot()
    def _end(self) -> None:
        QDesktopServices.unsetUrlHandler(GUIDE_SCHEME)
        if self.guide is not None:
            self.guide.close()


def show_dialog(dialog: QDialog, window: MainWindow) -> None:
    """Open ``dialog`` without blocking, and activate ``window`` again when the dialog closes."""
    dialog.finished.connect(lambda _result: window.activateWindow())
    dialog.open()
