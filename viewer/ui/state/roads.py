"""The town's road map, the hero's route, stop lines, and the paths that vehicles drove."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from viewer.analysis.traffic_lights import StopLine, governed_stop_lines
from viewer.arrays import Floats
from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.driven_paths import driven_paths, moving_poses
from viewer.roads.find import find_map
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.actor_focus import ActorFocus
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.settings import Settings

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.file_error import FileError
    from viewer.roads import MapFile, RoadMap
    from viewer.roads.find import Fit

_MUCH_LONGER = 1.25
"""Factor by which the number of frames must have grown before driven paths and stop lines are computed again.
"""
_ONCE = float("inf")
"""As that factor: what is computed only once while a file grows, and again when it is whole."""


class Roads(QObject):
    """Road map, hero's route, stop lines and driven paths of a recording, found and read in the background.

    Attributes:
        wanted: OpenDRIVE file to use for recordings of any map; None to search by the name of the map.
        route_files: files in which the hero's route is looked for before those beside the recording.
    """

    read = Signal(object)
    """Emitted with the RoadMap that was read, or None if no map file was found for the recording."""
    failed = Signal(object)
    """Emitted with a RoadMapError if the file chosen or found as the road map cannot be used as one."""
    route_failed = Signal(object)
    """Emitted with a RouteFileError if a chosen file is not a file of routes."""
    map_mismatch = Signal(object)
    """Emitted with a Fit if the map seems to be a wrong one, else with None.

    A Fit says how well vehicles follow the map's lanes.
    """

    def __init__(
        self,
        tasks: Tasks,
        recording: OpenRecording,
        focus: ActorFocus,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._changes = changes
        self._recording, self._focus, self._settings = recording, focus, settings
        self.wanted: Path | None = None
        self._chosen: Path | None = None  # stored for its town once it has been read
        self._path: Path | None = None
        self.route_files: tuple[Path, ...] = ()
        self._file: Derived[MapFile | None] = Derived(tasks, self, self._file_needs, _find_file)
        self._map: Derived[RoadMap | None] = Derived(tasks, self, self._map_needs, _read, longer=_ONCE)
        self._rest = Derived(tasks, self, self._rest_needs, _read, priority=Priority.LATER)
        self._lines = Derived(tasks, self, self._with_map, _stop_lines, empty=(), longer=_MUCH_LONGER)
        self._driven: Derived[list[Floats] | None] = Derived(
            tasks, self, self._whole, _driven, longer=_MUCH_LONGER
        )
        self._fit = Derived(tasks, self, self._needs_of_fit, _fit_share, longer=_ONCE)
        self._route = Derived(tasks, self, self._route_needs, _find_route, empty="", longer=_ONCE)
        self._file.changed.connect(self._on_file)
        self._map.changed.connect(self._on_map)
        for each in (self._file, self._map, self._rest):
            each.failed.connect(self.failed)
        for each in (self._file, self._map):
            each.failed.connect(self._go_without)
        for shown in (self._lines, self._driven, self._route):
            shown.changed.connect(changes.touch)
        self._fit.changed.connect(self._on_fit)
        self._route.failed.connect(self._fail_route)

    @property
    def road_map(self) -> RoadMap | None:
        """The road map of the recording, of a large one only the part near actors; None until read."""
        return self._map.value

    @property
    def drawn(self) -> RoadMap | MapFile | None:
        """What to draw the roads from: the road map, or for a large map its file, which is read as needed.

        None until the map is read.
        """
        file = self._file.value
        return file if file is not None and file.is_large else self.road_map

    @property
    def read_so_far(self) -> RoadMap | None:
        """The whole road map if it has been read; else ``road_map``, which may be a part of it, or None."""
        file = self._file.value
        return self.road_map if file is None or file.known is None else file.known

    @property
    def route(self) -> PlannedRoute | str:
        """The hero's route, or a text on why there is none; the text is empty if there are no route files."""
        return self._route.value

    @property
    def stop_lines(self) -> Sequence[StopLine]:
        """The stop lines on the roads that traffic lights control."""
        return self._lines.value

    @property
    def driven(self) -> list[Floats] | None:
        """Paths that vehicles drove in the recording; None until computed.

        Each path has K points, x and y in metres, shape ``(K, 2)``.
        """
        return self._driven.value

    # -- choices of the user

    def use_map(self, path: Path) -> None:
        """Use the OpenDRIVE file ``path`` for the open recording, and from now on for its town.

        The choice is stored once the file has been read. Without an open recording it is used for the next
        one.
        """
        if self._recording.index is None:
            self.wanted = path
        else:
            self._chosen = path
            self._file.update(anew=True)

    def add_folder(self, folder: Path) -> None:
        """Search ``folder`` (or a CARLA installation) for OpenDRIVE maps, too, now and in later sessions."""
        self._settings.add_map_folder(folder)
        self._file.update(anew=True)

    def use_routes(self, *files: Path) -> None:
        """From now on, search ``files`` for the hero's route before all other route files."""
        self.route_files = files
        self._route.update()

    # -- inputs

    def _file_needs(self) -> Needs | None:
        index = self._recording.index
        if index is None:
            return None
        name, settings = index.header.map_name, self._settings
        wanted = self._chosen or self.wanted
        return index.file, name, index.path.parent, wanted, settings.map_of[name], settings.map_folders

    def _map_needs(self) -> Needs | None:
        file = self._file.value
        if file is None or not file.is_large:
            return None if file is None else (None, file)
        whole = self._whole()  # the positions of its actors are needed
        return None if whole is None else (*whole, file)

    def _rest_needs(self) -> Needs | None:
        return None if self.road_map is None else (None, self._file.value)

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
        """Start to find the map file for the recording ``index``; None for no recording.

        Map, stop lines and driven paths of another recording are dropped; if the same file is read again,
        they stay until they are replaced. The route is always dropped.
        """
        path, self._path = self._path, None if index is None else index.path
        self._chosen = None
        if path != self._path:
            for known in (self._file, self._map, self._rest, self._lines, self._driven):
                known.forget()
        for each in (self._fit, self._route):
            each.forget()
        self._file.update()

    def update(self) -> None:
        """Compute anew, in the background, what depends on changed inputs.

        This can be the road map, the stop lines, the driven paths, the route, and how well the map fits.
        """
        for each in (self._map, self._lines, self._driven, self._fit, self._route, self._rest):
            each.update()

    # -- results

    @Slot(object)
    def _on_file(self, file: MapFile | None) -> None:
        if file is not None:
            self._changes.touch()
            self._map.update()
        elif self._map.value is not None:
            self._map.forget()
        else:
            self._on_map(None)

    @Slot(object)
    def _on_map(self, road_map: RoadMap | None) -> None:
        index = self._recording.index
        if self._chosen is not None and index is not None:
            self._settings.map_of[index.header.map_name] = self._chosen
            self.wanted = self._chosen = None
        self._changes.touch()
        if self._file.asked is not None:
            self.read.emit(road_map)
        self.update()

    @Slot(object)
    def _go_without(self, _error: FileError) -> None:
        """Stop using a map file that could not be read; ``failed`` has reported the error.

        If the user had just chosen the file, a map is searched for without it. If the search had found it, no
        map is drawn.
        """
        if self._chosen is not None:
            self._chosen = None
            self._file.update(anew=True)
        else:
            self._file.forget()

    @Slot(object)
    def _on_fit(self, fit: Fit | None) -> None:
        self.map_mismatch.emit(fit if fit is not None and fit.count and not fit.fits else None)

    @Slot(object)
    def _fail_route(self, error: FileError) -> None:
        """Drop the chosen route files, which could not be read, and search for the hero's route without them.

        The ``error`` is reported.
        """
        self.route_files = ()
        self.route_failed.emit(error)
        self._route.update()


