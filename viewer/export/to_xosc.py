"""OpenSCENARIO 1.1: entities that drive along their recorded trajectories."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np
from scenariogeneration import xosc

from viewer.cancellation import Proceed, check, part_of, rising
from viewer.export.boxes import mirrored_locations, mirrored_rotations
from viewer.export.errors import ExportError
from viewer.export.selection import Part
from viewer.file_error import plain
from viewer.recording.actors import MOVERS, Category
from viewer.replay.paths.trajectory import trajectory

_MINOR_VERSION = 1
_READING = 0.2
"""Share of the whole that is reading; the rest is writing."""
_TOGETHER = 1_000
"""Places that are written between two questions whether to go on."""
_LINE = re.compile(rb"<Polyline>\d+</Polyline>")
_Way = list[tuple[float, list[float]]]
_FASTEST, _HARDEST = 70.0, 12.0
"""m/s and m/s²: no vehicle is held back; it goes where it is told, when it is told."""
_MASS = 80.0  # kg, of walkers: nothing is recorded
_WHEEL_DIAMETER, _MOST_STEERING = 0.7, 1.2
"""Metres and radians, of wheels, which a trajectory does not use but an entity must have."""
_AXLES, _TRACK = 0.6, 0.8
"""Distance of the axles and of the wheels as a share of the vehicle's length and width."""
_CATEGORIES = {
    "car": "car", "van": "van", "truck": "truck", "bus": "bus", "motorcycle": "motorbike",
    "bicycle": "bicycle", "emergency": "car", "special": "car",
}  # fmt: skip
"""What CARLA's attribute ``base_type`` says, in OpenSCENARIO's words."""


def write(part: Part, path: Path, proceed: Proceed) -> None:
    """Write the trajectories of the chosen vehicles and walkers, or of all.

    Times begin with the first frame; who comes later waits where it will be first, and who goes earlier stays
    where it was last. The frame of reference is OpenSCENARIO's: y and yaw are mirrored, angles are radians.
    The map is named as the recording names it.
    """
    proceed = rising(proceed)
    actors = part.index.actors
    rows = [row for row in part.rows() if actors.category[row] in MOVERS]
    entities, init, board_acts, ways = xosc.Entities(), xosc.Init(), [], list[_Way]()
    for done, row in enumerate(rows):
        check(proceed, _READING * done / len(rows))
        way = _way(part, row, proceed)
        if not way:
            continue
        name = _name(part, row)
        entities.add_scenario_object(name, _entity(part, row))
        init.add_init_action(name, xosc.TeleportAction(xosc.WorldPosition(*way[0][1])))
        if len(way) > 1:
            board_acts.append((name, _maneuver(name, _Line(len(ways)))))
            ways.append(way)
    if not entities.scenario_objects:
        raise ExportError("no vehicle and no walker is there to be written")
    story = xosc.StoryBoard(init, _at(part.span[1] - part.span[0], "stop"))
    for name, maneuver in board_acts:
        story.add_maneuver(maneuver, name)
    header = part.index.header
    title = f"{plain(part.index.path.name)} as recorded by CARLA"
    scenario = xosc.Scenario(
        title, "carla-replay-viewer", xosc.ParameterDeclarations(),
        entities, story, xosc.RoadNetwork(header.map_name), xosc.Catalog(),
        osc_minor_version=_MINOR_VERSION, creation_date=header.date,
    )  # fmt: skip
    pieces = _LINE.split(tostring(scenario.get_element(), "utf-8", xml_declaration=True))
    with path.open("wb") as stream:
        stream.write(pieces[0])
        for done, (way, piece) in enumerate(zip(ways, pieces[1:], strict=True)):
            _write_line(stream, way, part_of(proceed, _READING + (1.0 - _READING) * done / len(ways), 0.0))
            stream.write(piece)


class _Line(xosc.Polyline):  # type: ignore[misc]  # the library has no types
    """The place of a line in the file: it is written piece by piece, as all together would take long."""

    def __init__(self, number: int) -> None:
        super().__init__([0.0, 1.0], 2 * [xosc.WorldPosition()])
        self._number = number

    def get_element(self) -> Element:
        shape = Element("Shape")
        SubElement(shape, "Polyline").text = str(self._number)
        return shape


