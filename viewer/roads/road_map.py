"""An OpenDRIVE map after reading: geometry to draw, and lane queries."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy
from viewer.roads.arrays import interpolate, keys
from viewer.roads.lane_types import HAS_TRAFFIC, MarkType
from viewer.roads.lanes import Lanes
from viewer.roads.levels import Level, make_levels
from viewer.roads.locate import LanesAt, Locator
from viewer.roads.map_content import ObjectKind, Road, RoadProblem
from viewer.roads.map_tiles import Tile, make_tiles, merge_tiles
from viewer.roads.merged_surfaces import MergedLevel
from viewer.roads.objects import PaintedStopLine, place_objects, stop_lines

_FORBIDS_OUTWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.SOLID_BROKEN))
"""Flags indexed by MarkType: whether such a line between lanes must not be crossed outwards.

Outwards is away from the road's centre lane. For the line on the centre lane itself, the flag is for crossing
from left to right.
"""
_FORBIDS_INWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.BROKEN_SOLID))
"""Flags indexed by MarkType: whether such a lane line must not be crossed towards the centre lane.

On the centre lane itself, the flag is for crossing from right to left.
"""

_LEAST_LENGTH, _LEAST_WIDTH = 10.0, 1.5  # m, of a lane that is large enough for its id


@dataclass(frozen=True, slots=True)
class PlacedSignal:
    """A traffic light or sign of the map, with its position.

    Attributes:
        id: id in the file.
        type: OpenDRIVE's code; CARLA's traffic lights have 1000001.
        dynamic: whether it changes, as traffic lights do.
        road: id of its road.
        s: metres along the road's reference line.
        location: x, y, z in metres in CARLA's coordinates.
    """

    id: str
    type: str
    dynamic: bool
    road: str
    s: float
    location: tuple[float, float, float]


class LaneLabels(NamedTuple):
    """Positions for the ids of lanes, one in the middle of each lane section outside junctions.

    ``points`` (N, 2) in metres, ``lanes`` (N,): OpenDRIVE's lane ids, ``roads`` (N,): rows of
    ``RoadMap.roads``.
    """

    points: Floats
    lanes: Ints
    roads: Ints


@dataclass(frozen=True, eq=False)
class RoadMap(Lanes):
    """An OpenDRIVE map in CARLA's coordinates: metres, x as in the file, y = −y of the file.

    Geometry to draw is computed at first use and then cached.

    Attributes:
        path: path of the file.
        bounds: least x, least y, greatest x, greatest y of the lanes, metres.
        problems: faults and oddities of the file.
    """

    path: Path
    marks: NDArray[np.void]
    bounds: tuple[float, float, float, float]
    problems: tuple[RoadProblem, ...]

    @lazy
    def roads(self) -> tuple[Road, ...]:
        """Roads in the order of the file."""
        return tuple(self.content.roads)

    @lazy
    def signals(self) -> tuple[PlacedSignal, ...]:
        """Traffic lights and signs."""
        network, rows = self.network, self.content.signals.owners
        s, t, height, *inertial = self.content.signals.values.T
        foot, _ = network.points_beside(rows, s, t)
        z = network.elevations.at(network.elevations.find(rows, s), s)[0] + height
        given = np.column_stack(inertial) * (1.0, -1.0, 1.0)
        positions = np.where(np.isnan(given), np.column_stack([foot, z]), given).tolist()
        roads = [self.roads[row].id for row in rows.tolist()]
        rows_of_signals = zip(
            self.content.signal_words, roads, s.tolist(), map(tuple, positions), strict=True
        )
        return tuple(
            PlacedSignal(*words, road, at, location) for words, road, at, location in rows_of_signals
        )

    @lazy
    def stop_lines(self) -> tuple[PaintedStopLine, ...]:
        """Painted stop lines of the map, in the order of the OpenDRIVE file."""
        objects = place_objects(self.content, self.network)
        return stop_lines(objects.paths.select(np.flatnonzero(objects.kind == ObjectKind.STOP_LINE)))

    @lazy
    def labels(self) -> LaneLabels:
        """Positions for lane ids, of lanes long and wide enough; none in junctions, where lanes overlap."""
        network = self.network
        junction = network.road_junction[network.section_road[network.lane_section]]
        lanes = np.flatnonzero((network.lane_id != 0) & (junction < 0))
        section = network.lane_section[lanes]
        length = network.section_end[section] - network.section_start[section]
        middles = network.section_start[section] + length / 2
        points, _, _, width = self.boundaries.middles_at(lanes, middles)
        kept = np.flatnonzero((length >= _LEAST_LENGTH) & (width >= _LEAST_WIDTH))
        roads = network.section_road[section]
        return LaneLabels(points[kept], network.lane_id[lanes][kept], roads[kept])

    @lazy
    def locator(self) -> Locator:
        """Locator that finds the lane at a position."""
        return Locator(self.boundaries, [road.id for road in self.roads])

    @lazy
    def _mark_keys(self) -> Ints:
        return keys(self.marks["lane"], self.marks["begin"])

    @lazy
    def levels(self) -> tuple[Level, ...]:
        """Surfaces and marks of the roads to draw, one Level per storey of the roads, the lowest first."""
        return make_levels(self.content, self.network, self.boundaries, self.marks)

    @lazy
    def tiles(self) -> tuple[Tile, ...]:
        """Tiles: parts of the map's surfaces, each merged on its own so that visible ones come first."""
        return make_tiles([level.surfaces for level in self.levels])

    @lazy
    def merged(self) -> tuple[MergedLevel, ...]:
        """Surfaces merged over lanes, one MergedLevel per storey of the roads, lowest first.

        Takes up to a second for a town at first use.
        """
        return merge_tiles(self.tiles)

    def locate(self, points: ArrayLike, headings: ArrayLike | None = None) -> NDArray[np.void]:
        """Return the lane at each of ``points``, as an array (N,) of LANE_POSITION.

        Of overlapping lanes, it is the one with the nearest middle. Lanes without traffic, at another height
        than the point or against its heading count as farther away. Points without a lane have ``on_lane``
        False.

        Args:
            points: x, y or x, y, z in metres in CARLA's coordinates, shape (N, 2) or (N, 3), or one point.
            headings: CARLA's yaws in degrees, shape (N,), or None.
        """
        return self.locator.locate(points, headings)

    def lanes_at(self, positions: Floats) -> LanesAt:
        """Return all lanes at ``positions``, x, y, … in metres, shape (N, 2 or more); NaN is on no lane."""
        return self.locator.lanes_at(positions)

    def located(self, lanes: LanesAt, heights: Floats, headings: Floats) -> NDArray[np.void]:
        """Return the lane at each of the N positions of ``lanes``, as ``locate`` does for these positions.

        ``heights`` are their z in metres and ``headings`` CARLA's yaws in degrees, shape (N,) each.
        """
        return self.locator.located(lanes, heights, headings)

    def reach_junctions(self, rectangles: Floats) -> Flags:
        """Return which of ``rectangles`` may reach lanes in a junction, as a mask, shape (N,).

        They are least x, least y, greatest x, greatest y in metres, shape (N, 4).
        """
        return self.locator.reach_junctions(rectangles)

    def past_solid_lines(self, homes: NDArray[np.void], positions: NDArray[np.void]) -> tuple[Floats, Flags]:
        """Return how far positions are beyond a solid lane line, and whether crossing that line is forbidden.

        Both have the shape (N,): metres, and flags. Only lanes with traffic that are neighbours on one road
        are compared; for all others, and where the line between the lanes is not solid, the results are 0 and
        False. A line that is solid on one side and broken on the other may be crossed from the broken side.

        Args:
            homes: lane positions of the actors, as ``RoadMap.locate`` returns, shape (N,).
            positions: lane positions of the points to check (as wheels of these actors), shape (N,).
        """
        past, forbidden = np.zeros(len(homes)), np.zeros(len(homes), np.bool_)
        home, away = (each["lane"].astype(np.int64) for each in (homes, positions))
        is_inner, same_side = np.abs(home) < np.abs(away), np.sign(home) == np.sign(away)
        beside = np.where(same_side, np.abs(home - away) == 1, home * away == -1)
        rows = np.flatnonzero(
            homes["on_lane"] & positions["on_lane"] & (homes["road_row"] == positions["road_row"]) & beside
            & HAS_TRAFFIC[homes["lane_type"]] & HAS_TRAFFIC[positions["lane_type"]]
        )  # fmt: skip
        if not len(rows):
            return past, forbidden
        # The line between two lanes is that of the inner one, or of the centre lane.
        inner = np.where(same_side, np.where(is_inner, home, away), 0)[rows]
        outwards = np.where(same_side, is_inner, home > 0)[rows]
        network, boundaries, s = self.network, self.boundaries, positions["s"][rows]
        section = network.sections_at(positions["road_row"][rows].astype(np.int64), s)
        lane = network.lane_rows(section, inner)
        kind = self._marks_at(lane, s)
        lane = np.maximum(lane, 0)
        station, share = boundaries.stations_at(network.lane_section[lane], s)
        line = interpolate(boundaries.t, boundaries.edges(lane, station)[0], share)
        solid = _FORBIDS_OUTWARDS[kind] | _FORBIDS_INWARDS[kind]
        past[rows] = np.where(solid, np.abs(positions["t"][rows] - line), 0.0)
        forbidden[rows] = np.where(outwards, _FORBIDS_OUTWARDS[kind], _FORBIDS_INWARDS[kind])
        return past, forbidden

    def _marks_at(self, lane: Ints, s: Floats) -> Ints:
        """Return the MarkType of the road mark on the outer boundary of each ``lane`` at ``s``.

        Lanes are given by their rows in the table of lanes; NONE for row −1. ``s`` is in metres along the
        road.
        """
        if not len(self.marks):
            return np.zeros(len(lane), np.int64)
        row = np.searchsorted(self._mark_keys, keys(np.maximum(lane, 0), s), side="right") - 1
        mark = self.marks[np.maximum(row, 0)]
        here = (row >= 0) & (mark["lane"] == lane) & (s <= mark["end"])
        return np.where(here, mark["type"], MarkType.NONE)
