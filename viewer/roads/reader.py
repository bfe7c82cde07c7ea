"""From the elements of a map file to its tables, by one list of attributes per kind of element."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from xml.etree.ElementTree import Element

from viewer.roads.lane_reader import LaneReader, speed_limit
from viewer.roads.map_content import (
    LEFT_OUT,
    Connection,
    CurveShape,
    MapContent,
    MapHeader,
    Numbers,
    ObjectKind,
    Outline,
    RawReference,
    RawSignal,
    RoadHead,
    RoadLink,
    UnusableError,
)

ROAD = Numbers("length")
START = Numbers(s=0.0)
GEOMETRY = Numbers("x", "y", s=0.0, hdg=0.0, length=0.0)
CUBIC = Numbers(s=0.0, a=0.0, b=0.0, c=0.0, d=0.0)
ARC = Numbers("curvature")
SPIRAL = Numbers("curvStart", "curvEnd")
POLY3 = Numbers(a=0.0, b=0.0, c=0.0, d=0.0)
PARAM_POLY3 = Numbers(aU=0.0, bU=1.0, cU=0.0, dU=0.0, aV=0.0, bV=0.0, cV=0.0, dV=0.0)
OBJECT = Numbers("s", "t", zOffset=0.0, hdg=0.0, length=0.0, width=0.0)
CORNERS = {
    "cornerLocal": (Outline.LOCAL, Numbers("u", "v", z=0.0)),
    "cornerRoad": (Outline.ROAD, Numbers("s", "t", dz=0.0)),
}
SIGNAL = Numbers("s", "t", zOffset=0.0, hOffset=0.0)
PLACE = Numbers("s", t=0.0)
VALIDITY = Numbers("fromLane", "toLane")
LANE_LINK = Numbers("from", "to")
INERTIAL = Numbers("x", "y", z=0.0, hdg=0.0)
SIGNAL_WORDS = ("id", "name", "type", "subtype", "country", "orientation", "dynamic", "value", "unit", "text")

_STRAIGHT = (CurveShape.CLOTHOID, *(0.0,) * 10)
_NO_JUNCTION = ("", "-1")
_MOST_TURN = 100.0  # radians within one geometry: the ramp of a high car park has a few turns
_SLACK = 0.1  # m that a road may be longer than its geometry


class MapReader:
    """Takes elements in the order of the file and fills the tables."""

    def __init__(self) -> None:
        self.content = MapContent()
        self._findings = self.content.findings
        self._lanes = LaneReader(self.content)
        self._takers: dict[str, Callable[[Element], None]] = {
            "header": self._header,
            "road": self._road,
            "junction": self._junction,
        }
        self._parts: dict[str, Callable[[int, Element], None]] = {
            "type": self._speed,
            "elevation": self._elevation,
            "geometry": self._geometry,
            "object": self._object,
            "signal": self._signal,
            "signalReference": self._reference,
        }

    def take(self, element: Element) -> None:
        """Read one of the elements that ``source.ELEMENTS`` names."""
        try:
            self._takers[element.tag](element)
        except UnusableError as error:
            self._findings.note(f"{element.tag}: {error}", LEFT_OUT)

    def _header(self, element: Element) -> None:
        words = element.attrib
        self.content.header = MapHeader(
            f"{words.get('revMajor', '?')}.{words.get('revMinor', '?')}",
            words.get("name", ""),
            words.get("vendor", ""),
            words.get("date", ""),
            (element.findtext("geoReference") or "").strip(),
        )

    def _junction(self, element: Element) -> None:
        junction = element.get("id", "")
        self.content.junctions[junction] = element.get("name", "")
        self.content.connections[junction] = tuple(
            Connection(
                each.get("incomingRoad", ""),
                each.get("connectingRoad", ""),
                each.get("contactPoint") == "end",
                tuple(_lane_pairs(each)),
            )
            for each in element.findall("connection")
        )

    def _road(self, element: Element) -> None:
        road_id = element.get("id", "")
        self._findings.where = f"road {road_id}"
        lanes, geometries = element.find("lanes"), _within(element, "planView", "geometry")
        if not geometries or lanes is None:
            self._findings.note("a road has no geometry or no lanes", LEFT_OUT)
            return
        try:
            (length,) = ROAD.read(element.attrib)
        except UnusableError as error:
            length = sum(GEOMETRY.read(part.attrib)[4] for part in geometries)
            self._findings.note(f"length of a road: {error}", "it is that of the geometries")
        road = len(self.content.roads)
        before = len(self.content.geometries)
        self._read(road, geometries)
        if len(self.content.geometries) == before:
            return
        length = self._within_geometry(before, length)
        self.content.lengths.add(road, (length,))
        self.content.road_links.append((_road_link(element, "predecessor"), _road_link(element, "successor")))
        junction = element.get("junction", "")
        self.content.roads.append(
            RoadHead(
                road_id,
                element.get("name", ""),
                "" if junction in _NO_JUNCTION else junction,
                self._drives_left(element.get("rule", "RHT")),
            )
        )
        self._read(road, element.findall("type"))
        self._read(road, _within(element, "elevationProfile", "elevation"))
        self._lanes.read(road, lanes, length)
        self._read(road, _within(element, "objects", "object"))
        self._read(road, _within(element, "signals", "signal"))
        self._read(road, _within(element, "signals", "signalReference"))

    def _drives_left(self, rule: str) -> bool:
        """Tell whether one drives on the left of a road: CARLA takes the rule as the standard writes it."""
        if rule not in ("LHT", "RHT"):
            self._findings.note(f'the rule of a road is "{rule}"', "one drives on its right, as in CARLA")
        return rule == "LHT"

    def _within_geometry(self, first: int, length: float) -> float:
        """Return the length of a road of which the file has geometry: a line would be drawn on for ever."""
        ends = [start + extent for start, _, _, _, extent, *_ in self.content.geometries.rows_from(first)]
        reach = max(ends)
        if reach <= 0.0 or length <= reach + _SLACK:
            return length
        self._findings.note("a road is longer than its geometry", "it ends with its geometry")
        return reach

    def _read(self, road: int, elements: Iterable[Element]) -> None:
        for element in elements:
            self._findings.attempt(self._parts[element.tag], road, element)

    def _geometry(self, road: int, element: Element) -> None:
        x, y, s, heading, length = GEOMETRY.read(element.attrib)
        if s < 0.0 or length < 0.0:
            raise UnusableError(f"s={s:g}, length={length:g} is no stretch of a road")
        shape = next((self._shape(child, length) for child in element if child.tag in _SHAPES), None)
        if shape is not None and shape[0] == CurveShape.CLOTHOID:
            turn = max(abs(shape[1]), abs(shape[2])) * length
            if turn > _MOST_TURN:
                raise UnusableError(f"it turns {turn / math.tau:.3g} times around itself")
        if shape is None:
            self._findings.note("a geometry has no known shape", "it is drawn straight")
        self.content.geometries.add(road, (s, x, y, heading, length, *(shape or _STRAIGHT)))

    def _shape(self, element: Element, length: float) -> tuple[float, ...]:
        return _SHAPES[element.tag](element, length)

    def _elevation(self, road: int, element: Element) -> None:
        self.content.elevations.add(road, CUBIC.read(element.attrib))

    def _speed(self, road: int, element: Element) -> None:
        speed = element.find("speed")
        limit = None if speed is None else speed_limit(speed.attrib)
        if limit is not None:
            self.content.speeds.add(road, (*START.read(element.attrib), limit))

    def _object(self, road: int, element: Element) -> None:
        kind = object_kind(element)
        if kind is None:
            return
        row = self.content.objects.add(road, (kind, *OBJECT.read(element.attrib)))
        outline = next((one for one in element.iter("outline") if one.get("outer") != "false"), ())
        for corner in outline:
            if corner.tag in CORNERS:
                measured_from, numbers = CORNERS[corner.tag]
                self.content.corners.add(row, (measured_from, *numbers.read(corner.attrib)))

    def _signal(self, road: int, element: Element) -> None:
        inertial = element.find("positionInertial")
        self.content.signals.append(
            RawSignal(
                road,
                {name: element.get(name, "") for name in SIGNAL_WORDS},
                SIGNAL.read(element.attrib),
                None if inertial is None else INERTIAL.read(inertial.attrib),
            )
        )
        self._reference(road, element)

    def _reference(self, road: int, element: Element) -> None:
        s, t = PLACE.read(element.attrib)
        lanes = []
        for validity in element.findall("validity"):
            first, last = VALIDITY.read(validity.attrib)
            lanes.append((int(min(first, last)), int(max(first, last))))
        self.content.references.append(
            RawReference(road, element.get("id", ""), s, t, element.get("orientation", ""), tuple(lanes))
        )


def _within(element: Element, parent: str, tag: str) -> list[Element]:
    """Return grandchildren by the tags of both; asking for a path takes four times as long."""
    return [each for one in element.findall(parent) for each in one.findall(tag)]


def _road_link(road: Element, tag: str) -> RoadLink | None:
    link = next(iter(_within(road, "link", tag)), None)
    if link is None:
        return None
    is_junction = link.get("elementType") == "junction"
    return RoadLink(is_junction, link.get("elementId", ""), link.get("contactPoint") == "end")


def _lane_pairs(connection: Element) -> Iterator[tuple[int, int]]:
    for link in connection.findall("laneLink"):
        with suppress(UnusableError):
            here, there = LANE_LINK.read(link.attrib)
            yield int(here), int(there)


def object_kind(element: Element) -> ObjectKind | None:
    """Return what an object is if it matters from above.

    RoadRunner forgets the type of a crossing that was copied; its name still says what it is.
    """
    words = {
        element.get(name, "").lower().replace("_", "").replace(" ", "")
        for name in ("type", "subtype", "name")
    }
    for part, kind in _KINDS_BY_PART.items():
        if any(part in word for word in words):
            return kind
    if words & {"parkingspace", "parking"}:
        return ObjectKind.PARKING_SPACE
    arrow = next((word for word in words if word.startswith("stencil") and "arrow" in word), "")
    return _ARROWS.get(arrow[-1], ObjectKind.ARROW_AHEAD) if arrow else None


_KINDS_BY_PART = {
    "crosswalk": ObjectKind.CROSSWALK,
    "stopline": ObjectKind.STOP_LINE,
    "solidsinglewhite": ObjectKind.WHITE_LINE,
    "stencilstop": ObjectKind.STOP_WORD,
}
"""The objects by what their type or name contains."""
_ARROWS = {"l": ObjectKind.ARROW_LEFT, "r": ObjectKind.ARROW_RIGHT}
"""By the last letter of what RoadRunner calls them, as in ``Stencil_ArrowType4L``."""


def _line(_element: Element, _length: float) -> tuple[float, ...]:
    return _STRAIGHT


def _arc(element: Element, _length: float) -> tuple[float, ...]:
    (curvature,) = ARC.read(element.attrib)
    return CurveShape.CLOTHOID, curvature, curvature, *(0.0,) * 8


def _spiral(element: Element, _length: float) -> tuple[float, ...]:
    return CurveShape.CLOTHOID, *SPIRAL.read(element.attrib), *(0.0,) * 8


def _poly3(element: Element, length: float) -> tuple[float, ...]:
    # v as a polynomial of u, which runs along the start's heading: never further than the curve is long.
    return CurveShape.POLYNOMIALS, 0.0, 1.0, 0.0, 0.0, *POLY3.read(element.attrib), length, 0.0


def _param_poly3(element: Element, length: float) -> tuple[float, ...]:
    end = 1.0 if element.get("pRange", "").strip().lower() != "arclength" else length
    return CurveShape.POLYNOMIALS, *PARAM_POLY3.read(element.attrib), end, 1.0


_SHAPES: dict[str, Callable[[Element, float], tuple[float, ...]]] = {
    "line": _line,
    "arc": _arc,
    "spiral": _spiral,
    "poly3": _poly3,
    "paramPoly3": _param_poly3,
}
"""From the element of a shape and the length of its geometry to the last columns of the table."""
