"""Where reference lines are sampled: at every place where something changes, and between as curves demand.

A straight line is its two ends. Where a boundary bends, its points are so close that the chord between two
of them stays within ``TOLERANCE`` of the curve.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.quick_dataclass import dataclass
from viewer.roads.arrays import keys, offsets, owner_of, ranges, s_of
from viewer.roads.cubics import Cubics
from viewer.roads.marks import LaneMarks
from viewer.roads.network import Network

TOLERANCE = 0.02
"""Metres between a chord and its curve, seen from above."""

_HEIGHT_TOLERANCE = 0.05  # m
_CLOSEST = 0.001  # m between two places where something changes
_STEP = 0.05  # m: what changes by more at once is drawn as a step
_STEP_LENGTH = 0.01  # m along the road, of such a step
_SHORTEST = 0.1  # m between two points, however sharp a broken file says the curve is
_MOST = 20_000  # points between two changes


@dataclass(frozen=True, eq=False)
class Sampling:
    """Points along the reference lines, section by section; the last of a section is the next one's first.

    An interval reaches from one change to the next, so that one geometry and one polynomial of each kind hold
    in all of it.

    Attributes:
        s: of the points, metres along the road, shape (N,).
        interval: in which each point lies, shape (N,).
        first_point: of the sections in ``s``, and the end of the last, shape (S + 1,).
        first_interval: of the sections, and the end of the last, shape (S + 1,).
        geometry: of the intervals, rows of the reference lines, shape (I,).
        elevation: of the intervals, rows, −1 where there is none, shape (I,).
        lane_offset: the same of the lane offsets.
        width: of the lanes in the intervals of their section, rows, −1 where there is none.
        border: the same of the borders.
        first_width: of the lanes in ``width`` and ``border``, and the end of the last, shape (L + 1,).

    """

    s: Floats
    interval: Ints
    first_point: Ints
    first_interval: Ints
    geometry: Ints
    elevation: Ints
    lane_offset: Ints
    width: Ints
    border: Ints
    first_width: Ints


def sample(network: Network, marks: LaneMarks) -> Sampling:
    """Choose the points."""
    section, begin, end = _intervals(network, marks)
    road, middle = network.section_road[section], (begin + end) / 2
    first_interval = offsets(np.bincount(section, minlength=len(network.section_road)))

    lane_intervals = np.diff(first_interval)[network.lane_section]
    lane = np.repeat(np.arange(len(network.lane_section)), lane_intervals)
    of_lane = ranges(first_interval[network.lane_section], lane_intervals)
    geometry = network.reference.find(road, middle)
    elevation = network.elevations.find(road, middle)
    lane_offset = network.lane_offsets.find(road, middle)
    width = network.widths.find(lane, middle[of_lane])
    border = network.borders.find(lane, middle[of_lane])

    sharpest = network.reference.sharpest(geometry, begin, end)
    bend = np.zeros(len(section))
    for s in (begin, end):
        aside = np.abs(network.lane_offsets.value(lane_offset, s))
        swerve = np.abs(network.lane_offsets.bend(lane_offset, s))
        for cubics, rows in ((network.widths, width), (network.borders, border)):
            aside += _sum(of_lane, np.abs(cubics.value(rows, s[of_lane])), len(section))
            swerve += _sum(of_lane, np.abs(cubics.bend(rows, s[of_lane])), len(section))
        # How fast the outermost boundary turns away from its tangent; what only stretches it is no matter.
        np.maximum(bend, sharpest * (1 + sharpest * aside) + swerve, out=bend)
    rise = np.maximum(*(np.abs(network.elevations.bend(elevation, s)) for s in (begin, end)))
    needed = (end - begin) * np.sqrt(np.maximum(bend / (8 * TOLERANCE), rise / (8 * _HEIGHT_TOLERANCE)))
    most = np.clip((end - begin) / _SHORTEST, 1, _MOST)
    steps = np.clip(np.ceil(np.minimum(needed, most)), 1, _MOST).astype(np.int64)

    last = np.zeros(len(section), np.int64)
    last[first_interval[1:] - 1] = 1
    points = steps + last
    interval = np.repeat(np.arange(len(section)), points)
    share = ranges(np.zeros(len(section), np.int64), points) / steps[interval]
    first_point = offsets(points)[first_interval]
    return Sampling(
        s=begin[interval] + (end - begin)[interval] * share,
        interval=interval,
        first_point=first_point,
        first_interval=first_interval,
        geometry=geometry,
        elevation=elevation,
        lane_offset=lane_offset,
        width=width,
        border=border,
        first_width=offsets(lane_intervals),
    )


def _sum(places: Ints, values: Floats, count: int) -> Floats:
    total: Floats = np.bincount(places, weights=values, minlength=count).astype(np.float64)
    return total


def _changes(cubics: Cubics) -> Iterator[tuple[Ints, Floats]]:
    """Yield owners and places of the starts of pieces, and of where steps between them begin."""
    yield cubics.owners, cubics.starts
    steps = cubics.jumps(_STEP)
    yield cubics.owners[steps], cubics.starts[steps] - _STEP_LENGTH


def _intervals(network: Network, marks: LaneMarks) -> tuple[Ints, Floats, Floats]:
    """Return section, begin and end of the intervals, in this order."""
    start, end = network.section_start, network.section_end
    sections = np.arange(len(start))
    inside = []
    for owners, s in (
        (network.reference.roads, network.reference.starts),
        *_changes(network.lane_offsets),
        *_changes(network.elevations),
    ):
        inside.append((network.sections_at(owners, s), s))
    for owners, s in (
        *_changes(network.widths),
        *_changes(network.borders),
        (marks.rows["lane"], marks.rows["begin"]),
    ):
        inside.append((network.lane_section[owners], s))
    section = np.concatenate([one for one, _ in inside])
    s = np.concatenate([one for _, one in inside])
    between = (section >= 0) & (s > start[section] + _CLOSEST) & (s < end[section] - _CLOSEST)
    change = np.sort(
        np.concatenate([keys(sections, start), keys(sections, end), keys(section[between], s[between])])
    )
    section, s = owner_of(change), s_of(change)
    far = np.concatenate([[True], (np.diff(s) > _CLOSEST) | (np.diff(section) > 0)])
    section, s = section[far], s[far]
    begins = np.flatnonzero(section[:-1] == section[1:])
    return section[begins], s[begins], s[begins + 1]
