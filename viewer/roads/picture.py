"""What a map shows, sorted into levels and kinds as a painter goes through them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.arrays import Ints
from viewer.roads.arrays import between, yaws
from viewer.roads.corners import join_corners
from viewer.roads.kinds import MarkColor, Surface
from viewer.roads.levels import section_levels
from viewer.roads.map_content import MapContent, ObjectKind
from viewer.roads.marks import LaneMarks
from viewer.roads.network import Network
from viewer.roads.paint import Paint, paint
from viewer.roads.placing import place_objects
from viewer.roads.road_map import LaneLabels, Level, MarkLines, PaintedStopLine
from viewer.roads.strips import Strips
from viewer.roads.strokes import Strokes, place_strokes
from viewer.roads.surfaces import pave
from viewer.roads.zebra import stripes

_CENTIMETRES = 100
_LEAST_LENGTH, _LEAST_WIDTH = 10.0, 1.5  # m, of a lane that has room for its number


def draw_levels(content: MapContent, network: Network, strips: Strips, marks: LaneMarks) -> tuple[Level, ...]:
    """Return what is drawn, from below."""
    levels = section_levels(network, strips)
    surfaces = pave(network, strips).with_(join_corners(content, network, strips))
    painted = paint(network, strips, marks)
    objects = place_objects(content, network)
    object_level = np.where(objects.section >= 0, levels[objects.section], 0)
    strokes = place_strokes(content, network)
    stroke_level = np.where(strokes.section >= 0, levels[strokes.section], 0)
    found = []
    for level in range(int(levels.max()) + 1):
        here, lines_here = levels[surfaces.section] == level, levels[painted.section] == level
        kinds = {kind: np.flatnonzero(here & (surfaces.surface == kind)) for kind in Surface}
        outlines = {
            kind: objects.outlines.select(np.flatnonzero((objects.kind == kind) & (object_level == level)))
            for kind in ObjectKind
        }
        found.append(
            Level(
                {kind: surfaces.outlines.select(rows) for kind, rows in kinds.items() if len(rows)},
                _mark_lines(painted, np.flatnonzero(lines_here & painted.kerb)),
                (
                    *_mark_lines(painted, np.flatnonzero(lines_here & ~painted.kerb)),
                    *_object_lines(strokes, np.flatnonzero(stroke_level == level)),
                ),
                outlines[ObjectKind.CROSSWALK],
                stripes(outlines[ObjectKind.CROSSWALK]),
                outlines[ObjectKind.PARKING_SPACE],
            )
        )
    return tuple(found)


def painted_stop_lines(content: MapContent, network: Network) -> tuple[PaintedStopLine, ...]:
    """Return the stop lines of the file."""
    strokes = place_strokes(content, network)
    return tuple(
        PaintedStopLine(
            strokes.lines.path(row),
            float(strokes.width[row]),
            content.roads[int(strokes.road[row])].id,
            float(strokes.s[row]),
        )
        for row in np.flatnonzero(strokes.kind == ObjectKind.STOP_LINE).tolist()
    )


def _object_lines(strokes: Strokes, rows: Ints) -> Iterator[MarkLines]:
    """Yield the white lines, arrows and words of objects; stop lines are no marks."""
    rows = rows[strokes.kind[rows] != ObjectKind.STOP_LINE]
    for width in sorted(set(strokes.width[rows].tolist())):
        lines = strokes.lines.select(rows[strokes.width[rows] == width])
        yield MarkLines(MarkColor.WHITE, width, broken=True, lines=lines)  # from afar, left out as dashes are


def lane_labels(network: Network, strips: Strips) -> LaneLabels:
    """Return where the numbers of lanes go that have room for them; in junctions lanes overlap."""
    junction = network.road_junction[network.section_road[network.lane_section]]
    lanes = np.flatnonzero((network.lane_id != 0) & (junction < 0))
    section = network.lane_section[lanes]
    middle = (network.section_start[section] + network.section_end[section]) / 2
    station, share = strips.stations_at(section, middle)
    place = station - strips.first_station[section]
    outer, inner = (
        between(strips.points, strips.first_point[boundary] + place, share)
        for boundary in (lanes, network.lane_inner[lanes])
    )
    long = network.section_end[section] - network.section_start[section] >= _LEAST_LENGTH
    wide = np.hypot(*(outer - inner).T) >= _LEAST_WIDTH
    kept = np.flatnonzero(long & wide)
    heading = between(strips.heading, station, share) + np.where(network.runs_forward(lanes), 0.0, np.pi)
    return LaneLabels(
        ((outer + inner) / 2)[kept],
        yaws(heading[kept]),
        network.lane_id[lanes][kept],
        network.section_road[section][kept],
    )


def bounds(strips: Strips) -> tuple[float, float, float, float]:
    """Return least x, least y, greatest x, greatest y of all lanes."""
    low, high = strips.points.min(axis=0), strips.points.max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def _mark_lines(painted: Paint, rows: Ints) -> tuple[MarkLines, ...]:
    """Return lines by what they are painted with."""
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
