"""Lanes by road, id and place: where they are, what they lead to, and which ones a signal is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from viewer.roads.arrays import between, yaws
from viewer.roads.kinds import LaneType
from viewer.roads.lane_reader import SHORTEST
from viewer.roads.map_content import Connection, MapContent
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


class LaneStretch(NamedTuple):
    """A lane within one lane section of its road.

    Attributes:
        road: OpenDRIVE's id of the road.
        lane: OpenDRIVE's id of the lane.
        begin: where the section begins, metres along the reference line.
        end: where it ends.

    """

    road: str
    lane: int
    begin: float
    end: float


class _Place(NamedTuple):
    """A lane in a section, and whether one goes on along the reference line."""

    road: int
    section: int
    lane: int
    ahead: bool


class LaneLinks:
    """The links of all lanes, as the file has them."""

    def __init__(self, content: MapContent) -> None:
        self._ids = [road.id for road in content.roads]
        self._rows = {road: row for row, road in reversed([*enumerate(self._ids)])}
        self._sections = content.section_links
        self._links = content.road_links
        self._connections: dict[tuple[str, str], list[Connection]] = {}
        for junction, connections in content.connections.items():
            for connection in connections:
                self._connections.setdefault((junction, connection.incoming), []).append(connection)

    def stretch(self, road: str, lane: int, s: float) -> LaneStretch | None:
        """Return a lane with the section that it is in at ``s``; None where there is no such lane."""
        place = self._at(road, lane, s, ahead=True)
        return None if place is None else self._stretch(place)

    def onward(self, road: str, lane: int, s: float, *, ahead: bool) -> tuple[LaneStretch, ...]:
        """Return what a lane leads into at the end of its section.

        Args:
            road: OpenDRIVE's id of the road; of several with one id the first.
            lane: OpenDRIVE's id of the lane.
            s: in the section, metres along the reference line.
            ahead: whether to go along the reference line, or against it.

        """
        place = self._at(road, lane, s, ahead=ahead)
        found = {} if place is None else dict.fromkeys(self._onward(place))
        return tuple(self._stretch(each) for each in found)

    def _at(self, road: str, lane: int, s: float, *, ahead: bool) -> _Place | None:
        row = self._rows.get(road)
        sections = () if row is None else self._sections[row]
        here = [number for number, each in enumerate(sections) if each.begin <= s <= each.end]
        if row is None or not here or lane not in sections[here[-1]].lanes:
            return None
        return _Place(row, here[-1], lane, ahead)

    def _stretch(self, place: _Place) -> LaneStretch:
        section = self._sections[place.road][place.section]
        return LaneStretch(self._ids[place.road], place.lane, section.begin, section.end)

    def _onward(self, place: _Place) -> Iterator[_Place]:
        """Yield where one comes to, through sections that are too short to be kept."""
        waiting, seen = [place], {place}
        while waiting:
            for found in self._next(waiting.pop()):
                sections = self._sections[found.road]
                if found in seen or found.lane not in sections[found.section].lanes:
                    continue
                seen.add(found)
                section = sections[found.section]
                if section.end - section.begin > SHORTEST:
                    yield found
                else:
                    waiting.append(found)

    def _next(self, place: _Place) -> Iterator[_Place]:
        road, section, lane, ahead = place
        linked = self._sections[road][section].lanes[lane][ahead]
        onward = section + (1 if ahead else -1)
        if 0 <= onward < len(self._sections[road]):
            if linked is not None:
                yield _Place(road, onward, linked, ahead)
            return
        link = self._links[road][ahead]
        if link is None:
            return
        if not link.is_junction:
            if linked is not None:
                yield from self._entered(link.id, linked, at_end=link.at_end)
            return
        for connection in self._connections.get((link.id, self._ids[road]), ()):
            for incoming, connecting in connection.lanes:
                if incoming == lane and self._begins_at(connection, road, at_end=ahead):
                    yield from self._entered(connection.connecting, connecting, at_end=connection.at_end)

    def _begins_at(self, connection: Connection, road: int, *, at_end: bool) -> bool:
        """Tell whether a connecting road begins at this end of a road, which may be at it with both ends."""
        row = self._rows.get(connection.connecting)
        back = None if row is None else self._links[row][connection.at_end]
        return back is None or back.is_junction or (back.id, back.at_end) == (self._ids[road], at_end)

    def _entered(self, road: str, lane: int, *, at_end: bool) -> Iterator[_Place]:
        row = self._rows.get(road)
        if row is not None and self._sections[row]:
            yield _Place(row, len(self._sections[row]) - 1 if at_end else 0, lane, not at_end)
