"""Maps of real size: towns side by side, a town full of objects, one long road of very many lane sections."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

GAP = 200.0  # m between two towns
_COLUMNS = 4  # towns beside each other, before the next row of them begins
_IDS = {
    "road": ("id", "junction"),
    "predecessor": ("elementId",),
    "successor": ("elementId",),
    "junction": ("id",),
    "connection": ("incomingRoad", "connectingRoad"),
    "signal": ("id",),
    "signalReference": ("id",),
    "object": ("id",),
    "controller": ("id",),
    "control": ("signalId",),
}
"""The attributes that name an element of the map, by the tags of those that have them."""
_PLACES = ("geometry", "positionInertial")
_SECTION = 2.5  # m
_PIECE, _BEND = 100.0, 0.005  # m, and 1/m of every other piece: half a radian to and fro


def write_side_by_side(town: Path, copies: int, target: Path, first: int = 0) -> None:
    """Write a map of ``copies`` of the map ``town`` into ``target``.

    The copy ``first`` has the ids and positions of ``town``, so that a recording of it fits; the others
    have ids and positions of their own, all references included.
    """
    root = ET.parse(town).getroot()  # noqa: S314 - a file of our own choice
    header = root.find("header")
    step = 1 + max(
        int(value)
        for element in root.iter()
        for name in _IDS.get(element.tag, ())
        if (value := element.get(name, "")).isdigit()
    )
    width, height = (
        max(values) - min(values) + GAP
        for values in ([float(each.get(name, 0)) for each in root.iter("geometry")] for name in "xy")
    )
    with target.open("w", encoding="utf-8") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<OpenDRIVE>\n')
        file.write("" if header is None else ET.tostring(header, "unicode"))
        for number in range(copies):
            row, column = divmod(number, _COLUMNS)
            away = divmod(first, _COLUMNS)
            moved = _moved(
                root,
                step * ((number - first) % copies),
                (column - away[1]) * width,
                (row - away[0]) * height,
            )
            file.writelines(ET.tostring(each, "unicode") for each in moved if each is not header)
        file.write("</OpenDRIVE>\n")


def _moved(root: ET.Element, ids: int, x: float, y: float) -> Iterator[ET.Element]:
    for part in root:
        if part.tag == "header":
            continue
        moved = copy.deepcopy(part)
        for element in moved.iter():
            for name in _IDS.get(element.tag, ()):
                if (value := element.get(name, "")).isdigit():
                    element.set(name, str(int(value) + ids))
            if element.tag in _PLACES:
                for name, by in (("x", x), ("y", y)):
                    element.set(name, repr(float(element.get(name, "0")) + by))
        yield moved


def write_with_objects(town: Path, objects: int, target: Path) -> None:
    """Write the map ``town`` with ``objects`` parking spaces, crossings and poles beside its roads."""
    tree = ET.parse(town)  # noqa: S314 - a file of our own choice
    roads = [road for road in tree.iterfind("road") if float(road.get("length", "0")) > 1.0]
    lengths = [float(road.get("length", "0")) for road in roads]
    ends = [round(objects * sum(lengths[: number + 1]) / sum(lengths)) for number in range(len(lengths))]
    ids, done = count(1_000_000), 0
    for road, length, end in zip(roads, lengths, ends, strict=True):
        holder = road.find("objects")
        if holder is None:
            holder = ET.Element("objects")
            lanes = road.find("lanes")
            road.insert(len(road) if lanes is None else [*road].index(lanes) + 1, holder)
        here, done = end - done, end
        for place in range(here):
            holder.append(_object(next(ids), place, length * (place + 0.5) / here))
    tree.write(target, encoding="utf-8", xml_declaration=True)


_KINDS = ("parkingSpace", "crosswalk", "pole", "vegetation", "barrier")


def _object(number: int, place: int, s: float) -> ET.Element:
    kind, side = _KINDS[place % len(_KINDS)], 1 if place % 2 else -1
    told = {
        "id": number, "name": f"{kind}_{number}", "type": kind, "s": s, "t": side * 6.0, "zOffset": 0.0,
        "hdg": 0.1 * (place % 7), "roll": 0.0, "pitch": 0.0, "orientation": "none", "height": 0.0,
        "width": 2.0, "length": 4.5,
    }  # fmt: skip
    made = ET.Element("object", {name: str(value) for name, value in told.items()})
    if kind == "crosswalk":
        outline = ET.SubElement(made, "outline")
        for u, v in ((-1.5, -4.0), (1.5, -4.0), (1.5, 4.0), (-1.5, 4.0), (-1.5, -4.0)):
            ET.SubElement(outline, "cornerLocal", {"u": str(u), "v": str(v), "z": "0"})
    return made


def write_long_road(sections: int, target: Path) -> None:
    """Write one road of gentle bends that has ``sections`` lane sections of 2.5 m with four lanes each."""
    length = sections * _SECTION
    root = ET.Element("OpenDRIVE")
    ET.SubElement(root, "header", {"revMajor": "1", "revMinor": "4", "name": "long", "version": "1"})
    road = ET.SubElement(root, "road", {"name": "", "id": "1", "junction": "-1", "length": repr(length)})
    plan = ET.SubElement(road, "planView")
    x = y = heading = s = 0.0
    for number in count():
        piece = min(_PIECE, length - s)
        if piece <= 0.0:
            break
        curvature = (0.0, _BEND, 0.0, -_BEND)[number % 4]
        geometry = ET.SubElement(
            plan,
            "geometry",
            {"s": repr(s), "x": repr(x), "y": repr(y), "hdg": repr(heading), "length": repr(piece)},
        )
        if curvature:
            ET.SubElement(geometry, "arc", {"curvature": repr(curvature)})
        else:
            ET.SubElement(geometry, "line")
        turn = curvature * piece
        chord = piece * (math.sin(turn / 2) / (turn / 2) if turn else 1.0)
        x, y = x + chord * math.cos(heading + turn / 2), y + chord * math.sin(heading + turn / 2)
        heading, s = heading + turn, s + piece
    lanes = ET.SubElement(road, "lanes")
    for number in range(sections):
        linked = ("predecessor",) * (number > 0) + ("successor",) * (number < sections - 1)
        section = ET.SubElement(lanes, "laneSection", {"s": repr(number * _SECTION)})
        for side, ids in (("left", (2, 1)), ("center", (0,)), ("right", (-1, -2))):
            holder = ET.SubElement(section, side)
            for lane_id in ids:
                _lane(holder, lane_id, linked)
    ET.ElementTree(root).write(target, encoding="utf-8", xml_declaration=True)


def _lane(holder: ET.Element, lane_id: int, linked: Iterable[str]) -> None:
    kind = "none" if lane_id == 0 else "driving" if abs(lane_id) == 1 else "shoulder"
    lane = ET.SubElement(holder, "lane", {"id": str(lane_id), "type": kind, "level": "false"})
    if lane_id:
        link = ET.SubElement(lane, "link")
        for tag in linked:
            ET.SubElement(link, tag, {"id": str(lane_id)})
        width = "3.5" if abs(lane_id) == 1 else "1.5"
        ET.SubElement(lane, "width", {"sOffset": "0", "a": width, "b": "0", "c": "0", "d": "0"})
    paint = "broken" if lane_id == 0 else "solid" if abs(lane_id) == 1 else "none"
    ET.SubElement(lane, "roadMark", {"sOffset": "0", "type": paint, "color": "white", "width": "0.15"})
