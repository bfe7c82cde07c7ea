"""From a map file to its tables: its elements, one after the other, by one list of attributes per kind."""

from __future__ import annotations

import codecs
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from xml.parsers import expat  # its errors are no module that two threads may import at once

from viewer.file_kinds import HEAD, kind_of
from viewer.regular_file import open_regular, unreadable
from viewer.roads.lane_reader import CUBIC, SECTION, LaneReader, speed_limit
from viewer.roads.map_content import (
    LEFT_OUT,
    Connection,
    CurveShape,
    MapContent,
    Numbers,
    ObjectKind,
    Outline,
    Road,
    RoadLink,
    RoadMapError,
    SignalReference,
    UnusableError,
)

ROOT = "OpenDRIVE"

_BLOCK = 1 << 16
_ADVICE = "CARLA's maps are in Content/Carla/Maps/OpenDrive, and carla.Map.save_to_disk writes one."
_LATE = expat.errors.codes[expat.errors.XML_ERROR_MISPLACED_XML_PI]


def elements(path: Path) -> Iterator[Element]:
    """Yield the elements below the root of an OpenDRIVE file; tags are without namespaces.

    Elements are let go of once they are read: memory holds some roads of the text, however long the file is.

    Raises:
        RoadMapError: not readable, or not an OpenDRIVE file.

    """
    try:
        with open_regular(path) as file:
            yield from _parse(path, file)
    except OSError as error:
        raise unreadable(path, error, RoadMapError) from error


def _parse(path: Path, file: BinaryIO) -> Iterator[Element]:
    block = file.read(_BLOCK)
    if not block.removeprefix(codecs.BOM_UTF8).strip():
        raise _other(path, block, "blanks only" if block else "0 bytes", what="the file is empty")
    if b"<!ENTITY" in block.replace(b"\0", b""):
        raise RoadMapError(
            path, "the file defines entities", expected="plain XML", found="<!ENTITY …>",
            advice="Entities can stand for other files and are not read; remove them and what uses them.",
        )  # fmt: skip
    head, builder = block[:HEAD], TreeBuilder()
    parser = XMLParser(target=builder)  # noqa: S314 - without entities
    try:
        while block:
            parser.feed(block)
            # The root as far as it is built; its last element may not be complete.
            root: Element | None = builder.close()
            if root is not None:
                yield from _below(path, head, root, keep=1)
            block = file.read(_BLOCK)
        yield from _below(path, head, parser.close(), keep=0)
    except ParseError as error:
        if not isinstance(builder.close(), Element) and error.code != _LATE:
            found = "XML without a root" if head.lstrip().startswith(b"<") else _describe(head)
            raise _other(path, head, found) from error
        line, column = error.position
        raise RoadMapError(
            path, f"the XML is broken: {expat.errors.messages.get(error.code, str(error))}",
            found=f"it at column {column + 1:,}", line_number=line, advice="Export or copy the map again.",
        ) from error  # fmt: skip
    except (LookupError, ValueError) as error:
        raise RoadMapError(path, f"its text cannot be read: {error}", advice="Save it as UTF-8.") from error


def _below(path: Path, head: bytes, root: Element, *, keep: int) -> Iterator[Element]:
    """Yield the elements of a root and forget them, except some last ones."""
    if root.tag.rpartition("}")[2] != ROOT:
        raise _other(path, head, f"<{root.tag}>")
    complete = root[: len(root) - keep]
    for element in complete:
        if element.tag[0] == "{":
            for each in element.iter():
                each.tag = each.tag.rpartition("}")[2]
        yield element
    del root[: len(complete)]


def _other(path: Path, head: bytes, found: str, what: str = "this is not an OpenDRIVE map") -> RoadMapError:
    kind = kind_of(path, head)
    return RoadMapError(
        path, what, expected=f"XML that begins with <{ROOT}>",
        found=found if kind is None else kind.name, offset=0 if head else None,
        advice=_ADVICE if kind is None else kind.advice,
    )  # fmt: skip


def _describe(head: bytes) -> str:
    line = head.lstrip().split(b"\n")[0][:16].rstrip()
    return f'"{line.decode()}"' if line.isascii() and line.decode().isprintable() else head[:8].hex(" ")


ROAD = Numbers("length")
GEOMETRY = Numbers("x", "y", s=0.0, hdg=0.0, length=0.0)
ARC = Numbers("curvature")
SPIRAL = Numbers("curvStart", "curvEnd")
POLY3 = Numbers(a=0.0, b=0.0, c=0.0, d=0.0)
PARAM_POLY3 = Numbers(aU=0.0, bU=1.0, cU=0.0, dU=0.0, aV=0.0, bV=0.0, cV=0.0, dV=0.0)
OBJECT = Numbers("s", "t", zOffset=0.0, hdg=0.0, length=0.0, width=0.0)
CORNERS = {
    "cornerLocal": (Outline.LOCAL, Numbers("u", "v", z=0.0)),
    "cornerRoad": (Outline.ROAD, Numbers("s", "t", dz=0.0)),
}
SIGNAL = Numbers("s", "t", zOffset=0.0)
PLACE = Numbers("s")
VALIDITY = Numbers("fromLane", "toLane")
LANE_LINK = Numbers("from", "to")
INERTIAL = Numbers("x", "y", z=0.0)

