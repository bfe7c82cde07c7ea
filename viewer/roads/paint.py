"""The painted lines of lane marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, spread
from viewer.roads.arrays import Paths, between, left_of, offsets
from viewer.roads.kinds import MARK_LINES, MarkType
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
    return np.asarray(np.where(left_lane == (place == 1), 1.0, -1.0) * marks.rows["width"][mark])


def _dashes(strokes: NDArray[Any], marks: LaneMarks, rows: Ints) -> tuple[Ints, Floats, Floats]:
    """Return the dashes of broken lines: the line, begin and end; they go on from section to section."""
    stroke = strokes[rows]
    begin, end = marks.rows["begin"][stroke["mark"]], marks.rows["end"][stroke["mark"]]
    period = stroke["dash"] + stroke["gap"]
    first = np.floor((begin - stroke["phase"]) / period)
    count = (np.ceil((end - stroke["phase"]) / period) - first).astype(np.int64)
    row = np.repeat(np.arange(len(rows)), count)
    number = first[row] + spread(np.zeros(len(rows), np.int64), count)
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
