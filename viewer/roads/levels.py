"""What is drawn of a map, level by level from below: surfaces of lanes, kerbs, marks, crossings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spread
from viewer.roads.arrays import Paths, between, left_of, offsets
from viewer.roads.kinds import MARK_LINES, MarkColor, MarkType, Surface
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.network import Network
from viewer.roads.objects import place_objects, stripes
from viewer.roads.strips import Strips
from viewer.roads.surfaces import pave


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
        stripes: closed outlines of the crosswalks' stripes.
        parking_spaces: closed outlines.

    """

    surfaces: Mapping[Surface, Paths]
    kerbs: tuple[MarkLines, ...]
    marks: tuple[MarkLines, ...]
    crosswalks: Paths
    stripes: Paths
    parking_spaces: Paths


_CENTIMETRES = 100


def draw_levels(
    content: MapContent, network: Network, strips: Strips, marks: NDArray[np.void]
) -> tuple[Level, ...]:
    """Return what is drawn, from below."""
    levels = section_levels(network, strips)
    surfaces = pave(content, network, strips)
    painted = paint(network, strips, marks)
    objects = place_objects(content, network)
    object_level = np.where(objects.section >= 0, levels[objects.section], 0)
    found = []
    for level in range(int(levels.max()) + 1):
        here, lines_here = levels[surfaces.section] == level, levels[painted.section] == level
        kinds = {kind: np.flatnonzero(here & (surfaces.surface == kind)) for kind in Surface}
        of_kind = {
            kind: np.flatnonzero((objects.kind == kind) & (object_level == level)) for kind in ObjectKind
        }
        crosswalks = objects.outlines(of_kind[ObjectKind.CROSSWALK])
        found.append(
            Level(
                {kind: surfaces.outlines.select(rows) for kind, rows in kinds.items() if len(rows)},
                _mark_lines(painted, np.flatnonzero(lines_here & painted.kerb)),
                _mark_lines(painted, np.flatnonzero(lines_here & ~painted.kerb)),
                crosswalks,
                stripes(crosswalks),
                objects.outlines(of_kind[ObjectKind.PARKING_SPACE]),
            )
        )
    return tuple(found)


def _mark_lines(painted: Paint, rows: Ints) -> tuple[MarkLines, ...]:
    centimetres = np.maximum(np.round(painted.width[rows] * _CENTIMETRES), 1).astype(np.int64)
    looks = np.column_stack([painted.color[rows], painted.broken[rows], centimetres])
    kinds, kind = np.unique(looks, axis=0, return_inverse=True)
    return tuple(
        MarkLines(
            MarkColor(color),
            width / _CENTIMETRES,
            bool(broken),
            painted.lines.select(rows[kind.reshape(-1) == number]),
        )
        for number, (color, broken, width) in enumerate(kinds.tolist())
    )


# -- the painted lines of lane marks

_SHORTEST = 0.1  # m, of a dash


@dataclass(frozen=True, eq=False)
class Paint:
    """Painted lines, each with the section it lies in and what it is painted with."""

    lines: Paths
    section: Ints
    color: Ints
    width: Floats
    broken: Flags
    kerb: Flags


def paint(network: Network, strips: Strips, marks: NDArray[np.void]) -> Paint:
    """Return the lines of all marks."""
    strokes = [*_strokes(network, marks)]
    mark, begin, end, aside, broken = (np.concatenate(each) for each in zip(*strokes, strict=True))
    painted = marks[mark]
    return Paint(
        _cut(network, strips, painted["lane"], begin, end, aside),
        network.lane_section[painted["lane"]],
        painted["color"],
        painted["width"],
        broken,
        painted["type"] == MarkType.CURB,
    )


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
    point = strips.first_point[lane] + station - strips.first_station[network.lane_section[lane]]
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
