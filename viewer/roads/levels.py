"""Which sections pass over others: bridges are drawn after what is under them."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import ranges
from viewer.roads.network import Network
from viewer.roads.strips import Strips

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
    _level_junctions(network, levels)
    return levels


def _points(network: Network, strips: Strips) -> tuple[Ints, Ints, Floats]:
    """Return section, cell of a grid, and z of points on all boundaries, at most half a cell apart."""
    lane = np.repeat(np.arange(len(network.lane_section)), np.diff(strips.first_point))
    point = np.flatnonzero(lane[1:] == lane[:-1])
    length = np.hypot(*(strips.points[point + 1] - strips.points[point]).T)
    spacing = max(_CELL / 2, float(length.sum()) / _MOST)
    count = np.ceil(length / spacing).astype(np.int64) + 1
    share = ranges(np.zeros(len(count), np.int64), count) / np.repeat(count, count)
    point = np.repeat(point, count)
    way = strips.points[point + 1] - strips.points[point]
    column, row = np.floor((strips.points[point] + share[:, None] * way) / _CELL).astype(np.int64).T
    cell = (column - column.min()) * (np.ptp(row) + 1) + row
    station = strips.station[point]
    z = strips.z[station] + share * (strips.z[station + 1] - strips.z[station])
    return network.lane_section[lane[point]], cell, z


def _level_junctions(network: Network, levels: Ints) -> None:
    """Raise all sections of a junction to its highest level, so that their surfaces stay in order."""
    junction = network.road_junction[network.section_road]
    inside = junction >= 0
    highest = np.zeros(int(junction.max(initial=-1)) + 1, np.int64)
    np.maximum.at(highest, junction[inside], levels[inside])
    levels[inside] = highest[junction[inside]]
