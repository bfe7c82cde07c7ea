"""The page of a folder: made when one is opened, and how its rows are opened in the window."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.replay.time.moment import parse_moment
from viewer.ui.commands.files import FileCommands
from viewer.ui.shell.map_area import MapArea
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.workspace import Workspace

if TYPE_CHECKING:  # not loaded before a folder is opened
    from viewer.library.asking import Asking
    from viewer.ui.library.page import LibraryPage


class LibraryWiring(QObject):
    """Shows the page in the place of the map, and opens what is chosen on it."""

    def __init__(self, workspace: Workspace, files: FileCommands, area: MapArea, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = workspace.settings
        self._workspace = workspace
        self._story = workspace.story
        self._area = area
        self.page: LibraryPage | None = None
        files.folder_opened.connect(self.open)
        files.next_row = self._open_next

    @Slot(object)
    def open(self, folder: Path) -> None:
        """Show what happened in the recordings of a folder."""
        from viewer.library.library import Library  # noqa: PLC0415 - not before a folder is opened
        from viewer.ui.library.page import LibraryPage  # noqa: PLC0415 - the same

        self.shut_down()
        page = LibraryPage(Library([folder]), self._asking, self._open_row)
        page.view.arrange(self._settings.library_columns)
        self.page = page
        self._area.set_library(page)

    def _asking(self) -> Asking:
        """Return by what recordings are judged in the window."""
        from viewer.library.asking import Asking  # noqa: PLC0415 - not before a folder is opened

        settings, root = self._settings, os.environ.get("CARLA_ROOT")
        return Asking(
            thresholds=dict(self._story.thresholds),
            roads=(*settings.map_folders, *([Path(root)] if root else [])),
            heroes=settings.group("hero", int),
            maps={key: Path(text) for key, text in settings.group("map", str).items()},
        )

    @Slot()
    def shut_down(self) -> None:
        """End what the page does in the background."""
        if self.page is not None:
            self._settings.library_columns = self.page.view.arrangement or self._settings.library_columns
            self.page.shut_down()

    def _open_row(self, path: Path, at: float | None) -> None:
        moment = None if at is None else parse_moment(f"{at:.6f}")
        self._workspace.open(path, OpenRequest(moment))
        self._area.show_library(shown=False)

    def _open_next(self, path: Path, direction: int) -> bool:
        opened = None if self.page is None else self.page.open_next(path, direction)
        if opened is False:
            last, first = (
                self.tr("There is no row below in the list"),
                self.tr("There is no row above in the list"),
            )
            self._workspace.messages.tell(last if direction > 0 else first)
        return opened is not None

    def toggle(self) -> None:
        """Show the page, or the map again."""
        if self.page is None:
            self._workspace.messages.tell(self.tr("Open a folder first"))
        else:
            self._area.show_library(shown=not self._area.library_shown)
