"""From a file to a map: read the tables, sample, lay lanes, and make what is drawn and asked."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.roads.arrays import between, yaws
from viewer.roads.kinds import MarkColor, Surface
from viewer.roads.lane_links import LaneBook, LaneLinks
from viewer.roads.locate import LaneLines, Locator
from viewer.roads.map_content import MapContent, ObjectKind, RoadMapError
from viewer.roads.marks import LaneMarks, collect_marks
from viewer.roads.network import Network
from viewer.roads.paint import Paint, Strokes, paint, place_strokes, stripes
from viewer.roads.placing import place_objects, place_references, place_signals
from viewer.roads.reader import MapReader
from viewer.roads.road_map import Junction, LaneLabels, Level, MarkLines, PaintedStopLine, Road, RoadMap
from viewer.roads.source import MapSource
from viewer.roads.strips import Strips, lay_strips, sample
from viewer.roads.surfaces import join_corners, pave, section_levels


def read_map(path: Path | str, *, proceed: Proceed = always) -> RoadMap:
    """Read an OpenDRIVE file.

    Args:
        path: of the file.
        proceed: is told the share that is read, from 0 to 1, some hundred times in a large file, and answers
            whether to go on.

    Raises:
        RoadMapError: not readable, not an OpenDRIVE file, or without a road that can be used.
        ReadingCancelledError: ``proceed`` said no.

    """
    source, reader = MapSource(path), MapReader()
    with _without_garbage():
        for element in source.elements(proceed):
            reader.take(element)
    content = reader.content
    problems = (*source.problems, *content.findings.problems())
    if not len(content.sections):
        raise RoadMapError(
            path,
            "there is no road in it",
            expected="at least one complete road with lanes",
            found=f"{problems[0].what}, {problems[0].where}" if problems else "none",
            advice="Export the map again, or choose another file.",
        )
    return replace(build_map(content, source.path, proceed), problems=problems)


@contextmanager
def _without_garbage() -> Iterator[None]:
    """Look for no cycles: elements have none, and among so many objects that takes as long as reading."""
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looks:
            gc.enable()


def build_map(content: MapContent, path: Path, proceed: Proceed = always) -> RoadMap:
    """Make the map that tables describe; ``proceed`` is asked between the parts of the work."""
    network = Network(content)
    marks = collect_marks(content, network)
    strips = lay_strips(network, sample(network, marks))
    check(proceed, 1.0)
    ids = [road.id for road in content.roads]
    locator = Locator(network, strips, ids)
    check(proceed, 1.0)
    roads = tuple(
        Road(road.id, road.name, road.junction, length, road.left_hand)
        for road, length in zip(content.roads, content.lengths.values[:, 0].tolist(), strict=True)
    )
    return RoadMap(
        path=path,
        header=content.header,
        roads=roads,
        junctions=tuple(Junction(one, content.junctions.get(one, "")) for one in network.junctions),
        signals=place_signals(content, network),
        references=place_references(content),
        stop_lines=painted_stop_lines(content, network),
        labels=lane_labels(network, strips),
        bounds=bounds(strips),
        problems=(),
        locator=locator,
        lines=LaneLines(network, strips, marks),
        lanes=LaneBook(network, strips, ids),
        links=LaneLinks(content),
        draw=partial(draw_levels, content, network, strips, marks),
    )


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
