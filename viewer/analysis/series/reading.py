"""What is read for the signals that need more than an actor's own records; each part once."""

from __future__ import annotations

import numpy as np

from viewer.analysis.boxes import actor_boxes
from viewer.analysis.fitting import misfit
from viewer.analysis.lane_lights import LaneLights
from viewer.analysis.lights_ahead import LightsAhead, lights_ahead
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.signals import LightBook
from viewer.analysis.traffic import Traffic
from viewer.cancellation import Proceed
from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.replay.series.reading import Reading
from viewer.roads.road_map import RoadMap


class TownReading(Reading):
    """A reading that knows the town's lanes and the hero's route, if they are told, and everybody who moves.

    Errors beyond those of ``Reading``: MemoryBudgetError, if everybody is too much.
    """

    def __init__(
        self,
        index: RecordingIndex,
        row: int | None,
        other: int | None,
        road_map: RoadMap | None,
        route: PlannedRoute | None,
        proceed: Proceed,
    ) -> None:
        """Read nothing yet; ``row`` and ``other`` are rows of the actor table."""
        super().__init__(index, row, other, proceed)
        self._road_map = road_map
        self.route = route

    @lazy
    def light_ahead(self) -> LightsAhead:
        """The traffic light ahead of the actor at each of its poses."""
        book = LightBook(self.index, self._fitting_map)
        lanes = None if self._fitting_map is None else LaneLights(book, self._fitting_map)
        boxes = actor_boxes(self.index.actors, np.array([self.row]))
        reach = float(boxes.centers[0, 0] + boxes.extents[0, 0])
        return lights_ahead(book, lanes, self.poses, reach, proceed=self._proceed)

    @lazy
    def traffic(self) -> Traffic:
        """Everybody."""
        return Traffic(self.index, proceed=self._proceed)

    @property
    def proceed(self) -> Proceed:
        """Is told the share that is done, and answers whether to go on."""
        return self._proceed

    @lazy
    def _fitting_map(self) -> RoadMap | None:
        road_map = self._road_map
        return None if road_map is None or misfit(self.index, road_map) else road_map
