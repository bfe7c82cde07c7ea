"""From a place on a lane to one in the world, and from a signal to the lanes it is for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from viewer.roads.arrays import between, yaws
from viewer.roads.kinds import LaneType
from viewer.roads.network import Network
from viewer.roads.placing import SignalReference
from viewer.roads.strips import Strips


class LanePoint(NamedTuple):
    """The middle of a lane at one place.

    Attributes:
        location: x, y, z in metres in CARLA's frame.
        yaw: of the lane's traffic, degrees, above −180 and up to 180.
        width: of the lane, metres.
        lane_type: what the lane is.

    """

    location: tuple[float, float, float]
    yaw: float
    width: float
    lane_type: LaneType


class SignalLane(NamedTuple):
    """A lane for whose traffic a signal is, and where on it.

    Attributes:
        road: OpenDRIVE's id of the road.
        lane: OpenDRIVE's id of the lane.
        s: metres along the road's reference line.

    """

    road: str
    lane: int
    s: float


class LaneBook:
    """Looks lanes up by the ids of the file."""

    def __init__(self, network: Network, strips: Strips, roads: Sequence[str]) -> None:
        """Prepare for the map of roads with these ids."""
        self._network, self._strips, self._ids = network, strips, roads
        self._rows = {road: row for row, road in reversed([*enumerate(roads)])}

    def lane_row(self, road: str, lane: int, s: float) -> int:
        """Return the row of a lane at ``s``, −1 where there is none."""
        row = self._rows.get(road, -1)
        if row < 0:
            return -1
        section = self._network.sections_at(np.array([row]), np.array([s]))
        return int(self._network.lane_rows(section, np.array([lane]))[0])

    def runs_forward(self, row: int) -> bool:
        """Tell whether traffic on a lane drives in the direction of the reference line."""
        return bool(self._network.runs_forward(np.array([row]))[0])

    def point(self, road: str, lane: int, s: float) -> LanePoint | None:
        """Return the middle of a lane; None where there is no such lane."""
        row = self.lane_row(road, lane, s)
        if row < 0 or lane == 0:
            return None
        network, strips = self._network, self._strips
        lanes = np.array([row, network.lane_inner[row]])
        section = network.lane_section[lanes]
        station, share = strips.stations_at(section, np.array([s, s]))
        place = strips.first_point[lanes] + station - strips.first_station[section]
        x, y = between(strips.points, place, share).mean(axis=0).tolist()
        t = between(strips.t, place, share)
        heading = strips.headings_at(lanes[:1], lanes[1:], station[:1], share[:1])
        turn = 0.0 if self.runs_forward(row) else np.pi
        z = float(between(strips.z, station, share)[0])
        kind = LaneType(int(network.lane_type[row]))
        return LanePoint((x, y, z), float(yaws(heading + turn)[0]), float(abs(t[0] - t[1])), kind)

    def before_junctions(self) -> tuple[tuple[str, int, float, float], ...]:
        """Return road, lane, begin and end (metres) of the stretches with traffic that lie in no junction."""
        network = self._network
        section = network.lane_section
        outside = network.road_junction[network.section_road[section]] < 0
        traffic = np.array([kind.has_traffic for kind in LaneType])[network.lane_type]
        return tuple(
            (
                self._ids[int(network.section_road[section[row]])],
                int(network.lane_id[row]),
                float(network.section_start[section[row]]),
                float(network.section_end[section[row]]),
            )
            for row in np.flatnonzero(outside & traffic & (network.lane_id != 0)).tolist()
        )

    def lanes_of(self, references: Iterable[SignalReference]) -> tuple[SignalLane, ...]:
        """Return the lanes with traffic that some references act on."""
        network, found = self._network, []
        for each in references:
            section = int(network.sections_at(np.array([each.road]), np.array([each.s]))[0])
            if section < 0:
                continue
            for row in range(network.first_lane[section], network.first_lane[section + 1]):
                lane, kind = int(network.lane_id[row]), LaneType(int(network.lane_type[row]))
                if lane and kind.has_traffic and each.acts_on(lane):
                    found.append(SignalLane(self._ids[each.road], lane, each.s))
        return tuple(dict.fromkeys(found))
