"""What is recorded of actors, for one of them or for all in a frame, as objects of the ``carla`` package.

Without additional data their motion is derived from poses. Velocities and accelerations are central
differences over the frames' true times, by ``viewer.replay.world.motion``: nothing smoothed, not across
teleports and gaps. Angular velocities are the same of the turns from pose to pose, about the axes of the
world as CARLA's are: about z clockwise seen from above, about x and y opposite to roll and pitch.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from viewer.arrays import Floats
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.metrics.carla_types import LightGroup, TrafficLightState
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import gather
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.replay.world.motion import rotation_matrices

_ACTORS_KEPT = 1024  # kinds of records of an actor
_FRAMES_KEPT = 16  # kinds of records of a frame

DERIVED = ("velocity", "acceleration", "angular_velocity")
"""What is derived where it is not recorded: m/s, m/s², °/s, each along the axes of the world."""

CarlaObject = Any
"""An object of the ``carla`` package or of its stand-in."""
Record = Any
"""One record, with fields by name, in the file's units."""

_LAMPS = (
    "Position", "LowBeam", "HighBeam", "Brake", "RightBlinker", "LeftBlinker", "Reverse", "Interior", "Fog",
    "Special1", "Special2",
)  # fmt: skip
"""In the order in which CARLA prints them."""
_SWITCH_TIME = 0.5  # what CARLA prints: it is not recorded
_FULL = 255

Found = Mapping[int, Record]
"""A record by the index of its frame, or by the id of its actor."""


class ActorStates:
    """The states of actors by name, as ScenarioRunner names them; frames are frame indices."""

    def __init__(self, index: RecordingIndex, values: CarlaValues) -> None:
        """Read nothing yet; what is read is kept for a while."""
        self._index = index
        self._values = values
        self._of_actor = lru_cache(_ACTORS_KEPT)(self._read_actor)
        self._of_frame = lru_cache(_FRAMES_KEPT)(self._read_frame)
        self._motion_of = lru_cache(_ACTORS_KEPT)(lambda actor_id: derive_motion(index, actor_id))
        kinematics, light = packets.KINEMATICS, packets.TRAFFIC_LIGHT_STATE
        self._derives = not index.packet_counts.get(index.dialect.id_of(kinematics))
        self._states: Mapping[str, tuple[PacketKind, Callable[[Record], CarlaObject]]] = {
            "transform": (packets.POSITION, values.transform),
            "velocity": (kinematics, lambda record: values.vector(record["velocity"])),
            "angular_velocity": (kinematics, lambda record: values.vector(record["angular_velocity"])),
            "control": (packets.ANIM_VEHICLE, values.control),
            "speed": (packets.ANIM_WALKER, values.walker_speed),
            "state": (light, values.light_state),
            "frozen": (light, lambda record: bool(record["frozen"])),
            "elapsed_time": (light, lambda record: float(record["time_in_state"])),
            "lights": (packets.VEHICLE_LIGHT, values.lamps),
        }

    def of(self, actor_id: int, state: str, frame: int, *, everybody: bool = False) -> CarlaObject:
        """Return a state of an actor in a frame, None if it is not recorded.

        Where it is asked of ``everybody`` in a frame, the frame is read; else all frames of that actor are.
        """

        def find(kind: PacketKind, place: int) -> Record:
            if everybody:
                return self._of_frame(kind, place).get(actor_id) if place >= 0 else None
            return self._of_actor(kind, actor_id).get(place)

        if self._derives and state in DERIVED:
            found = self._motion_of(actor_id).get(frame, {}).get(state)
            return None if found is None else self._values.vector(found)
        if state == "acceleration":
            now, before = (find(packets.KINEMATICS, each) for each in (frame, frame - 1))
            return None if now is None else self._acceleration(now, before, frame)
        kind, convert = self._states[state]
        record = find(kind, frame)
        return None if record is None else convert(record)

    def actors_in(self, frame: int) -> list[int]:
        """Return the ids of the actors of which a frame tells something, in its order."""
        kinds = (packets.POSITION, packets.TRAFFIC_LIGHT_STATE)
        return list(dict.fromkeys(actor_id for kind in kinds for actor_id in self._of_frame(kind, frame)))

    def _acceleration(self, now: Record, before: Record, frame: int) -> CarlaObject:
        """Return how the velocity has changed since the frame before; zeros in an actor's first frame."""
        duration = float(self._index.elapsed[frame] - self._index.elapsed[frame - 1]) if frame else 0.0
        if before is None or duration <= 0.0:
            return self._values.vector((0.0, 0.0, 0.0))
        change = now["velocity"].astype(np.float64) - before["velocity"]
        return self._values.vector(change / duration)

    def _read_actor(self, kind: PacketKind, actor_id: int) -> Found:
        frames, records = gather(self._index, kind, actor_id, slice(0, len(self._index.heads)))
        return dict(zip(frames.tolist(), records, strict=True))

    def _read_frame(self, kind: PacketKind, frame: int) -> Found:
        records = self._index.read_frame(frame).records(kind)
        return dict(zip(records["actor_id"].tolist(), records, strict=True))


def derive_motion(index: RecordingIndex, actor_id: int) -> Mapping[int, Mapping[str, Floats]]:
    """Return the motion of an actor by frame index, where Position tells where it is: (3,) for each name.

    Errors as for ``world_at``.
    """
    found: dict[int, Mapping[str, Floats]] = {}
    for row in index.actors.rows_of(actor_id):
        poses = trajectory(index, row)
        if not len(poses):
            continue
        velocities = poses.derived(poses.locations)
        columns = velocities, poses.derived(velocities), _angular_velocities(poses)
        for place in np.flatnonzero(poses.in_position).tolist():
            values = {name: column[place] for name, column in zip(DERIVED, columns, strict=True)}
            found[int(poses.frames[place])] = {
                name: value for name, value in values.items() if np.isfinite(value).all()
            }
    return found