def _write_line(stream: BinaryIO, way: _Way, proceed: Proceed) -> None:
    """Write the line of ``way``, a line of the file for each place."""
    stream.write(b"<Polyline>\n")
    for begin in range(0, len(way), _TOGETHER):
        check(proceed, 0.0)
        for time, place in way[begin : begin + _TOGETHER]:
            vertex = Element("Vertex", time=str(time))
            vertex.append(xosc.WorldPosition(*place).get_element())
            stream.write(tostring(vertex) + b"\n")
    stream.write(b"</Polyline>")


def _way(part: Part, row: int, proceed: Proceed) -> _Way:
    """Return the times and poses of an actor in the range: x, y, z in metres, yaw, pitch, roll in radians."""
    way = trajectory(part.index, row, proceed=part_of(proceed, 0.0, 0.0))
    here = part.within(way.frames)
    here[1:] &= np.diff(way.elapsed) > 0.0  # of one time, a trajectory can have one place
    places = mirrored_locations(way.locations[here])
    turns = np.radians(mirrored_rotations(way.rotations[here]))[:, [1, 0, 2]]
    times = (way.elapsed[here] - part.span[0]).tolist()
    return [*zip(times, np.column_stack((places, turns)).tolist(), strict=True)]


def _name(part: Part, row: int) -> str:
    actors = part.index.actors
    description = actors.descriptions[row]
    if row in actors.hero_rows[:1]:
        return plain(description.role_name)
    return f"{plain(description.type_id)}_{part.numbered(row)}"


def _entity(part: Part, row: int) -> xosc.Vehicle | xosc.Pedestrian:
    actors = part.index.actors
    description = actors.descriptions[row]
    type_id = plain(description.type_id)
    length, width, height = (2.0 * actors.box_extent[row]).tolist()
    x, y, z = mirrored_locations(actors.box_center[row]).tolist()
    box = xosc.BoundingBox(width, length, height, x, y, z)
    if actors.category[row] == Category.WALKER:
        return xosc.Pedestrian(type_id, _MASS, xosc.PedestrianCategory.pedestrian, box, type_id)
    is_bicycle = actors.category[row] == Category.BICYCLE
    word = _CATEGORIES.get(description.attributes.get("base_type", "").lower(), "car")
    category = getattr(xosc.VehicleCategory, "bicycle" if is_bicycle else word)
    front, rear = (
        xosc.Axle(steering, _WHEEL_DIAMETER, _TRACK * width, place * _AXLES * length, _WHEEL_DIAMETER / 2.0)
        for steering, place in ((_MOST_STEERING, 0.5), (0.0, -0.5))
    )
    vehicle = xosc.Vehicle(type_id, category, box, front, rear, _FASTEST, _HARDEST, _HARDEST)
    for key, value in (("type", "simulation"), *description.attributes.items()):
        vehicle.add_property(plain(key), plain(value))
    return vehicle


def _maneuver(name: str, line: xosc.Polyline) -> xosc.Maneuver:
    way = xosc.Trajectory(f"way of {name}", closed=False)
    way.add_shape(line)
    action = xosc.FollowTrajectoryAction(
        way, xosc.FollowingMode.position, xosc.ReferenceContext.absolute, 1, 0
    )
    event = xosc.Event(f"event of {name}", xosc.Priority.overwrite)
    event.add_action(f"action of {name}", action)
    event.add_trigger(_at(0.0, "start"))
    maneuver = xosc.Maneuver(f"maneuver of {name}")
    maneuver.add_event(event)
    return maneuver


def _at(seconds: float, point: str) -> xosc.ValueTrigger:
    condition = xosc.SimulationTimeCondition(seconds, xosc.Rule.greaterOrEqual)
    return xosc.ValueTrigger(f"{point} at {seconds:.3f} s", 0, xosc.ConditionEdge.none, condition, point)
