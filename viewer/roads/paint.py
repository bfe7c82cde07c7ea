"""What is painted on the road: lines of lane marks, stop lines, arrows, words, stripes of crossings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import Paths, between, left_of, offsets, paths, ranges
from viewer.roads.kinds import MARK_LINES, MarkType
from viewer.roads.map_content import MapContent, ObjectKind, Outline
from viewer.roads.network import LaneMarks, Network
from viewer.roads.strips import Strips

_SHORTEST = 0.1  # m, of a dash
_PERIOD = 0.2  # m: dashes that follow each other more closely are drawn as one line


@dataclass(frozen=True, eq=False)
class Paint:
    """Painted lines, each with the section it lies in and what it is painted with."""

    lines: Paths
    section: Ints
    color: Ints
    width: Floats
    broken: Flags
    kerb: Flags


_STROKE = np.dtype(
    [
        ("mark", np.int64),
        ("aside", np.float64),  # m to the left of the boundary
        ("dash", np.float64),  # m
        ("gap", np.float64),  # m
        ("phase", np.float64),  # m along the road at which a dash begins
        ("width", np.float64),  # m
    ]
)
"""One line of a mark."""


def paint(network: Network, strips: Strips, marks: LaneMarks) -> Paint:
    """Return the lines of all marks."""
    strokes = np.concatenate([*_usual_strokes(network, marks), _own_strokes(network, marks)])
    broken = (strokes["gap"] > 0) & (strokes["dash"] + strokes["gap"] >= _PERIOD)
    dashed, dash_begin, dash_end = _dashes(strokes, marks, np.flatnonzero(broken))
    solid = np.flatnonzero(~broken)
    row = np.concatenate([solid, dashed])
    mark = marks.rows[strokes["mark"][row]]
    begin = np.concatenate([mark["begin"][: len(solid)], dash_begin])
    end = np.concatenate([mark["end"][: len(solid)], dash_end])
    return Paint(
        _cut(network, strips, mark["lane"], begin, end, strokes["aside"][row]),
        network.lane_section[mark["lane"]],
        mark["color"],
        strokes["width"][row],
        broken[row],
        mark["type"] == MarkType.CURB,
    )


def _usual_strokes(network: Network, marks: LaneMarks) -> Iterator[NDArray[Any]]:
    described = np.bincount(marks.line_mark, minlength=len(marks.rows)) > 0
    for kind, lines in MARK_LINES.items():
        mark = np.flatnonzero((marks.rows["type"] == kind) & ~described)
        for place, dashes in enumerate(lines):
            strokes = np.zeros(len(mark), _STROKE)
            strokes["mark"] = mark
            strokes["dash"], strokes["gap"] = dashes
            strokes["width"] = marks.rows["width"][mark]
            if len(lines) > 1:
                strokes["aside"] = _aside(network, marks, mark, np.full(len(mark), place))
            yield strokes


def _own_strokes(network: Network, marks: LaneMarks) -> NDArray[Any]:
    mark = marks.line_mark
    strokes = np.zeros(len(mark), _STROKE)
    strokes["mark"] = mark
    strokes["dash"], strokes["gap"], strokes["aside"], strokes["phase"], width = marks.lines.T
    strokes["width"] = np.where(width > 0, width, marks.rows["width"][mark])
    # Two lines in the same place: the file leaves it to its reader how far apart they are.
    first = np.flatnonzero((mark[1:] == mark[:-1]) & (strokes["aside"][1:] == strokes["aside"][:-1]))
    for place in (0, 1):
        pair = first + place
        strokes["aside"][pair] += _aside(network, marks, mark[pair], np.full(len(pair), place))
    return strokes


def _aside(network: Network, marks: LaneMarks, mark: Ints, place: Ints) -> Floats:
    """Return how far to the left of the boundary the first (0) or second (1) line of a pair is."""
    left_lane = network.lane_side[marks.rows["lane"][mark]] > 0
    # From inside to outside: on a left lane the second is further left, on others the first.
    aside: Floats = np.where(left_lane == (place == 1), 1.0, -1.0) * marks.rows["width"][mark]
    return aside


def _dashes(strokes: NDArray[Any], marks: LaneMarks, rows: Ints) -> tuple[Ints, Floats, Floats]:
    """Return the dashes of broken lines: the line, begin and end; they go on from section to section."""
    stroke = strokes[rows]
    begin, end = marks.rows["begin"][stroke["mark"]], marks.rows["end"][stroke["mark"]]
    period = stroke["dash"] + stroke["gap"]
    first = np.floor((begin - stroke["phase"]) / period)
    count = (np.ceil((end - stroke["phase"]) / period) - first).astype(np.int64)
    row = np.repeat(np.arange(len(rows)), count)
    number = first[row] + ranges(np.zeros(len(rows), np.int64), count)
    start = stroke["phase"][row] + number * period[row]
    stop = np.minimum(start + stroke["dash"][row], end[row])
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
    order = ranges(np.zeros(len(lanes), np.int64), count)
    station = np.repeat(first, count) + order
    share = np.zeros(len(station))
    share[path_first[:-1]] = first_share
    station[path_first[1:] - 1] = last
    share[path_first[1:] - 1] = last_share

    lane = np.repeat(lanes, count)
    point = strips.first_point[lane] + station - strips.first_station[network.lane_section[lane]]
    left = left_of(between(strips.heading, station, share))
    return Paths(between(strips.points, point, share) + np.repeat(aside, count)[:, None] * left, path_first)


_LEAST_CORNERS = 3
_CLOSED = 0.01  # m between the first and the last corner of an outline that is closed
_LEAST_WIDTH = 0.05  # m, of a line whose outline has an area
_STOP_LINE_WIDTH, _WHITE_LINE_WIDTH = 0.4, 0.12  # m, of those that do not say
_GLYPH_WIDTH, _LEAST_GLYPH = 0.2, 0.5  # m

# In shares of the object's length (ahead) and width (to the left).
_SHAFT = [(-0.5, 0), (0.5, 0)], [(0.22, 0.3), (0.5, 0), (0.22, -0.3)]
_LEFT = [(-0.5, 0), (0.05, 0), (0.2, 0.1), (0.25, 0.42)], [(0.05, 0.28), (0.25, 0.5), (0.45, 0.28)]
_S = [(0.4, 0.3), (0.5, 0.38), (0.5, 0.45), (0.3, 0.48), (0, 0.38), (-0.3, 0.3), (-0.5, 0.4), (-0.4, 0.48)]
_T = [(0.5, 0.24), (0.5, 0.04)], [(0.5, 0.14), (-0.5, 0.14)]
_O = [(0.5, -0.1), (0.4, -0.02), (-0.4, -0.02), (-0.5, -0.1), (-0.4, -0.18), (0.4, -0.18), (0.5, -0.1)]
_P = [(-0.5, -0.28), (0.5, -0.28), (0.5, -0.42), (0.3, -0.48), (0.05, -0.42), (0.05, -0.28)]
GLYPHS = {
    ObjectKind.ARROW_AHEAD: [np.array(line) for line in _SHAFT],
    ObjectKind.ARROW_LEFT: [np.array(line) for line in _LEFT],
    ObjectKind.ARROW_RIGHT: [np.array(line) * (1, -1) for line in _LEFT],
    ObjectKind.STOP_WORD: [np.array(line) for line in (_S, *_T, _O, _P)],
}
"""What is painted on the road by kind of object, as lines."""
_STROKED = (ObjectKind.STOP_LINE, ObjectKind.WHITE_LINE, *GLYPHS)


@dataclass(frozen=True, eq=False)
class Strokes:
    """Lines that objects are painted as.

    Attributes:
        lines: along the middle of the paint, metres.
        width: of the paint, metres, shape (N,).
        kind: ``ObjectKind``, shape (N,).
        section: in which they lie, −1 for none, shape (N,).
        road: rows of the roads they are written at, shape (N,).
        s: metres along these roads, shape (N,).

    """

    lines: Paths
    width: Floats
    kind: Ints
    section: Ints
    road: Ints
    s: Floats


def place_strokes(content: MapContent, network: Network) -> Strokes:
    """Return the stop lines, and what else objects paint as lines: white lines, arrows and words.

    Stop lines are written as outlines, as boxes, or as curves without any area, which do not say how wide
    they are painted.
    """
    road, values = content.objects.owners, content.objects.values
    kinds, s, t, _, hdg, length, width = values.T
    corners: dict[int, list[int]] = {}
    for place, owner in enumerate(content.corners.owners.tolist()):
        corners.setdefault(owner, []).append(place)
    lines, widths, rows = [], [], []
    for row in np.flatnonzero(np.isin(kinds, _STROKED)).tolist():
        kind = ObjectKind(int(kinds[row]))
        described = content.corners.values[corners.get(row, [])]
        if kind in GLYPHS:
            local = [
                glyph * (max(length[row], _LEAST_GLYPH), max(width[row], _LEAST_GLYPH))
                for glyph in GLYPHS[kind]
            ]
            wide = _GLYPH_WIDTH
        else:
            local, wide = _stroke(kind, described, float(length[row]), float(width[row]))
        of_road = len(described) > 0 and described[0, 0] == Outline.ROAD and kind not in GLYPHS
        foot, heading = network.beside(road[[row]], s[[row]], t[[row]])
        turned = heading - hdg[row]
        ahead, left = np.array([np.cos(turned[0]), np.sin(turned[0])]), left_of(turned)[0]
        for piece in local:
            if of_road:
                points, _ = network.beside(np.repeat(road[row], len(piece)), piece[:, 0], piece[:, 1])
            else:
                points = foot[0] + piece[:, :1] * ahead + piece[:, 1:] * left
            lines.append(points)
            widths.append(wide)
            rows.append(row)
    chosen = np.array(rows, np.int64)
    section = network.sections_at(road[chosen], s[chosen])
    return Strokes(
        paths(lines), np.array(widths), kinds[chosen].astype(np.int64), section, road[chosen], s[chosen]
    )


def _stroke(kind: ObjectKind, described: Floats, length: float, width: float) -> tuple[list[Floats], float]:
    """Return the middle of a painted line in the object's own frame, if it has one, and its width."""
    usual = _STOP_LINE_WIDTH if kind is ObjectKind.STOP_LINE else _WHITE_LINE_WIDTH
    points = described[:, 1:3]
    if len(points) > 1:
        closed = len(points) > _LEAST_CORNERS and bool(np.hypot(*(points[0] - points[-1])) < _CLOSED)
        sides = np.diff(np.vstack([points, points[:1]]), axis=0)
        longest = sides[int(np.hypot(*sides.T).argmax())]
        along = longest / max(float(np.hypot(*longest)), 1e-9)
        u, v = points @ along, points @ np.array([-along[1], along[0]])
        if np.ptp(v) < _LEAST_WIDTH or (kind is not ObjectKind.STOP_LINE and not closed):
            return [points], usual
        middle = (v.min() + v.max()) / 2
        ends = np.array([[u.min(), middle], [u.max(), middle]]) @ np.array([along, [-along[1], along[0]]])
        return [ends], float(np.ptp(v))
    longer, shorter = max(length, width), min(length, width)
    if longer <= 0.0:
        return [], usual
    end = np.array([longer / 2, 0.0]) if length >= width else np.array([0.0, longer / 2])
    return [np.array([-end, end])], shorter if shorter >= _LEAST_WIDTH else usual


