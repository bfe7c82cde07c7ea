"""The town as an OpenDRIVE map: streets, the ways through junctions, and what is painted on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from sample.furniture import add_objects, add_references, add_signals
from sample.markup import between, lane, mark, numbers, road
from sample.network import reference, street
from sample.streets import JUNCTIONS, MAP_NAME, STREETS, Arm, Control, End, Junction, LaneKind, Side, Street
from sample.town import (
    Connection,
    arm_at,
    connections,
    joint,
    junction_id,
    lane_id,
    side_into,
    side_out_of,
    street_id,
)

_DATE = "2024-05-14T08:30:00"
_MARGIN = 10.0  # m around the streets' ends that the header's box leaves
_SOLID = 12.0  # m before a stop line where overtaking ends
_PARKING_DASHES = (1.0, 1.0)  # m
_ENDS: tuple[tuple[str, End], ...] = (("predecessor", "start"), ("successor", "end"))


def write_map(stream: BinaryIO) -> None:
    """Write the whole map."""
    root = Element("OpenDRIVE")
    SubElement(root, "header", _header())
    root.extend(_street(one) for one in STREETS)
    ways = tuple(connections())
    root.extend(_connection(way) for way in ways)
    for junction in JUNCTIONS:
        root.append(_junction(junction, [way for way in ways if way.junction is junction]))
    indent(root, " ")
    ElementTree(root).write(stream, encoding="UTF-8", xml_declaration=True)
    stream.write(b"\n")


def _header() -> dict[str, str]:
    ends = [reference(one.name).at(s) for one in STREETS for s in (0.0, reference(one.name).length)]
    x, y = [end.x for end in ends], [-end.y for end in ends]
    box = numbers(
        north=max(y) + _MARGIN, south=min(y) - _MARGIN, east=max(x) + _MARGIN, west=min(x) - _MARGIN
    )
    return {"revMajor": "1", "revMinor": "4", "name": MAP_NAME, "version": "1", "date": _DATE, **box}


def _street(one: Street) -> Element:
    element = road(street_id(one.name), one.label, "-1", reference(one.name), one.speed_limit)
    for tag, end in _ENDS:
        if met := joint(one, end):
            SubElement(element[0], tag, met)
    section = SubElement(SubElement(element, "lanes"), "laneSection", s="0")
    _side(SubElement(section, "left"), one, "left")
    center = lane(SubElement(section, "center"), 0, "none")
    for s, kind in _center_marks(one):
        mark(center, s, kind, _center_color(one))
    _side(SubElement(section, "right"), one, "right")
    add_objects(element, one)
    add_signals(element, one)
    return element


def _side(element: Element, one: Street, side: Side) -> None:
    """Add the lanes of one side, in the order of the file: from left to right."""
    side_lanes = one.left if side == "left" else one.right
    order = range(len(side_lanes))
    for place in reversed(order) if side == "left" else order:
        this = side_lanes[place]
        added = lane(element, lane_id(one, side, this.kind), this.kind.value)
        SubElement(added, "width", numbers(sOffset=0.0, a=this.width, b=0.0, c=0.0, d=0.0))
        onward = side_lanes[place + 1].kind if place + 1 < len(side_lanes) else None
        begin, end = _painted(one)
        if onward is LaneKind.SIDEWALK:
            mark(added, 0.0, "curb")
        elif onward is not None:
            dashes = _PARKING_DASHES if onward is LaneKind.PARKING else None
            mark(added, 0.0, "none")
            mark(added, begin, "broken" if dashes else "solid", dashes=dashes)
            mark(added, end, "none")


def _painted(one: Street) -> tuple[float, float]:
    """Return where the marks of a street begin and end: between the stop lines of either end."""
    before, after = arm_at(one, "start"), arm_at(one, "end")
    begin = before.stop_line if before else 0.0
    return begin, reference(one.name).length - (after.stop_line if after else 0.0)


def _center_marks(one: Street) -> Iterator[tuple[float, str]]:
    """Yield where the mark in the middle of a street changes, and to what."""
    begin, end = _painted(one)
    yield 0.0, "none"
    if _is_signalised(arm_at(one, "start")):
        yield begin, "solid solid"
        begin += _SOLID
    yield begin, "broken"
    if _is_signalised(arm_at(one, "end")):
        yield end - _SOLID, "solid solid"
    yield end, "none"


def _center_color(one: Street) -> str:
    return "yellow" if any(each.kind is LaneKind.BIKING for each in one.right) else "white"


def _is_signalised(arm: Arm | None) -> bool:
    return arm is not None and arm.control in (Control.MAIN_SIGNAL, Control.SIDE_SIGNAL)


def _connection(way: Connection) -> Element:
    come, leave, length = street(way.come.street), street(way.leave.street), way.path.length
    name = f"{come.label} to {leave.label}"
    element = road(way.id, name, str(junction_id(way.junction)), way.path, come.speed_limit)
    for tag, arm in (("predecessor", way.come), ("successor", way.leave)):
        met = {"elementType": "road", "elementId": str(street_id(arm.street)), "contactPoint": arm.end}
        SubElement(element[0], tag, met)
    lanes = SubElement(element, "lanes")
    SubElement(lanes, "laneOffset", {"s": "0", **between(*way.left, length)})
    section = SubElement(lanes, "laneSection", s="0")
    lane(SubElement(section, "center"), 0, "none")
    right = SubElement(section, "right")
    for place, strip in enumerate(way.strips):
        added = lane(right, -1 - place, strip.kind.value)
        link = SubElement(added, "link")
        for tag, one, side, width in (
            ("predecessor", come, side_into(way.come), strip.begin),
            ("successor", leave, side_out_of(way.leave), strip.end),
        ):
            if width:
                SubElement(link, tag, id=str(lane_id(one, side, strip.kind)))
        SubElement(added, "width", {"sOffset": "0", **between(strip.begin, strip.end, length)})
        if place + 1 < len(way.strips) and way.strips[place + 1].kind is LaneKind.SIDEWALK:
            mark(added, 0.0, "curb")
    driven = (LaneKind.DRIVING, LaneKind.BIKING)
    add_references(element, way.come, sum(strip.kind in driven for strip in way.strips))
    return element


def _junction(junction: Junction, ways: list[Connection]) -> Element:
    element = Element("junction", name=junction.name, id=str(junction_id(junction)))
    for place, way in enumerate(ways):
        come = street(way.come.street)
        at = {"id": str(place), "incomingRoad": str(street_id(come.name)), "connectingRoad": str(way.id)}
        connection = SubElement(element, "connection", {**at, "contactPoint": "start"})
        for row, strip in enumerate(way.strips):
            if strip.begin:
                link = {"from": str(lane_id(come, side_into(way.come), strip.kind)), "to": str(-1 - row)}
                SubElement(connection, "laneLink", link)
    return element
