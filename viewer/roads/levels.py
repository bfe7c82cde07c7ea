"""Geometry to draw, level by level from the lowest: lane surfaces, kerbs, road marks, crosswalks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, multi_arange
from viewer.lazy import lazy
from viewer.roads.arrays import Paths, Shapes, interpolate, left_of, offsets
from viewer.roads.lane_boundaries import LaneBoundaries
from viewer.roads.lane_surfaces import surface_outlines
from viewer.roads.lane_types import MARK_LINES, MarkColor, MarkType, Surface
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.network import Network
from viewer.roads.objects import place_objects, stripes


@dataclass(frozen=True, eq=False)
class MarkLines:
    """Painted lines of one style; a broken line has one path per dash.

    Attributes:
        color: colour of the paint.
        width: metres.
        broken: whether these are dashes, which may be left out when zoomed out.
        lines: paths along the middle of the paint.
    """

    color: MarkColor
    width: float
    broken: bool
    lines: Paths


@dataclass(frozen=True, eq=False)
class Level:
    """Surfaces and marks of one storey of the roads; a lower level is drawn before a higher one.

    Surfaces and kerbs are those of single lanes, which overlap in junctions and leave gaps between them;
    ``RoadMap.merged`` has them without overlaps and gaps.

    Attributes:
        surfaces: closed outlines by kind of surface, in the order of painting.
        kerbs: lines along kerbs, one MarkLines per style.
        marks: painted lines, one MarkLines per style.
        crosswalks: closed outlines of crosswalks.
        parking_spaces: closed outlines of parking spaces.
    """

    surfaces: Mapping[Surface, Paths]
    kerbs: tuple[MarkLines, ...]
    marks: tuple[MarkLines, ...]
    crosswalks: Paths
    parking_spaces: Paths

    @lazy
    def stripes(self) -> Paths:
        """Closed outlines of the stripes of all crosswalks on this storey of the roads; may be many."""
        return stripes(self.crosswalks)


_CENTIMETRES = 100


def make_levels(
    content: MapContent, network: Network, boundaries: LaneBoundaries, marks: NDArray[np.void]
) -> tuple[Level, ...]:
    """Return the levels (storeys of the roads) of a map with all that is drawn on each, lowest first.

    ``content`` are the tables of the OpenDRIVE file, ``network`` holds its roads and lanes as arrays,
    ``boundaries`` are the sampled lane boundaries, and ``marks`` (dtype MARK) the painted road marks.
    """
    levels = section_levels(network, boundaries)
    surfaces, objects = (
        surface_outlines(content, network, boundaries, levels),
        place_objects(content, network),
    )
    painted, styles = mark_lines(network, boundaries, marks)

    def on(level: int, shapes: Shapes, kind: int) -> Paths:
        """Return the paths of ``shapes`` on ``level`` (a storey of the roads) that have this ``kind``.

        ``kind`` is a Surface for lane surfaces, an ObjectKind for objects, the index of a style for painted
        lines.
        """
        here = np.where(shapes.section >= 0, levels[shapes.section], 0) == level
        return shapes.paths.select(np.flatnonzero(here & (shapes.kind == kind)))

    found = []
    for level in range(int(levels.max()) + 1):
        seen = {kind: on(level, surfaces, kind) for kind in Surface}
        lines: tuple[list[MarkLines], list[MarkLines]] = [], []
        for number, (kerb, color, broken, width) in enumerate(styles):
            if len(alike := on(level, painted, number)):
                lines[kerb].append(MarkLines(MarkColor(color), width / _CENTIMETRES, bool(broken), alike))
        found.append(
            Level(
                {kind: outlines for kind, outlines in seen.items() if len(outlines)},
                tuple(lines[True]),
                tuple(lines[False]),
                on(level, objects, ObjectKind.CROSSWALK),
                on(level, objects, ObjectKind.PARKING_SPACE),
            )
        )
    return tuple(found)


# -- the painted lines of lane marks

_SHORTEST = 0.1  # m, of a dash


def mark_lines(
    network: Network, boundaries: LaneBoundaries, marks: NDArray[np.void]
) -> tuple[Shapes, list[list[int]]]:
    """Return the painted lines of all road ``marks`` (dtype MARK), and a list of the styles that occur.

    The ``kind`` of a line is the index of its style. A style is a list: whether the line is a kerb, its
    MarkColor, whether it is broken, and its width in centimetres.
    """
    strokes = [*_strokes(network, marks)]
    mark, begin, end, aside, broken = (np.concatenate(each) for each in zip(*strokes, strict=True))
    painted = marks[mark]
    centimetres = np.maximum(np.round(painted["width"] * _CENTIMETRES), 1).astype(np.int64)
    kerb = painted["type"] == MarkType.CURB
    columns = np.column_stack([kerb, painted["color"], broken, centimetres])
    styles, kind = np.unique(columns, axis=0, return_inverse=True)
    lines = _cut(network, boundaries, painted["lane"], begin, end, aside)
    return Shapes(lines, network.lane_section[painted["lane"]], kind.reshape(-1)), styles.tolist()


def _strokes(
    network: Network, marks: NDArray[np.void]
) -> Iterator[tuple[Ints, Floats, Floats, Floats, Flags]]:
    """Yield the painted lines of ``marks`` (array of MARK) as arrays (K,): mark, begin, end, offset, broken.

    Mark is an index into ``marks``; begin and end are metres along the road; offset is in metres to the left
    of the lane boundary; broken is True for a dash of a broken line.
    """
    left_lane = network.lane_side[marks["lane"]] > 0
    for kind, lines in MARK_LINES.items():
        mark = np.flatnonzero(marks["type"] == kind)
        for position, (dash, gap) in enumerate(lines):
            # From inside to outside: on a left lane the second is further left, on others the first.
            side = (
                np.where(left_lane == (position == 1), 1.0, -1.0) if len(lines) > 1 else np.zeros(len(marks))
            )
            rows, begin, end = mark, marks["begin"][mark], marks["end"][mark]
            if gap:
                rows, begin, end = _dashes(rows, begin, end, dash, gap)
            yield rows, begin, end, (side * marks["width"])[rows], np.full(len(rows), gap > 0.0)


def _dashes(rows: Ints, begin: Floats, end: Floats, dash: float, gap: float) -> tuple[Ints, Floats, Floats]:
    """Return all dashes of broken road marks: the line that each belongs to, its begin and its end.

    Args:
        rows: K integers that identify the lines, shape (K,).
        begin: where each line begins, metres along the road.
        end: where each line ends.
        dash: length of a dash in metres.
        gap: metres without paint after each dash.

    Dashes are counted from the start of the road, so that they continue from section to section.
    """
    first = np.floor(begin / (dash + gap))
    count = (np.ceil(end / (dash + gap)) - first).astype(np.int64)
    row = np.repeat(np.arange(len(rows)), count)
    start = multi_arange(first.astype(np.int64), count) * (dash + gap)
    stop = np.minimum(start + dash, end[row])
    start = np.maximum(start, begin[row])
    seen = stop - start > _SHORTEST
    return rows[row[seen]], start[seen], stop[seen]


def _cut(
    network: Network, boundaries: LaneBoundaries, lanes: Ints, begin: Floats, end: Floats, aside: Floats
) -> Paths:
    """Return a piece of the outer boundary of each of ``lanes``, moved ``aside`` metres to the left.

    All five arrays have the shape (K,) or, for ``lanes``, hold K rows of lanes in ``network``. Pieces are
    from ``begin`` to ``end``, metres along the road.
    """
    section = network.lane_section[lanes]
    first, first_share = boundaries.stations_at(section, begin)
    last, last_share = boundaries.stations_at(section, end)
    inside = np.maximum(last - first - (last_share == 0), 0)  # stations that are not at either end
    count = inside + 2
    path_first = offsets(count)
    order = multi_arange(np.zeros(len(lanes), np.int64), count)
    station = np.repeat(first, count) + order
    share = np.zeros(len(station))
    share[path_first[:-1]] = first_share
    station[path_first[1:] - 1] = last
    share[path_first[1:] - 1] = last_share

    lane = np.repeat(lanes, count)
    point, _ = boundaries.edges(lane, station)
    left = left_of(interpolate(boundaries.heading, station, share))
    return Paths(
        interpolate(boundaries.points, point, share) + np.repeat(aside, count)[:, None] * left, path_first
    )


# -- which level is above which

_CELL = 4.0  # m
_CLEARANCE = 2.5  # m of height between a road and what passes over it
_MOST = 2_000_000  # points looked at


def section_levels(network: Network, boundaries: LaneBoundaries) -> Ints:
    """Return the level (storey of the roads) of each lane section, 0 the lowest, shape (S,).

    A junction is all on one level.
    """
    levels = np.zeros(len(network.section_road), np.int64)
    if np.ptp(boundaries.z) < _CLEARANCE:
        return levels
    section, cell, z = _points(network, boundaries)
    order = np.lexsort([z, cell])
    section, cell, z = section[order], cell[order], z[order]
    same_cell = cell[1:] == cell[:-1]
    passed = np.concatenate([[0], np.cumsum(same_cell & (np.diff(z) > _CLEARANCE))])
    begins = np.concatenate([[True], ~same_cell])
    below = passed - np.maximum.accumulate(np.where(begins, passed, 0))
    np.maximum.at(levels, section, below)
    # All sections of a junction are on its highest level, so that their surfaces stay in order.
    junction = network.road_junction[network.section_road]
    highest = np.zeros(len(network.junctions) + 1, np.int64)
    np.maximum.at(highest, junction, levels)
    return np.where(junction >= 0, highest[junction], levels)


def _points(network: Network, boundaries: LaneBoundaries) -> tuple[Ints, Ints, Floats]:
    """Return the lane section, grid cell and height in metres of points sampled along all lane boundaries.

    Each array has the shape (K,). A cell is a square of the ground, 4 m wide, given by an integer. Points are
    half a cell apart at most, or farther on very large maps.
    """
    lane = np.repeat(np.arange(len(network.lane_section)), np.diff(boundaries.first_point))
    point = np.flatnonzero(lane[1:] == lane[:-1])
    length = np.hypot(*(boundaries.points[point + 1] - boundaries.points[point]).T)
    spacing = max(_CELL / 2, float(length.sum()) / _MOST)
    count = np.ceil(length / spacing).astype(np.int64) + 1
    share = multi_arange(np.zeros(len(count), np.int64), count) / np.repeat(count, count)
    point = np.repeat(point, count)
    way = boundaries.points[point + 1] - boundaries.points[point]
    column, row = np.floor((boundaries.points[point] + share[:, None] * way) / _CELL).astype(np.int64).T
    cell = (column - column.min()) * (np.ptp(row) + 1) + row
    station = boundaries.station[point]
    z = boundaries.z[station] + share * (boundaries.z[station + 1] - boundaries.z[station])
    return network.lane_section[lane[point]], cell, z