def _find_file(
    _file: object,
    map_name: str,
    recording_folder: Path,
    wanted: Path | None,
    chosen: Path | None,
    folders: Sequence[Path],
    _should_continue: ShouldContinue,
) -> MapFile | None:
    """Return the OpenDRIVE file of the map ``map_name``, or None; may block while a drive is slow.

    Args:
        map_name: CARLA's name of the map.
        recording_folder: folder of the recording.
        wanted: file to use without a search, or None.
        chosen: file that the user chose earlier for this town, or None.
        folders: folders, or CARLA installations, to search.

    Raises:
        RoadMapError: the file that was chosen or found is not a map.
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


def _read(index: RecordingIndex | None, file: MapFile, should_continue: ShouldContinue) -> RoadMap:
    """Return the road map in ``file``; of a large file only the roads within 150 m of actors of ``index``.

    If ``index``, the recording, is None, all roads are read. ``should_continue`` returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
        RoadMapError: the file is no map.
    """
    if index is None:
        return file.whole(should_continue)
    from viewer.analysis.map_near import map_near  # noqa: PLC0415 - not loaded before the first picture

    return map_near(file, index, should_continue)


def _stop_lines(
    index: RecordingIndex, road_map: RoadMap | None, should_continue: ShouldContinue
) -> Sequence[StopLine]:
    return () if road_map is None else governed_stop_lines(index, road_map, should_continue)


def _driven(index: RecordingIndex, should_continue: ShouldContinue) -> list[Floats]:
    return driven_paths(index, should_continue=should_continue)


def _fit_share(index: RecordingIndex, road_map: RoadMap, _should_continue: ShouldContinue) -> Fit:
    from viewer.roads.find import measure_fit  # noqa: PLC0415 - who has a map has loaded it

    return measure_fit(road_map, *moving_poses(index))


def _find_route(
    index: RecordingIndex,
    files: tuple[Path, ...],
    hero: int | None,
    roads: RoadMap | MapFile | None,
    should_continue: ShouldContinue,
) -> PlannedRoute | str:
    lines = import_module("viewer.analysis.route_line")  # imported late, for a fast start
    found: PlannedRoute | str = lines.find_route(
        index, files, hero=hero, road_map=roads, should_continue=should_continue
    )
    return found
