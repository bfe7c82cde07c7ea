"""Recorded states of actors, and motion derived from poses, as objects of the ``carla`` package.

Velocities and accelerations that are not recorded are central differences of the poses over the frames' times
(``viewer.replay.world.motion``), without smoothing, and not across teleports and gaps. Angular velocities are
derived the same way from the rotations between poses, about CARLA's world axes: about z clockwise seen from
above, about x and y opposite to roll and pitch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np

from viewer.arrays import Floats
from viewer.logfile import packets
from viewer.logfile.enums import PRINTED_LAMPS
from viewer.logfile.fields import PacketKind
from viewer.metrics.carla_types import LightGroup, TrafficLightState, carla_package
from viewer.recording.actors import NEVER
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import changes_of
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.replay.paths.trajectory import trajectory
from viewer.replay.world.motion import turns

CARLA = carla_package()
DERIVED = ("velocity", "acceleration", "angular_velocity")
"""Names of states of actors that, if not recorded, are derived from poses: in m/s, m/s² and °/s.

They are vectors along the axes of the world.
"""

CarlaObject = Any
"""Object of the ``carla`` package or of its stand-in."""
Record = Any
"""Type of a packet's record as read from the file, whose fields have names and are in the file's units."""

_SWITCH_TIME = 0.5  # seconds, as CARLA prints: not recorded
_FULL = 255


def derive_motion(index: RecordingIndex, actor_id: int) -> Mapping[str, Mapping[int, Floats]]:
    """Return an actor's velocities, accelerations and angular velocities as derived from its poses.

    The result has, by the names in ``DERIVED`` and then by frame index, a vector of shape (3,). It contains
    only frames with a recorded pose.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read the file.
    """
    found: dict[str, dict[int, Floats]] = {name: {} for name in DERIVED}
    for poses in (trajectory(index, row) for row in index.actors.rows_of(actor_id)):
        if len(poses):
            velocities = poses.derived(poses.locations)
            columns = velocities, poses.derived(velocities), poses.derived(turns(poses.rotations))
            for name, column in zip(DERIVED, columns, strict=True):
                known = poses.in_position & np.isfinite(column).all(axis=1)
                found[name].update(zip(poses.frames[known].tolist(), column[known], strict=True))
    return found


# -- conversion of records


def transform(record: Record) -> CarlaObject:
    """Return the pose in a Position record as a ``carla.Transform``."""
    roll, pitch, yaw = map(float, record["rotation"])
    rotation = CARLA.Rotation(roll=roll, pitch=pitch, yaw=yaw)
    return CARLA.Transform(location(record["location"]), rotation)


def location(centimetres: Iterable[float]) -> CarlaObject:
    """Return a position, given as x, y, z in centimetres, as CARLA's ``Location``, which is in metres."""
    return CARLA.Location(*_metres(centimetres))


def vector(values: Iterable[float]) -> CarlaObject:
    """Return x, y, z as ``carla.Vector3D``, without conversion of units."""
    return CARLA.Vector3D(*map(float, values))


def bounding_box(record: Record) -> CarlaObject:
    """Return a record of BoundingBox or TriggerVolume as ``carla.BoundingBox`` in metres.

    Zeros replace NaN and infinity, which CARLA writes for an actor without a mesh.
    """
    origin, extent = record["origin"], record["extent"]
    center = CARLA.Location() if math.isnan(origin[0]) else location(origin)
    size = () if math.isinf(extent[0]) else _metres(extent)
    return CARLA.BoundingBox(center, CARLA.Vector3D(*size))


def control(record: Record) -> CarlaObject:
    """Return the driver's inputs in an AnimVehicle record as ``carla.VehicleControl``."""
    gear, hand_brake = int(record["gear"]), bool(record["hand_brake"])
    values = {each: float(record[each]) for each in ("throttle", "steer", "brake")}
    return CARLA.VehicleControl(**values, hand_brake=hand_brake, reverse=gear < 0, gear=gear)


def lamps(record: Record) -> list[CarlaObject]:
    """Return the lamps that are on in a VehicleLight record, as CARLA's enum members; or ``[NONE]``."""
    states = CARLA.VehicleLightState
    bits = int(record["lights"])
    lit = [getattr(states, str(lamp)) for lamp in PRINTED_LAMPS if bits & lamp]
    return lit or [states.NONE]


def light_state(record: Record) -> CarlaObject:
    """Return the state in a TrafficLightState record as a member of CARLA's enum of that name."""
    return _member(CARLA.TrafficLightState, TrafficLightState, int(record["state"]))


def scene_light(record: Record) -> CarlaObject:
    """Return the state of a street or building light in a SceneLight record as ``carla.LightState``."""
    parts = (float(record[name]) for name in ("red", "green", "blue"))
    return CARLA.LightState(
        intensity=float(record["intensity"]),
        color=CARLA.Color(*(min(max(int(each * _FULL), 0), _FULL) for each in parts)),
        group=_member(CARLA.LightGroup, LightGroup, int(record["group"])),
        active=bool(record["on"]),
    )


