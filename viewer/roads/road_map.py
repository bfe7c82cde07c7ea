"""A map, ready to be drawn and to be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.lazy import lazy
from viewer.roads.arrays import between, keys
from viewer.roads.lane_types import HAS_TRAFFIC, MarkType
from viewer.roads.lanes import Lanes
from viewer.roads.levels import Level, draw_levels
from viewer.roads.locate import Locator
from viewer.roads.map_content import ObjectKind, Road, RoadProblem
from viewer.roads.map_tiles import Sheet, joined, sheets_of
from viewer.roads.merged_surfaces import UnitedLevel
from viewer.roads.objects import PaintedStopLine, place_objects, stop_line

_FORBIDS_OUTWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.SOLID_BROKEN))
_FORBIDS_INWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.BROKEN_SOLID))
"""By type of mark: whether it must not be crossed from the inside, or from the outside. On the centre lane,
inside is the left."""

_LEAST_LENGTH, _LEAST_WIDTH = 10.0, 1.5  # m, of a lane that has room for its number


@dataclass(frozen=True, slots=True)
class PlacedSignal:
    """A traffic light or sign of the map.

    Attributes:
        id: as other elements of the file name it.
        type: OpenDRIVE's code; CARLA's traffic lights have 1000001.
        dynamic: whether it changes, as lights do.
        road: id of its road.
        s: metres along the road.
        location: x, y, z in metres in CARLA's frame.

    """

    id: str
    type: str
    dynamic: bool
    road: str
    s: float
    location: tuple[float, float, float]


class LaneLabels(NamedTuple):
    """Where to write the numbers of lanes, in the middle of each that lies in no junction.

    Metres (N, 2), OpenDRIVE's ids of the lanes (N,), and rows of ``RoadMap.roads`` (N,).
    """

    points: Floats
    lanes: Ints
    roads: Ints


@dataclass(frozen=True, eq=False)
class RoadMap(Lanes):
    """An OpenDRIVE map in CARLA's frame: metres, x as in the file, y = −y of the file.

    What is made of the tables is made when it is first asked for.

    Attributes:
        path: of the file.
        bounds: least x, least y, greatest x, greatest y of the lanes.
        problems: what is wrong with the file or odd about it.

    """

    path: Path
    marks: NDArray[np.void]
    bounds: tuple[float, float, float, float]
    problems: tuple[RoadProblem, ...]

    @lazy
    def roads(self) -> tuple[Road, ...]:
        """In the order of the file."""
        return tuple(self.content.roads)

    @lazy
    def signals(self) -> tuple[PlacedSignal, ...]:
        """Lights and signs."""
        network, rows = self.network, self.content.signals.owners
        s, t, height, *inertial = self.content.signals.values.T
        foot, _ = network.beside(rows, s, t)
        z = network.elevations.at(network.elevations.find(rows, s), s)[0] + height
        given = np.column_stack(inertial) * (1.0, -1.0, 1.0)
        places = np.where(np.isnan(given), np.column_stack([foot, z]), given).tolist()
        roads = [self.roads[row].id for row in rows.tolist()]
        told = zip(self.content.signal_words, roads, s.tolist(), map(tuple, places), strict=True)
        return tuple(PlacedSignal(*words, road, at, place) for words, road, at, place in told)

    @lazy
    def stop_lines(self) -> tuple[PaintedStopLine, ...]:
        """In the order of the file."""
        objects = place_objects(self.content, self.network)
        rows = np.flatnonzero(objects.kind == ObjectKind.STOP_LINE).tolist()
        return tuple(stop_line(objects.paths.path(row)) for row in rows)

    @lazy
    def labels(self) -> LaneLabels:
        """Where the numbers of lanes go that have room for them; in junctions lanes overlap."""
        network = self.network
        junction = network.road_junction[network.section_road[network.lane_section]]
        lanes = np.flatnonzero((network.lane_id != 0) & (junction < 0))
        section = network.lane_section[lanes]
        length = network.section_end[section] - network.section_start[section]
        middles = network.section_start[section] + length / 2
        station, share = self.strips.stations_at(section, middles)
        outer, inner = (
            between(self.strips.points, each, share) for each in self.strips.edges(lanes, station)
        )
        kept = np.flatnonzero((length >= _LEAST_LENGTH) & (np.hypot(*(outer - inner).T) >= _LEAST_WIDTH))
        roads = network.section_road[section]
        return LaneLabels(((outer + inner) / 2)[kept], network.lane_id[lanes][kept], roads[kept])

    @lazy
    def locator(self) -> Locator:
        """Finds lanes by place."""
        return Locator(self.strips, [road.id for road in self.roads])

    @lazy
    def _mark_keys(self) -> Ints:
        return keys(self.marks["lane"], self.marks["begin"])

    @lazy
    def levels(self) -> tuple[Level, ...]:
        """What is drawn, from below."""
        return draw_levels(self.content, self.network, self.strips, self.marks)

    @lazy
    def sheets(self) -> tuple[Sheet, ...]:
        """The surfaces of the levels in parts that are united one by one."""
        return sheets_of([level.surfaces for level in self.levels])

    @lazy
    def united(self) -> tuple[UnitedLevel, ...]:
        """The surfaces of the levels as wholes, which takes up to a second for a town."""
        return joined(self.sheets)

    def locate(self, points: ArrayLike, headings: ArrayLike | None = None) -> NDArray[np.void]:
        """Return on which lanes points are; see ``viewer.roads.locate.Locator.locate``."""
        return self.locator.locate(points, headings)

    def past_solid_lines(self, homes: NDArray[np.void], places: NDArray[np.void]) -> tuple[Floats, Flags]:
        """Return by how many metres places are past a line that is solid, and whether that is forbidden.

        Both of shape (N,). 0 where no such line lies between the two, where they are on the same lane, on
        different roads or in different sections, more than one lane apart, or on lanes without traffic. It is
        allowed to come from the broken side of a line that is solid on the other.

        Args:
            homes: where those are whose places it is about, as ``RoadMap.locate`` answers, shape (N,).
            places: likewise, of the points that may be past a line.

        """
        forbidden = np.zeros(len(homes), np.bool_)
        past = np.zeros(len(homes))
        home, away = homes["lane"], places["lane"]
        same_side = (np.sign(home) == np.sign(away)) & (np.abs(home - away) == 1)
        opposite = home * away == -1
        rows = np.flatnonzero(
            homes["on_lane"] & places["on_lane"]
            & (homes["road_row"] == places["road_row"]) & (same_side | opposite)
            & HAS_TRAFFIC[homes["lane_type"]] & HAS_TRAFFIC[places["lane_type"]]
        )  # fmt: skip
        if not len(rows):
            return past, forbidden
        home, away, s = home[rows].astype(np.int64), away[rows].astype(np.int64), places["s"][rows]
        network, strips = self.network, self.strips
        section = network.sections_at(places["road_row"][rows].astype(np.int64), s)
        inner = np.where(same_side[rows], np.where(np.abs(home) < np.abs(away), home, away), 0)
        outwards = np.where(same_side[rows], np.abs(home) < np.abs(away), home > 0)
        lane = network.lane_rows(section, inner)
        kind = self._marks_at(lane, s)
        wrong = np.where(outwards, _FORBIDS_OUTWARDS[kind], _FORBIDS_INWARDS[kind]) & (lane >= 0)
        solid = (_FORBIDS_OUTWARDS | _FORBIDS_INWARDS)[kind] & (lane >= 0)
        lane = np.maximum(lane, 0)
        station, share = strips.stations_at(network.lane_section[lane], s)
        line = between(strips.t, strips.edges(lane, station)[0], share)
        past[rows] = np.where(solid, np.abs(places["t"][rows] - line), 0.0)
        forbidden[rows] = wrong
        return past, forbidden

    def _marks_at(self, lane: Ints, s: Floats) -> Ints:
        """Return the types of the marks on the outer boundaries of lanes; NONE for row −1."""
        if not len(self.marks):
            return np.zeros(len(lane), np.int64)
        row = np.searchsorted(self._mark_keys, keys(np.maximum(lane, 0), s), side="right") - 1
        mark = self.marks[np.maximum(row, 0)]
        here = (row >= 0) & (mark["lane"] == lane) & (s <= mark["end"])
        return np.where(here, mark["type"], MarkType.NONE)
