"""The tables of a map as arrays that can be asked: curves, heights, widths, lanes of sections, lane marks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import keys, left_of, offsets
from viewer.roads.curves import Cubics, ReferenceLines
from viewer.roads.lane_types import MarkType
from viewer.roads.map_content import MapContent, Rows


class Network:
    """Roads, their sections and lanes.

    Lanes stand in the order of their sections, in each the centre lane first, then those of either side from
    the centre outwards. The boundary of a lane is its outer one; that of the centre lane divides the sides.
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
        """Rows of roads by their ids; of several with one id the first is meant."""
        self.road_junction: Ints = np.array([rows[road.junction] for road in content.roads], np.int64)
        self.section_road: Ints = content.sections.owners
        self.section_start, self.section_end = content.sections.values.T
        self._section_keys = keys(self.section_road, self.section_start)

        self.lane_section: Ints = content.lanes.owners
        self.lane_id, self.lane_type, self.lane_rank, self.lane_inner = content.lanes.values.T.astype(
            np.int64
        )
        self.lane_side: Ints = np.sign(self.lane_id)
        """On which side lanes lie: 1 to the left of the reference line, −1 to the right, 0 centre lanes."""
        self.first_lane: Ints = offsets(np.bincount(self.lane_section, minlength=len(self.section_road)))
        left_hand = np.array([road.left_hand for road in content.roads], np.bool_)
        self.runs_forward: Flags = (self.lane_id < 0) ^ left_hand[self.section_road[self.lane_section]]
        """Along which lanes traffic drives in the direction of the reference line."""
        lane_keys = _lane_keys(self.lane_section, self.lane_id)
        self._lane_order = np.argsort(lane_keys, kind="stable")
        self._lane_keys = lane_keys[self._lane_order]

    def sections_at(self, roads: Ints, s: Floats) -> Ints:
        """Return the sections of roads at ``s``, −1 where there is none."""
        rows = np.searchsorted(self._section_keys, keys(roads, s), side="right") - 1
        known = (rows >= 0) & (self.section_road[rows] == roads) & (s <= self.section_end[rows])
        return np.asarray(np.where(known, rows, -1))

    def lane_rows(self, sections: Ints, lanes: Ints) -> Ints:
        """Return the rows of lanes by their sections and OpenDRIVE's ids, −1 where there is none."""
        wanted = _lane_keys(sections, lanes)
        place = np.minimum(np.searchsorted(self._lane_keys, wanted), len(self._lane_keys) - 1)
        found: Flags = (self._lane_keys[place] == wanted) & (sections >= 0)
        return np.where(found, self._lane_order[place], -1)

    def beside(self, road: Ints, s: Floats, t: Floats) -> tuple[Floats, Floats]:
        """Return points (N, 2) beside reference lines, and the lines' headings, radians, in CARLA's frame."""
        at = self.reference.at(self.reference.find(road, s), s)
        return np.column_stack([at.x, at.y]) + t[:, None] * left_of(at.heading), at.heading

    def speed_limits(self, lanes: Ints, s: Floats) -> Floats:
        """Return the limits in m/s of lanes at ``s``, else those of their roads, else NaN."""
        limits = np.full(len(lanes), np.nan)
        roads = self.section_road[self.lane_section[lanes]]
        for speeds, owners in ((self.speeds, roads), (self.lane_speeds, lanes)):
            rows = speeds.find(owners, s)
            begun = (rows >= 0) & (s >= speeds.starts[rows])
            limits[begun] = speeds.at(rows, s)[0][begun]
        return limits


def _lane_keys(section: Ints, lane: Ints) -> Ints:
    return section * (1 << 20) + lane + (1 << 19)


def _cubics(rows: Rows) -> Cubics:
    values = rows.values
    return Cubics(rows.owners, values[:, 0], values[:, 1:]).merged()


def _steps(rows: Rows) -> Cubics:
    values = np.concatenate([rows.values, np.zeros((len(rows), 3))], axis=1)
    return Cubics(rows.owners, values[:, 0], values[:, 1:])


MARK = np.dtype(
    [
        ("lane", np.int64),  # row of the lane on whose outer boundary it is
        ("begin", np.float64),  # m along the road
        ("end", np.float64),
        ("type", np.int64),  # MarkType
        ("color", np.int64),  # MarkColor
        ("width", np.float64),  # m, of one line
    ]
)

_LEAST = 0.01  # m: a shorter mark is an artefact


def collect_marks(content: MapContent, network: Network) -> NDArray[np.void]:
    """Return the painted marks of all lanes, by lane and place, as MARK, shape (N,).

    Neighbours that are painted alike become one. What a file says of the single lines of a mark is not used:
    its type tells which it has.
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
