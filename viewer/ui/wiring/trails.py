"""Tells the map whose way to draw: that of the selected actor in full, those of others from samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trails import NO_TRAILS
from viewer.ui.background.actor_path import ActorPath
from viewer.ui.background.tasks import Tasks
from viewer.ui.background.trail_book import TrailBook
from viewer.ui.map import MapView
from viewer.ui.map.options import MapOptions
from viewer.ui.state.map_layers import MapLayers
from viewer.ui.state.selection import Selection
from viewer.ui.state.session import Session

_NOWHERE = np.empty((0, 2))


class TrailGuide(QObject):
    """Listens to the session and to the user's choices, and keeps the ways on the map up to date."""

    def __init__(self, tasks: Tasks, session: Session, selection: Selection, map_view: MapView) -> None:
        super().__init__(session)
        self._session = session
        self._selection = selection
        self._map = map_view
        self._options = MapOptions()
        self._shown = True
        self._path: ActorPath | None = None
        self.book = TrailBook(tasks, self)
        self.book.grown.connect(self._show)
        session.index_changed.connect(self._take_index)
        session.path_changed.connect(self._take_path)
        session.world_changed.connect(self._show)
        session.follow_changed.connect(self._show)
        selection.changed.connect(self._show)

    def set_options(self, options: MapOptions) -> None:
        """Take the user's choices."""
        self._options = options
        self._show()

    @Slot(object)
    def set_layers(self, layers: MapLayers) -> None:
        """Show ways, or none."""
        self._shown = layers.trails
        self._show()

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        self.book.set_recording(index)
        self._show()

    @Slot(object)
    def _take_path(self, path: ActorPath | None) -> None:
        self._path = path
        self._show()

    @Slot()
    def _show(self) -> None:
        world, options = self._session.world, self._options
        rows = self._others()
        if not self._shown or world is None or (rows is not None and not len(rows)):
            self._map.set_trails(NO_TRAILS)
        else:
            self._map.set_trails(self.book.around(world.elapsed, options.behind, options.ahead, rows))
        self._show_path()

    def _others(self) -> NDArray[np.int64] | None:
        """Return whose ways come from samples, ascending; None for all vehicles."""
        session = self._session
        if self._options.trails_of == "vehicles":
            return None
        if self._options.trails_of == "followed":
            rows = {session.followed} - {None}
        else:
            rows = set(self._selection.rows)
        return np.array(sorted(rows - {self._row_of_path()}), np.int64)  # type: ignore[type-var]

    def _row_of_path(self) -> int | None:
        return self._path.row if self._path is not None else None

    def _show_path(self) -> None:
        """Show where the selected actor comes from and goes to, seconds before and after the playhead."""
        path, world, options = self._path, self._session.world, self._options
        asked_for = options.trails_of != "followed" or self._row_of_path() == self._session.followed
        if path is None or world is None or not self._shown or not asked_for:
            self._map.set_trail(_NOWHERE, _NOWHERE)
            return
        elapsed, places = path.poses.elapsed, path.poses.locations[:, :2]
        now = int(np.searchsorted(elapsed, world.elapsed, side="right"))
        first = int(np.searchsorted(elapsed, world.elapsed - options.behind))
        last = int(np.searchsorted(elapsed, world.elapsed + options.ahead, side="right"))
        self._map.set_trail(places[first:now], places[max(now - 1, 0) : last])