def _angular_velocities(poses: Trajectory) -> Floats:
    """Return how fast an actor turns, °/s, shape (K, 3), K ≥ 1."""
    axes = rotation_matrices(poses.rotations)
    turns = axes[1:] @ np.swapaxes(axes[:-1], 1, 2)
    # Of a turn by an angle about an axis, half the difference to its transpose is axis × sine.
    (_, xy, xz), (yx, _, yz), (zx, zy, _) = np.moveaxis(turns, 0, -1)
    sines = 0.5 * np.stack((zy - yz, xz - zx, yx - xy), axis=1)
    sine = np.linalg.norm(sines, axis=1, keepdims=True)
    cosine = 0.5 * (np.trace(turns, axis1=1, axis2=2)[:, None] - 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = sines * np.where(sine > 0.0, np.degrees(np.arctan2(sine, cosine)) / sine, 0.0)
    turned = np.concatenate((np.zeros((1, 3)), np.cumsum(steps, axis=0)))
    return poses.derived(turned)


# -- records as objects


class CarlaValues:
    """Makes the objects."""

    def __init__(self, carla: CarlaObject) -> None:
        """Take the package, or its stand-in."""
        self._carla = carla

    def transform(self, record: Record) -> CarlaObject:
        """Return the pose of a record of Position."""
        roll, pitch, yaw = map(float, record["rotation"])
        rotation = self._carla.Rotation(roll=roll, pitch=pitch, yaw=yaw)
        return self._carla.Transform(self.location(record["location"]), rotation)

    def location(self, centimetres: Iterable[float]) -> CarlaObject:
        """Return a place."""
        return self._carla.Location(*_metres(centimetres))

    def vector(self, values: Iterable[float]) -> CarlaObject:
        """Return a vector in its own unit."""
        return self._carla.Vector3D(*map(float, values))

    def bounding_box(self, record: Record) -> CarlaObject:
        """Return the box of a record; zeros stand for the numbers of what has no mesh."""
        origin, extent = record["origin"], record["extent"]
        location = self._carla.Location() if math.isnan(origin[0]) else self.location(origin)
        size = () if math.isinf(extent[0]) else _metres(extent)
        return self._carla.BoundingBox(location, self._carla.Vector3D(*size))

    def control(self, record: Record) -> CarlaObject:
        """Return the control of a record of AnimVehicle."""
        gear, told = (
            int(record["gear"]),
            {each: float(record[each]) for each in ("throttle", "steer", "brake")},
        )
        hand_brake = bool(record["hand_brake"])
        return self._carla.VehicleControl(**told, hand_brake=hand_brake, reverse=gear < 0, gear=gear)

    def walker_speed(self, record: Record) -> float:
        """Return the speed of a record of AnimWalker in m/s."""
        return float(record["speed"]) / CENTIMETRES_PER_METRE

    def lamps(self, record: Record) -> list[CarlaObject]:
        """Return the lamps of a record of VehicleLight that are on, or NONE."""
        states = self._carla.VehicleLightState
        bits = int(record["lights"])
        lit = [lamp for name in _LAMPS if bits & int(lamp := getattr(states, name))]
        return lit or [states.NONE]

    def light_state(self, record: Record) -> CarlaObject:
        """Return the state of a record of TrafficLightState."""
        return _member(self._carla.TrafficLightState, TrafficLightState, int(record["state"]))

    def scene_light(self, record: Record) -> CarlaObject:
        """Return a light of the scene."""
        parts = (float(record[name]) for name in ("red", "green", "blue"))
        return self._carla.LightState(
            intensity=float(record["intensity"]),
            color=self._carla.Color(*(min(max(int(each * _FULL), 0), _FULL) for each in parts)),
            group=_member(self._carla.LightGroup, LightGroup, int(record["group"])),
            active=bool(record["on"]),
        )

    def physics(self, record: Record) -> CarlaObject:
        """Return the physics of a vehicle of UE4; of UE5 what both engines know."""
        result = _told(self._carla.VehiclePhysicsControl(), record)
        result.center_of_mass = self.vector(record.center_of_mass)
        for name in ("torque_curve", "steering_curve"):
            points = (map(float, point) for point in getattr(record, name))
            setattr(result, name, [self._carla.Vector2D(x=x, y=y) for x, y in points])
        result.forward_gears, result.wheels = [], []
        if hasattr(record, "forward_gears"):
            result.gear_switch_time = _SWITCH_TIME
            gears = record.forward_gears
            result.forward_gears = [_told(self._carla.GearPhysicsControl(), gear) for gear in gears]
            wheels = [_told(self._carla.WheelPhysicsControl(), each) for each in record.wheels]
            for wheel, each in zip(wheels, record.wheels, strict=True):
                wheel.position = self._carla.Vector3D(*_metres(each.position))
            result.wheels = wheels
        return result


def _told(result: CarlaObject, record: Record) -> CarlaObject:
    """Return an object with the numbers of a record that it has attributes for."""
    for name in record._fields:
        usual = getattr(result, name, None)
        if isinstance(usual, bool | float):
            setattr(result, name, type(usual)(getattr(record, name)))
    return result


def _member(of: CarlaObject, named: type[IntEnum], number: int) -> CarlaObject:
    """Return the member that a number stands for; one that is not known is the last one."""
    return getattr(of, named(min(number, max(named))).name)


def _metres(centimetres: Iterable[float]) -> list[float]:
    return [float(value) / CENTIMETRES_PER_METRE for value in centimetres]
