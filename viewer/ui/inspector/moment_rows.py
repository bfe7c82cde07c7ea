"""The rows below the head that change with time: motion and control; wheels and traffic lights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, ActorSnapshot, VehicleControl
from viewer.replay.world.world import World
from viewer.signals.series import SeriesKey
from viewer.ui.inspector.detail_rows import (
    biker_rows,
    doors_row,
    light_times_row,
    trigger_volume_rows,
    wheel_rows,
)
from viewer.ui.inspector.kept_rows import KeptRows
from viewer.ui.inspector.lamp_rows import LIGHT_AHEAD, light_ahead_row, other_lamps, traffic_light_rows
from viewer.ui.inspector.road_rows import road_rows
from viewer.ui.inspector.sheet import Row, Source, Value, fact, heading
from viewer.ui.inspector.values import plain, quantity, seen_over_time, signal_of, source_of, vector
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap


SignalNow = Callable[[str], float | None]


def _not_read(_name: str) -> float | None:
    return None


def moment_rows(
    world: World,
    snapshot: ActorSnapshot,
    details: ActorDetails,
    hero: int | None,
    signal_now: SignalNow = _not_read,
    road_map: RoadMap | None = None,
    kept: KeptRows | None = None,
) -> list[Row]:
    """Return a row for everything that can change, in sections; its value is None where the file is silent.

    ``signal_now`` returns what a signal of the actor is now, None as long as it is not read. Speed, pedals
    and lamps are told in the head. Rows that would say the same are those that were ``kept``.
    """
    rows = (KeptRows() if kept is None else kept).of
    index, row, control, lights = world.index, snapshot.row, snapshot.control, snapshot.lights
    lines = [
        *rows(
            "traffic light",
            (snapshot.traffic_light, details.light_times, details.trigger_volume),
            lambda: _traffic_light(index, snapshot, details),
        )
    ]
    acceleration = signal_now("acceleration")
    lines += _motion(index, snapshot, math.nan if acceleration is None else acceleration, rows)
    lines += _pose(world, snapshot, rows)
    place = world.place_of(row)
    below = 0.0 if place is None else float(world.below[place])
    lines += rows("below", (below,), lambda: _below(below))
    distance = _distance(world, snapshot, hero)
    lines += rows("distance", (hero, distance), lambda: _distance_row(index, row, hero, distance))
    lines += rows(
        "road", (road_map, snapshot.location, snapshot.rotation), lambda: road_rows(road_map, snapshot)
    )
    light = tuple(signal_now(name) for name in LIGHT_AHEAD)
    lines += rows("light ahead", light, lambda: [light_ahead_row(index, row, *light)])
    lines += rows("control", (control,), lambda: _control(index, row, control))
    has_doors = snapshot.category is Category.VEHICLE
    doors = details.open_doors if has_doors else None
    lines += rows("equipment", (lights, doors), lambda: _equipment(index, snapshot, doors))
    wheels, biker = details.wheels, details.biker
    lines += rows("wheels", (wheels,), lambda: wheel_rows(index, row, wheels))
    lines += rows("biker", (biker,), lambda: biker_rows(index, row, biker))
    lines += rows("walker", (snapshot.walker_speed,), lambda: _walker(index, snapshot))
    return lines


_Rows = Callable[[str, tuple[object, ...], Callable[[], Iterable[Row]]], tuple[Row, ...]]
"""``KeptRows.of``."""


def _traffic_light(index: RecordingIndex, snapshot: ActorSnapshot, details: ActorDetails) -> Iterator[Row]:
    yield heading("traffic_light", tr("Traffic light"))
    yield from traffic_light_rows(index, snapshot.row, snapshot.traffic_light)
    yield light_times_row(details.light_times)
    yield from trigger_volume_rows(details.trigger_volume)
    yield heading("motion", tr("Motion"))


def _equipment(
    index: RecordingIndex, snapshot: ActorSnapshot, doors: tuple[VehicleDoor, ...] | None
) -> Iterator[Row]:
    others = other_lamps(index, snapshot.row, snapshot.lights)
    yield fact("other_lamps", tr("Other lamps"), others)
    if snapshot.category is Category.VEHICLE:
        yield doors_row(index, snapshot.row, doors)


def _motion(
    index: RecordingIndex, snapshot: ActorSnapshot, acceleration: float, rows: _Rows
) -> Iterable[Row]:
    velocity, spin = snapshot.velocity, snapshot.angular_velocity
    row = snapshot.row

    def speeding_up() -> Iterator[Row]:
        value = _acceleration(index, row, acceleration)
        yield fact("acceleration", tr("Acceleration"), value)

    def moving() -> Iterator[Row]:
        value = vector(velocity.value, 2, "m/s", *source_of(velocity)) if velocity else None
        yield fact("velocity", tr("Velocity"), value)

    def turning() -> Iterator[Row]:
        value = None
        if spin:
            yaw_rate = signal_of(index, "yaw_rate", row)
            value = vector(spin.value, 1, "°/s", *source_of(spin), over_time=(None, None, yaw_rate))
        yield fact("angular_velocity", tr("Angular velocity"), value)

    return (
        *rows("acceleration", (acceleration,), speeding_up),
        *rows("velocity", (velocity,), moving),
        *rows("angular_velocity", (spin,), turning),
    )


def _acceleration(index: RecordingIndex, row: int, acceleration: float) -> Value | None:
    """Return the acceleration, a lone dash while it is being derived; None for who has none."""
    signal = signal_of(index, "acceleration", row)
    if signal is None:
        return None
    tip = tr("Derived from the velocity in the frames around; along the heading")
    return seen_over_time(quantity(acceleration, 2, "m/s²", Source.DERIVED, tip), signal)


def _pose(world: World, snapshot: ActorSnapshot, rows: _Rows) -> Iterable[Row]:
    told = snapshot.pose_source, world.interpolated
    moves = snapshot.pose_source in {packets.POSITION.name, packets.EVENT_PARENT.name}
    unknown = (math.nan,) * 3

    def signals(*names: str) -> tuple[SeriesKey | None, ...]:
        return tuple(signal_of(world.index, name, snapshot.row) if moves else None for name in names)

    def location() -> Iterator[Row]:
        value = vector(
            snapshot.location or unknown, 2, "m", *_pose_source(*told), over_time=signals("x", "y", "z")
        )
        yield fact("location", tr("Location"), value)

    def rotation() -> Iterator[Row]:
        value = vector(
            snapshot.rotation or unknown,
            1,
            "°",
            *_pose_source(*told),
            names=(tr("pitch"), tr("yaw"), tr("roll")),
            over_time=signals("pitch", "yaw", "roll"),
        )
        yield fact("rotation", tr("Pitch, yaw, roll"), value)

    def pose_source() -> Iterator[Row]:
        value = plain(told[0] or tr("not recorded"), _pose_source(*told)[1])
        yield fact("pose_source", tr("Pose from"), value)

    return (
        *rows("location", (snapshot.location, *told), location),
        *rows("rotation", (snapshot.rotation, *told), rotation),
        *rows("pose_source", told, pose_source),
    )


def _below(below: float) -> Iterator[Row]:
    value = None
    if below > 0.0:
        tip = tr("Derived: a scenario keeps it there, out of sight")
        value = quantity(below, 0, "m", Source.DERIVED, tip)
    yield fact("below", tr("Below the road"), value)


def _pose_source(told_by: str, interpolated: bool) -> tuple[Source, str]:
    if told_by == packets.POSITION.name:
        if interpolated:
            return Source.DERIVED, tr("Interpolated between two recorded frames")
        return Source.RECORDED, tr("Recorded in this frame")
    if told_by == packets.EVENT_PARENT.name:
        return Source.DERIVED, tr("Derived from the pose of its parent")
    if told_by == packets.EVENT_ADD.name:
        return Source.RECORDED, tr("Recorded once, when it was spawned")
    return Source.UNMARKED, tr("The file does not tell where it is")


def _distance(world: World, snapshot: ActorSnapshot, hero: int | None) -> float | None:
    if hero is None or hero == snapshot.row or snapshot.location is None:
        return None
    place = world.place_of(hero)
    if place is None or not world.has_pose[place]:
        return None
    return math.dist(snapshot.location, world.locations[place].tolist())


def _distance_row(index: RecordingIndex, row: int, hero: int | None, distance: float | None) -> Iterator[Row]:
    value = None
    if distance is not None:
        tip = tr("Derived: between the centres of both")
        signal = signal_of(index, "distance", row, hero)
        value = seen_over_time(quantity(distance, 1, "m", Source.DERIVED, tip), signal)
    yield fact("distance_to_hero", tr("Distance to hero"), value)


def _control(index: RecordingIndex, row: int, control: VehicleControl | None) -> Iterator[Row]:
    tip = tr("Recorded: the last control applied, not a measurement")

    def recorded(value: Value, signal: str) -> Value | None:
        if control is None:
            return None
        value = value._replace(source=Source.RECORDED, tip=tip)
        return seen_over_time(value, signal_of(index, signal, row))

    yield heading("control", tr("Control"))
    told = control or VehicleControl(0.0, 0.0, 0.0, hand_brake=False, gear=0)
    hand_brake = tr("on") if told.hand_brake else tr("off")
    rows = (
        ("gear", tr("Gear"), plain(_gear(told.gear))._replace(raw=told.gear), "gear"),
        ("hand_brake", tr("Handbrake"), plain(hand_brake)._replace(raw=told.hand_brake), "hand_brake"),
    )
    for key, label, value, signal in rows:
        yield fact(key, label, recorded(value, signal))


def _gear(gear: int) -> str:
    if gear < 0:
        return tr("reverse")
    return str(gear) if gear else tr("neutral")


def _walker(index: RecordingIndex, snapshot: ActorSnapshot) -> Iterator[Row]:
    yield heading("walker", tr("Walker"))
    speed, value = snapshot.walker_speed, None
    if speed is not None:
        tip = tr("Recorded: what its controller asked for")
        signal = signal_of(index, "walker_speed", snapshot.row)
        value = seen_over_time(quantity(speed, 2, "m/s", Source.RECORDED, tip), signal)
    yield fact("walker_speed", tr("Commanded speed"), value)
