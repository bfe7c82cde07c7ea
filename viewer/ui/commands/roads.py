"""Choosing road maps and routes, and messages about them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from viewer.roads.find import SUFFIX
from viewer.ui import format as fmt
from viewer.ui.commands.commands import Commands
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.dialogs import message_box
from viewer.ui.widgets.label_box import text_lines
from viewer.ui.window import MainWindow

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.file_error import FileError
    from viewer.roads import RoadMap, RoadMapError
    from viewer.roads.find import Fit

_CHOOSE = "choose_map"
_PLACES = """\
CarlaUE4/Content/Carla/Maps/OpenDrive/
CarlaUnreal/Content/Carla/Maps/OpenDrive/
…/Content/PACKAGE/Maps/MAP/OpenDrive/"""
"""Text for the user: folders with OpenDRIVE files in CARLA 0.9, in CARLA 0.10, and of a package of maps."""


class RoadCommands(Commands):
    """Commands that ask for road maps and routes, and messages about a missing or unsuitable map.

    A chip on the map says that there is no road map; a bar that it cannot be read or does not fit the
    recording.
    """

    def __init__(self, workspace: Workspace, window: MainWindow) -> None:
        super().__init__(workspace, window)
        self._area, self._missing = window.map_area, ""
        self._roads = roads = workspace.roads
        roads.read.connect(self._show_read)
        roads.failed.connect(self._show_failed)
        roads.map_mismatch.connect(self._show_misfit)
        roads.route_failed.connect(self._show_route_failed)
        bind(
            self,
            workspace,
            (lambda now: now.opening, self._hide),
            (lambda now: now.route, self._show_route),
        )
        self._area.map_chip.clicked.connect(self._ask)
        self._area.road_bar.action_requested.connect(self.choose_map)

    def _hide(self) -> None:
        """Hide what is said about the map of another recording."""
        self._area.map_chip.set_content(())
        self._area.road_bar.hide()

    # -- choosing

    @Slot()
    def choose_map(self) -> None:
        """Ask for an OpenDRIVE file for the open recording."""
        kinds = f"{tr('OpenDRIVE maps')} (*.xodr);;{tr('All files')} (*)"
        path = self._choose_file(tr("Choose map"), kinds)
        if path is not None:
            self._roads.use_map(path)

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder with maps, such as a CARLA installation."""
        title = tr("Folder with maps, or a CARLA installation")
        folder = QFileDialog.getExistingDirectory(self._window, title, self._workspace.folder)
        if folder:
            self._roads.add_folder(Path(folder))

    def choose_routes(self) -> None:
        """Ask for an XML file of Leaderboard or Bench2Drive routes, and search it for the hero's route."""
        kinds = f"{tr('Routes')} (*.xml);;{tr('All files')} (*)"
        path = self._choose_file(tr("Choose routes"), kinds)
        if path is not None:
            self._roads.use_routes(path)

    def _choose_file(self, title: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getOpenFileName(self._window, title, self._workspace.folder, kinds)
        return Path(path) if path else None

    def use_dropped(self, paths: list[Path]) -> list[Path]:
        """Use the map and the routes among the dropped files ``paths``; return the other files."""
        maps = [path for path in paths if path.suffix.lower() == SUFFIX]
        if maps:
            self._roads.use_map(maps[0])
        may_be = import_module("viewer.analysis.route_files").may_be_routes
        routes = [path for path in paths if path.suffix.lower() == ".xml" and may_be(path)]
        if routes:
            self._roads.use_routes(*routes)
        return [path for path in paths if path not in maps and path not in routes]

    # -- messages

    @Slot(object)
    def _show_read(self, road_map: RoadMap | None) -> None:
        index = self._index
        self._area.road_bar.hide()  # it was about the map before
        text = ""
        if road_map is None and index is not None:
            self._missing = index.header.map_name
            name = fmt.plain(self._missing) or tr("this recording")
            text = tr("No map for {name} · Choose…").format(name=name)
        self._area.map_chip.set_content(text_lines(text))

    @Slot(object)
    def _show_failed(self, error: RoadMapError) -> None:
        self._area.road_bar.show_message(error.line(translated), {_CHOOSE: tr("Choose another")})

    @Slot(object)
    def _show_misfit(self, fit: Fit | None) -> None:
        if fit is None:
            self._area.road_bar.hide()
            return
        off = tr("{share} % of the driving vehicles are off its lanes").format(
            share=round(100 * (1 - fit.on_lanes))
        )
        against = tr("{share} % drive against its lanes").format(share=round(100 * (1 - fit.aligned)))
        if fit.side:
            left = tr("vehicles drive on the left of its roads, against its lanes")
            right = tr("vehicles drive on the right of its roads, against its lanes")
            against = left if fit.side == "left" else right
        what = off if fit.on_lanes < fit.aligned else against
        text = tr("The map does not seem to be that of this recording: {what}").format(what=what)
        self._area.road_bar.show_message(text, {_CHOOSE: tr("Choose another")})

    def _show_route(self) -> None:
        route = self._roads.route
        if isinstance(route, str) and route and self._roads.route_files:
            self._show_message(tr("No route: {0}").format(route))

    @Slot(object)
    def _show_route_failed(self, error: FileError) -> None:
        self._show_message(error.line(translated))

    @Slot()
    def _ask(self) -> None:
        """Show a dialog on where the map can be found, with buttons to choose it."""
        file = self._missing.rsplit("/", 1)[-1] + SUFFIX
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
        box = message_box(
            self._window,
            tr("No map for {name}").format(name=self._missing or tr("this recording")),
            folders.format(file=file),
            f"{_PLACES}\n\n{client}\n{call}\n\n{found}",
            {
                tr("Choose file…"): self.choose_map,
                tr("Choose folder…"): self.choose_folder,
                tr("Copy call"): lambda: QGuiApplication.clipboard().setText(call),
            },
        )
        box.open()
