"""What is known about an actor besides its pose and state: most recordings have only some of it."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.nested import Record, read_records, reader_of
from viewer.logfile.payload import DamagedPayloadError
from viewer.quick_dataclass import dataclass
from viewer.recording.read.changes import ChangeBook
from viewer.recording.units import metres
from viewer.replay.world.world import World

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Wheel:
    """One wheel: place 0 front left, 1 front right, 2 back left, 3 back right; angles in degrees."""

    place: int
    steering_angle: float
    rotation: float


class Bone(NamedTuple):
    """One bone, relative to its parent bone: location in cm, rotation as roll, pitch, yaw in degrees."""

    name: str
    location: Vector
    rotation: Vector


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


class ActorDetails:
    """Details of one actor at one time; None or empty where the recording does not have them.

    Each is looked for when it is asked for, and then kept. An actor that is dead has what was known last.
    Asking can raise ChangedError or UnreadableError: the file was replaced or cut since it was opened, or the
    system cannot read it.
    """

    def __init__(self, world: World, row: int, book: ChangeBook) -> None:
        """Look for nothing yet."""
        actors = world.index.actors
        self._world = world
        self._book = book
        self._actor_id = int(actors.actor_id[row])
        self._span = int(actors.spawn_frame[row]), world.frame_index

    @lazy
    def wheels(self) -> tuple[Wheel, ...]:
        """Wheels as of this frame."""
        return tuple(Wheel(*wheel) for wheel in self._list(packets.ANIM_VEHICLE_WHEELS))

    @lazy
    def biker(self) -> Biker | None:
        """What a two-wheeler does in this frame."""
        records = self._world.records(packets.ANIM_BIKER)
        records = records[records["actor_id"] == self._actor_id]
        if not len(records):
            return None
        return Biker(float(records["forward_speed"][-1]) / 100.0, float(records["engine_rotation"][-1]))

    @lazy
    def open_doors(self) -> tuple[VehicleDoor, ...] | None:
        """Doors that are open; None if the recording has no doors."""
        return _open_doors(self._book, self._actor_id, *self._span)

    @lazy
    def physics(self) -> Record | None:
        """Record of PhysicsControl as of the latest change, in the file's units."""
        return self._book.latest(packets.PHYSICS_CONTROL, self._actor_id, *self._span)

    @lazy
    def light_times(self) -> LightTimes | None:
        """Times of a traffic light as of the latest change."""
        records = self._book.of(packets.TRAFFIC_LIGHT_TIME).of_actor(self._actor_id, *self._span)
        return LightTimes(*records[-1].item()[1:]) if len(records) else None

    @lazy
    def trigger_volume(self) -> TriggerVolume | None:
        """Trigger volume as of the latest change."""
        records = self._book.of(packets.TRIGGER_VOLUME).of_actor(self._actor_id, *self._span)
        if not len(records):
            return None
        center, extent = metres(records["origin"][-1]), metres(records["extent"][-1])
        return TriggerVolume(_vector(center), _vector(extent))

    @lazy
    def bones(self) -> tuple[Bone, ...]:
        """Skeleton of this frame, in cm and degrees, each bone relative to its parent."""
        return tuple(Bone(*bone) for bone in self._list(packets.WALKER_BONES))

    def _list(self, kind: PacketKind) -> tuple[Record, ...]:
        """Return the list that the actor has in this frame, of a kind whose records have one."""
        read = reader_of(kind, self._world.index.dialect.engine_of(kind))
        for payload in self._world.payloads(kind):
            with suppress(DamagedPayloadError):  # what is damaged behind the actor does not matter
                for record in read_records(kind, payload, read):
                    if record.actor_id == self._actor_id:
                        return record[-1]  # type: ignore[no-any-return]
                return ()
        return ()


def actor_details(world: World, row: int, book: ChangeBook) -> ActorDetails:
    """Return the details of the actor of this row."""
    return ActorDetails(world, row, book)


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


def _vector(values: NDArray[np.float64]) -> Vector:
    x, y, z = values.tolist()
    return x, y, z
