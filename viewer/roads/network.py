"""The tables of a map as arrays that can be asked: curves, heights, widths, lanes of sections."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import keys, offsets
from viewer.roads.curves import Cubics, ReferenceLines
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
        self.borders = _cubics(content.borders)
        self.speeds = _steps(content.speeds)
        self.lane_speeds = _steps(content.lane_speeds)

        junctions = dict.fromkeys([*content.junctions, *(road.junction for road in content.roads)])
        junctions.pop("", None)
        self.junctions = tuple(junctions)
        rows = {junction: row for row, junction in enumerate(self.junctions)} | {"": -1}
        self.road_junction: Ints = np.array([rows[road.junction] for road in content.roads], np.int64)
        self.left_hand: Flags = np.array([road.left_hand for road in content.roads], np.bool_)
        self.section_road: Ints = content.sections.owners
        self.section_start, self.section_end = content.sections.values.T
        self._section_keys = keys(self.section_road, self.section_start)

        self.lane_section: Ints = content.lanes.owners
        self.lane_id, self.lane_type, self.lane_rank, self.lane_inner, reversed_ = (
            content.lanes.values.T.astype(np.int64)
        )
        self.lane_reversed: Flags = reversed_ > 0
        self.first_lane: Ints = offsets(np.bincount(self.lane_section, minlength=len(self.section_road)))
        lane_keys = _lane_keys(self.lane_section, self.lane_id)
        self._lane_order = np.argsort(lane_keys, kind="stable")
        self._lane_keys = lane_keys[self._lane_order]

    def sections_at(self, roads: Ints, s: Floats) -> Ints:
        """Return the sections of roads at ``s``, −1 where there is none."""
        rows = np.searchsorted(self._section_keys, keys(roads, s), side="right") - 1
        known = (rows >= 0) & (self.section_road[rows] == roads) & (s <= self.section_end[rows])
        found: Ints = np.where(known, rows, -1)
        return found

    def lane_rows(self, sections: Ints, lanes: Ints) -> Ints:
        """Return the rows of lanes by their sections and OpenDRIVE's ids, −1 where there is none."""
        wanted = _lane_keys(sections, lanes)
        place = np.minimum(np.searchsorted(self._lane_keys, wanted), len(self._lane_keys) - 1)
        found: Flags = (self._lane_keys[place] == wanted) & (sections >= 0)
        return np.where(found, self._lane_order[place], -1)

    @property
    def lane_side(self) -> Ints:
        """On which side lanes lie: 1 to the left of the reference line, −1 to the right, 0 centre lanes."""
        return np.asarray(np.sign(self.lane_id))

    def runs_forward(self, lanes: Ints) -> Flags:
        """Tell along which lanes traffic drives in the direction of the reference line."""
        left_hand = self.left_hand[self.section_road[self.lane_section[lanes]]]
        return np.asarray((self.lane_id[lanes] < 0) ^ self.lane_reversed[lanes] ^ left_hand)

    def speed_limits(self, lanes: Ints, s: Floats) -> Floats:
        """Return the limits in m/s of lanes at ``s``, else those of their roads, else NaN."""
        limits = np.full(len(lanes), np.nan)
        roads = self.section_road[self.lane_section[lanes]]
        for speeds, owners in ((self.speeds, roads), (self.lane_speeds, lanes)):
            rows = speeds.find(owners, s)
            begun = (rows >= 0) & (s >= speeds.starts_of(rows))
            limits[begun] = speeds.value(rows, s)[begun]
        return limits


def _lane_keys(section: Ints, lane: Ints) -> Ints:
    return section * (1 << 20) + lane + (1 << 19)


def _cubics(rows: Rows) -> Cubics:
    values = rows.values
    return Cubics(rows.owners, values[:, 0], values[:, 1:]).merged()


def _steps(rows: Rows) -> Cubics:
    values = np.concatenate([rows.values, np.zeros((len(rows), 3))], axis=1)
    return Cubics(rows.owners, values[:, 0], values[:, 1:])
