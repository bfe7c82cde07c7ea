"""Tells the map whose way to draw: that of the selected actor in full, those of others from samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trails import NO_TRAILS
from viewer.ui.background.tasks import Tasks
from viewer.ui.background.trail_book import TrailBook
from viewer.ui.map import MapView
from viewer.ui.state.actor_ref import row_in, rows_in
from viewer.ui.state.map_options import MapLayers, MapOptions
from viewer.ui.state.workspace import Workspace

_NOWHERE = np.empty((0, 2))


class TrailGuide(QObject):
    """Listens to the workspace and to the user's choices, and keeps the ways on the map up to date."""

    def __init__(self, tasks: Tasks, workspace: Workspace, map_view: MapView) -> None:
        super().__init__(workspace)
        self._recording = workspace.recording
        self._moment = workspace.moment
        self._focus = workspace.focus
        self._map = map_view
        self._options = MapOptions()
        self._shown = True
        self.book = TrailBook(tasks, self)
        self._recording.afterwards.index_changed.connect(self._take_index)
        for signal in (
            self.book.grown,
            self._recording.path_changed,
            self._moment.world_changed,
            self._focus.follow_changed,
            self._focus.selected_changed,
        ):
            signal.connect(self._show)

    def set_options(self, options: MapOptions) -> None:
        """Take the user's choices."""
        self._options = options
        self._show()

    def set_layers(self, layers: MapLayers) -> None:
        """Show ways, or none."""
        self._shown = layers.trails
        self._show()

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        self.book.set_recording(index)
        self._show()

    @Slot()
    def _show(self) -> None:
        world, options = self._moment.world, self._options
        rows = self._others()
        if not self._shown or world is None or (rows is not None and not len(rows)):
            self._map.scene.tell(trails=NO_TRAILS)
        else:
            trails = self.book.around(world.elapsed, options.behind, options.ahead, rows)
            self._map.scene.tell(trails=trails)
        self._show_path()

    def _others(self) -> NDArray[np.int64] | None:
        """Return whose ways come from samples, ascending; None for all vehicles."""
        if self._options.trails_of == "vehicles":
            return None
        if self._options.trails_of == "followed":
            actors = {self._focus.followed} - {None}
        else:
            actors = set(self._focus.selected)
        rows = set(rows_in(each for each in actors if each is not None)) - {self._row_of_path()}
        return np.array(sorted(rows), np.int64)

    def _row_of_path(self) -> int | None:
        path = self._recording.path
        return path.row if path is not None else None

    def _show_path(self) -> None:
        """Show where the selected actor comes from and goes to, seconds before and after the playhead."""
        path, world, options = self._recording.path, self._moment.world, self._options
        asked_for = options.trails_of != "followed" or self._row_of_path() == row_in(self._focus.followed)
        if path is None or world is None or not self._shown or not asked_for:
            self._map.scene.tell(trail=(_NOWHERE, _NOWHERE))
            return
        elapsed, places = path.poses.elapsed, path.poses.locations[:, :2]
        now = int(np.searchsorted(elapsed, world.elapsed, side="right"))
        first = int(np.searchsorted(elapsed, world.elapsed - options.behind))
        last = int(np.searchsorted(elapsed, world.elapsed + options.ahead, side="right"))
        self._map.scene.tell(trail=(places[first:now], places[max(now - 1, 0) : last]))
