"""Finds what to show under the actors of a recording."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.driven import driven_paths
from viewer.ui.job import Job
from viewer.ui.map import MapView
from viewer.ui.map.ground import DrivenPaths
from viewer.ui.session import Session


class GroundFinder(QObject):
    """Gives the map its ground, in the background, once a recording has been read."""

    def __init__(self, session: Session, map_view: MapView) -> None:
        super().__init__(session)
        self._session = session
        self._map = map_view
        self._index: RecordingIndex | None = None
        self._job: Job | None = None
        session.opened.connect(self._forget)
        session.index_changed.connect(self._find)

    def finish(self) -> None:
        """Find it here and now, for a picture."""
        if self._job is not None and self._index is not None:
            self._job = None
            self._map.set_ground(DrivenPaths(driven_paths(self._index)))

    @Slot(object)
    def _forget(self, _index: RecordingIndex | None) -> None:
        self._index = self._job = None
        self._map.set_ground(None)

    @Slot(object)
    def _find(self, index: RecordingIndex | None) -> None:
        if index is None or not index.complete or index is self._index:
            return
        self._index = index
        self._job = Job(partial(driven_paths, index), self._session)
        self._job.answered.connect(self._show)
        self._job.failed.connect(self._give_up)
        self._job.start()

    @Slot(object, object)
    def _show(self, job: Job, paths: list[NDArray[np.float64]]) -> None:
        if job is self._job:
            self._job = None
            self._map.set_ground(DrivenPaths(paths))

    @Slot(object, object)
    def _give_up(self, job: Job, _error: RecordingError) -> None:
        if job is self._job:
            self._job = None
