"""A map, ready to be drawn and to be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from viewer.arrays import Floats, Ints
from viewer.lazy import lazy
from viewer.roads.arrays import Paths
from viewer.roads.kinds import MarkColor, Surface
from viewer.roads.lane_links import LaneBook, LaneLinks, LanePoint, LaneStretch, SignalLane
from viewer.roads.locate import LaneLines, Locator
from viewer.roads.map_content import MapHeader, RoadProblem
from viewer.roads.placing import PlacedSignal, SignalReference
from viewer.roads.united import UnitedSurfaces, unite


@dataclass(frozen=True, slots=True)
class Road:
    """A road of the map.

    Attributes:
        id: as the file has it.
        name: as the file has it.
        junction: id of the junction it lies in, empty if it is a road between junctions.
        length: of its reference line, metres.
        left_hand: whether one drives on the left.

    """

    id: str
    name: str
    junction: str
    length: float
    left_hand: bool


@dataclass(frozen=True, slots=True)
class Junction:
    """A junction: where roads meet that are not simply each other's continuation."""

    id: str
    name: str


@dataclass(frozen=True, eq=False)
class MarkLines:
    """Painted lines of one kind; a broken line is one path for every dash.

    Attributes:
        color: of the paint.
        width: metres.
        broken: whether these are dashes or signs on the road, which from afar may be left out.
        lines: along the middle of the paint.

    """

    color: MarkColor
    width: float
    broken: bool
    lines: Paths


@dataclass(frozen=True, eq=False)
class PaintedStopLine:
    """A stop line of the file.

    Attributes:
        points: along its middle, metres, shape (K, 2).
        width: metres.
        road: OpenDRIVE's id of the road it is written at, which need not be the one it lies on.
        s: metres along that road.

    """

    points: Floats
    width: float
    road: str
    s: float


@dataclass(frozen=True, eq=False)
class Level:
    """What lies above one another is on different levels; all of a level is drawn before the next one.

    The surfaces and kerbs are those of single lanes, which overlap in junctions and leave gaps between them;
    ``RoadMap.united`` has them as wholes.

    Attributes:
        surfaces: closed outlines by what is seen, in the order of painting.
        kerbs: the edges of kerbs.
        marks: painted lines.
        crosswalks: closed outlines.
        stripes: closed outlines of the crosswalks' stripes.
        parking_spaces: closed outlines.

    """

    surfaces: Mapping[Surface, Paths]
    kerbs: tuple[MarkLines, ...]
    marks: tuple[MarkLines, ...]
    crosswalks: Paths
    stripes: Paths
    parking_spaces: Paths


@dataclass(frozen=True, eq=False)
class LaneLabels:
    """Where to write the numbers of lanes: in the middle of each that lies in no junction.

    Attributes:
        points: metres, shape (N, 2).
        yaws: of the lanes' traffic, degrees, shape (N,).
        lanes: OpenDRIVE's ids, shape (N,).
        roads: rows of ``RoadMap.roads``, shape (N,).

    """

    points: Floats
    yaws: Floats
    lanes: Ints
    roads: Ints


@dataclass(frozen=True, eq=False)
class RoadMap:
    """An OpenDRIVE map in CARLA's frame: metres, x as in the file, y = −y of the file.

    Attributes:
        path: of the file.
        header: what the file says of itself.
        roads: in the order of the file.
        junctions: in the order of the file.
        signals: lights and signs.
        references: where signals act.
        stop_lines: in the order of the file.
        labels: where the lanes' numbers go.
        bounds: least x, least y, greatest x, greatest y of the lanes.
        problems: what is wrong with the file or odd about it.
        draw: makes ``levels``.

    """

    path: Path
    header: MapHeader
    roads: tuple[Road, ...]
    junctions: tuple[Junction, ...]
    signals: tuple[PlacedSignal, ...]
    references: tuple[SignalReference, ...]
    stop_lines: tuple[PaintedStopLine, ...]
    labels: LaneLabels
    bounds: tuple[float, float, float, float]
    problems: tuple[RoadProblem, ...]
    locator: Locator
    lines: LaneLines
    lanes: LaneBook
    links: LaneLinks
    draw: Callable[[], tuple[Level, ...]]

    @lazy
    def levels(self) -> tuple[Level, ...]:
        """What is drawn, from below; made when first asked for."""
        return self.draw()

    @lazy
    def united(self) -> UnitedSurfaces:
        """The surfaces of the map as wholes; made when first asked for, which takes up to a second."""
        return unite([level.surfaces for level in self.levels])

    def locate(self, points: ArrayLike, headings: ArrayLike | None = None) -> NDArray[np.void]:
        """Return on which lanes points are; see ``viewer.roads.locate.Locator.locate``."""
        return self.locator.locate(points, headings)

    def point(self, road: str, lane: int, s: float) -> LanePoint | None:
        """Return the middle of a lane of a road, by OpenDRIVE's ids, ``s`` metres along the reference line.

        None where there is no such lane.
        """
        return self.lanes.point(road, lane, s)

    def lane_begin_and_end(self, road: str, lane: int, s: float) -> tuple[float, float] | None:
        """Return where traffic on a lane at ``s`` enters and leaves its section, metres along the road.

        None where there is no such lane.
        """
        row, stretch = self.lanes.lane_row(road, lane, s), self.links.stretch(road, lane, s)
        if row < 0 or stretch is None:
            return None
        ends = stretch.begin, stretch.end
        return ends if self.lanes.runs_forward(row) else ends[::-1]

    def next_lanes(self, road: str, lane: int, s: float) -> tuple[LaneStretch, ...]:
        """Return the lanes that traffic on a lane at ``s`` comes to at the end of its section.

        Several where the lane ends at a junction, none where it ends or the file has no link.
        """
        return self._linked(road, lane, s, with_traffic=True)

    def previous_lanes(self, road: str, lane: int, s: float) -> tuple[LaneStretch, ...]:
        """Return the lanes that traffic on a lane at ``s`` came from when it entered its section."""
        return self._linked(road, lane, s, with_traffic=False)

    def _linked(self, road: str, lane: int, s: float, *, with_traffic: bool) -> tuple[LaneStretch, ...]:
        row = self.lanes.lane_row(road, lane, s)
        if row < 0:
            return ()
        return self.links.onward(road, lane, s, ahead=self.lanes.runs_forward(row) == with_traffic)

    def lanes_into_junctions(self) -> tuple[LaneStretch, ...]:
        """Return the stretches of lanes with traffic, between junctions, that lead into one."""
        inside = {road.id for road in self.roads if road.junction}
        stretches = [LaneStretch(*each) for each in self.lanes.before_junctions()]
        return tuple(
            each
            for each in stretches
            if any(
                onward.road in inside
                for onward in self.next_lanes(each.road, each.lane, (each.begin + each.end) / 2.0)
            )
        )

    def lanes_of(self, signal: str) -> tuple[SignalLane, ...]:
        """Return the lanes for whose traffic a signal is, by its id: where it is mounted and named."""
        return self.lanes.lanes_of(each for each in self.references if each.signal == signal)
