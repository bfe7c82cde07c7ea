"""OpenSCENARIO 1.1 export: entities that follow their recorded trajectories."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np
from scenariogeneration import xosc

from viewer.cancellation import ShouldContinue, check, part_of, rising
from viewer.export.boxes import mirrored_locations, mirrored_rotations
from viewer.export.errors import ExportError
from viewer.export.selection import Selection
from viewer.file_error import plain
from viewer.recording.actors import MOVERS, Category
from viewer.replay.paths.trajectory import trajectory

_MINOR_VERSION = 1
_READ_SHARE = 0.2
"""Fraction of the shown progress of an OpenSCENARIO export that stands for reading; the rest is for writing.
"""
_VERTICES_PER_CHECK = 1_000
"""Number of vertices of a trajectory after which the export checks again whether the user cancelled it."""
_LINE = re.compile(rb"<Polyline>\d+</Polyline>")
_Way = list[tuple[float, list[float]]]
_FASTEST, _HARDEST = 70.0, 12.0
"""Limits written for each OpenSCENARIO vehicle, too high to have an effect: m/s, and m/s² of acceleration."""
_MASS = 80.0  # kg of a walker: the mass is not recorded
_WHEEL_DIAMETER, _MOST_STEERING = 0.7, 1.2
"""Wheel diameter in metres and steering angle in radians: required by OpenSCENARIO, unused here."""
_AXLES, _TRACK = 0.6, 0.8
"""Wheelbase and track width of exported vehicles, as fractions of the vehicle's length and width.

OpenSCENARIO files must have them; these are rough guesses.
"""
_CATEGORIES = {
    "car": "car", "van": "van", "truck": "truck", "bus": "bus", "motorcycle": "motorbike",
    "bicycle": "bicycle", "emergency": "car", "special": "car",
}  # fmt: skip
"""Vehicle category in OpenSCENARIO for each value of CARLA's attribute ``base_type``."""


def write(selection: Selection, path: Path, should_continue: ShouldContinue) -> None:
    """Write the trajectories of the selected vehicles and walkers as an OpenSCENARIO file.

    Times begin with the first frame. An actor that is spawned later waits at its first position, and one that
    is destroyed earlier stays at its last. The frame of reference is OpenSCENARIO's: y and yaw are negated,
    angles are in radians. The road network is named as the recording's map.

    Raises:
        ExportError: no vehicle and no walker is selected, or none has a pose.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    should_continue = rising(should_continue)
    actors = selection.index.actors
    rows = [row for row in selection.rows() if actors.category[row] in MOVERS]
    entities, init, board_acts, ways = xosc.Entities(), xosc.Init(), [], list[_Way]()
    for done, row in enumerate(rows):
        check(should_continue, _READ_SHARE * done / len(rows))
        way = _way(selection, row, should_continue)
        if not way:
            continue
        name = _name(selection, row)
        entities.add_scenario_object(name, _entity(selection, row))
        init.add_init_action(name, xosc.TeleportAction(xosc.WorldPosition(*way[0][1])))
        if len(way) > 1:
            board_acts.append((name, _maneuver(name, _Line(len(ways)))))
            ways.append(way)
    if not entities.scenario_objects:
        raise ExportError("no vehicle and no walker is there to be written")
    story = xosc.StoryBoard(init, _at(selection.span[1] - selection.span[0], "stop"))
    for name, maneuver in board_acts:
        story.add_maneuver(maneuver, name)
    header = selection.index.header
    title = f"{plain(selection.index.path.name)} as recorded by CARLA"
    scenario = xosc.Scenario(
        title, "carla-replay-viewer", xosc.ParameterDeclarations(),
        entities, story, xosc.RoadNetwork(header.map_name), xosc.Catalog(),
        osc_minor_version=_MINOR_VERSION, creation_date=header.date,
    )  # fmt: skip
    pieces = _LINE.split(tostring(scenario.get_element(), "utf-8", xml_declaration=True))
    with path.open("wb") as stream:
        stream.write(pieces[0])
        for done, (way, piece) in enumerate(zip(ways, pieces[1:], strict=True)):
            _write_line(
                stream,
                way,
                part_of(should_continue, _READ_SHARE + (1.0 - _READ_SHARE) * done / len(ways), 0.0),
            )
            stream.write(piece)


class _Line(xosc.Polyline):  # type: ignore[misc]  # the library has no types
    """Polyline of an OpenSCENARIO file without its vertices, which are written later, piece by piece."""

    def __init__(self, number: int) -> None:
        super().__init__([0.0, 1.0], 2 * [xosc.WorldPosition()])
        self._number = number

    def get_element(self) -> Element:
        shape = Element("Shape")
        SubElement(shape, "Polyline").text = str(self._number)
        return shape


def _write_line(stream: BinaryIO, way: _Way, should_continue: ShouldContinue) -> None:
    """Write ``way``, the times and poses of an actor, as a polyline with one vertex per line of text."""
    stream.write(b"<Polyline>\n")
    for begin in range(0, len(way), _VERTICES_PER_CHECK):
        check(should_continue, 0.0)
        for time, position in way[begin : begin + _VERTICES_PER_CHECK]:
            vertex = Element("Vertex", time=str(time))
            vertex.append(xosc.WorldPosition(*position).get_element())
            stream.write(tostring(vertex) + b"\n")
    stream.write(b"</Polyline>")


def _way(selection: Selection, row: int, should_continue: ShouldContinue) -> _Way:
    """Return the times and poses of the actor in ``row`` of the actor table, in the selected frames.

    Times are in seconds since the first selected frame. A pose is x, y, z in metres and yaw, pitch, roll in
    radians, in OpenSCENARIO's right-handed axes.
    """
    way = trajectory(selection.index, row, should_continue=part_of(should_continue, 0.0, 0.0))
    here = selection.within(way.frames)
    here[1:] &= np.diff(way.elapsed) > 0.0  # a trajectory has one vertex per time
    positions = mirrored_locations(way.locations[here])
    turns = np.radians(mirrored_rotations(way.rotations[here]))[:, [1, 0, 2]]
    times = (way.elapsed[here] - selection.span[0]).tolist()
    return [*zip(times, np.column_stack((positions, turns)).tolist(), strict=True)]


def _name(selection: Selection, row: int) -> str:
    actors = selection.index.actors
    description = actors.descriptions[row]
    if row in actors.hero_rows[:1]:
        return plain(description.role_name)
    return f"{plain(description.type_id)}_{selection.unique_id(row)}"


def _entity(selection: Selection, row: int) -> xosc.Vehicle | xosc.Pedestrian:
    actors = selection.index.actors
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
        xosc.Axle(
            steering, _WHEEL_DIAMETER, _TRACK * width, position * _AXLES * length, _WHEEL_DIAMETER / 2.0
        )
        for steering, position in ((_MOST_STEERING, 0.5), (0.0, -0.5))
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
