"""Finds what lies under the actors of a recording: the town's roads, or else where vehicles drove."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import driven_paths
from viewer.replay.paths.extents import moving_poses
from viewer.roads import RoadMap, RoadMapError, open_map
from viewer.roads.find import find_map
from viewer.roads.fit import Fit, fit_share
from viewer.ui.background.job import Job
from viewer.ui.map import MapView
from viewer.ui.map.layers.ground import DrivenPaths
from viewer.ui.map.layers.road_ground import RoadGround
from viewer.ui.state.afterwards import Afterwards
from viewer.ui.state.map_layers import MapLayers
from viewer.ui.state.settings import Settings

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

    def load(self) -> RoadMap | None:
        """Return the map, None if there is none.

        Raises:
            RoadMapError: the file that was asked for, or found, is no map.

        """
        if self.wanted is not None:
            return open_map(self.wanted)
        root = os.environ.get("CARLA_ROOT")
        found = find_map(
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
    changed = Signal()
    """Something that was looked for is there, or is not."""
    misfit = Signal(object)
    """Fit: the map does not seem to be that of the recording."""

    def __init__(self, recording: Afterwards, map_view: MapView, settings: Settings) -> None:
        super().__init__(recording)
        self._map = map_view
        self._settings = settings
        self._layers = MapLayers()
        self.wanted: Path | None = None
        """An OpenDRIVE file to be used whatever the recording says."""
        self._index: RecordingIndex | None = None
        self._traced = 0  # frames
        self._road_map: RoadMap | None = None
        self._driven: DrivenPaths | None = None
        self._search: Job | None = None
        self._drive: Job | None = None
        self._fitting: Job | None = None
        recording.opened.connect(self._begin)
        recording.index_changed.connect(self._follow)

    @property
    def busy(self) -> bool:
        """Whether something is still looked for."""
        return self._search is not None or self._drive is not None

    @Slot(object)
    def set_layers(self, layers: MapLayers) -> None:
        """Show other layers."""
        self._layers = layers
        self._map.set_layers(layers)
        self._show()

    @Slot(object)
    def use_map(self, path: Path) -> None:
        """Use an OpenDRIVE file for the recording that is open, and from now on for its town."""
        if self._index is None:
            self.wanted = path
            return
        self._settings.set_map_of(self._index.header.map_name, path)
        self.wanted = None
        self._look(self._index)

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
        self._search = self._drive = self._fitting = None
        self._traced = 0
        if not again:  # what is read again keeps its ground until there is another
            self._driven = self._road_map = None
            self.found.emit(None)
            self._show()
        if index is not None:
            self._look(index)

    def _look(self, index: RecordingIndex) -> None:
        name = index.header.map_name
        search = _Search(
            name, index.path.parent, self.wanted, self._settings.map_of(name), self._settings.map_folders
        )
        self._search = self._start(search.load, self._take_map, self._fail)

    @Slot(object)
    def _follow(self, index: RecordingIndex | None) -> None:
        """Trace the paths once the whole recording is there; of one that grows, when it is much longer."""
        if index is None or not index.complete:
            return
        frames = len(index.heads)
        if frames <= self._traced * (_MUCH_LONGER if index.growing else 1):
            return
        if index.growing and self._drive is not None:
            return
        first = not self._traced
        self._index = index
        self._traced = frames
        self._drive = self._start(partial(driven_paths, index), self._take_paths, self._lose_paths)
        if first or not index.growing:
            self._check_fit()

    def _check_fit(self) -> None:
        index, road_map = self._index, self._road_map
        if index is None or road_map is None or not index.complete:
            return

        def fit() -> Fit:
            return fit_share(road_map, *moving_poses(index))

        self._fitting = self._start(fit, self._take_fit, self._lose_paths)

    def _start(self, function: object, answered: object, failed: object) -> Job:
        job = Job(function, self)  # type: ignore[arg-type]
        job.answered.connect(answered)
        job.failed.connect(failed)
        job.start()
        return job

    # -- answers

    @Slot(object, object)
    def _take_map(self, job: Job, road_map: RoadMap | None) -> None:
        if job is not self._search:
            return
        self._search = None
        self._road_map = road_map
        self.found.emit(road_map)
        if road_map is None and self._index is not None:
            self.missing.emit(self._index.header.map_name)
        self._show()
        self._check_fit()

    @Slot(object, object)
    def _fail(self, job: Job, error: Exception) -> None:
        if job is self._search:
            self._search = None
            if isinstance(error, RoadMapError):
                self.failed.emit(error)
            self._show()

    @Slot(object, object)
    def _take_paths(self, job: Job, paths: list[NDArray[np.float64]]) -> None:
        if job is self._drive:
            self._drive = None
            self._driven = DrivenPaths(paths)
            self._show()

    @Slot(object, object)
    def _lose_paths(self, job: Job, _error: Exception) -> None:
        """Do without: the recording tells of a file that can no longer be read."""
        if job is self._drive:
            self._drive = None
            self.changed.emit()

    @Slot(object, object)
    def _take_fit(self, job: Job, fit: Fit) -> None:
        if job is self._fitting:
            self._fitting = None
            if fit.count and not fit.fits:
                self.misfit.emit(fit)

    def _show(self) -> None:
        if self._road_map is not None:
            self._map.set_ground(RoadGround(self._road_map, self._driven, self._layers))
        else:
            self._map.set_ground(self._driven)
        self.changed.emit()
