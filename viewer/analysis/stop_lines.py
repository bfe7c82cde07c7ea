"""Where those stop whom a light governs: the lines of the map, else the ends of lanes before a junction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from viewer.analysis.lights_ahead import Governing, LaneLights, governing_of
from viewer.analysis.signal_places import across
from viewer.analysis.traffic_lights import LightBook
from viewer.arrays import Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.lanes import LanePoint
    from viewer.roads.road_map import RoadMap

_NEAR = 8.0
"""Metres between the end of a lane and the painted line that is its own."""
_DERIVED_WIDTH = 0.4
"""Metres of a line that is not painted."""


class StopLine(NamedTuple):
    """A stop line that lights govern.

    Attributes:
        points: along its middle, metres, shape (K, 2).
        width: metres.
        lights: rows of the actor table, the one that decides first; never empty.
        how: how it is known, one of ``LIGHT_SOURCES``.
        derived: whether the map has no line there, and it is the end of a lane.

    """

    points: Floats
    width: float
    lights: Ints
    how: str
    derived: bool


def governed_stop_lines(
    index: RecordingIndex, road_map: RoadMap, proceed: Proceed = always
) -> tuple[StopLine, ...]:
    """Return the stop lines that lights of a recording govern.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    book = LightBook(index, road_map)
    if not len(book.rows):
        return ()
    lights = LaneLights(book, road_map)
    painted = road_map.stop_lines
    middles = np.array([line.points.mean(axis=0) for line in painted]).reshape(-1, 2)
    taken: dict[int, StopLine] = {}
    found = []
    for middle, governing in _lane_ends(lights, road_map, proceed):
        rows, how = governing
        far = np.hypot(*(middles - middle.location[:2]).T)
        if len(far) and far.min() <= _NEAR:
            nearest = int(far.argmin())
            line = painted[nearest]
            taken.setdefault(nearest, StopLine(line.points, line.width, rows, how, derived=False))
            continue
        found.append(StopLine(across(middle), _DERIVED_WIDTH, rows, how, derived=True))
    return (*taken.values(), *found)


def _lane_ends(
    lights: LaneLights, road_map: RoadMap, proceed: Proceed
) -> Iterator[tuple[LanePoint, Governing]]:
    """Yield where lanes end before a junction, or have a line elsewhere, with the lights that govern them."""
    lanes = road_map.lanes_into_junctions()
    for number, lane in enumerate(lanes):
        check(proceed, number / len(lanes))
        middle = (lane.begin + lane.end) / 2.0
        ahead = lights.after(lane.road, lane.lane, middle)
        ends = road_map.lane_begin_and_end(*lane[:2], middle)
        if ahead is None or ahead.distance > 0.0 or ends is None:
            continue
        point = road_map.point(lane.road, lane.lane, ends[1])
        if point is not None:
            yield point, ahead.governing
    yield from ((line.middle, governing_of(line)) for line in lights.lines)
