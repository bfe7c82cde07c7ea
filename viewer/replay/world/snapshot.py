"""State of one actor at one time, as plain Python values."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

import numpy as np

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.nested import Record, read_records
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.actors import ActorDescription, Category
from viewer.recording.motion_check import motion_check
from viewer.recording.read.changes import changes_of, door_changes, latest_physics
from viewer.recording.units import CENTIMETRES_PER_METRE, metres, recorded_velocities

if TYPE_CHECKING:  # a world makes snapshots of itself
    from viewer.replay.world.world import World

T = TypeVar("T")
Vector = tuple[float, float, float]
_LAMPS = sum(VehicleLightState)
_STATES = (
    packets.KINEMATICS, packets.ANIM_VEHICLE, packets.VEHICLE_LIGHT, packets.TRAFFIC_LIGHT_STATE,
    packets.ANIM_WALKER,
)  # fmt: skip
"""Kinds of packets, from which the state of an actor is read, besides its pose."""


@dataclass(frozen=True, slots=True)
class Measured(Generic[T]):
    """Value, and whether it is recorded (True) or derived from recorded values (False)."""

    value: T
    recorded: bool


class VehicleControl(NamedTuple):
    """Last control of a vehicle: steer −1 to 1; throttle, brake 0 to 1; gear −1 reverse, 0 neutral."""

    steer: float
    throttle: float
    brake: float
    hand_brake: bool
    gear: int


class TrafficLight(NamedTuple):
    """State of a traffic light, whether it is ``frozen`` (its clock stands), and seconds in this state."""

    state: TrafficLightState
    frozen: bool
    time_in_state: float


class Contradicted(NamedTuple):
    """Recorded velocity (m/s) and angular velocity (°/s) that the poses contradict; None where they agree."""

    velocity: Vector | None = None
    angular_velocity: Vector | None = None


_NOT_CONTRADICTED = Contradicted()


@dataclass(frozen=True, slots=True)
class ActorSnapshot:
    """State of one actor at one time. Fields that were not recorded are None.

    Units are metres, m/s and degrees (pitch, yaw, roll), in CARLA's world coordinates.

    Attributes:
        row: row of the actor table, the actor's identity within the recording.
        pose_source: packet that has the pose: Position, EventParent (attached to its parent) or EventAdd;
            empty without a pose.
        velocity: recorded or derived; None if unknown, or if a scenario has parked the actor far below the
            road. The same holds for ``speed``.
        walker_speed: commanded speed in m/s.
        contradicted: recorded velocities that were replaced because the poses contradict them.
    """

    row: int
    actor_id: int
    description: ActorDescription
    category: Category
    location: Vector | None
    rotation: Vector | None
    pose_source: str
    velocity: Measured[Vector] | None
    speed: Measured[float] | None
    angular_velocity: Measured[Vector] | None
    control: VehicleControl | None
    lights: VehicleLightState | None
    traffic_light: TrafficLight | None
    walker_speed: float | None
    contradicted: Contradicted = _NOT_CONTRADICTED

    @property
    def transform(self) -> tuple[Vector, Vector] | None:
        """Location (x, y, z in metres) and rotation (pitch, yaw, roll in degrees) of the actor.

        None if one of them is not recorded.
        """
        return (self.location, self.rotation) if self.location and self.rotation else None


def snapshot(world: World, row: int) -> ActorSnapshot | None:
    """Return the state of the actor in ``row`` of the actor table, None if it is not alive in ``world``.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    at = world.index_of(row)
    if at is None:
        return None
    actors = world.index.actors
    description = actors.descriptions[row]
    states = (_record(world, kind, description.actor_id) for kind in _STATES)
    spin, control, lamps, light, walk = states
    velocity, recorded = world.velocity_of(at), bool(world.velocity_recorded[at])
    speed = math.sqrt(velocity @ velocity)
    moves = math.isfinite(speed) and world.below[at] <= 0.0
    has_pose = bool(world.has_pose[at])
    source = packets.EVENT_PARENT if actors.parent[row] >= 0 else packets.EVENT_ADD
    return ActorSnapshot(
        row=row,
        actor_id=description.actor_id,
        description=description,
        category=Category(int(actors.category[row])),
        location=_vector(world.locations[at]) if has_pose else None,
        rotation=_vector(world.rotations[at]) if has_pose else None,
        pose_source=(packets.POSITION if world.in_position[at] else source).name if has_pose else "",
        velocity=Measured(_vector(velocity), recorded) if moves else None,
        speed=Measured(speed, recorded) if moves else None,
        angular_velocity=None if spin is None else _angular_velocity(world, at, spin),
        control=None if control is None else _control(control),
        lights=None if lamps is None else VehicleLightState(int(lamps["lights"]) & _LAMPS),
        traffic_light=None if light is None else _traffic_light(light),
        walker_speed=None if walk is None else float(walk["speed"]) / CENTIMETRES_PER_METRE,
        contradicted=_NOT_CONTRADICTED if spin is None else _contradicted(world, at, spin),
    )


def _vector(values: Floats) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


def _record(world: World, kind: PacketKind, actor_id: int) -> np.void | None:
    """Return the record about the actor ``actor_id`` in the frame of ``world``; None if there is none.

    It is of the packet ``kind``. If the frame has several for the actor, it is the last, as CARLA applies
    that one.
    """
    records = world.records(kind)
    (found,) = (records["actor_id"] == actor_id).nonzero()
    return records[found[-1]] if len(found) else None


