"""Lanes by road, id and place: where they are, what they lead to, and which ones a signal is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats
from viewer.roads.arrays import between
from viewer.roads.lane_boundaries import Strips
from viewer.roads.lane_types import HAS_TRAFFIC, LaneType
from viewer.roads.map_content import SHORTEST, Connection, MapContent
from viewer.roads.network import Network


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


class LaneStretch(NamedTuple):
    """A lane within one lane section of its road.

    Attributes:
        road: OpenDRIVE's id of the road.
        lane: OpenDRIVE's id of the lane.
        begin: where traffic on the lane enters the section, metres along the reference line.
        end: where it leaves it: before the begin if it drives against the line.
        row: of the road in ``RoadMap.roads``.
        section: its number in the road.
        ahead: whether one drives along the reference line.

    """

    road: str
    lane: int
    begin: float
    end: float
    row: int
    section: int
    ahead: bool

    @property
    def length(self) -> float:
        """Metres along the reference line."""
        return abs(self.end - self.begin)

    @property
    def middle(self) -> float:
        """Metres along the reference line to the middle between both ends."""
        return (self.begin + self.end) / 2.0

    def contains(self, s: Floats | float) -> Flags:
        """Tell whether places along the reference line, metres, are within the section, ends included."""
        return np.asarray((min(self.begin, self.end) <= s) & (s <= max(self.begin, self.end)))


@dataclass(frozen=True, eq=False)
class Lanes:
    """The lanes of a map by OpenDRIVE's ids; of several roads with one id the first is meant.

    Attributes:
        content: what the file says.

    """

    content: MapContent
    network: Network
    strips: Strips

    def point(self, road: str, lane: int, s: float) -> LanePoint | None:
        """Return the middle of a lane of a road, by OpenDRIVE's ids, ``s`` metres along the reference line.

        None where there is no such lane.
        """
        row = self._lane_row(road, lane, s)
        if row < 0 or lane == 0:
            return None
        network, strips = self.network, self.strips
        lane_row, at = np.array([row]), np.array([s])
        station, share = strips.stations_at(network.lane_section[lane_row], at)
        outer, inner = strips.edges(lane_row, station)
        ((x, y),) = (between(strips.points, outer, share) + between(strips.points, inner, share)) / 2
        width = abs(between(strips.t, outer, share) - between(strips.t, inner, share))
        yaw = strips.yaws_at(lane_row, station, share)
        location = (float(x), float(y), float(between(strips.z, station, share)[0]))
        return LanePoint(location, float(yaw[0]), float(width[0]), LaneType(int(network.lane_type[row])))

    def stretch(self, road: str, lane: int, s: float) -> LaneStretch | None:
        """Return a lane within the section that it is in at ``s``; None where there is no such lane."""
        lane_row = self._lane_row(road, lane, s)
        if lane_row < 0:
            return None
        row, ahead = self.network.road_rows[road], bool(self.network.runs_forward[lane_row])
        sections = enumerate(self.content.section_links[row])
        here = [number for number, each in sections if each.begin <= s <= each.end]
        return self._stretch(row, here[-1], lane, ahead=ahead) if here else None

    def next_lanes(self, stretch: LaneStretch) -> tuple[LaneStretch, ...]:
        """Return the lanes that traffic comes to at the end of one.

        Several where the lane ends at a junction, none where it ends or the file has no link.
        """
        found: list[LaneStretch] = []
        waiting, seen = [stretch], {stretch}
        while waiting:
            for onward in self._next(waiting.pop()):
                if onward is None or onward in seen:
                    continue
                seen.add(onward)
                # On through sections that are too short to be kept.
                (found if onward.length > SHORTEST else waiting).append(onward)
        return tuple(found)

    def lanes_into_junctions(self) -> tuple[LaneStretch, ...]:
        """Return the stretches of lanes with traffic, between junctions, that lead into one."""
        network, roads = self.network, self.content.roads
        section = network.lane_section
        outside = network.road_junction[network.section_road[section]] < 0
        traffic = HAS_TRAFFIC[network.lane_type]
        inside = {road.id for road in roads if road.junction}
        found = []
        for row in np.flatnonzero(outside & traffic & (network.lane_id != 0)).tolist():
            road = roads[int(network.section_road[section[row]])].id
            middle = float(network.section_start[section[row]] + network.section_end[section[row]]) / 2.0
            stretch = self.stretch(road, int(network.lane_id[row]), middle)
            if stretch is not None and any(each.road in inside for each in self.next_lanes(stretch)):
                found.append(stretch)
        return tuple(found)

    def lanes_of(self, signal: str) -> tuple[tuple[str, int, float], ...]:
        """Return the lanes for whose traffic a signal is, by its id: where it is mounted and named.

        OpenDRIVE's ids of the road and of the lane, and metres along the road's reference line.
        """
        network, found = self.network, []
        for each in self.content.references:
            section = int(network.sections_at(np.array([each.road]), np.array([each.s]))[0])
            if each.signal != signal or section < 0:
                continue
            for row in range(network.first_lane[section], network.first_lane[section + 1]):
                lane, kind = int(network.lane_id[row]), LaneType(int(network.lane_type[row]))
                if lane and kind.has_traffic and each.acts_on(lane):
                    found.append((self.content.roads[each.road].id, lane, each.s))
        return tuple(dict.fromkeys(found))

    def _lane_row(self, road: str, lane: int, s: float) -> int:
        row = self.network.road_rows.get(road)
        if row is None:
            return -1
        section = self.network.sections_at(np.array([row]), np.array([s]))
        return int(self.network.lane_rows(section, np.array([lane]))[0])

    def _stretch(self, row: int, section: int, lane: int, *, ahead: bool) -> LaneStretch | None:
        begin, end, lanes = self.content.section_links[row][section]
        if lane not in lanes:
            return None
        ends = (begin, end) if ahead else (end, begin)
        return LaneStretch(self.content.roads[row].id, lane, *ends, row, section, ahead)

    def _next(self, stretch: LaneStretch) -> Iterator[LaneStretch | None]:
        road, lane, _, _, row, section, ahead = stretch
        sections = self.content.section_links[row]
        linked = sections[section].lanes[lane][ahead]
        onward = section + (1 if ahead else -1)
        link = self.content.road_links[row][ahead]
        if 0 <= onward < len(sections):
            if linked is not None:
                yield self._stretch(row, onward, linked, ahead=ahead)
        elif link is not None and not link.is_junction:
            if linked is not None:
                yield self._entered(link.id, linked, at_end=link.at_end)
        elif link is not None:
            for connection in self.content.connections.get((link.id, road), ()):
                for incoming, connecting in connection.lanes:
                    if incoming == lane and self._begins_at(connection, road, at_end=ahead):
                        yield self._entered(connection.connecting, connecting, at_end=connection.at_end)

    def _begins_at(self, connection: Connection, road: str, *, at_end: bool) -> bool:
        """Tell whether a connecting road begins at this end of a road, which may be at it with both ends."""
        row = self.network.road_rows.get(connection.connecting)
        back = None if row is None else self.content.road_links[row][connection.at_end]
        return back is None or back.is_junction or (back.id, back.at_end) == (road, at_end)

    def _entered(self, road: str, lane: int, *, at_end: bool) -> LaneStretch | None:
        row = self.network.road_rows.get(road)
        sections = () if row is None else self.content.section_links[row]
        if row is None or not sections:
            return None
        return self._stretch(row, len(sections) - 1 if at_end else 0, lane, ahead=not at_end)
