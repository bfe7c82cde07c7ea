"""What lies under the actors: the town's map, the hero's route, stop lines, and where vehicles drove."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from viewer.analysis.traffic_lights import StopLine, governed_stop_lines
from viewer.arrays import Floats
from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import driven_paths, moving_poses
from viewer.roads.find import find_map
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.settings import Settings

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.file_error import FileError
    from viewer.roads import MapFile, RoadMap
    from viewer.roads.find import Fit

_MUCH_LONGER = 1.25
"""Times as many frames, after which the paths in a growing recording are traced again."""


class Roads(QObject):
    """Finds all of this in the background, and takes what the user chooses.

    Attributes:
        wanted: an OpenDRIVE file to be used whatever the recording says.
        route_files: files of routes that count before those beside the recording.

    """

    read = Signal(object)
    """The RoadMap that was read; None where no file was found for the recording."""
    failed = Signal(object)
    """RoadMapError: the file that was chosen or found is no map."""
    route_failed = Signal(object)
    """RouteFileError: a file that was chosen is none of routes."""
    misfit = Signal(object)
    """Fit where the map does not seem to be that of the recording, None where it does."""

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        settings: Settings,
        changes: Changes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._changes = changes
        self._recording, self._focus, self._settings = recording, focus, settings
        self.wanted: Path | None = None
        self._chosen: Path | None = None  # it is kept for its town once it has been read
        self._path: Path | None = None
        self.route_files: tuple[Path, ...] = ()

        def derived(needs: Callable[[], Needs | None], find: Callable[..., Any], **more: Any) -> Derived:  # noqa: ANN401 - as Derived
            return Derived(tasks, self, needs, find, **more)

        self._file = derived(self._file_needs, _find_file)
        self._map = derived(self._map_needs, _read, longer=float("inf"))
        self._rest = derived(self._rest_needs, _read_rest, priority=Priority.LATER)
        self._lines = derived(self._with_map, _stop_lines, empty=(), longer=_MUCH_LONGER)
        self._driven = derived(self._whole, _driven, longer=_MUCH_LONGER)
        self._fit = derived(self._needs_of_fit, _fit_share, longer=float("inf"))
        self._route = derived(self._route_needs, _find_route, empty="", longer=float("inf"))
        self._file.changed.connect(self._take_file)
        self._map.changed.connect(self._take_map)
        for each in (self._file, self._map, self._rest):
            each.failed.connect(self.failed)
        for each in (self._file, self._map):
            each.failed.connect(self._go_without)
        for each in (self._lines, self._driven):
            each.changed.connect(lambda _found: changes.tell(What.ROADS))
        self._fit.changed.connect(self._take_fit)
        self._route.changed.connect(lambda _found: changes.tell(What.ROUTE))
        self._route.failed.connect(self._fail_route)

    @property
    def road_map(self) -> RoadMap | None:
        """The map under the recording, None as long as there is none; of a large one what is near actors."""
        road_map: RoadMap | None = self._map.value
        return road_map

    @property
    def drawn(self) -> RoadMap | MapFile | None:
        """The map to be drawn, None as long as there is none; of a large one the file."""
        file: MapFile | None = self._file.value
        return file if file is not None and file.is_large else self.road_map

    @property
    def read_so_far(self) -> RoadMap | None:
        """The map of all roads that have been read: of a large map first those near its actors."""
        file: MapFile | None = self._file.value
        return self.road_map if file is None or file.known is None else file.known

    @property
    def route(self) -> PlannedRoute | str:
        """The hero's route; or why there is none, in words, empty where there are no routes."""
        route: PlannedRoute | str = self._route.value
        return route

    @property
    def stop_lines(self) -> Sequence[StopLine]:
        """The stop lines that lights govern."""
        lines: Sequence[StopLine] = self._lines.value
        return lines

    @property
    def driven(self) -> list[Floats] | None:
        """Where vehicles drove: x, y in metres, each of shape (K, 2); None before that is known."""
        paths: list[Floats] | None = self._driven.value
        return paths

    # -- what the user chooses

    @Slot(object)
    def use_map(self, path: Path) -> None:
        """Use an OpenDRIVE file for the recording that is open, and from now on for its town."""
        if self._recording.index is None:
            self.wanted = path
        else:
            self._chosen = path
            self._file.look(anew=True)

    @Slot(object)
    def add_folder(self, folder: Path) -> None:
        """Look for maps in a folder, or a CARLA installation, too."""
        self._settings.add_map_folder(folder)
        self._file.look(anew=True)

    def use_routes(self, *files: Path) -> None:
        """Look for the route in these files first, from now on."""
        self.route_files = files
        self._route.look()

    # -- what is needed

    def _file_needs(self) -> Needs | None:
        index = self._recording.index
        if index is None:
            return None
        name, settings = index.header.map_name, self._settings
        wanted = self._chosen or self.wanted
        return index.file, name, index.path.parent, wanted, settings.map_of[name], settings.map_folders

    def _map_needs(self) -> Needs | None:
        file: MapFile | None = self._file.value
        if file is None or not file.is_large:
            return None if file is None else (None, file)
        whole = self._whole()  # it tells what is near
        return None if whole is None else (*whole, file)

    def _rest_needs(self) -> Needs | None:
        return None if self.road_map is None else (self._file.value,)

    def _whole(self) -> Needs | None:
        index = self._recording.index
        return (index,) if index is not None and index.complete else None

    def _with_map(self) -> Needs | None:
        whole = self._whole()
        return None if whole is None else (*whole, self.road_map)

    def _needs_of_fit(self) -> Needs | None:
        return None if self.road_map is None else self._with_map()

    def _route_needs(self) -> Needs | None:
        whole = self._whole()
        return None if whole is None else (*whole, self.route_files, self._focus.hero, self.drawn)

    def begin(self, index: RecordingIndex | None) -> None:
        """Forget what was under another recording; what is read again keeps it until there is other."""
        path, self._path = self._path, None if index is None else index.path
        self._chosen = None
        if path != self._path:
            for each in (self._file, self._map, self._rest, self._lines, self._driven):
                each.forget()
        for each in (self._fit, self._route):
            each.forget()
        self._file.look()

    def look(self) -> None:
        """Have found what is not known yet of what there is now."""
        for each in (self._map, self._lines, self._driven, self._fit, self._route, self._rest):
            each.look()

    # -- what is found

    @Slot(object)
    def _take_file(self, file: MapFile | None) -> None:
        if file is not None:
            self._changes.tell(What.ROADS)
            self._map.look()
        elif self._map.value is not None:
            self._map.forget()
        else:
            self._take_map(None)

    @Slot(object)
    def _take_map(self, road_map: RoadMap | None) -> None:
        index = self._recording.index
        if self._chosen is not None and index is not None:
            self._settings.map_of[index.header.map_name] = self._chosen
            self.wanted = self._chosen = None
        self._changes.tell(What.ROADS)
        if self._file.asked is not None:
            self.read.emit(road_map)
        self.look()

    @Slot(object)
    def _go_without(self, _error: FileError) -> None:
        """Take back the choice of a file that is no map; draw nothing of one that was found."""
        if self._chosen is not None:
            self._chosen = None
            self._file.look(anew=True)
        else:
            self._file.forget()

    @Slot(object)
    def _take_fit(self, fit: Fit | None) -> None:
        self.misfit.emit(fit if fit is not None and fit.count and not fit.fits else None)

    @Slot(object)
    def _fail_route(self, error: FileError) -> None:
        """Do without the files that were chosen."""
        self.route_files = ()
        self.route_failed.emit(error)
        self._route.look()


