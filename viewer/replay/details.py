"""What is known about an actor besides its pose and state: most recordings have only some of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.bones import Bone, decode_bones
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.payload import DamagedPayloadError
from viewer.logfile.physics import PhysicsControl
from viewer.logfile.wheels import decode_wheels
from viewer.recording.changes import ChangeBook
from viewer.recording.units import metres

if TYPE_CHECKING:
    from viewer.replay.world import World

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel: place 0 front left, 1 front right, 2 back left, 3 back right; angles in degrees."""

    place: int
    steering_angle: float
    rotation: float


@dataclass(frozen=True, slots=True)
class Biker:
    """A two-wheeler: speed in m/s, engine rotation as a share of its maximum."""

    forward_speed: float
    engine_rotation: float


@dataclass(frozen=True, slots=True)
class LightTimes:
    """How long the states of a traffic light last, in seconds."""

    green: float
    yellow: float
    red: float


@dataclass(frozen=True, slots=True)
class TriggerVolume:
    """Where a light or sign acts on vehicles: centre in the world and half-extents, in metres."""

    center: Vector
    extent: Vector


@dataclass(frozen=True, eq=False)
class ActorDetails:
    """Details of one actor at one time; None or empty where the recording does not have them.

    Attributes:
        wheels: of this frame.
        biker: of this frame.
        open_doors: doors that are open; None if the recording has no doors.
        physics: as of the latest change, in the file's units.
        light_times: as of the latest change.
        trigger_volume: as of the latest change.
        bones: skeleton of this frame, in cm and degrees, each bone relative to its parent.

    """

    wheels: tuple[Wheel, ...] = ()
    biker: Biker | None = None
    open_doors: tuple[VehicleDoor, ...] | None = None
    physics: PhysicsControl | None = None
    light_times: LightTimes | None = None
    trigger_volume: TriggerVolume | None = None
    bones: tuple[Bone, ...] = ()


def actor_details(world: World, row: int, book: ChangeBook) -> ActorDetails:
    """Return the details of the actor of this row, which may be dead: then what was known last.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    actors = world.index.actors
    actor_id, first, last = int(actors.actor_id[row]), int(actors.spawn_frame[row]), world.frame_index
    return ActorDetails(
        wheels=_wheels(world, actor_id),
        biker=_biker(world, actor_id),
        open_doors=_open_doors(book, actor_id, first, last),
        physics=book.physics_of(actor_id, first, last),
        light_times=_light_times(book, actor_id, first, last),
        trigger_volume=_trigger_volume(book, actor_id, first, last),
        bones=_bones(world, actor_id),
    )


def _wheels(world: World, actor_id: int) -> tuple[Wheel, ...]:
    for payload in world.payloads(packets.ANIM_VEHICLE_WHEELS):
        try:
            wheels = decode_wheels(payload)
        except DamagedPayloadError:
            continue
        return tuple(Wheel(*wheel.item()[1:]) for wheel in wheels[wheels["actor_id"] == actor_id])
    return ()


def _biker(world: World, actor_id: int) -> Biker | None:
    records = world.records(packets.ANIM_BIKER)
    records = records[records["actor_id"] == actor_id]
    return (
        Biker(float(records["forward_speed"][-1]) / 100.0, float(records["engine_rotation"][-1]))
        if len(records)
        else None
    )


def _open_doors(book: ChangeBook, actor_id: int, first: int, last: int) -> tuple[VehicleDoor, ...] | None:
    index = book.index
    if not index.packet_counts.get(index.dialect.id_of(packets.VEHICLE_DOOR)):
        return None
    single = [door for door in VehicleDoor if door is not VehicleDoor.ALL]
    is_open = dict.fromkeys(single, False)
    for _, door, opened in book.of(packets.VEHICLE_DOOR).of_actor(actor_id, first, last).tolist():
        for each in single if door == VehicleDoor.ALL else [each for each in single if each == door]:
            is_open[each] = bool(opened)
    return tuple(door for door, opened in is_open.items() if opened)


def _light_times(book: ChangeBook, actor_id: int, first: int, last: int) -> LightTimes | None:
    records = book.of(packets.TRAFFIC_LIGHT_TIME).of_actor(actor_id, first, last)
    return LightTimes(*records[-1].item()[1:]) if len(records) else None


def _trigger_volume(book: ChangeBook, actor_id: int, first: int, last: int) -> TriggerVolume | None:
    records = book.of(packets.TRIGGER_VOLUME).of_actor(actor_id, first, last)
    if not len(records):
        return None
    center, extent = metres(records["origin"][-1]), metres(records["extent"][-1])
    return TriggerVolume(_vector(center), _vector(extent))


def _bones(world: World, actor_id: int) -> tuple[Bone, ...]:
    engine = world.index.dialect.engine_of(packets.WALKER_BONES)
    for payload in world.payloads(packets.WALKER_BONES):
        try:
            skeletons = decode_bones(payload, engine)
        except DamagedPayloadError:
            continue
        return next((skeleton.bones for skeleton in skeletons if skeleton.actor_id == actor_id), ())
    return ()


def _vector(values: NDArray[np.float64]) -> Vector:
    x, y, z = values.tolist()
    return x, y, z
