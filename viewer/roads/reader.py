"""Reading the elements of an OpenDRIVE file into tables, by one list of attributes per kind of element."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import IntEnum
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import TypeVar
from xml.etree.ElementTree import Element

from viewer.roads.lane_types import COLOR_WORDS, LANE_WORDS, MARK_WORDS, LaneType, MarkColor, MarkType
from viewer.roads.map_content import (
    LEFT_OUT,
    SHORTEST,
    Connection,
    CurveShape,
    MapContent,
    NumericAttributes,
    ObjectKind,
    Road,
    RoadLink,
    SectionLinks,
    SignalReference,
    UnusableError,
)
from viewer.roads.map_text import CONTINUED, FOLLOWED

ROAD = NumericAttributes("length")
GEOMETRY = NumericAttributes("x", "y", s=0.0, hdg=0.0, length=0.0)
ARC = NumericAttributes("curvature")
SPIRAL = NumericAttributes("curvStart", "curvEnd")
POLY3 = NumericAttributes(a=0.0, b=0.0, c=0.0, d=0.0)
PARAM_POLY3 = NumericAttributes(aU=0.0, bU=1.0, cU=0.0, dU=0.0, aV=0.0, bV=0.0, cV=0.0, dV=0.0)
CUBIC = NumericAttributes(s=0.0, a=0.0, b=0.0, c=0.0, d=0.0)
SECTION = NumericAttributes(s=0.0)
LANE_CUBIC = NumericAttributes(sOffset=0.0, a=0.0, b=0.0, c=0.0, d=0.0)
OFFSET = NumericAttributes(sOffset=0.0)
MARK = NumericAttributes(sOffset=0.0, width=0.0)
OBJECT = NumericAttributes("s", "t", zOffset=0.0, hdg=0.0, length=0.0, width=0.0)
CORNERS = {
    "cornerLocal": (False, NumericAttributes("u", "v", z=0.0)),
    "cornerRoad": (True, NumericAttributes("s", "t", dz=0.0)),
}
SIGNAL = NumericAttributes("s", "t", zOffset=0.0)
PLACE = NumericAttributes("s")
VALIDITY = NumericAttributes("fromLane", "toLane")
LANE_LINK = NumericAttributes("from", "to")
INERTIAL = NumericAttributes("x", "y", z=0.0)

_NUMBERS = 11  # of the shape of a geometry: which one it is, and up to ten others
_NO_JUNCTION = ("", "-1")
_MOST_TURN = 100.0  # radians within one geometry: the ramp of a high car park has a few turns
_SLACK = 0.1  # m that a road may be longer than its geometry
_LONGEST = 500_000.0  # m, of a road
_LANE_ID = re.compile(r"\s*([+-]?\d{1,4})\s*")
_WIDTHS = {"bold": 0.25}
_USUAL_WIDTH = 0.12  # m, of a mark that does not say how wide it is
_PAINTS_NOTHING = ("none", "edge", "grass")
_PARKING = {"parkingspace", "parking"}
_METRES_PER_SECOND = {"": 1.0, "m/s": 1.0, "km/h": 1 / 3.6, "mph": 0.44704}

Word = TypeVar("Word", bound=IntEnum)


class MapReader:
    """Reader that fills ``content``, the tables of a map, from the elements of its file, added in order."""

    def __init__(self) -> None:
        self.content = content = MapContent()
        self._note = content.found_problems.note
        self._reach = 0.0
        """End of the geometries of the road that is being read, metres."""
        self._sections: list[tuple[float, Element]] = []
        """Starts (s) and elements of the lane sections of the road that is being read."""
        self._row: int | None = None
        """Row of the road that was read last, None if it was left out."""
        self._origin = 0.0
        """Start (s) of the lane section that is being read, to which offsets in its lanes are relative."""
        self._readers: Mapping[str, Callable[[int, Element], object]] = {
            "geometry": self._geometry,
            "type": self._road_speed,
            "elevation": lambda road, each: content.elevations.add(road, CUBIC.read(each.attrib)),
            "laneOffset": lambda road, each: content.lane_offsets.add(road, CUBIC.read(each.attrib)),
            "laneSection": self._lane_section,
            "width": self._width,
            "roadMark": self._mark,
            "speed": self._lane_speed,
            "object": self._object,
            "signal": self._signal,
            "signalReference": self._reference,
        }

    def add(self, element: Element) -> None:
        """Store the data of ``element``, a child of the file's root, if it is a road or junction."""
        if element.tag == "road":
            self._road(element)
        elif element.tag == "junction":
            self._junction(element.get("id", ""), element.findall("connection"))

    def _junction(self, junction: str, connections: Iterable[Element]) -> None:
        self.content.junctions.append(junction)
        for each in connections:
            connecting, at_end = each.get("connectingRoad", ""), each.get("contactPoint") == "end"
            connection = Connection(connecting, at_end, tuple(_lane_pairs(each)))
            incoming = junction, each.get("incomingRoad", "")
            self.content.connections.setdefault(incoming, []).append(connection)

    def _read(self, row: int, parents: Iterable[Element], *tags: str) -> None:
        """Read the elements inside ``parents`` whose tag is one of ``tags`` into the tables of the map.

        ``row`` is the row of the road or lane that they belong to. Unusable elements are left out and noted
        as faults.
        """
        for element in chain.from_iterable(parents):
            try:
                if element.tag in tags:
                    self._readers[element.tag](row, element)
            except UnusableError as error:  # noqa: PERF203 - each one
                self._note(f"{element.tag}: {error}", LEFT_OUT)

    def _word(self, words: Mapping[str, Word], word: str, what: str, otherwise: Word) -> Word:
        """Return the value in ``words`` for a ``word`` of the map file; ``otherwise`` if it is not there.

        A word that is not there is noted as a fault of the map; ``what`` tells in that note what the word is.
        """
        known = words.get(word.strip().lower())
        if known is None:
            self._note(f'{what} "{word}" is unknown', f"it is read as {otherwise.name.lower()}")
            return otherwise
        return known

    # -- a road

    def _road(self, element: Element) -> None:
        content, road_id = self.content, element.get("id", "")
        content.found_problems.where = f"road {road_id}"
        lanes = element.find("lanes")
        if element.get(CONTINUED) is not None:
            self._go_on(element, lanes)
            return
        self._row = None
        if lanes is None or element.find("planView/geometry") is None:
            self._note("a road has no geometry or no lanes", LEFT_OUT)
            return
        road, before = len(content.roads), len(content.geometries)
        self._reach = 0.0
        self._read(road, element.findall("planView"), "geometry")
        if len(content.geometries) == before:
            return
        length = self._length(element)
        junction, rule = element.get("junction", ""), element.get("rule", "RHT")
        if rule not in ("LHT", "RHT"):  # CARLA takes the rule as the standard writes it
            self._note(f'the rule of a road is "{rule}"', "one drives on its right, as in CARLA")
        name, junction = element.get("name", ""), "" if junction in _NO_JUNCTION else junction
        content.roads.append(Road(road_id, name, junction, length, left_hand=rule == "LHT"))
        content.road_links.append((_road_link(element, "predecessor"), _road_link(element, "successor")))
        self._read(road, [element], "type")
        self._read(road, element.findall("elevationProfile"), "elevation")
        self._row = road
        content.section_links.append(())
        self._lanes(road, lanes, min(length, _LONGEST))
        self._read(road, element.findall("objects"), "object")
        for tag in ("signal", "signalReference"):
            self._read(road, element.findall("signals"), tag)

    def _go_on(self, element: Element, lanes: Element | None) -> None:
        """Read ``element``, a further part of the road that was read last, unless that road was left out.

        Only very long roads have further parts: ``map_text`` splits them. ``lanes`` is the child of
        ``element`` with lane sections, None if there is none.
        """
        if self._row is None:
            return
        if lanes is not None:
            self._lanes(self._row, lanes, min(self.content.roads[self._row].length, _LONGEST))
        self._read(self._row, element.findall("objects"), "object")

    def _length(self, road: Element) -> float:
        """Return the length of a road in metres, at most that of its reference line."""
        try:
            (length,) = ROAD.read(road.attrib)
        except UnusableError as error:
            self._note(f"length of a road: {error}", "it is that of the geometries")
            return self._reach
        if length > self._reach + _SLACK and self._reach > 0.0:  # a line would be drawn on for ever
            self._note("a road is longer than its geometry", "it ends with its geometry")
            return self._reach
        return length

    def _geometry(self, road: int, element: Element) -> None:
        x, y, s, heading, length = GEOMETRY.read(element.attrib)
        if s < 0.0 or length < 0.0:
            raise UnusableError(f"s={s:g}, length={length:g} is no stretch of a road")
        shape = next(filter(None, (_shape(child, length) for child in element)), None)
        if shape is None:
            self._note("a geometry has no known shape", "it is drawn straight")
            shape = _STRAIGHT
        if shape[0] == CurveShape.CLOTHOID:
            turn = max(abs(shape[1]), abs(shape[2])) * length
            if turn > _MOST_TURN:
                raise UnusableError(f"it turns {turn / math.tau:.3g} times around itself")
        self._reach = max(self._reach, s + length)
        self.content.geometries.add(road, (s, x, y, heading, length, *shape))

    def _road_speed(self, road: int, element: Element) -> None:
        limit = _speed_limit(element.find("speed"))
        if limit is not None:
            self.content.speeds.add(road, (*SECTION.read(element.attrib), limit))

    def _object(self, road: int, element: Element) -> None:
        kind = _object_kind(element)
        if kind is None:
            return
        row = self.content.objects.add(road, (kind, *OBJECT.read(element.attrib)))
        outline = next((one for one in element.iter("outline") if one.get("outer") != "false"), ())
        for corner in outline:
            if corner.tag in CORNERS:
                from_road, numbers = CORNERS[corner.tag]
                self.content.corners.add(row, (from_road, *numbers.read(corner.attrib)))

    def _signal(self, road: int, element: Element) -> None:
        inertial = element.find("positionInertial")
        location = (math.nan,) * 3 if inertial is None else INERTIAL.read(inertial.attrib)
        self.content.signals.add(road, (*SIGNAL.read(element.attrib), *location))
        dynamic = element.get("dynamic", "").lower() == "yes"
        self.content.signal_words.append((element.get("id", ""), element.get("type", ""), dynamic))
        self._reference(road, element)

    def _reference(self, road: int, element: Element) -> None:
        """Store where along a road, and for which of its lanes, a traffic light or sign applies.

        ``road`` is the row of the road; ``element`` is the element of the signal, or of a reference to it.
        Raises UnusableError if the attribute ``s`` of ``element`` is missing or no number.
        """
        (s,) = PLACE.read(element.attrib)
        pairs = [sorted(VALIDITY.read(each.attrib)) for each in element.findall("validity")]
        lanes = tuple((int(first), int(last)) for first, last in pairs)
        self.content.references.append(
            SignalReference(element.get("id", ""), road, s, element.get("orientation", ""), lanes)
        )

    # -- its lanes

    def _lanes(self, road: int, lanes: Element, length: float) -> None:
        """Store the lane sections, their lanes and the lane offsets of the element ``lanes``.

        ``road`` is the row of the road that owns them, ``length`` its length in metres.
        """
        self._sections.clear()
        self._read(road, [lanes], "laneOffset", "laneSection")
        sections = sorted(self._sections, key=itemgetter(0))
        ends = [*(min(start, length) for start, _ in sections[1:]), length][: len(sections)]
        links = []
        for (start, section), end in zip(sections, ends, strict=True):
            if section.get(FOLLOWED) is not None:
                continue
            of_section = self._lanes_by_id(section)
            own = {number: _lane_links(lane) for number, lane in of_section.items() if number}
            links.append(SectionLinks(start, end, own))
            if end - start > SHORTEST:
                self._origin = start
                self._section(self.content.sections.add(road, (start, end)), of_section)
        self.content.section_links[road] += tuple(links)

    def _lane_section(self, _road: int, element: Element) -> None:
        (start,) = SECTION.read(element.attrib)
        if start < 0.0:
            self._note(f'laneSection: s="{start:g}" is before the road', "it begins with the road")
        self._sections.append((max(start, 0.0), element))

    def _lanes_by_id(self, section: Element) -> dict[int, Element]:
        """Return the ``lane`` elements of a lane section by lane id; of several with one id, the first."""
        lanes: dict[int, Element] = {}
        for element in (lane for side in section for lane in side.findall("lane")):
            number = _lane_number(element.get("id", ""))
            if number is not None:
                lanes.setdefault(number, element)
            else:
                self._note(f'a lane has the id "{element.get("id", "")}"', LEFT_OUT)
        return lanes

    def _section(self, section: int, lanes: Mapping[int, Element]) -> None:
        center = self.content.lanes.add(section, (0.0, LaneType.NONE, 0.0, -1.0))
        self._read(center, [lanes[0]] if 0 in lanes else [], "roadMark")
        for sign in (1, -1):
            inner = center
            ids = sorted((lane_id for lane_id in lanes if lane_id * sign > 0), key=abs)
            for rank, lane_id in enumerate(ids, 1):
                lane = lanes[lane_id]
                kind = self._word(LANE_WORDS, lane.get("type", ""), "lane type", LaneType.NONE)
                inner = self.content.lanes.add(section, (lane_id, kind, rank, inner))
                self._read(inner, [lane], "width", "roadMark", "speed")

    def _width(self, lane: int, element: Element) -> None:
        start, *coefficients = LANE_CUBIC.read(element.attrib)
        self.content.widths.add(lane, (self._origin + start, *coefficients))

    def _mark(self, lane: int, element: Element) -> None:
        word = element.get("type", "none")
        if word in _PAINTS_NOTHING:
            (start,), kind, color, width = OFFSET.read(element.attrib), 0.0, 0.0, 0.0
        else:
            start, width = MARK.read(element.attrib)
            kind = self._word(MARK_WORDS, word, "lane mark", MarkType.NONE)
            color = self._word(COLOR_WORDS, element.get("color", "standard"), "colour", MarkColor.WHITE)
            width = width or _WIDTHS.get(element.get("weight", ""), _USUAL_WIDTH)
        self.content.marks.add(lane, (self._origin + start, kind, color, width))

    def _lane_speed(self, lane: int, element: Element) -> None:
        limit = _speed_limit(element)
        if limit is not None:
            (start,) = OFFSET.read(element.attrib)
            self.content.lane_speeds.add(lane, (self._origin + start, limit))


