"""Functions for the menu File, and for the library page, which lists the recordings of a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFileDialog

from viewer.program import resource
from viewer.recording.folder import neighbour, recordings_in
from viewer.replay.time.typed_time import parse_moment
from viewer.ui.commands.commands import Commands
from viewer.ui.commands.findings import EventCommands, WantedEvent
from viewer.ui.state.binding import bind
from viewer.ui.state.imports import is_source
from viewer.ui.state.open_request import OpenRequest
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr
from viewer.ui.window import MainWindow

if TYPE_CHECKING:  # not loaded before a folder is opened
    from viewer.library.survey_options import SurveyOptions
    from viewer.ui.library.page import LibraryPage

SAMPLE = "sample.log"


class FileCommands(Commands):
    """Functions for the menu actions that open recordings and folders."""

    folder_opened = Signal(object)
    """Emitted with the path of a folder of recordings that the user opens, for the list of recent files."""
    list_requested = Signal(object)
    """Emitted with the paths of folders and recordings that the library page is to list."""

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._given: list[Path] = []
        self.next_row: Callable[[Path, int], bool] = lambda _path, _direction: False
        """Opens what a list of recordings has below (1) or above (−1) a path; tells whether it has that."""

    def open_given(self, paths: Sequence[Path], request: OpenRequest) -> None:
        """Open the first recording of the command line's ``paths``, or list the runs of a folder.

        A folder, or a results file of the Leaderboard, is listed if it is the only path. If there are
        several, folders among them stand for their recordings, and the commands next and previous file go
        through all recordings.

        Args:
            paths: recordings and folders.
            request: time, actor and so on to show first in the recording; ignored if a folder is listed.
        """
        if len(paths) == 1 and is_list(paths[0]):
            self.open_folder(paths[0])
            return
        try:
            given = [
                each
                for path in paths
                for each in (recordings_in(path) if path.is_dir() and is_list(path) else [path])
            ]
        except OSError as error:
            self._show_message(tr("{0} cannot be read: {1}").format(error.filename, error.strerror))
            return
        if not given:
            self._show_message(tr("There is no recording in {0}").format(paths[0]))
        else:
            self._given = given if len(given) > 1 else []
            self._workspace.open(given[0], request)

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open ``paths`` if that is one recording; else list the recordings in them on the library page."""
        if len(paths) > 1:
            self._settings.last_folder = paths[0].parent
            self.list_requested.emit([path.absolute() for path in paths])
        else:
            self._open_one(paths[0])

    def _open_one(self, path: Path) -> None:
        """Open a recording, a clip or a table, or list the runs of a folder or of a results file."""
        if is_list(path):
            self.open_folder(path)
        else:
            self.open(path)

    @Slot(object)
    def open(self, path: Path) -> None:
        """Open the recording ``path``."""
        self._settings.last_folder = path.parent
        self._workspace.open(path)

    @Slot()
    def ask(self) -> None:
        """Show a dialog in which the user chooses a recording, and open that."""
        names = tr("Recordings and tables") + " (*.log *.rec *.recd *.dat *.csv *.json)"
        path, _ = QFileDialog.getOpenFileName(
            self._window, tr("Open recording"), self._workspace.folder, f"{names};;{tr('All files')} (*)"
        )
        if path:
            self._open_one(Path(path))

    @Slot()
    def ask_folder(self) -> None:
        """Ask the user for a folder, and list its recordings; a clip is opened."""
        path = QFileDialog.getExistingDirectory(self._window, tr("Open folder"), self._workspace.folder)
        if path:
            self._open_one(Path(path))

    def open_folder(self, folder: Path) -> None:
        """List the runs of ``folder``, or of a results file, on the library page."""
        folder = folder.absolute()
        self._settings.last_folder = folder if folder.is_dir() else folder.parent
        if folder.is_dir():
            self.folder_opened.emit(folder)
        self.list_requested.emit([folder])

    def open_sample(self) -> None:
        """Open the sample recording, which comes with the program."""
        self._workspace.open(resource(SAMPLE))

    def open_neighbour(self, direction: int) -> None:
        """Open the next (1) or previous (−1) recording; show a message if there is none.

        The order is that of the library page, if it lists the open recording. If not, it is that of the files
        on the command line. If the open recording is not among them either, it is that of its folder.
        """
        index = self._index
        if index is None or self.next_row(index.path, direction):
            return
        given = index.path in self._given
        if given:
            position = self._given.index(index.path) + direction
            path = self._given[position] if 0 <= position < len(self._given) else None
        else:
            path = neighbour(index.path, direction)
        if path is not None:
            self.open(path)
        elif given:
            text = tr("Last of {0} files") if direction > 0 else tr("First of {0} files")
            self._show_message(text.format(len(self._given)))
        else:
            self._show_missing(
                direction,
                tr("No later recording in this folder"),
                tr("No earlier recording in this folder"),
            )


