"""Small recordings, made by our own writer, for every test that needs one.

Poses are given in the program's units (metres; pitch, yaw, roll in degrees) and written in those of the file.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.sample.writer import RecordingWriter
from viewer.logfile import packets
from viewer.logfile.enums import SCENERY, ActorType, AttributeType, TrafficLightState, VehicleLightState
from viewer.logfile.fields import Engine, Field, Layout, PacketKind
from viewer.logfile.header import make_header
from viewer.logfile.nested import Record
from viewer.logfile.packets import ActorRecord, Attribute
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import read_index

DATE = 1_637_676_528
"""2021-11-23 14:08:48 UTC."""

Vector = Sequence[float]
Row = tuple[Any, ...]

_TYPES = {
    "vehicle": ActorType.VEHICLE,
    "walker": ActorType.WALKER,
    "sensor": ActorType.SENSOR,
}


def actor(
    actor_id: int,
    type_id: str = "vehicle.tesla.model3",
    location: Vector = (0.0, 0.0, 0.0),
    rotation: Vector = (0.0, 0.0, 0.0),
    *,
    type: int | None = None,  # noqa: A002 - the field's name
    **attributes: str,
) -> ActorRecord:
    """Return a record of EventAdd; the type follows from the blueprint unless it is given."""
    if type is None:
        type = _TYPES.get(type_id.partition(".")[0], ActorType.OTHER)  # noqa: A001
        if type_id.startswith("traffic."):
            is_light = type_id == "traffic.traffic_light"
            type = ActorType.TRAFFIC_LIGHT if is_light else ActorType.TRAFFIC_SIGN  # noqa: A001
    return ActorRecord(
        actor_id,
        int(type),
        _centimetres(location),
        _roll_pitch_yaw(rotation),
        0,
        type_id,
        tuple(Attribute(AttributeType.STRING, name, value) for name, value in attributes.items()),
    )


def physics(layout: Layout, entries: int = 1, **values: Any) -> Record:
    """Return a record of PhysicsControl: zeros, also ``entries`` of them in each list, but for ``values``."""

    def zero(field: Field) -> Any:
        if field.entries:
            return (tuple(map(zero, field.entries)),) * entries
        if field.is_padding:
            return bytes(int(field.kind[3:]))
        return (0.0,) * 3 if field.kind == "vec32" else 0

    filled = [values.get(field.name, zero(field)) for field in layout.fields]
    record = namedtuple("Record", [field.name for field in layout.fields])  # noqa: PYI024 - as they are read
    record.layout = layout
    return record(*filled)


def pose(actor_id: int, location: Vector, rotation: Vector = (0.0, 0.0, 0.0)) -> Row:
    """Return a record of Position."""
    return actor_id, _centimetres(location), _roll_pitch_yaw(rotation)


def box(actor_id: int, center: Vector, extent: Vector) -> Row:
    """Return a record of BoundingBox."""
    return actor_id, _centimetres(center), _centimetres(extent)


def hit(actor_id: int, other_id: int = SCENERY, sequence: int = 0) -> Row:
    """Return a record of Collision."""
    return sequence, actor_id, other_id, False, False


class Scene:
    """Frames of a recording, one call each."""

    def __init__(self, engine: Engine = Engine.UE4, map_name: str = "Town01", timestamp: int = DATE) -> None:
        self.engine = engine
        self._stream = BytesIO()
        self._writer = RecordingWriter(self._stream, make_header(map_name, timestamp), engine)

    def frame(
        self,
        delta: float = 0.05,
        *,
        add: Iterable[ActorRecord] = (),
        remove: Iterable[int] = (),
        parents: Iterable[tuple[int, int]] = (),
        collisions: Iterable[Row] = (),
        poses: Iterable[Row] = (),
        boxes: Iterable[Row] = (),
        extra: Mapping[PacketKind, Sequence[Row]] | None = None,
    ) -> Scene:
        """Append a frame ``delta`` seconds after the one before; ``extra`` holds rows of other packets."""
        content: dict[PacketKind, Any] = {
            packets.EVENT_ADD: list(add),
            packets.EVENT_DEL: [(actor_id,) for actor_id in remove],
            packets.EVENT_PARENT: list(parents),
            packets.COLLISION: list(collisions),
            packets.POSITION: list(poses),
        }
        if rows := list(boxes):
            content[packets.BOUNDING_BOX] = rows
        self._writer.add_frame(delta, content | dict(extra or {}))
        return self

    def bytes(self) -> bytes:
        """Finish the recording and return it."""
        self._writer.finish()
        return self._stream.getvalue()

    def save(self, path: Path) -> Path:
        """Finish the recording and write it to a file."""
        path.write_bytes(self.bytes())
        return path

    def index(self, path: Path) -> RecordingIndex:
        """Finish the recording, write it to a file, and read that."""
        return read(self.bytes(), path)


def read(data: bytes, path: Path) -> RecordingIndex:
    """Write bytes to a file and read them as a recording."""
    path.write_bytes(data)
    return read_index(LogFile(path))


HERO, OTHER, BICYCLE, WALKER, LIGHT, SIGN, SPECTATOR, CONE, CAMERA, LATE = range(101, 111)
"""Ids of the actors of ``street``."""


def street(frames: int = 20, engine: Engine = Engine.UE4) -> Scene:
    """Return a bit of everything: a hero with a camera, traffic, a light that turns, a hit, births, deaths.

    The hero drives at 10 m/s along x, the other vehicle stands in its way at x = 5. They touch in frames 10
    and 11 (indices 9 and 10). The camera is attached in frame 3, a late vehicle exists in frames 6 to 15.
    """
    scene = Scene(engine, "Carla/Maps/Town03")
    for k in range(frames):
        late = 5 <= k < 15
        poses = [
            pose(HERO, (0.5 * k, 0.0, 0.1)),
            pose(OTHER, (5.0, 2.0, 0.1), (0.0, 90.0, 0.0)),
            pose(BICYCLE, (0.0, 4.0 + 0.2 * k, 0.1), (0.0, 90.0, 0.0)),
            pose(WALKER, (3.0, -4.0 + 0.07 * k, 0.9), (0.0, 90.0, 0.0)),
            pose(SPECTATOR, (-10.0, 0.0, 20.0), (-45.0, 0.0, 0.0)),
            pose(CONE, (8.0, 8.0, 0.0)),
        ]
        if late:
            poses.append(pose(LATE, (20.0, 20.0 - 0.3 * k, 0.1), (0.0, -90.0, 0.0)))
        add = []
        if k == 0:
            add = _cast_of_the_street()
        elif k == 2:
            add = [actor(CAMERA, "sensor.camera.rgb", (1.5, 0.0, 2.4), (-8.0, 0.0, 0.0), role_name="front")]
        elif k == 5:
            add = [
                actor(LATE, "vehicle.audi.tt", (20.0, 18.5, 0.1), (0.0, -90.0, 0.0), role_name="autopilot")
            ]
        green = k < 12
        scene.frame(
            add=add,
            remove=[LATE] if k == 15 else [],
            parents=[(CAMERA, HERO)] if k == 2 else [],
            collisions=[hit(HERO, OTHER, k)] if k in {9, 10} else [],
            poses=poses,
            boxes=[box(HERO, (0.05, 0.0, 0.75), (2.45, 1.06, 0.75))] if k == 0 else [],
            extra={
                packets.TRAFFIC_LIGHT_STATE: [
                    (
                        LIGHT,
                        False,
                        0.05 * (k if green else k - 12),
                        TrafficLightState.GREEN if green else TrafficLightState.YELLOW,
                    )
                ],
                packets.ANIM_VEHICLE: [(HERO, 0.1, 0.5, 0.0, False, 3), (OTHER, 0.0, 0.0, 1.0, True, 0)],
                packets.ANIM_WALKER: [(WALKER, 140.0)],
                packets.VEHICLE_LIGHT: [
                    (HERO, VehicleLightState.LOW_BEAM | VehicleLightState.POSITION),
                    (OTHER, VehicleLightState.BRAKE),
                ],
            },
        )
    return scene


def _cast_of_the_street() -> list[ActorRecord]:
    return [
        actor(HERO, "vehicle.lincoln.mkz2017", (0.0, 0.0, 0.1), role_name="hero", color="10,20,30"),
        actor(OTHER, "vehicle.tesla.model3", (5.0, 2.0, 0.1), (0.0, 90.0, 0.0), role_name="autopilot"),
        actor(BICYCLE, "vehicle.bh.crossbike", (0.0, 4.0, 0.1), (0.0, 90.0, 0.0), number_of_wheels="2"),
        actor(WALKER, "walker.pedestrian.0001", (3.0, -4.0, 0.9), (0.0, 90.0, 0.0)),
        actor(LIGHT, "traffic.traffic_light", (12.0, -5.0, 0.0), (0.0, 180.0, 0.0)),
        actor(SIGN, "traffic.speed_limit.30", (14.0, -5.0, 0.0), (0.0, 180.0, 0.0)),
        actor(SPECTATOR, "spectator", (-10.0, 0.0, 20.0), (-45.0, 0.0, 0.0)),
        actor(CONE, "static.prop.trafficcone01", (8.0, 8.0, 0.0)),
    ]


def _centimetres(metres: Vector) -> tuple[float, float, float]:
    x, y, z = (100.0 * value for value in metres)
    return x, y, z


def _roll_pitch_yaw(pitch_yaw_roll: Vector) -> tuple[float, float, float]:
    pitch, yaw, roll = pitch_yaw_roll
    return roll, pitch, yaw