_STRAIGHT = (CurveShape.CLOTHOID, *(0.0,) * (_NUMBERS - 1))


def _shape(element: Element, length: float) -> tuple[float, ...] | None:
    """Return the shape of a piece of a road's reference line as eleven numbers, a row of the map's tables.

    They are a CurveShape and up to ten parameters, then zeros. ``element`` is the XML element of the shape
    (line, arc, …), ``length`` that of the piece in metres. None if the element is unknown; raises
    UnusableError if it is unusable.
    """
    words = element.attrib
    row: tuple[float, ...] = (CurveShape.CLOTHOID,)
    if element.tag == "arc":
        row += ARC.read(words) * 2
    elif element.tag == "spiral":
        row += SPIRAL.read(words)
    elif element.tag == "poly3":
        # v as a polynomial of u, which runs along the start's heading: never further than the curve is long.
        row = (CurveShape.POLYNOMIALS, 0.0, 1.0, 0.0, 0.0, *POLY3.read(words), length, 0.0)
    elif element.tag == "paramPoly3":
        end = 1.0 if words.get("pRange", "").strip().lower() != "arclength" else length
        row = (CurveShape.POLYNOMIALS, *PARAM_POLY3.read(words), end, 1.0)
    elif element.tag != "line":
        return None
    return *row, *_STRAIGHT[len(row) :]


