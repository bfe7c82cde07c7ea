"""What is seen of lanes from above: one polygon for neighbouring lanes that look alike."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.quick_dataclass import dataclass
from viewer.roads.arrays import offsets, ranges
from viewer.roads.kinds import SURFACES, LaneType, Surface
from viewer.roads.network import Network
from viewer.roads.shapes import Paths
from viewer.roads.strips import Strips

_LEAST = 0.01  # m: what is nowhere wider is not seen
_SURFACE = np.array([SURFACES[kind] for kind in LaneType], np.int64)


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Closed outlines, each with the section it lies in and what it looks like (``Surface``)."""

    outlines: Paths
    section: Ints
    surface: Ints

    def with_(self, others: Surfaces) -> Surfaces:
        """Return these surfaces and others."""
        count = np.concatenate([np.diff(each.outlines.first) for each in (self, others)])
        return Surfaces(
            Paths(np.concatenate([self.outlines.points, others.outlines.points]), offsets(count)),
            np.concatenate([self.section, others.section]),
            np.concatenate([self.surface, others.surface]),
        )


def pave(network: Network, strips: Strips) -> Surfaces:
    """Return the surfaces of all lanes."""
    lanes = np.flatnonzero(network.lane_id != 0)
    # From left to right in every section.
    lanes = lanes[np.lexsort([-network.lane_id[lanes], network.lane_section[lanes]])]
    section, surface = network.lane_section[lanes], _SURFACE[network.lane_type[lanes]]
    starts = np.ones(len(lanes), np.bool_)
    starts[1:] = (section[1:] != section[:-1]) | (surface[1:] != surface[:-1])
    begin = np.flatnonzero(starts)
    end = np.flatnonzero(np.append(starts[1:], True)[: len(lanes)])
    section, surface = section[begin], surface[begin]

    leftmost, rightmost = lanes[begin], lanes[end]
    left = np.where(network.lane_id[leftmost] > 0, leftmost, network.lane_inner[leftmost])
    right = np.where(network.lane_id[rightmost] < 0, rightmost, network.lane_inner[rightmost])
    count = np.diff(strips.first_station)[section]
    left, right = strips.first_point[left], strips.first_point[right]
    wide = _widest(strips, left, right, count) > _LEAST
    seen = np.flatnonzero(wide & (surface != Surface.NOTHING))
    return Surfaces(_outlines(strips, left[seen], right[seen], count[seen]), section[seen], surface[seen])


def _widest(strips: Strips, left: Ints, right: Ints, count: Ints) -> Floats:
    if not len(count):
        return np.empty(0)
    widths = strips.t[ranges(left, count)] - strips.t[ranges(right, count)]
    return np.maximum.reduceat(widths, offsets(count)[:-1])


def _outlines(strips: Strips, left: Ints, right: Ints, count: Ints) -> Paths:
    """Join left boundaries, right ones backwards, and the first points again."""
    lengths = 2 * count + 1
    first = offsets(lengths)
    order = ranges(np.zeros(len(count), np.int64), lengths)
    n, left, right = (np.repeat(one, lengths) for one in (count, left, right))
    source = np.where(order < n, left + order, right + 2 * n - 1 - order)
    source[first[1:] - 1] = source[first[:-1]]
    return Paths(strips.points[source], first)
