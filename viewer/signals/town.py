"""What is read for the signals that need more than an actor's own records; each part once."""

from __future__ import annotations

import numpy as np
import shapely

from viewer.analysis.boxes import actor_boxes
from viewer.analysis.inquiry import misfit
from viewer.analysis.lights_ahead import LaneLights, LightsAhead, lights_ahead
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.traffic import Traffic
from viewer.analysis.traffic_lights import LightBook
from viewer.cancellation import Proceed
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.recording.index import RecordingIndex
from viewer.roads.road_map import RoadMap
from viewer.signals.reading import Reading
from viewer.signals.series import Samples


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


def light_ahead_id(reading: TownReading) -> Samples:
    """Return the id of the traffic light ahead of the actor, in the frames in which there is one."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    rows = reading.light_ahead.rows[has]
    ids = reading.index.actors.actor_id[rows].astype(np.float64)
    return Samples(reading.poses.frames[has], ids, recorded=False)


def light_ahead_source(reading: TownReading) -> Samples:
    """Return how it is known that the light is for the actor, as a place in LIGHT_SOURCES."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    sources = reading.light_ahead.sources[has].astype(np.float64)
    return Samples(reading.poses.frames[has], sources, recorded=False)


def light_ahead_state(reading: TownReading) -> Samples:
    """Return the TrafficLightState of the light ahead of the actor."""
    has = np.flatnonzero(reading.light_ahead.rows >= 0)
    frames, rows = reading.poses.frames[has], reading.light_ahead.rows[has]
    found_frames, found = [np.empty(0, np.int64)], [np.empty(0)]
    breaks = np.flatnonzero((np.diff(rows) != 0) | (np.diff(frames) > 1)) + 1
    for part in np.split(np.arange(len(frames)), breaks) if len(frames) else ():
        span = slice(int(frames[part[0]]), int(frames[part[-1]]) + 1)
        actor_id = int(reading.index.actors.actor_id[rows[part[0]]])
        at, records = reading.of_actor(packets.TRAFFIC_LIGHT_STATE, actor_id, span)
        found_frames.append(at)
        found.append(np.minimum(records["state"], TrafficLightState.UNKNOWN).astype(np.float64))
    return Samples(np.concatenate(found_frames), np.concatenate(found), recorded=False)


def route_distance(reading: TownReading) -> Samples:
    """Return the metres from the actor to the nearest point of the route, from above; none without one."""
    if reading.route is None:
        return Samples(np.empty(0, np.int64), np.empty(0), recorded=False)
    line = reading.route.line[:, :2]
    pieces = shapely.STRtree(shapely.linestrings(np.stack([line[:-1], line[1:]], axis=1)))
    poses = reading.poses
    known = np.flatnonzero(np.isfinite(poses.locations[:, :2]).all(axis=1))
    places = shapely.points(poses.locations[known, :2])
    _, away = pieces.query_nearest(places, return_distance=True, all_matches=False)
    return reading.on_the_road(Samples(poses.frames[known], away, recorded=False))
