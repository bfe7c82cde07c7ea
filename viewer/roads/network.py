"""Tables of a road map as arrays with look-ups: curves, heights, widths, lane sections, lanes, road marks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import keys, left_of, offsets
from viewer.roads.curves import Cubics, ReferenceLines
from viewer.roads.lane_types import MarkType
from viewer.roads.map_content import MapContent, Rows


class Network:
    """Roads, lane sections and lanes of a map as arrays.

    Lanes are in the order of their sections; within a section the centre lane is first, then those of either
    side from the centre outwards. The boundary of a lane is its outer one; that of the centre lane divides
    the sides.
    """

    def __init__(self, content: MapContent) -> None:
        self.reference = ReferenceLines(content.geometries)
        self.elevations = _cubics(content.elevations)
        self.lane_offsets = _cubics(content.lane_offsets)
        self.widths = _cubics(content.widths)
        self.speeds = _steps(content.speeds)
        self.lane_speeds = _steps(content.lane_speeds)

        junctions = dict.fromkeys([*content.junctions, *(road.junction for road in content.roads)])
        junctions.pop("", None)
        self.junctions = tuple(junctions)
        rows = {junction: row for row, junction in enumerate(self.junctions)} | {"": -1}
        self.road_rows = {road.id: row for row, road in reversed([*enumerate(content.roads)])}
        """Rows of roads by their ids; if several have one id, the first of them."""
        self.road_junction: Ints = np.array([rows[road.junction] for road in content.roads], np.int64)
        self.section_road: Ints = content.sections.owners
        self.section_start, self.section_end = content.sections.values.T
        self._section_keys = keys(self.section_road, self.section_start)

        self.lane_section: Ints = content.lanes.owners
        self.lane_id, self.lane_type, self.lane_rank, self.lane_inner = content.lanes.values.T.astype(
            np.int64
        )
        self.lane_side: Ints = np.sign(self.lane_id)
        """Side of each lane: 1 to the left of the reference line, −1 to the right, 0 for centre lanes."""
        self.first_lane: Ints = offsets(np.bincount(self.lane_section, minlength=len(self.section_road)))
        left_hand = np.array([road.left_hand for road in content.roads], np.bool_)
        self.runs_forward: Flags = (self.lane_id < 0) ^ left_hand[self.section_road[self.lane_section]]
        """Whether traffic on each lane drives in the direction of the reference line."""
        lane_keys = _lane_keys(self.lane_section, self.lane_id)
        self._lane_order = np.argsort(lane_keys, kind="stable")
        self._lane_keys = lane_keys[self._lane_order]

    def sections_at(self, roads: Ints, s: Floats) -> Ints:
        """Return the rows of the lane sections at ``s`` metres along ``roads``; −1 where there is none.

        ``roads`` are rows of the table of roads. All arrays have the shape (N,), one item per road.
        """
        rows = np.searchsorted(self._section_keys, keys(roads, s), side="right") - 1
        known = (rows >= 0) & (self.section_road[rows] == roads) & (s <= self.section_end[rows])
        return np.asarray(np.where(known, rows, -1))

    def lane_rows(self, sections: Ints, lanes: Ints) -> Ints:
        """Return the row of each lane, given its section (row) and OpenDRIVE lane id; −1 if none."""
        wanted = _lane_keys(sections, lanes)
        found_at = np.minimum(np.searchsorted(self._lane_keys, wanted), len(self._lane_keys) - 1)
        found: Flags = (self._lane_keys[found_at] == wanted) & (sections >= 0)
        return np.where(found, self._lane_order[found_at], -1)

    def points_beside(self, road: Ints, s: Floats, t: Floats) -> tuple[Floats, Floats]:
        """Return the points at road coordinates ``s``, ``t``, shape (N, 2), and the roads' headings there.

        ``road`` are rows of roads. Points are in metres, headings (of the reference lines) in radians, in
        CARLA's coordinates.
        """
        at = self.reference.at(self.reference.find(road, s), s)
        return np.column_stack([at.x, at.y]) + t[:, None] * left_of(at.heading), at.heading

    def speed_limits(self, lanes: Ints, s: Floats) -> Floats:
        """Return the speed limits in m/s of ``lanes`` at ``s`` metres along their roads; NaN if unknown.

        ``lanes`` are rows of lanes. Where a lane has no limit of its own, the limit of its road counts.
        """
        limits = np.full(len(lanes), np.nan)
        roads = self.section_road[self.lane_section[lanes]]
        for speeds, owners in ((self.speeds, roads), (self.lane_speeds, lanes)):
            rows = speeds.find(owners, s)
            begun = (rows >= 0) & (s >= speeds.starts[rows])
            limits[begun] = speeds.at(rows, s)[0][begun]
        return limits


def _lane_keys(section: Ints, lane: Ints) -> Ints:
    """Return an integer for each pair of lane section (row) and lane id; they sort as the pairs do.

    ``section`` has the rows, ``lane`` OpenDRIVE's ids.
    """
    return section * (1 << 20) + lane + (1 << 19)


def _cubics(rows: Rows) -> Cubics:
    """Return the rows (s, a, b, c, d) of a table as cubic polynomials: start s and coefficients of each.

    Polynomials that only continue the one before are left out.
    """
    values = rows.values
    return Cubics(rows.owners, values[:, 0], values[:, 1:]).merged()


def _steps(rows: Rows) -> Cubics:
    """Return the table ``rows`` of (s, value) as constant polynomials.

    Each value holds from its s to the next one; s is in metres along the road.
    """
    values = np.concatenate([rows.values, np.zeros((len(rows), 3))], axis=1)
    return Cubics(rows.owners, values[:, 0], values[:, 1:])


MARK = np.dtype("i8, f8, f8, i8, i8, f8")
MARK.names = ("lane", "begin", "end", "type", "color", "width")
"""Array dtype of one painted road mark on a stretch of a lane's outer boundary.

``lane`` is the row of the lane, ``begin`` and ``end`` are metres along the road, ``type`` is a MarkType,
``color`` a MarkColor, ``width`` the width of one line in metres.
"""

_LEAST = 0.01  # m: a shorter mark is an artefact


def collect_marks(content: MapContent, network: Network) -> NDArray[np.void]:
    """Return the painted road marks of all lanes as an array of MARK, shape (N,), sorted by lane and s.

    Consecutive marks with equal paint are merged. The single lines that a file may list for a mark are not
    used: its type says which lines it has.
    """
    lane, values = content.marks.owners, content.marks.values
    order = np.argsort(keys(lane, values[:, 0]), kind="stable")
    rows = np.zeros(len(order), MARK)
    rows["lane"] = lane[order]
    rows["begin"], rows["type"], rows["color"], rows["width"] = values[order].T
    section = network.lane_section[rows["lane"]]
    rows["end"] = network.section_end[section]
    # Each mark ends where the next one of its lane begins.
    onward = np.flatnonzero(rows["lane"][1:] == rows["lane"][:-1])
    rows["end"][onward] = np.minimum(rows["end"][onward], rows["begin"][onward + 1])
    rows["begin"] = np.maximum(rows["begin"], network.section_start[section])
    seen = rows[(rows["type"] != MarkType.NONE) & (rows["end"] - rows["begin"] > _LEAST)]
    changes = seen["begin"][1:] != seen["end"][:-1]
    for name in ("lane", "type", "color", "width"):
        changes |= seen[name][1:] != seen[name][:-1]
    merged: NDArray[np.void] = seen[np.append(True, changes)[: len(seen)]]
    merged["end"] = seen["end"][np.append(changes, True)[: len(seen)]]
    return merged
