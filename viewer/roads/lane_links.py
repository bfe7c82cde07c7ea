"""Which lane leads into which, along roads and through junctions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from viewer.roads.lane_reader import SHORTEST
from viewer.roads.map_content import Connection, MapContent


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