def _speed_limit(element: Element | None) -> float | None:
    """Return the speed limit in m/s in a ``speed`` element; None if it has no number."""
    try:
        limit = float("" if element is None else element.get("max", ""))
        factor = _METRES_PER_SECOND["" if element is None else element.get("unit", "").strip().lower()]
    except (KeyError, ValueError):
        return None  # "no limit", "undefined"
    return limit * factor if 0.0 < limit < math.inf else None


def _road_link(road: Element, tag: str) -> RoadLink | None:
    """Return what ``road`` is linked to at one end, as its element ``tag`` says; None without that element.

    ``tag`` is ``predecessor`` or ``successor``.
    """
    link = road.find(f"link/{tag}")
    if link is None:
        return None
    is_junction = link.get("elementType") == "junction"
    return RoadLink(is_junction, link.get("elementId", ""), link.get("contactPoint") == "end")


@lru_cache
def _lane_number(text: str) -> int | None:
    """Return the OpenDRIVE lane id in ``text``; None if that is no integer or has more than four digits."""
    number = _LANE_ID.fullmatch(text)
    return None if number is None else int(number.group(1))


def _lane_links(lane: Element) -> tuple[int | None, int | None]:
    """Return the ids of a lane's predecessor and successor; None for each that the file does not name."""
    link = lane.find("link")
    ends = (None if link is None else link.find(tag) for tag in ("predecessor", "successor"))
    before, after = (None if end is None else _lane_number(end.get("id", "")) for end in ends)
    return before, after


def _lane_pairs(connection: Element) -> Iterator[tuple[int, int]]:
    """Yield the lane ids (incoming, connecting) of each usable lane link of a junction's ``connection``."""
    for link in connection.findall("laneLink"):
        with suppress(UnusableError):
            here, there = LANE_LINK.read(link.attrib)
            yield int(here), int(there)


def _object_kind(element: Element) -> ObjectKind | None:
    """Return the kind of the map object ``element`` if it is drawn; None for all other objects.

    RoadRunner loses the type of a crosswalk that was copied, but its name still says what it is.
    """
    words = "\n".join([element.get("type", ""), element.get("subtype", ""), element.get("name", "")])
    words = words.lower().replace("_", "").replace(" ", "")
    if "crosswalk" in words:
        return ObjectKind.CROSSWALK
    if "stopline" in words:
        return ObjectKind.STOP_LINE
    is_parking = "parking" in words and not _PARKING.isdisjoint(words.split("\n"))
    return ObjectKind.PARKING_SPACE if is_parking else None
