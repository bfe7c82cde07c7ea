"""What is drawn of a map, level by level from below: surfaces of lanes, kerbs, marks, crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spread
from viewer.lazy import lazy
from viewer.roads.arrays import Paths, Shapes, between, left_of, offsets
from viewer.roads.lane_boundaries import Strips
from viewer.roads.lane_surfaces import pave
from viewer.roads.lane_types import MARK_LINES, MarkColor, MarkType, Surface
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.network import Network
from viewer.roads.objects import place_objects, stripes


@dataclass(frozen=True, eq=False)
class MarkLines:
    """Painted lines of one kind; a broken line is one path for every dash.

    Attributes:
        color: of the paint.
        width: metres.
        broken: whether these are dashes, which from afar may be left out.
        lines: along the middle of the paint.

    """

    color: MarkColor
    width: float
    broken: bool
    lines: Paths


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
        parking_spaces: closed outlines.

    """

    surfaces: Mapping[Surface, Paths]
    kerbs: tuple[MarkLines, ...]
    marks: tuple[MarkLines, ...]
    crosswalks: Paths
    parking_spaces: Paths

    @lazy
    def stripes(self) -> Paths:
        """Closed outlines of the stripes of all crosswalks, of which there may be very many."""
        return stripes(self.crosswalks)


_CENTIMETRES = 100


def draw_levels(
    content: MapContent, network: Network, strips: Strips, marks: NDArray[np.void]
) -> tuple[Level, ...]:
    """Return what is drawn, from below."""
    levels = section_levels(network, strips)
    surfaces, objects = pave(content, network, strips, levels), place_objects(content, network)
    painted, looks = paint(network, strips, marks)

    def on(level: int, shapes: Shapes, kind: int) -> Paths:
        here = np.where(shapes.section >= 0, levels[shapes.section], 0) == level
        return shapes.paths.select(np.flatnonzero(here & (shapes.kind == kind)))

    found = []
    for level in range(int(levels.max()) + 1):
        seen = {kind: on(level, surfaces, kind) for kind in Surface}
        lines: tuple[list[MarkLines], list[MarkLines]] = [], []
        for number, (kerb, color, broken, width) in enumerate(looks):
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


def paint(network: Network, strips: Strips, marks: NDArray[np.void]) -> tuple[Shapes, list[list[int]]]:
    """Return the lines of all marks, and the looks that their kinds stand for.

    Of each look whether it is a kerb, the colour, whether it is broken, and the width in centimetres.
    """
    strokes = [*_strokes(network, marks)]
    mark, begin, end, aside, broken = (np.concatenate(each) for each in zip(*strokes, strict=True))
    painted = marks[mark]
    centimetres = np.maximum(np.round(painted["width"] * _CENTIMETRES), 1).astype(np.int64)
    kerb = painted["type"] == MarkType.CURB
    columns = np.column_stack([kerb, painted["color"], broken, centimetres])
    looks, kind = np.unique(columns, axis=0, return_inverse=True)
    lines = _cut(network, strips, painted["lane"], begin, end, aside)
    return Shapes(lines, network.lane_section[painted["lane"]], kind.reshape(-1)), looks.tolist()


def _strokes(
    network: Network, marks: NDArray[np.void]
) -> Iterator[tuple[Ints, Floats, Floats, Floats, Flags]]:
    """Yield mark, begin, end, metres to the left of the boundary, and whether it is broken, of lines (K,)."""
    left_lane = network.lane_side[marks["lane"]] > 0
    for kind, lines in MARK_LINES.items():
        mark = np.flatnonzero(marks["type"] == kind)
        for place, (dash, gap) in enumerate(lines):
            # From inside to outside: on a left lane the second is further left, on others the first.
            side = np.where(left_lane == (place == 1), 1.0, -1.0) if len(lines) > 1 else np.zeros(len(marks))
            rows, begin, end = mark, marks["begin"][mark], marks["end"][mark]
            if gap:
                rows, begin, end = _dashes(rows, begin, end, dash, gap)
            yield rows, begin, end, (side * marks["width"])[rows], np.full(len(rows), gap > 0.0)


def _dashes(rows: Ints, begin: Floats, end: Floats, dash: float, gap: float) -> tuple[Ints, Floats, Floats]:
    """Return the dashes of broken lines: mark, begin and end; they go on from section to section."""
    first = np.floor(begin / (dash + gap))
    count = (np.ceil(end / (dash + gap)) - first).astype(np.int64)
    row = np.repeat(np.arange(len(rows)), count)
    start = spread(first.astype(np.int64), count) * (dash + gap)
    stop = np.minimum(start + dash, end[row])
    start = np.maximum(start, begin[row])
    seen = stop - start > _SHORTEST
    return rows[row[seen]], start[seen], stop[seen]


def _cut(network: Network, strips: Strips, lanes: Ints, begin: Floats, end: Floats, aside: Floats) -> Paths:
    section = network.lane_section[lanes]
    first, first_share = strips.stations_at(section, begin)
    last, last_share = strips.stations_at(section, end)
    inside = np.maximum(last - first - (last_share == 0), 0)  # stations that are not at either end
    count = inside + 2
    path_first = offsets(count)
    order = spread(np.zeros(len(lanes), np.int64), count)
    station = np.repeat(first, count) + order
    share = np.zeros(len(station))
    share[path_first[:-1]] = first_share
    station[path_first[1:] - 1] = last
    share[path_first[1:] - 1] = last_share

    lane = np.repeat(lanes, count)
    point, _ = strips.edges(lane, station)
    left = left_of(between(strips.heading, station, share))
    return Paths(between(strips.points, point, share) + np.repeat(aside, count)[:, None] * left, path_first)


# -- which level is above which

_CELL = 4.0  # m
_CLEARANCE = 2.5  # m of height between a road and what passes over it
_MOST = 2_000_000  # points looked at


def section_levels(network: Network, strips: Strips) -> Ints:
    """Return on which level each section is, 0 the lowest, shape (S,); a junction is all on one."""
    levels = np.zeros(len(network.section_road), np.int64)
    if np.ptp(strips.z) < _CLEARANCE:
        return levels
    section, cell, z = _points(network, strips)
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


def _points(network: Network, strips: Strips) -> tuple[Ints, Ints, Floats]:
    """Return section, cell of a grid, and z of points on all boundaries, at most half a cell apart."""
    lane = np.repeat(np.arange(len(network.lane_section)), np.diff(strips.first_point))
    point = np.flatnonzero(lane[1:] == lane[:-1])
    length = np.hypot(*(strips.points[point + 1] - strips.points[point]).T)
    spacing = max(_CELL / 2, float(length.sum()) / _MOST)
    count = np.ceil(length / spacing).astype(np.int64) + 1
    share = spread(np.zeros(len(count), np.int64), count) / np.repeat(count, count)
    point = np.repeat(point, count)
    way = strips.points[point + 1] - strips.points[point]
    column, row = np.floor((strips.points[point] + share[:, None] * way) / _CELL).astype(np.int64).T
    cell = (column - column.min()) * (np.ptp(row) + 1) + row
    station = strips.station[point]
    z = strips.z[station] + share * (strips.z[station + 1] - strips.z[station])
    return network.lane_section[lane[point]], cell, z
