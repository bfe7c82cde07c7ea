"""The town as an OpenDRIVE map: streets, the ways through junctions, and what is painted on them.

The map's y grows to the left of x and its angles run the other way round, so both change their sign here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count
from typing import BinaryIO, NamedTuple
from xml.etree.ElementTree import Element, ElementTree, SubElement, indent

from tests.sample import streets as town
from tests.sample.geometry import Path, Pose, join, wrap
from tests.sample.streets import CROSSINGS, JUNCTIONS, LINKS, SIGNS, STREETS, Arm, End, Junction, Side, Street

SIGN_POST = 0.6  # m from the kerb

_MARGIN = 10.0  # m around the streets' ends that the header's box leaves
_SOLID = 12.0  # m before a stop line where overtaking ends
_STOP_LINE = 0.4  # m along the street
_STRAIGHT = 1e-6  # radians
_LANES = ("driving", "biking", "parking", "sidewalk")
_FIRST_WAY, _FIRST_JUNCTION, _FIRST_CROSSING, _FIRST_LINE, _FIRST_LIGHT, _FIRST_SIGN = (
    100, 200, 1000, 1100, 1200, 1300
)  # fmt: skip
_ENDS: tuple[tuple[str, End], ...] = (("predecessor", "start"), ("successor", "end"))


class _Way(NamedTuple):
    """A way through a junction: its lanes lie to the right of a line ``left`` metres beside its path.

    ``strips`` are the lanes: kind, width at the begin and at the end.
    """

    id: int
    junction: Junction
    come: Arm
    leave: Arm
    path: Path
    left: tuple[float, float]
    strips: tuple[tuple[str, float, float], ...]


def write_map(stream: BinaryIO) -> None:
    """Write the whole map."""
    ends = [town.reference(one.name).at(s) for one in STREETS for s in (0.0, town.reference(one.name).length)]
    x, y = [end.x for end in ends], [-end.y for end in ends]
    root = Element("OpenDRIVE")
    _add(
        root, "header", revMajor=1, revMinor=4, name=town.MAP_NAME, version=1, date="2024-05-14T08:30:00",
        north=max(y) + _MARGIN, south=min(y) - _MARGIN, east=max(x) + _MARGIN, west=min(x) - _MARGIN,
    )  # fmt: skip
    ways = tuple(_ways())
    for one in STREETS:
        _add_street(root, one)
    for way in ways:
        _add_way(root, way)
    for number, junction in enumerate(JUNCTIONS, _FIRST_JUNCTION):
        _add_junction(root, junction, number, [way for way in ways if way.junction is junction])
    indent(root, " ")
    ElementTree(root).write(stream, encoding="UTF-8", xml_declaration=True)
    stream.write(b"\n")


def _add(parent: Element, tag: str, **values: float | str) -> Element:
    """Add an element. Numbers are the same on every machine, and never a negative zero."""
    rounded = {
        name: value if isinstance(value, str) else f"{round(value, 9) + 0.0:.9f}".rstrip("0").rstrip(".")
        for name, value in values.items()
    }
    return SubElement(parent, tag, rounded)


def _add_road(root: Element, name: str, number: int, junction: int, line: Path, limit: float) -> Element:
    """Add a road with its speed limit in km/h and its reference line; its link comes first in it."""
    road = _add(root, "road", name=name, length=line.length, id=number, junction=junction)
    _add(road, "link")
    _add(_add(road, "type", s=0, type="town"), "speed", max=limit, unit="km/h")
    plan = _add(road, "planView")
    for piece, s in zip(line.pieces, line.starts, strict=False):
        x, y, heading = piece.start
        part = _add(plan, "geometry", s=s, x=x, y=-y, hdg=wrap(-heading), length=piece.length)
        _add(part, "arc", curvature=-piece.curvature) if piece.curvature else _add(part, "line")
    _add(_add(road, "elevationProfile"), "elevation", s=0, a=0, b=0, c=0, d=0)
    return road


def _add_mark(lane: Element, s: float, kind: str, color: str = "white", dashes: float = 0.0) -> None:
    """Add a mark to the outer boundary of a lane; ``dashes`` are metres of paint, and of none."""
    width = {"none": 0.0, "curb": 0.15}.get(kind, 0.12)
    mark = _add(lane, "roadMark", sOffset=s, type=kind, weight="standard", color=color, width=width)
    if dashes:
        lines = _add(mark, "type", name=kind, width=width)
        _add(lines, "line", length=dashes, space=dashes, tOffset=0, sOffset=0, width=width)


def _eased(begin: float, end: float, length: float) -> dict[str, float]:
    """Return the coefficients of a value that changes from ``begin`` to ``end`` without a kink at either."""
    rise = end - begin
    return {"a": begin, "b": 0.0, "c": 3 * rise / length**2, "d": -2 * rise / length**3}


def _street_id(name: str) -> int:
    return STREETS.index(town.street(name))


def _lane_id(name: str, side: Side, kind: str) -> int:
    place = 1 + [lane.kind for lane in town.lanes(name, side)].index(kind)
    return -place if side == "right" else place


def _arm_at(name: str, end: End) -> Arm | None:
    arms = (arm for junction in JUNCTIONS for arm in junction.arms)
    return next((arm for arm in arms if (arm.street, arm.end) == (name, end)), None)


def _add_street(root: Element, one: Street) -> None:
    road = _add_road(root, one.label, _street_id(one.name), -1, town.reference(one.name), one.speed_limit)
    arms = [_arm_at(one.name, end) for _, end in _ENDS]
    linked = {here: there for link in LINKS for here, there in (link, link[::-1])}
    for (tag, end), arm in zip(_ENDS, arms, strict=True):
        for number, junction in enumerate(JUNCTIONS, _FIRST_JUNCTION):
            if arm in junction.arms:
                _add(road[0], tag, elementType="junction", elementId=number)
        if (one.name, end) in linked:
            name, contact = linked[one.name, end]
            _add(road[0], tag, elementType="road", elementId=_street_id(name), contactPoint=contact)
    begin, rest = (arm.stop_line if arm else 0.0 for arm in arms)
    painted = begin, town.reference(one.name).length - rest
    signalised = [bool(arm and arm.control.endswith("signal")) for arm in arms]
    section = _add(_add(road, "lanes"), "laneSection", s=0)
    _add_side(section, one, "left", painted)
    center = _add(_add(section, "center"), "lane", id=0, type="none", level="false")
    color = "yellow" if any(lane.kind == "biking" for lane in one.right) else "white"
    marks = [(0.0, "none"), (begin, "solid solid"), (begin + _SOLID * signalised[0], "broken"),
             (painted[1] - _SOLID, "solid solid"), (painted[1], "none")]  # fmt: skip
    for (s, kind), there in zip(marks, (True, signalised[0], True, signalised[1], True), strict=True):
        if there:
            _add_mark(center, s, kind, color)
    _add_side(section, one, "right", painted)
    _add_objects(road, one.name)
    _add_signals(road, one.name)


def _add_side(section: Element, one: Street, side: Side, painted: tuple[float, float]) -> None:
    """Add the lanes of one side, in the order of the file: from left to right."""
    element, kinds = _add(section, side), town.lanes(one.name, side)
    onwards = [*(lane.kind for lane in kinds[1:]), ""]
    for (kind, width), onward in [*zip(kinds, onwards, strict=True)][:: -1 if side == "left" else 1]:
        lane = _add(element, "lane", id=_lane_id(one.name, side, kind), type=kind, level="false")
        _add(lane, "width", sOffset=0, a=width, b=0, c=0, d=0)
        if onward == "sidewalk":
            _add_mark(lane, 0.0, "curb")
        elif onward:
            parking = onward == "parking"
            _add_mark(lane, 0.0, "none")
            _add_mark(lane, painted[0], "broken" if parking else "solid", dashes=1.0 * parking)
            _add_mark(lane, painted[1], "none")


def _add_objects(road: Element, name: str) -> None:
    """Add crossings and stop lines, each an outline around its place on the reference line."""
    objects = _add(road, "objects")
    flat = dict.fromkeys(("t", "zOffset", "hdg", "pitch", "roll", "height", "length", "width"), 0.0)
    found = []
    for number, each in enumerate(CROSSINGS, _FIRST_CROSSING):
        at, half = town.along(each, each.distance), town.CROSSING_WIDTH / 2
        across = -town.kerb(each.street, "right"), town.kerb(each.street, "left")
        found.append((each.street, number, "crosswalk", each.name, at, (-half, half), across))
    for number, (_, arm, _) in enumerate(town.lights(), _FIRST_LINE):
        at, beyond = town.along(arm, arm.stop_line), town.along(arm, arm.stop_line - _STOP_LINE)
        edge = town.kerb(*arm.inward) * (-1 if arm.end == "end" else 1)
        found.append((arm.street, number, "roadMark", "StopLine", at, (0.0, beyond - at), (0.0, edge)))
    for place, number, kind, label, at, s, t in found:
        if place == name:
            element = _add(objects, "object", id=number, name=label, type=kind, s=at, **flat)
            outline = _add(element, "outline")
            for u, v in ((s[0], t[0]), (s[1], t[0]), (s[1], t[1]), (s[0], t[1])):
                _add(outline, "cornerLocal", u=u, v=v, z=0, height=0)


def _add_signals(road: Element, name: str) -> None:
    """Add lights and signs."""
    signals = _add(road, "signals")

    def add(pose: Pose, s: float, side: Side, height: float, words: dict[str, float | str]) -> Element:
        foot = town.reference(name).at(s)
        left = (pose.x - foot.x) * math.sin(foot.heading) - (pose.y - foot.y) * math.cos(foot.heading)
        turn = wrap(foot.heading - pose.heading)
        side_words = {"orientation": "+" if side == "right" else "-", "country": "OpenDRIVE"}
        at = {"s": s, "t": left, "zOffset": height, "hOffset": turn, "pitch": 0.0, "roll": 0.0}
        return _add(signals, "signal", **words, **at, **side_words)

    for number, (_, arm, pole) in enumerate(town.lights(), _FIRST_LIGHT):
        if arm.street == name:
            words: dict[str, float | str] = {
                "id": number, "name": f"Signal_3Light_{arm.control.partition(' ')[0]}", "dynamic": "yes",
                "type": "1000001", "subtype": -1, "value": -1,
            }  # fmt: skip
            s, side = town.along(arm, arm.stop_line), arm.inward[1]
            signal = add(pole.turned(-math.pi / 2), s, side, 3.2, words)
            _add(signal, "validity", fromLane=0, toLane=0)  # it acts where junctions name it
    for number, sign in enumerate(SIGNS, _FIRST_SIGN):
        if sign.street == name:
            value = sign.type_id.rpartition(".")[2]
            limit = value.isdecimal()
            words = {"id": number, "name": f"Speed_{value}" if limit else value.capitalize(), "dynamic": "no"}
            words |= {"type": "274" if limit else "205", "subtype": -1}
            words |= {"value": value, "unit": "km/h"} if limit else {"value": -1}
            post = town.beside(name, sign.side, sign.s, town.kerb(name, sign.side) + SIGN_POST)
            add(post.turned(math.pi), sign.s, sign.side, 2.2, words)


def _ways() -> Iterator[_Way]:
    """Yield the ways through junctions; those that lead furthest to the right also have a sidewalk."""
    numbers = count(_FIRST_WAY)
    for junction in JUNCTIONS:
        for come in junction.arms:
            turns = {leave: _turn(come, leave) for leave in junction.arms if leave != come}
            for leave, turn in turns.items():
                begin, end = town.lanes(*come.inward), town.lanes(*leave.outward)
                kinds = sorted({lane.kind for lane in (*begin, *end)}, key=_LANES.index)
                strips = tuple((kind, dict(begin).get(kind, 0.0), dict(end).get(kind, 0.0)) for kind in kinds)
                strips = strips if turn == max(turns.values()) else strips[:1]
                if len(strips) == 1 or abs(turn) < _STRAIGHT:
                    left = strips[0][1] / 2, strips[0][2] / 2
                else:  # along the kerb, so that the corner is round
                    left = town.kerb(*come.inward), town.kerb(*leave.outward)
                path = Path(join(_end(come, come.inward, left[0]), _end(leave, leave.outward, left[1])))
                yield _Way(next(numbers), junction, come, leave, path, left, strips)


def _end(arm: Arm, side: tuple[str, Side], offset: float) -> Pose:
    return town.beside(*side, town.along(arm, 0.0), offset)


def _turn(come: Arm, leave: Arm) -> float:
    """Return by how much a way through a junction turns to the right, in radians."""
    return wrap(_end(leave, leave.outward, 0.0).heading - _end(come, come.inward, 0.0).heading)


def _add_way(root: Element, way: _Way) -> None:
    come, leave, length = town.street(way.come.street), town.street(way.leave.street), way.path.length
    name, junction = f"{come.label} to {leave.label}", _FIRST_JUNCTION + JUNCTIONS.index(way.junction)
    road = _add_road(root, name, way.id, junction, way.path, come.speed_limit)
    sides = ("predecessor", way.come, way.come.inward), ("successor", way.leave, way.leave.outward)
    for tag, arm, _ in sides:
        _add(road[0], tag, elementType="road", elementId=_street_id(arm.street), contactPoint=arm.end)
    lanes = _add(road, "lanes")
    _add(lanes, "laneOffset", s=0, **_eased(*way.left, length))
    section = _add(lanes, "laneSection", s=0)
    _add(_add(section, "center"), "lane", id=0, type="none", level="false")
    right = _add(section, "right")
    for place, (kind, begin, end) in enumerate(way.strips, 1):
        lane = _add(right, "lane", id=-place, type=kind, level="false")
        link = _add(lane, "link")
        for (tag, _, side), width in zip(sides, (begin, end), strict=True):
            if width:
                _add(link, tag, id=_lane_id(*side, kind))
        _add(lane, "width", sOffset=0, **_eased(begin, end, length))
        if place < len(way.strips) and way.strips[place][0] == "sidewalk":
            _add_mark(lane, 0.0, "curb")
    driven = sum(kind in ("driving", "biking") for kind, *_ in way.strips)
    signals = _add(road, "signals")
    for number, (_, arm, _) in enumerate(town.lights(), _FIRST_LIGHT):
        if arm == way.come:  # the light that stops those who enter
            signal = _add(signals, "signalReference", id=number, s=0, t=0, orientation="+")
            _add(signal, "validity", fromLane=-driven, toLane=-1)


def _add_junction(root: Element, junction: Junction, number: int, ways: list[_Way]) -> None:
    element = _add(root, "junction", name=junction.name, id=number)
    for place, way in enumerate(ways):
        name, side = way.come.inward
        at = {"incomingRoad": _street_id(name), "connectingRoad": way.id}
        connection = _add(element, "connection", id=place, **at, contactPoint="start")
        for row, (kind, begin, _) in enumerate(way.strips, 1):
            if begin:
                _add(connection, "laneLink", **{"from": _lane_id(name, side, kind), "to": -row})