def physics(record: Record) -> CarlaObject:
    """Return a vehicle's PhysicsControl record as ``carla.VehiclePhysicsControl``.

    A record of CARLA for Unreal Engine 5 sets only the attributes that Unreal Engine 4 has, too; its lists of
    gears and wheels are left empty.
    """
    result = _with_fields(CARLA.VehiclePhysicsControl(), record)
    result.center_of_mass = vector(record.center_of_mass)
    for name in ("torque_curve", "steering_curve"):
        points = (map(float, point) for point in getattr(record, name))
        setattr(result, name, [CARLA.Vector2D(x=x, y=y) for x, y in points])
    result.forward_gears, result.wheels = [], []
    if hasattr(record, "forward_gears"):
        result.gear_switch_time = _SWITCH_TIME
        gears = record.forward_gears
        result.forward_gears = [_with_fields(CARLA.GearPhysicsControl(), gear) for gear in gears]
        wheels = [_with_fields(CARLA.WheelPhysicsControl(), each) for each in record.wheels]
        for wheel, each in zip(wheels, record.wheels, strict=True):
            wheel.position = CARLA.Vector3D(*_metres(each.position))
        result.wheels = wheels
    return result


def _with_fields(result: CarlaObject, record: Record) -> CarlaObject:
    """Copy the fields of ``record`` to attributes of ``result`` that have their names; return ``result``."""
    for name in record._fields:
        default = getattr(result, name, None)
        if isinstance(default, bool | float):
            setattr(result, name, type(default)(getattr(record, name)))
    return result


def _member(of: CarlaObject, named: type[IntEnum], number: int) -> CarlaObject:
    """Return the member of CARLA's enum ``of`` with the name of the member ``number`` of our enum ``named``.

    An unknown number gives the last member.
    """
    return getattr(of, named(min(number, max(named))).name)


def _metres(centimetres: Iterable[float]) -> list[float]:
    return [float(value) / CENTIMETRES_PER_METRE for value in centimetres]


STATES: Mapping[str, tuple[PacketKind, Callable[[Record], CarlaObject]]] = {
    "transform": (packets.POSITION, transform),
    "velocity": (packets.KINEMATICS, lambda record: vector(record["velocity"])),
    "angular_velocity": (packets.KINEMATICS, lambda record: vector(record["angular_velocity"])),
    "acceleration": (packets.KINEMATICS, lambda record: record["velocity"].astype(np.float64)),
    "control": (packets.ANIM_VEHICLE, control),
    "speed": (packets.ANIM_WALKER, lambda record: float(record["speed"]) / CENTIMETRES_PER_METRE),
    "state": (packets.TRAFFIC_LIGHT_STATE, light_state),
    "frozen": (packets.TRAFFIC_LIGHT_STATE, lambda record: bool(record["frozen"])),
    "elapsed_time": (packets.TRAFFIC_LIGHT_STATE, lambda record: float(record["time_in_state"])),
    "lights": (packets.VEHICLE_LIGHT, lamps),
}
"""States of actors by ScenarioRunner's names: kind of packet, and function that converts its record.

The function for ``acceleration`` returns a velocity: accelerations are computed from velocities of several
frames.
"""


def describe(index: RecordingIndex) -> dict[int, dict[str, Any]]:
    """Return a description of each actor by actor id, in the order in which the ids were first used.

    If an id was used several times, its last actor is described. A description has ``type_id``, ``location``
    (in EventAdd), ``created`` and ``destroyed`` (frame ids), the actor's attributes, and ``parent``,
    ``bounding_box`` and ``trigger_volume`` if they are recorded.
    """
    actors, frames = index.actors, index.frame_ids
    number = index.dialect.dtype(packets.POSITION)["location"].base.type  # float width in the file
    described: dict[int, dict[str, Any]] = {}
    births: dict[int, int] = {}
    for row, description in enumerate(actors.descriptions):
        if description.implied:
            continue
        actor_id = description.actor_id
        births[actor_id] = int(actors.spawn_frame[row])
        described[actor_id] = {
            "type_id": description.type_id,
            "location": location(number(actors.location[row] * CENTIMETRES_PER_METRE)),
            "created": int(frames[births[actor_id]]),
            **description.attributes,
        }
        if actors.destroy_frame[row] != NEVER:
            described[actor_id]["destroyed"] = int(frames[actors.destroy_frame[row]])
    for kind, name, convert in (
        (packets.EVENT_PARENT, "parent", lambda record: int(record["parent_id"])),
        (packets.BOUNDING_BOX, "bounding_box", bounding_box),
        (packets.TRIGGER_VOLUME, "trigger_volume", bounding_box),
    ):
        found = changes_of(index, kind)
        for frame, record in zip(found.frames.tolist(), found.records, strict=True):
            actor_id = int(record["actor_id"])
            if frame >= births.get(actor_id, NEVER):
                described[actor_id][name] = convert(record)
    return described
