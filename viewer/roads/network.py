"""The tables of a map as arrays that can be asked: curves, heights, widths, lanes of sections, lane marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.roads.arrays import between, keys, left_of, offsets
from viewer.roads.curves import Cubics, ReferenceLines
from viewer.roads.kinds import HAS_TRAFFIC, MarkType
from viewer.roads.map_content import MapContent, Rows

if TYPE_CHECKING:
    from viewer.roads.strips import Strips


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

        junctions = dict.fromkeys([*content.connections, *(road.junction for road in content.roads)])
        junctions.pop("", None)
        self.junctions = tuple(junctions)
        rows = {junction: row for row, junction in enumerate(self.junctions)} | {"": -1}
        self.road_rows = {road.id: row for row, road in reversed([*enumerate(content.roads)])}
        """Rows of roads by their ids; of several with one id the first is meant."""
        self.road_junction: Ints = np.array([rows[road.junction] for road in content.roads], np.int64)
        self.left_hand: Flags = np.array([road.left_hand for road in content.roads], np.bool_)
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

    def runs_forward(self, lanes: Ints) -> Flags:
        """Tell along which lanes traffic drives in the direction of the reference line."""
        left_hand = self.left_hand[self.section_road[self.lane_section[lanes]]]
        return np.asarray((self.lane_id[lanes] < 0) ^ left_hand)

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


_FORBIDS_OUTWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.SOLID_BROKEN))
_FORBIDS_INWARDS = np.isin(list(MarkType), (MarkType.SOLID, MarkType.SOLID_SOLID, MarkType.BROKEN_SOLID))
"""By type of mark: whether it must not be crossed from the inside, or from the outside. On the centre lane,
inside is the left."""


class LaneLines:
    """The painted lines between neighbouring lanes with traffic."""

    def __init__(self, network: Network, strips: Strips, marks: NDArray[np.void]) -> None:
        self._network, self._strips = network, strips
        self._marks = marks
        self._mark_keys = keys(self._marks["lane"], self._marks["begin"])

    def past(self, homes: NDArray[np.void], places: NDArray[np.void]) -> tuple[Floats, Flags]:
        """Return by how many metres places are past a line that is solid, and whether that is forbidden.

        Both of shape (N,). 0 where no such line lies between the two, where they are on the same lane, on
        different roads or in different sections, more than one lane apart, or on lanes without traffic. It is
        allowed to come from the broken side of a line that is solid on the other.

        Args:
            homes: where those are whose places it is about, as ``RoadMap.locate`` answers, shape (N,).
            places: likewise, of the points that may be past a line.

        """
        forbidden = np.zeros(len(homes), np.bool_)
        past = np.zeros(len(homes))
        home, away = homes["lane"], places["lane"]
        same_side = (np.sign(home) == np.sign(away)) & (np.abs(home - away) == 1)
        opposite = home * away == -1
        rows = np.flatnonzero(
            homes["on_lane"] & places["on_lane"]
            & (homes["road_row"] == places["road_row"]) & (same_side | opposite)
            & HAS_TRAFFIC[homes["lane_type"]] & HAS_TRAFFIC[places["lane_type"]]
        )  # fmt: skip
        if not len(rows):
            return past, forbidden
        home, away, s = home[rows].astype(np.int64), away[rows].astype(np.int64), places["s"][rows]
        section = self._network.sections_at(places["road_row"][rows].astype(np.int64), s)
        inner = np.where(same_side[rows], np.where(np.abs(home) < np.abs(away), home, away), 0)
        outwards = np.where(same_side[rows], np.abs(home) < np.abs(away), home > 0)
        lane = self._network.lane_rows(section, inner)
        kind = self._kinds(lane, s)
        wrong = np.where(outwards, _FORBIDS_OUTWARDS[kind], _FORBIDS_INWARDS[kind]) & (lane >= 0)
        solid = (_FORBIDS_OUTWARDS | _FORBIDS_INWARDS)[kind] & (lane >= 0)
        edge, _, _, share = self._strips.edges_at(self._network, np.maximum(lane, 0), s)
        line = between(self._strips.t, edge, share)
        past[rows] = np.where(solid, np.abs(places["t"][rows] - line), 0.0)
        forbidden[rows] = wrong
        return past, forbidden

    def _kinds(self, lane: Ints, s: Floats) -> Ints:
        if not len(self._marks):
            return np.zeros(len(lane), np.int64)
        row = np.searchsorted(self._mark_keys, keys(np.maximum(lane, 0), s), side="right") - 1
        mark = self._marks[np.maximum(row, 0)]
        here = (row >= 0) & (mark["lane"] == lane) & (s <= mark["end"])
        return np.where(here, mark["type"], MarkType.NONE)
