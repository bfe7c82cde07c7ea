"""Everything known about one actor at one time."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.recording.actors import NEVER, ActorDescription, Category
from viewer.recording.units import recorded_velocities

if TYPE_CHECKING:  # a world makes snapshots of itself
    from viewer.replay.world.world import World

T = TypeVar("T")
Vector = tuple[float, float, float]
_LAMPS = sum(VehicleLightState)
_LAST_STATE = max(TrafficLightState)


@dataclass(frozen=True, slots=True)
class Measured(Generic[T]):
    """A value, and whether it stands in the file or was derived from what does."""

    value: T
    recorded: bool


@dataclass(frozen=True, slots=True)
class BoundingBox:
    """Centre in the actor's frame and half-extents in metres; not recorded means usual for such an actor."""

    center: Vector
    extent: Vector
    recorded: bool


@dataclass(frozen=True, slots=True)
class VehicleControl:
    """The last control applied: steer −1 to 1, throttle and brake 0 to 1, gear −1 reverse, 0 neutral."""

    steer: float
    throttle: float
    brake: float
    hand_brake: bool
    gear: int


@dataclass(frozen=True, slots=True)
class TrafficLight:
    """State of a traffic light, whether its group is frozen, and seconds in this state."""

    state: TrafficLightState
    frozen: bool
    time_in_state: float


@dataclass(frozen=True, slots=True)
class ActorSnapshot:
    """One actor at one time; metres, degrees (pitch, yaw, roll), m/s, CARLA's frame. None: not in the file.

    Attributes:
        row: row of the actor table, the actor's identity within the recording.
        frame: id of the frame in force, as written.
        elapsed: time of the snapshot in seconds.
        pose_source: packet that tells the pose: Position, EventParent (placed on its parent) or EventAdd.
        velocity: None, as the speed, also while a scenario keeps the actor far below (``World.below``).
        walker_speed: commanded speed in m/s.
        parent_row: row of the parent, also if it is dead.
        spawn_elapsed: when it was added, in seconds.
        destroy_elapsed: when it was destroyed, None if it outlives the recording.

    """

    row: int
    actor_id: int
    description: ActorDescription
    category: Category
    frame: int
    elapsed: float
    location: Vector | None
    rotation: Vector | None
    pose_source: str
    velocity: Measured[Vector] | None
    speed: Measured[float] | None
    angular_velocity: Measured[Vector] | None
    bounding_box: BoundingBox
    control: VehicleControl | None
    lights: VehicleLightState | None
    traffic_light: TrafficLight | None
    walker_speed: float | None
    parent_id: int | None
    parent_row: int | None
    children: tuple[int, ...]
    spawn_elapsed: float
    destroy_elapsed: float | None

    @property
    def transform(self) -> tuple[Vector, Vector] | None:
        """Location and rotation together, None if the file does not tell."""
        return (self.location, self.rotation) if self.location and self.rotation else None


def snapshot(world: World, row: int) -> ActorSnapshot | None:
    """Return everything known about the actor of this row, None if it is not alive in this world."""
    at = world.place_of(row)
    if at is None:
        return None
    actors = world.index.actors
    description = actors.descriptions[row]
    has_pose = bool(world.has_pose[at])
    velocity = world.velocity_of(at)
    recorded = bool(world.velocity_recorded[at])
    speed = math.sqrt(velocity @ velocity)
    moves = math.isfinite(speed) and world.below[at] <= 0.0
    parent_row = int(actors.parent[row])
    destroyed = int(actors.destroy_frame[row])
    elapsed = world.index.elapsed
    return ActorSnapshot(
        row=row,
        actor_id=description.actor_id,
        description=description,
        category=Category(int(actors.category[row])),
        frame=world.frame,
        elapsed=world.elapsed,
        location=_vector(world.locations[at]) if has_pose else None,
        rotation=_vector(world.rotations[at]) if has_pose else None,
        pose_source=_pose_source(world, at, parent_row) if has_pose else "",
        velocity=Measured(_vector(velocity), recorded) if moves else None,
        speed=Measured(speed, recorded) if moves else None,
        angular_velocity=_angular_velocity(world, description.actor_id),
        bounding_box=BoundingBox(
            _vector(actors.box_center[row]), _vector(actors.box_extent[row]), bool(actors.box_recorded[row])
        ),
        control=_control(world, description.actor_id),
        lights=_lights(world, description.actor_id),
        traffic_light=_traffic_light(world, description.actor_id),
        walker_speed=_walker_speed(world, description.actor_id),
        parent_id=int(actors.actor_id[parent_row]) if parent_row >= 0 else None,
        parent_row=parent_row if parent_row >= 0 else None,
        children=tuple(actors.children(row).tolist()),
        spawn_elapsed=float(elapsed[actors.spawn_frame[row]]),
        destroy_elapsed=float(elapsed[destroyed]) if destroyed != NEVER else None,
    )


def _vector(values: NDArray[np.float64]) -> Vector:
    x, y, z = values.tolist()
    return x, y, z


def _pose_source(world: World, at: int, parent_row: int) -> str:
    if world.in_position[at]:
        return packets.POSITION.name
    return packets.EVENT_PARENT.name if parent_row >= 0 else packets.EVENT_ADD.name


def _record(world: World, kind: PacketKind, actor_id: int) -> np.void | None:
    """Return the actor's record of a kind in this frame; of doubled ones the last, as CARLA applies it."""
    records = world.records(kind)
    (found,) = (records["actor_id"] == actor_id).nonzero()
    return records[found[-1]] if len(found) else None


def _angular_velocity(world: World, actor_id: int) -> Measured[Vector] | None:
    record = _record(world, packets.KINEMATICS, actor_id)
    if record is None:
        return None
    velocity = recorded_velocities(record["angular_velocity"])
    return Measured(_vector(velocity), recorded=True) if np.isfinite(velocity).all() else None


def _control(world: World, actor_id: int) -> VehicleControl | None:
    record = _record(world, packets.ANIM_VEHICLE, actor_id)
    if record is None:
        return None
    _, steer, throttle, brake, hand_brake, gear = record.item()
    return VehicleControl(steer, throttle, brake, bool(hand_brake), gear)


def _lights(world: World, actor_id: int) -> VehicleLightState | None:
    record = _record(world, packets.VEHICLE_LIGHT, actor_id)
    return VehicleLightState(int(record["lights"]) & _LAMPS) if record is not None else None


def _traffic_light(world: World, actor_id: int) -> TrafficLight | None:
    record = _record(world, packets.TRAFFIC_LIGHT_STATE, actor_id)
    if record is None:
        return None
    _, frozen, seconds, state = record.item()
    known = TrafficLightState(state) if state <= _LAST_STATE else TrafficLightState.UNKNOWN
    return TrafficLight(known, bool(frozen), seconds)


def _walker_speed(world: World, actor_id: int) -> float | None:
    record = _record(world, packets.ANIM_WALKER, actor_id)
    return float(record["speed"]) / 100.0 if record is not None else None