def _find_file(
    _file: object,
    map_name: str,
    recording_folder: Path,
    wanted: Path | None,
    chosen: Path | None,
    folders: Sequence[Path],
    _proceed: Proceed,
) -> MapFile | None:
    """Return the map's file, None if there is none; in the background, since a folder may be on a slow drive.

    Raises:
        RoadMapError: the file that was asked for, or found, is no map.

    """
    from viewer.roads import MapFile  # noqa: PLC0415 - not loaded before the first picture

    root = os.environ.get("CARLA_ROOT")
    found = wanted or find_map(
        map_name,
        recording_folder=recording_folder,
        chosen=chosen,
        folders=folders,
        carla_roots=(*([Path(root)] if root else []), *folders),
    )
    return MapFile(found) if found is not None else None


def _read(index: RecordingIndex | None, file: MapFile, proceed: Proceed) -> RoadMap:
    """Return the map in a file, of a large one what is near where anybody is in the recording ``index``."""
    if index is None:
        return file.whole(proceed)
    from viewer.analysis.map_near import map_near  # noqa: PLC0415 - not loaded before the first picture

    return map_near(file, index, proceed)


def _read_rest(file: MapFile, proceed: Proceed) -> RoadMap:
    return file.whole(proceed)


def _stop_lines(index: RecordingIndex, road_map: RoadMap | None, proceed: Proceed) -> Sequence[StopLine]:
    return () if road_map is None else governed_stop_lines(index, road_map, proceed)


def _driven(index: RecordingIndex, proceed: Proceed) -> list[Floats]:
    return driven_paths(index, proceed=proceed)


def _fit_share(index: RecordingIndex, road_map: RoadMap, _proceed: Proceed) -> Fit:
    from viewer.roads.find import fit_share  # noqa: PLC0415 - who has a map has loaded it

    return fit_share(road_map, *moving_poses(index))


def _find_route(
    index: RecordingIndex,
    files: tuple[Path, ...],
    hero: int | None,
    roads: RoadMap | MapFile | None,
    proceed: Proceed,
) -> PlannedRoute | str:
    lines = import_module("viewer.analysis.route_line")  # here: the first picture does not wait for it
    found: PlannedRoute | str = lines.find_route(index, files, hero=hero, road_map=roads, proceed=proceed)
    return found
