"""Finds what lies under the actors of a recording: the town's roads, or else where vehicles drove."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import driven_paths, moving_poses
from viewer.roads.find import find_map
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView
from viewer.ui.map.layers.ground_layer import DrivenPaths
from viewer.ui.state.afterwards import Afterwards
from viewer.ui.state.binding import bind
from viewer.ui.state.map_options import MapLayers
from viewer.ui.state.settings import Settings

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap
    from viewer.roads.find import Fit

_MUCH_LONGER = 1.25
"""Times as many frames, after which the paths in a growing recording are traced again."""


@dataclass(frozen=True)
class _Search:
    """Where to look for a map; asked in the background, since a folder may be on a slow drive."""

    map_name: str
    recording_folder: Path
    wanted: Path | None
    chosen: Path | None
    folders: Sequence[Path]

    def load(self, _proceed: Proceed) -> RoadMap | None:
        """Return the map, None if there is none.

        Raises:
            RoadMapError: the file that was asked for, or found, is no map.

        """
        from viewer.roads import open_map  # noqa: PLC0415 - not loaded before the first picture

        root = os.environ.get("CARLA_ROOT")
        found = self.wanted or find_map(
            self.map_name,
            recording_folder=self.recording_folder,
            chosen=self.chosen,
            folders=self.folders,
            carla_roots=(*([Path(root)] if root else []), *self.folders),
        )
        return open_map(found) if found is not None else None


class GroundFinder(QObject):
    """Gives the map its ground, in the background."""

    found = Signal(object)
    """The RoadMap under this recording, or None as long as there is none."""
    missing = Signal(str)
    """Name of the map for which no file was found."""
    failed = Signal(object)
    """RoadMapError: the file that was chosen or found is no map."""
    misfit = Signal(object)
    """Fit where the map does not seem to be that of the recording, None where it does."""

    def __init__(self, tasks: Tasks, recording: Afterwards, map_view: MapView, settings: Settings) -> None:
        super().__init__(recording)
        self._map = map_view
        self._settings = settings
        self._layers = MapLayers()
        self.wanted: Path | None = None
        """An OpenDRIVE file to be used whatever the recording says."""
        self._chosen: Path | None = None  # it is kept for its town once it has been read
        self._index: RecordingIndex | None = None
        self._traced = 0  # frames
        self._road_map: RoadMap | None = None
        self._driven: DrivenPaths | None = None
        self._search = Latest(tasks, self, self._take_map)
        self._search.unreadable.connect(self.failed)
        self._search.failed.connect(self._show)
        self._drive = Latest(tasks, self, self._take_paths)
        self._drive.failed.connect(self._show)  # do without: the recording tells of a file it cannot read
        self._fitting = Latest(tasks, self, self._take_fit)
        recording.opened.connect(self._begin)
        recording.index_changed.connect(self._follow)
        bind(settings.changed("map_layers"), lambda: settings.map_layers, self._set_layers)

    def _set_layers(self, layers: MapLayers) -> None:
        self._layers = layers
        self._map.scene.tell(layers=layers)
        self._show()

    @Slot()
    def choose_map(self) -> None:
        """Let the user choose an OpenDRIVE file for the recording that is open."""
        kinds = f"{self.tr('OpenDRIVE maps')} (*.xodr);;{self.tr('All files')} (*)"
        folder = str(self._settings.last_folder or Path.home())
        path, _ = QFileDialog.getOpenFileName(self._map.window(), self.tr("Choose map"), folder, kinds)
        if path:
            self.use_map(Path(path))

    @Slot()
    def choose_folder(self) -> None:
        """Let the user choose a folder with maps, such as a CARLA installation."""
        title = self.tr("Folder with maps, or a CARLA installation")
        folder = QFileDialog.getExistingDirectory(self._map.window(), title)
        if folder:
            self.add_folder(Path(folder))

    @Slot(object)
    def use_map(self, path: Path) -> None:
        """Use an OpenDRIVE file for the recording that is open, and from now on for its town."""
        if self._index is None:
            self.wanted = path
            return
        self._look(self._index, path)

    @Slot(object)
    def add_folder(self, folder: Path) -> None:
        """Look for maps in a folder, or a CARLA installation, too."""
        self._settings.add_map_folder(folder)
        if self._index is not None:
            self._look(self._index)

    # -- looking

    @Slot(object)
    def _begin(self, index: RecordingIndex | None) -> None:
        again = index is not None and self._index is not None and index.path == self._index.path
        self._index = index
        for each in (self._search, self._drive, self._fitting):
            each.cancel()
        self._traced = 0
        if not again:  # what is read again keeps its ground until there is another
            self._driven = self._road_map = None
            self.found.emit(None)
            self._show()
        if index is not None:
            self._look(index)

    def _look(self, index: RecordingIndex, chosen: Path | None = None) -> None:
        self._chosen = chosen
        name = index.header.map_name
        search = _Search(
            name,
            index.path.parent,
            chosen or self.wanted,
            self._settings.map_of[name],
            self._settings.map_folders,
        )
        self._search.ask(search.load)

    @Slot(object)
    def _follow(self, index: RecordingIndex | None) -> None:
        """Trace the paths once the whole recording is there; of one that grows, when it is much longer."""
        if index is None or not index.complete:
            return
        frames = len(index.heads)
        if frames <= self._traced * (_MUCH_LONGER if index.growing else 1):
            return
        first = not self._traced
        self._index = index
        self._traced = frames
        self._drive.ask(lambda proceed: driven_paths(index, proceed=proceed), patient=index.growing)
        if first or not index.growing:
            self._check_fit()

    def _check_fit(self) -> None:
        index, road_map = self._index, self._road_map
        if index is None or road_map is None or not index.complete:
            return

        from viewer.roads.find import fit_share  # noqa: PLC0415 - who has a map has loaded it

        self._fitting.ask(lambda _: fit_share(road_map, *moving_poses(index)))

    # -- answers

    @Slot(object)
    def _take_map(self, road_map: RoadMap | None) -> None:
        self._road_map = road_map
        self._fitting.cancel()
        if self._chosen is not None and self._index is not None:
            self._settings.map_of[self._index.header.map_name] = self._chosen
            self.wanted = self._chosen = None
        self.found.emit(road_map)
        if road_map is None and self._index is not None:
            self.missing.emit(self._index.header.map_name)
        self._show()
        self._check_fit()

    @Slot(object)
    def _take_paths(self, paths: list[NDArray[np.float64]]) -> None:
        self._driven = DrivenPaths(paths)
        self._show()

    @Slot(object)
    def _take_fit(self, fit: Fit) -> None:
        self.misfit.emit(fit if fit.count and not fit.fits else None)

    @Slot()
    def _show(self) -> None:
        if self._road_map is not None:
            from viewer.ui.map.layers.road_ground import RoadGround  # noqa: PLC0415 - who has a map has loaded it

            self._map.scene.tell(ground=RoadGround(self._road_map, self._driven, self._layers))
        else:
            self._map.scene.tell(ground=self._driven)
