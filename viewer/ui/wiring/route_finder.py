"""Finds the hero's route in the background, in files beside the recording or chosen ones."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex, same_opening
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.actor_ref import row_in
from viewer.ui.state.binding import bind
from viewer.ui.state.workspace import Workspace

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.file_error import FileError
    from viewer.roads.road_map import RoadMap


class RouteFinder(QObject):
    """Asks again when there is another hero, map or file, or when the recording is read to its end."""

    found = Signal(object)
    """PlannedRoute; or why there is none, in words, empty where there are no routes."""
    failed = Signal(object)
    """RouteFileError: a file that was chosen is none of routes."""

    def __init__(self, tasks: Tasks, workspace: Workspace, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._messages, self._settings = workspace.messages, workspace.settings
        self._index: RecordingIndex | None = None
        self._road_map: RoadMap | None = None
        self._hero: int | None = None
        self._asked: tuple[object, ...] = ()
        self.files: tuple[Path, ...] = ()
        """Files of routes that count before those beside the recording."""
        self._latest = Latest(tasks, self, self._take)
        self._latest.unreadable.connect(self._fail)
        later, focus = workspace.recording.afterwards, workspace.focus
        bind(later.index_changed, lambda: later.index, self._set_recording)
        bind(focus.hero_changed, lambda: row_in(focus.hero), self._set_hero)

    def take_dropped(self, paths: list[Path]) -> list[Path]:
        """Use the routes among files dropped on the window; return the others."""
        may_be = import_module("viewer.analysis.route_files").may_be_routes
        routes = [path for path in paths if path.suffix.lower() == ".xml" and may_be(path)]
        if routes:
            self.use(*routes)
        return [path for path in paths if path not in routes]

    def use(self, *files: Path) -> None:
        """Look for the route in these files first, from now on."""
        self.files = files
        self._find()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Join way points along the lanes of a map, or straight."""
        self._road_map = road_map
        self._find()

    def _set_recording(self, index: RecordingIndex | None) -> None:
        if not same_opening(self._index, index):
            self._latest.cancel()
            self._asked = ()
            self.found.emit("")
        self._index = index
        self._find()

    def _set_hero(self, row: int | None) -> None:
        self._hero = row
        self._find()

    def _find(self) -> None:
        index = self._index
        if index is None or not index.complete:
            return
        asked = id(self._road_map), self._hero, self.files
        if asked != self._asked:
            self._asked = asked
            self._latest.ask(partial(_find, index, self.files, self._hero, self._road_map))

    @Slot(object)
    def _take(self, route: PlannedRoute | str) -> None:
        if isinstance(route, str) and self.files:
            self._messages.tell(self.tr("No route: {0}").format(route))
        self.found.emit(route)

    @Slot(object)
    def _fail(self, error: FileError) -> None:
        self.files = ()
        self._messages.tell(error.line())
        self.failed.emit(error)
        self._find()

    def choose(self) -> None:
        """Let the user choose a file of routes."""
        folder = str(self._settings.last_folder or Path.home())
        kinds = f"{self.tr('Routes')} (*.xml);;{self.tr('All files')} (*)"
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Choose routes"), folder, kinds)
        if path:
            self.use(Path(path))


def _find(
    index: RecordingIndex,
    files: tuple[Path, ...],
    hero: int | None,
    road_map: RoadMap | None,
    _proceed: Proceed,
) -> PlannedRoute | str:
    lines = import_module("viewer.analysis.route_line")  # here: the first picture does not wait for it
    found: PlannedRoute | str = lines.find_route(index, files, hero=hero, road_map=road_map)
    return found