def _angular_velocity(world: World, at: int, record: np.void) -> Measured[Vector] | None:
    if motion_check(world.index).wrong("angular_velocity", world.rows[[at]], world.frame_index)[0]:
        derived = world.angular_velocity_of(at)
        return Measured(_vector(derived), recorded=False) if np.isfinite(derived).all() else None
    velocity = recorded_velocities(record["angular_velocity"])
    return Measured(_vector(velocity), recorded=True) if np.isfinite(velocity).all() else None


def _contradicted(world: World, at: int, record: np.void) -> Contradicted:
    check, row = motion_check(world.index), world.rows[[at]]
    wrong = (name for name in Contradicted._fields if check.wrong(name, row, world.frame_index)[0])
    return Contradicted(**{name: _vector(recorded_velocities(record[name])) for name in wrong})


def _control(record: np.void) -> VehicleControl:
    _, steer, throttle, brake, hand_brake, gear = record.item()
    return VehicleControl(steer, throttle, brake, bool(hand_brake), gear)


def _traffic_light(record: np.void) -> TrafficLight:
    _, frozen, seconds, state = record.item()
    return TrafficLight(TrafficLightState(min(state, TrafficLightState.UNKNOWN)), bool(frozen), seconds)


# -- what few recordings have


class Biker(NamedTuple):
    """Animation of a two-wheeler's rider: speed in m/s, and engine rotation as a share of its maximum."""

    forward_speed: float
    engine_rotation: float


class TriggerVolume(NamedTuple):
    """Volume in which a traffic light or sign acts on vehicles: world centre and half-extents in metres."""

    center: Vector
    extent: Vector


class ActorDetails:
    """Rarely recorded details of one actor at one time; None or empty where not recorded.

    Each property reads the file at first use and is then cached. For an actor that is no longer alive,
    properties hold the last recorded values. A property can raise ChangedError (the file was replaced or cut
    since it was opened) or UnreadableError (the system cannot read it).
    """

    def __init__(self, world: World, row: int) -> None:
        """Store ``world`` and the actor's ``row`` (of the actor table); nothing is read yet."""
        actors = world.index.actors
        self._world = world
        self._row = row
        self._actor_id = int(actors.actor_id[row])
        self._span = int(actors.spawn_frame[row]), world.frame_index

    @lazy
    def wheels(self) -> tuple[Record, ...]:
        """Wheels in this frame as records, angles in degrees; empty if not recorded.

        ``place`` is the wheel: 0 front left, 1 front right, 2 back left, 3 back right, then further axles;
        ``steering_angle`` and ``rotation`` are its angles.
        """
        return self._list(packets.ANIM_VEHICLE_WHEELS)

    @lazy
    def biker(self) -> Biker | None:
        """Speed and engine rotation of a two-wheeler in this frame; None if not recorded."""
        record = _record(self._world, packets.ANIM_BIKER, self._actor_id)
        if record is None:
            return None
        _, speed, engine_rotation = record.item()
        return Biker(speed / CENTIMETRES_PER_METRE, engine_rotation)

    @lazy
    def open_doors(self) -> tuple[VehicleDoor, ...] | None:
        """Doors that are open; None if the recording has no door packets."""
        if not self._world.index.packet_counts.get(self._world.index.dialect.id_of(packets.VEHICLE_DOOR)):
            return None
        states = door_changes(self._world.index).of_actor(self._row, self._world.frame_index)
        bits = int(states[-1]) if len(states) else 0
        return tuple(door for door in VehicleDoor if door is not VehicleDoor.ALL and bits >> door & 1)

    @lazy
    def physics(self) -> Record | None:
        """Last recorded PhysicsControl of the vehicle: a named tuple of its fields, in the file's units."""
        return latest_physics(self._world.index, self._actor_id, *self._span)

    @lazy
    def light_times(self) -> tuple[float, float, float] | None:
        """Seconds that green, yellow and red of a traffic light last, as last recorded."""
        records = self._changes(packets.TRAFFIC_LIGHT_TIME)
        return records[-1].item()[1:] if len(records) else None

    @lazy
    def trigger_volume(self) -> TriggerVolume | None:
        """Trigger volume of a traffic light or sign, as last recorded."""
        records = self._changes(packets.TRIGGER_VOLUME)
        if not len(records):
            return None
        return TriggerVolume(_vector(metres(records["origin"][-1])), _vector(metres(records["extent"][-1])))

    @lazy
    def bones(self) -> tuple[Record, ...]:
        """Pose of each bone of a walker in this frame: name, location (cm), and roll, pitch, yaw (°)."""
        return self._list(packets.WALKER_BONES)

    def _changes(self, kind: PacketKind) -> Records:
        return changes_of(self._world.index, kind).of_actor(self._row, self._world.frame_index)

    def _list(self, kind: PacketKind) -> tuple[Record, ...]:
        engine = self._world.index.dialect.engine_of(kind)
        for payload in reversed(self._world.payloads(kind)):
            with suppress(DamagedPayloadError):  # what is damaged behind the actor does not matter
                for record in read_records(kind, payload, engine):
                    if record.actor_id == self._actor_id:
                        return record[-1]  # type: ignore[no-any-return]
        return ()