def is_list(path: Path) -> bool:
    """Return whether ``path`` is listed on the library page: a folder, but no clip, or a results file."""
    if path.is_dir():
        return not is_source(path)
    from viewer.analysis.results_file import may_be_checkpoint

    return may_be_checkpoint(path)


class LibraryCommands(Commands):
    """Commands that show the library page in place of the map, and open recordings chosen on it."""

    def __init__(
        self, workspace: Workspace, files: FileCommands, event_commands: EventCommands, window: MainWindow
    ) -> None:
        super().__init__(workspace, window)
        self._event_commands, self._area = event_commands, window.map_area
        self._chosen: Path | None = None
        self._offers_pictures = False
        self.page: LibraryPage | None = None
        files.list_requested.connect(self.open)
        files.next_row = self._open_next
        bind(
            self, workspace,
            (lambda now: (now.index, now.run_folder.folder), self._show_pictures),
        )  # fmt: skip

    @Slot(object)
    def open(self, paths: Sequence[Path]) -> None:
        """Show the library page for the recordings, and the folders of recordings, in ``paths``."""
        from viewer.library.library import Library
        from viewer.ui.library.page import LibraryPage

        self.shut_down()
        page = LibraryPage(Library(paths), self._asking, self._open_row)
        page.compare_requested.connect(self._compare)
        page.view.arrange(self._settings.library_columns)
        self.page = page
        self._offers_pictures = True
        self._area.set_library(page)

    def _asking(self) -> SurveyOptions:
        """Return options for examining recordings on the library page, from the settings of the window.

        They are the thresholds of the analysis rules, folders with maps, and the heroes (vehicles under test)
        and maps that the user chose.
        """
        from viewer.library.survey_options import SurveyOptions

        settings, root = self._settings, os.environ.get("CARLA_ROOT")
        return SurveyOptions(
            thresholds=dict(self._found_events.thresholds),
            roads=(*settings.map_folders, *([Path(root)] if root else [])),
            heroes=settings.group("hero", int),
            maps={key: Path(text) for key, text in settings.group("map", str).items()},
        )

    @Slot()
    def shut_down(self) -> None:
        """Stop the background work of the library page."""
        if self.page is not None:
            self._settings.library_columns = self.page.view.arrangement or self._settings.library_columns
            self.page.shut_down()

    def _open_row(self, path: Path, kind: str | None, at: float | None) -> None:
        """Open the recording ``path`` from the library page, and go to a time or an event in it.

        Args:
            path: the recording.
            kind: kind of the event that starts at ``at``; None for no event.
            at: time to go to in seconds; None for the start of the recording.
        """
        moment = None if at is None else parse_moment(f"{at:.6f}")
        self._chosen = path
        self._workspace.open(path, OpenRequest(moment))
        if kind is not None and at is not None:
            self._event_commands.go_when_found(WantedEvent(path, kind, at))
        self._area.show_library(shown=False)

    def _show_pictures(self) -> None:
        """Search for the run's folder of a recording from the list; show the first pictures that are found.

        Later recordings do not open the panel *Cameras* again: the user may have closed it.
        """
        index, folder = self._workspace.view.index, self._workspace.view.run_folder.folder
        chosen = index is not None and index.path == self._chosen
        self._workspace.run_folders.want(self, wanted=chosen)
        if chosen and self._offers_pictures and folder is not None and folder.contents.streams:
            self._offers_pictures = False
            self._window.open_panel("cameras")

    @Slot(object, object)
    def _compare(self, path_a: Path, path_b: Path) -> None:
        """Open the recording ``path_a``, and compare it with the one at ``path_b``."""
        self._workspace.open(path_a, OpenRequest(reference=path_b))
        self._area.show_library(shown=False)

    def _open_next(self, path: Path, direction: int) -> bool:
        opened = None if self.page is None else self.page.open_next(path, direction)
        if opened is False:
            self._show_missing(
                direction, tr("There is no row below in the list"), tr("There is no row above in the list")
            )
        return opened is not None

    def toggle(self) -> None:
        """Show the library page if the map is shown, and the map if the library page is shown."""
        if self.page is None:
            self._show_message(tr("Open a folder first"))
        else:
            self._area.show_library(shown=not self._area.library_shown)
