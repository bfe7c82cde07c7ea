"""What is known besides poses and states, of an actor and of the scene: most recordings have some of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.enums import LightGroup, VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.nested import Record, read_records, reader_of
from viewer.logfile.payload import DamagedPayloadError
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
        self._row = row
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
        if not self._book.index.packet_counts.get(self._book.index.dialect.id_of(packets.VEHICLE_DOOR)):
            return None
        states = self._book.doors.of_actor(self._row, self._world.frame_index)
        bits = int(states[-1]) if len(states) else 0
        return tuple(door for door in VehicleDoor if door is not VehicleDoor.ALL and bits >> door & 1)

    @lazy
    def physics(self) -> Record | None:
        """Record of PhysicsControl as of the latest change, in the file's units."""
        return self._book.latest(packets.PHYSICS_CONTROL, self._actor_id, *self._span)

    @lazy
    def light_times(self) -> LightTimes | None:
        """Times of a traffic light as of the latest change."""
        records = self._book.of(packets.TRAFFIC_LIGHT_TIME).of_actor(self._row, self._world.frame_index)
        return LightTimes(*records[-1].item()[1:]) if len(records) else None

    @lazy
    def trigger_volume(self) -> TriggerVolume | None:
        """Trigger volume as of the latest change."""
        records = self._book.of(packets.TRIGGER_VOLUME).of_actor(self._row, self._world.frame_index)
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


def _vector(values: NDArray[np.float64]) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


@dataclass(frozen=True, slots=True)
class SceneLights:
    """Lights of one group: how many there are, and how many are on."""

    group: LightGroup
    count: int
    on: int


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The scene at one time; None or empty where the recording does not have it.

    Attributes:
        weather: name, value and unit of each parameter, as of the latest change.
        scene_lights: by group.
        platform_time: wall-clock seconds since the recording started.
        visual_time: seconds since the simulation started.
        real_time_factor: recorded seconds per wall-clock second, over the frame; derived.

    """

    weather: tuple[tuple[str, float, str], ...]
    scene_lights: tuple[SceneLights, ...]
    platform_time: float | None
    visual_time: float | None
    real_time_factor: float | None


def surroundings_at(world: World, book: ChangeBook) -> Surroundings:
    """Return the scene of a world.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    return Surroundings(
        weather=_weather(world, book),
        scene_lights=_scene_lights(world, book),
        platform_time=_time(world, packets.PLATFORM_TIME),
        visual_time=_time(world, packets.VISUAL_TIME),
        real_time_factor=_real_time_factor(world),
    )


def _weather(world: World, book: ChangeBook) -> tuple[tuple[str, float, str], ...]:
    records = book.of(packets.WEATHER).until(world.frame_index)
    if not len(records):
        return ()
    return tuple(
        (field.name.replace("_", " "), float(records[-1][field.name]), field.unit)
        for field in packets.WEATHER.fields
    )


def _scene_lights(world: World, book: ChangeBook) -> tuple[SceneLights, ...]:
    records = book.of(packets.SCENE_LIGHT).until(world.frame_index)[::-1]
    latest = records[np.unique(records["light_id"], return_index=True)[1]]
    return tuple(
        SceneLights(group, int(of_group.sum()), int((of_group & (latest["on"] != 0)).sum()))
        for group in LightGroup
        if (of_group := latest["group"] == group).any()
    )


def _time(world: World, kind: PacketKind) -> float | None:
    records = world.records(kind)
    return float(records["time"][0]) if len(records) else None


def _real_time_factor(world: World) -> float | None:
    """Return the frame's duration over the wall-clock time it took, None where that is not known."""
    index = world.index
    here = _time(world, packets.PLATFORM_TIME)
    if here is None or world.frame_index + 1 >= len(index.heads):
        return None
    following = index.read_frame(world.frame_index + 1).records(packets.PLATFORM_TIME)
    if not len(following):
        return None
    took = float(following["time"][0]) - here
    return world.frame_duration / took if took > 0.0 else None
