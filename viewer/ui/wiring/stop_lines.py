"""Finds the stop lines that lights govern, in the background, for the map."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from viewer.analysis.traffic_lights import StopLine, governed_stop_lines
from viewer.recording.index import RecordingIndex
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks
from viewer.ui.map import MapView

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


class StopLineFinder(QObject):
    """Asks again when there is another map, or when the recording is read to its end."""

    def __init__(self, tasks: Tasks, map_view: MapView) -> None:
        super().__init__(map_view)
        self._map = map_view
        self._road_map: RoadMap | None = None
        self._index: RecordingIndex | None = None
        self._asked: tuple[Path, int, int] | None = None
        self._latest = Latest(tasks, self, self._show)

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Take another map, or none."""
        self._road_map = road_map
        self._find()

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take another recording, or a longer view of the same."""
        self._index = index
        self._find()

    def _find(self) -> None:
        """Find the lines; the lights are those of the recording, whose number says whether it is time."""
        index, road_map = self._index, self._road_map
        if index is None or road_map is None:
            self._latest.cancel()
            self._asked = None
            self._show(())
            return
        asked = index.path, id(road_map), len(index.actors)
        if index.complete and asked != self._asked:
            self._asked = asked
            self._latest.ask(lambda proceed: governed_stop_lines(index, road_map, proceed))

    @Slot(object)
    def _show(self, lines: Sequence[StopLine]) -> None:
        self._map.scene.tell(stop_lines=lines)