_NUMBERS = 11  # of the shape of a geometry: which one it is, and up to ten others
_NO_JUNCTION = ("", "-1")
_MOST_TURN = 100.0  # radians within one geometry: the ramp of a high car park has a few turns
_SLACK = 0.1  # m that a road may be longer than its geometry


class MapReader:
    """Takes elements in the order of the file and fills the tables."""

    def __init__(self) -> None:
        self.content = MapContent()
        self._findings = self.content.findings
        self._lanes = LaneReader(self.content)
        self._reach = 0.0
        """Where the geometries end of the road that is being read, metres."""

    def take(self, element: Element) -> None:
        """Read one of the elements below the root."""
        if element.tag == "road":
            self._road(element)
        elif element.tag == "junction":
            self._junction(element)

    def _junction(self, element: Element) -> None:
        self.content.connections[element.get("id", "")] = tuple(
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
        road, before = len(self.content.roads), len(self.content.geometries)
        self._reach = 0.0
        self._read(self._geometry, road, geometries)
        if len(self.content.geometries) == before:
            return
        try:
            (length,) = ROAD.read(element.attrib)
        except UnusableError as error:
            length = math.inf
            self._findings.note(f"length of a road: {error}", "it is that of the geometries")
        if length > self._reach + _SLACK and (self._reach > 0.0 or length == math.inf):
            if length < math.inf:  # a line would be drawn on for ever
                self._findings.note("a road is longer than its geometry", "it ends with its geometry")
            length = self._reach
        self.content.road_links.append((_road_link(element, "predecessor"), _road_link(element, "successor")))
        junction, rule = element.get("junction", ""), element.get("rule", "RHT")
        if rule not in ("LHT", "RHT"):  # CARLA takes the rule as the standard writes it
            self._findings.note(f'the rule of a road is "{rule}"', "one drives on its right, as in CARLA")
        self.content.roads.append(
            Road(
                road_id,
                element.get("name", ""),
                "" if junction in _NO_JUNCTION else junction,
                length,
                left_hand=rule == "LHT",
            )
        )
        self._read(self._speed, road, element.findall("type"))
        elevations = _within(element, "elevationProfile", "elevation")
        self._read(self.content.elevations.reader(CUBIC), road, elevations)
        self._lanes.read(road, lanes, length)
        self._read(self._object, road, _within(element, "objects", "object"))
        self._read(self._signal, road, _within(element, "signals", "signal"))
        self._read(self._reference, road, _within(element, "signals", "signalReference"))

    def _read(self, read: Callable[[int, Element], object], road: int, found: Iterable[Element]) -> None:
        for element in found:
            self._findings.attempt(read, road, element)

    def _geometry(self, road: int, element: Element) -> None:
        x, y, s, heading, length = GEOMETRY.read(element.attrib)
        if s < 0.0 or length < 0.0:
            raise UnusableError(f"s={s:g}, length={length:g} is no stretch of a road")
        shape = next(filter(None, (_shape(child, length) for child in element)), None)
        if shape is None:
            self._findings.note("a geometry has no known shape", "it is drawn straight")
            shape = _STRAIGHT
        if shape[0] == CurveShape.CLOTHOID:
            turn = max(abs(shape[1]), abs(shape[2])) * length
            if turn > _MOST_TURN:
                raise UnusableError(f"it turns {turn / math.tau:.3g} times around itself")
        self._reach = max(self._reach, s + length)
        self.content.geometries.add(road, (s, x, y, heading, length, *shape))

    def _speed(self, road: int, element: Element) -> None:
        speed = element.find("speed")
        limit = None if speed is None else speed_limit(speed.attrib)
        if limit is not None:
            self.content.speeds.add(road, (*SECTION.read(element.attrib), limit))

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
        signal, kind = element.get("id", ""), element.get("type", "")
        dynamic, inertial = element.get("dynamic", "").lower() == "yes", element.find("positionInertial")
        place = None if inertial is None else INERTIAL.read(inertial.attrib)
        beside = SIGNAL.read(element.attrib)
        self.content.signals.append((signal, kind, dynamic, road, beside, place))
        self._reference(road, element)

    def _reference(self, road: int, element: Element) -> None:
        (s,) = PLACE.read(element.attrib)
        pairs = [sorted(VALIDITY.read(each.attrib)) for each in element.findall("validity")]
        lanes = tuple((int(first), int(last)) for first, last in pairs)
        self.content.references.append(
            SignalReference(element.get("id", ""), road, s, element.get("orientation", ""), lanes)
        )


_STRAIGHT = (CurveShape.CLOTHOID, *(0.0,) * (_NUMBERS - 1))


def _shape(element: Element, length: float) -> tuple[float, ...] | None:
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
    return ObjectKind.PARKING_SPACE if words & {"parkingspace", "parking"} else None


_KINDS_BY_PART = {
    "crosswalk": ObjectKind.CROSSWALK,
    "stopline": ObjectKind.STOP_LINE,
}
"""The objects by what their type or name contains."""
