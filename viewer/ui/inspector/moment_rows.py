"""The rows below the head that change with time: motion and control; wheels and traffic lights."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from viewer.logfile import packets
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.replay.series.key import SeriesKey
from viewer.replay.world.details import ActorDetails
from viewer.replay.world.snapshot import ActorSnapshot, VehicleControl
from viewer.replay.world.world import World
from viewer.ui.inspector.detail_rows import (
    biker_rows,
    doors_row,
    light_times_row,
    trigger_volume_rows,
    wheel_rows,
)
from viewer.ui.inspector.lamp_rows import other_lamps, traffic_light_rows
from viewer.ui.inspector.road_rows import road_rows
from viewer.ui.inspector.sheet import Piece, Row, Source, Value, fact, heading
from viewer.ui.inspector.values import plain, quantity, seen_over_time, signal_of, source_of, vector

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads import RoadMap

translate = QCoreApplication.translate


def moment_rows(
    world: World,
    snapshot: ActorSnapshot,
    details: ActorDetails,
    hero: int | None,
    acceleration: float = math.nan,
    road_map: RoadMap | None = None,
) -> Iterator[Row]:
    """Yield a row for everything that can change, in sections; its value is None where the file is silent.

    ``acceleration`` is that of the signal of this name, NaN as long as it is not known. Speed, pedals and
    lamps are told in the head.
    """
    index, row = world.index, snapshot.row
    yield heading("traffic_light", translate("Inspector", "Traffic light"))
    yield from traffic_light_rows(index, row, snapshot.traffic_light)
    yield light_times_row(details.light_times)
    yield from trigger_volume_rows(details.trigger_volume)
    yield heading("motion", translate("Inspector", "Motion"))
    yield from _motion(index, snapshot, acceleration)
    yield from _pose(world, snapshot)
    distance = _distance(world, snapshot, hero)
    yield fact("distance_to_hero", translate("Inspector", "Distance to hero"), distance)
    yield from road_rows(road_map, snapshot)
    yield heading("control", translate("Inspector", "Control"))
    yield from _control(index, row, snapshot.control)
    yield fact("other_lamps", translate("Inspector", "Other lamps"), other_lamps(index, row, snapshot.lights))
    if snapshot.category is Category.VEHICLE:
        yield doors_row(index, row, details.open_doors)
    yield from wheel_rows(index, row, details.wheels)
    yield from biker_rows(index, row, details.biker)
    yield heading("walker", translate("Inspector", "Walker"))
    yield fact("walker_speed", translate("Inspector", "Commanded speed"), _walker_speed(index, snapshot))


def _motion(index: RecordingIndex, snapshot: ActorSnapshot, acceleration: float) -> Iterator[Row]:
    velocity, spin = snapshot.velocity, snapshot.angular_velocity
    row = snapshot.row
    yield fact(
        "acceleration", translate("Inspector", "Acceleration"), _acceleration(index, row, acceleration)
    )
    yield fact(
        "velocity",
        translate("Inspector", "Velocity"),
        vector(velocity.value, 2, "m/s", *source_of(velocity)) if velocity else None,
    )
    yaw_rate = signal_of(index, "yaw_rate", row)
    yield fact(
        "angular_velocity",
        translate("Inspector", "Angular velocity"),
        vector(spin.value, 1, "°/s", *source_of(spin), over_time=(None, None, yaw_rate)) if spin else None,
    )


def _acceleration(index: RecordingIndex, row: int, acceleration: float) -> Value | None:
    """Return the acceleration, a lone dash while it is being derived; None for who has none."""
    signal = signal_of(index, "acceleration", row)
    if signal is None:
        return None
    tip = translate("Inspector", "Derived from the velocity in the frames around; along the heading")
    return seen_over_time(quantity(acceleration, 2, "m/s²", Source.DERIVED, tip), signal)


def _pose(world: World, snapshot: ActorSnapshot) -> Iterator[Row]:
    source, how = _pose_source(world, snapshot)
    unknown = (math.nan,) * 3
    moves = snapshot.pose_source in {packets.POSITION.name, packets.EVENT_PARENT.name}

    def signals(*names: str) -> tuple[SeriesKey | None, ...]:
        return tuple(signal_of(world.index, name, snapshot.row) if moves else None for name in names)

    angles = (
        translate("Inspector", "pitch"),
        translate("Inspector", "yaw"),
        translate("Inspector", "roll"),
    )
    location = vector(snapshot.location or unknown, 2, "m", source, how, over_time=signals("x", "y", "z"))
    rotation = vector(
        snapshot.rotation or unknown,
        1,
        "°",
        source,
        how,
        names=angles,
        over_time=signals("pitch", "yaw", "roll"),
    )
    yield Row("location", (Piece(translate("Inspector", "Location")),), location)
    yield Row("rotation", (Piece(translate("Inspector", "Pitch, yaw, roll")),), rotation)
    yield fact(
        "pose_source",
        translate("Inspector", "Pose from"),
        plain(snapshot.pose_source or translate("Inspector", "not recorded"), how),
    )


def _pose_source(world: World, snapshot: ActorSnapshot) -> tuple[Source, str]:
    if snapshot.pose_source == packets.POSITION.name:
        if world.interpolated:
            return Source.DERIVED, translate("Inspector", "Interpolated between two recorded frames")
        return Source.RECORDED, translate("Inspector", "Recorded in this frame")
    if snapshot.pose_source == packets.EVENT_PARENT.name:
        return Source.DERIVED, translate("Inspector", "Derived from the pose of its parent")
    if snapshot.pose_source == packets.EVENT_ADD.name:
        return Source.RECORDED, translate("Inspector", "Recorded once, when it was spawned")
    return Source.UNMARKED, translate("Inspector", "The file does not tell where it is")


def _distance(world: World, snapshot: ActorSnapshot, hero: int | None) -> Value | None:
    if hero is None or hero == snapshot.row or snapshot.location is None:
        return None
    place = world.place_of(hero)
    if place is None or not world.has_pose[place]:
        return None
    distance = math.dist(snapshot.location, world.locations[place].tolist())
    tip = translate("Inspector", "Derived: between the centres of both")
    signal = signal_of(world.index, "distance", snapshot.row, hero)
    return seen_over_time(quantity(distance, 1, "m", Source.DERIVED, tip), signal)


def _control(index: RecordingIndex, row: int, control: VehicleControl | None) -> Iterator[Row]:
    tip = translate("Inspector", "Recorded: the last control applied, not a measurement")

    def recorded(value: Value, signal: str) -> Value | None:
        if control is None:
            return None
        value = replace(value, source=Source.RECORDED, tip=tip)
        return seen_over_time(value, signal_of(index, signal, row))

    told = control or VehicleControl(0.0, 0.0, 0.0, hand_brake=False, gear=0)
    hand_brake = translate("Inspector", "on") if told.hand_brake else translate("Inspector", "off")
    rows = (
        ("gear", translate("Inspector", "Gear"), replace(plain(_gear(told.gear)), raw=told.gear), "gear"),
        (
            "hand_brake",
            translate("Inspector", "Handbrake"),
            replace(plain(hand_brake), raw=told.hand_brake),
            "hand_brake",
        ),
    )
    for key, label, value, signal in rows:
        yield fact(key, label, recorded(value, signal))


def _gear(gear: int) -> str:
    if gear < 0:
        return translate("Inspector", "reverse")
    return str(gear) if gear else translate("Inspector", "neutral")


def _walker_speed(index: RecordingIndex, snapshot: ActorSnapshot) -> Value | None:
    speed = snapshot.walker_speed
    if speed is None:
        return None
    tip = translate("Inspector", "Recorded: what its controller asked for")
    signal = signal_of(index, "walker_speed", snapshot.row)
    return seen_over_time(quantity(speed, 2, "m/s", Source.RECORDED, tip), signal)