_STRIPE = 0.5  # m wide, and as much between two
_LONGEST = 200.0  # m: no crossing, but an area


def stripes(crossings: Paths) -> Paths:
    """Return closed outlines of the stripes of crossings, across the way one walks: the longest side."""
    return paths(stripe for row in range(len(crossings)) for stripe in _stripes_of(crossings.path(row)))


def _stripes_of(outline: Floats) -> Iterator[Floats]:
    sides = np.diff(outline, axis=0)
    lengths = np.hypot(*sides.T)
    longest = int(lengths.argmax())
    if not 0.0 < lengths[longest] <= _LONGEST:
        return
    along = sides[longest] / lengths[longest]
    turn = np.array([along, [-along[1], along[0]]])
    u, v = turn @ outline.T
    count = max(int((np.ptp(u) + _STRIPE) // (2 * _STRIPE)), 1)
    begin = (u.min() + u.max()) / 2 + (2 * np.arange(count) - count + 0.5) * _STRIPE
    crossing = shapely.make_valid(shapely.Polygon(np.column_stack([u, v])))
    cut = shapely.intersection(crossing, shapely.box(begin, v.min(), begin + _STRIPE, v.max()))
    for stripe in shapely.get_parts(cut):
        if stripe.geom_type == "Polygon":
            yield shapely.get_coordinates(stripe.exterior) @ turn
