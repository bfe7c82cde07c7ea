"""Lanes by road, lane id and s: their position, the lanes they lead to, and the lanes a signal is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Floats
from viewer.roads.lane_boundaries import LaneBoundaries
from viewer.roads.lane_types import HAS_TRAFFIC, LaneType
from viewer.roads.map_content import SHORTEST, Connection, MapContent
from viewer.roads.network import Network


class LanePoint(NamedTuple):
    """The middle of a lane at one s (metres along the reference line of its road).

    Attributes:
        location: x, y, z in metres in CARLA's coordinates.
        yaw: direction of the lane's traffic, degrees, above −180 and up to 180.
        width: width of the lane, metres.
        lane_type: type of the lane.
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
        begin: s at which traffic on the lane enters the section, metres along the reference line.
        end: s at which traffic leaves it; less than ``begin`` if traffic drives against the reference line.
        row: row of the road in ``RoadMap.roads``.
        section: index of the lane section in the road.
        ahead: whether traffic drives along the reference line.
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
        """Length of the stretch in metres along the reference line."""
        return abs(self.end - self.begin)

    @property
    def middle(self) -> float:
        """Middle between both ends, as metres along the reference line."""
        return (self.begin + self.end) / 2.0

    def contains(self, s: Floats | float) -> Flags:
        """Return whether ``s`` (metres along the road) is within this part of the lane, ends included."""
        return np.asarray((min(self.begin, self.end) <= s) & (s <= max(self.begin, self.end)))


@dataclass(frozen=True, eq=False)
class Lanes:
    """The lanes of a map by OpenDRIVE's ids; if several roads have one id, the first of them is used.

    Attributes:
        content: tables of the OpenDRIVE file.
        network: roads, lane sections and lanes of these tables, as arrays.
        boundaries: sampled lane boundaries.
    """

    content: MapContent
    network: Network
    boundaries: LaneBoundaries

    def point(self, road: str, lane: int, s: float) -> LanePoint | None:
        """Return the middle of a lane at ``s`` metres along the reference line of ``road``.

        ``road`` and ``lane`` are OpenDRIVE's ids; None if there is no such lane.
        """
        row = self._lane_row(road, lane, s)
        if row < 0 or lane == 0:
            return None
        found = self.boundaries.middles_at(np.array([row]), np.array([s]))
        ((x, y),), (z,), (yaw,), (width,) = (each.tolist() for each in found)
        return LanePoint((x, y, z), yaw, width, LaneType(int(self.network.lane_type[row])))

    def stretch(self, road: str, lane: int, s: float) -> LaneStretch | None:
        """Return the stretch of a lane within its lane section at ``s``; None if there is no such lane.

        ``road`` and ``lane`` are OpenDRIVE's ids, ``s`` is in metres along the reference line.
        """
        lane_row = self._lane_row(road, lane, s)
        if lane_row < 0:
            return None
        row, ahead = self.network.road_rows[road], bool(self.network.runs_forward[lane_row])
        sections = enumerate(self.content.section_links[row])
        here = [number for number, each in sections if each.begin <= s <= each.end]
        return self._stretch(row, here[-1], lane, ahead=ahead) if here else None

    def next_lanes(self, stretch: LaneStretch) -> tuple[LaneStretch, ...]:
        """Return the lanes that traffic reaches at the end of ``stretch``.

        There are several where the lane enters a junction, and none where it ends or the file has no lane
        link.
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
        """Return the stretches of lanes with traffic, outside junctions, that lead into a junction."""
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
        """Return the lanes that ``signal`` (an id) applies to, by its own element and by references to it.

        Each is OpenDRIVE's id of the road, that of the lane, and s in metres along the reference line.
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
        """Return the row in ``network`` of a lane; −1 if there is none.

        ``road`` and ``lane`` are OpenDRIVE's ids, ``s`` is in metres along the reference line.
        """
        row = self.network.road_rows.get(road)
        if row is None:
            return -1
        section = self.network.sections_at(np.array([row]), np.array([s]))
        return int(self.network.lane_rows(section, np.array([lane]))[0])

    def _stretch(self, row: int, section: int, lane: int, *, ahead: bool) -> LaneStretch | None:
        """Return the part of a lane that lies in one lane section of a road; None if the section lacks it.

        Args:
            row: row of the road.
            section: index of the lane section in the road.
            lane: OpenDRIVE's id of the lane.
            ahead: True if traffic on the lane drives along the reference line, False if against it.
        """
        begin, end, lanes = self.content.section_links[row][section]
        if lane not in lanes:
            return None
        ends = (begin, end) if ahead else (end, begin)
        return LaneStretch(self.content.roads[row].id, lane, *ends, row, section, ahead)

    def _next(self, stretch: LaneStretch) -> Iterator[LaneStretch | None]:
        """Yield the lanes that ``stretch`` leads to at its end; None for a linked lane that the map lacks."""
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
        """Return whether ``connection`` of a junction begins at the given end of ``road``, a road's id.

        This is the end of the road with ``at_end``, else its start. The link of the connecting road decides:
        its other end may touch ``road``, too. True if it has no link to a road where traffic enters it.
        """
        row = self.network.road_rows.get(connection.connecting)
        back = None if row is None else self.content.road_links[row][connection.at_end]
        return back is None or back.is_junction or (back.id, back.at_end) == (road, at_end)

    def _entered(self, road: str, lane: int, *, at_end: bool) -> LaneStretch | None:
        """Return ``lane`` where traffic enters ``road``: at the road's start, or at its end if ``at_end``.

        ``road`` and ``lane`` are OpenDRIVE's ids. None if there is no such lane in the road's first (last)
        section.
        """
        row = self.network.road_rows.get(road)
        sections = () if row is None else self.content.section_links[row]
        if row is None or not sections:
            return None
        return self._stretch(row, len(sections) - 1 if at_end else 0, lane, ahead=not at_end)
