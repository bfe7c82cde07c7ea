"""The rows that change with time: motion, control, lamps, wheels, traffic light, walking."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import QCoreApplication

from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.recording.actors import Category
from viewer.replay.details import ActorDetails
from viewer.replay.snapshot import ActorSnapshot, Measured, VehicleControl
from viewer.replay.world import World
from viewer.ui.inspector.detail_rows import (
    biker_rows,
    doors_row,
    light_times_row,
    trigger_volume_rows,
    wheel_rows,
)
from viewer.ui.inspector.sheet import Piece, Row, Source, Swatch, Value, fact, heading
from viewer.ui.inspector.values import plain, quantity, vector

translate = QCoreApplication.translate
T = TypeVar("T")


def moment_rows(
    world: World, snapshot: ActorSnapshot, details: ActorDetails, hero: int | None
) -> Iterator[Row]:
    """Yield a row for everything that can change, in sections; its value is None where the file is silent."""
    yield heading("motion", translate("Inspector", "Motion"))
    yield from _motion(snapshot)
    yield from _pose(world, snapshot)
    yield fact(
        "distance_to_hero", translate("Inspector", "Distance to hero"), _distance(world, snapshot, hero)
    )
    yield heading("control", translate("Inspector", "Control"))
    yield from _control(snapshot.control)
    yield fact("lights", translate("Inspector", "Lights on"), _lights(snapshot.lights))
    if snapshot.category is Category.VEHICLE:
        yield doors_row(details.open_doors)
    yield from wheel_rows(details.wheels)
    yield from biker_rows(details.biker)
    yield heading("traffic_light", translate("Inspector", "Traffic light"))
    yield from _traffic_light(snapshot)
    yield light_times_row(details.light_times)
    yield from trigger_volume_rows(details.trigger_volume)
    yield heading("walker", translate("Inspector", "Walker"))
    yield fact("walker_speed", translate("Inspector", "Commanded speed"), _walker_speed(snapshot))


def _motion(snapshot: ActorSnapshot) -> Iterator[Row]:
    speed, velocity, spin = snapshot.speed, snapshot.velocity, snapshot.angular_velocity
    yield fact(
        "speed",
        translate("Inspector", "Speed"),
        quantity(speed.value, 2, "m/s", *_source(speed)) if speed else None,
    )
    yield fact(
        "velocity",
        translate("Inspector", "Velocity"),
        vector(velocity.value, 2, "m/s", *_source(velocity)) if velocity else None,
    )
    yield fact(
        "angular_velocity",
        translate("Inspector", "Angular velocity"),
        vector(spin.value, 1, "°/s", *_source(spin)) if spin else None,
    )


def _source(measured: Measured[T]) -> tuple[Source, str]:
    if measured.recorded:
        return Source.RECORDED, translate("Inspector", "Recorded")
    return Source.DERIVED, translate("Inspector", "Derived from the positions in the frames around")


def _pose(world: World, snapshot: ActorSnapshot) -> Iterator[Row]:
    source, how = _pose_source(world, snapshot)
    unknown = (math.nan,) * 3
    yield fact(
        "location",
        translate("Inspector", "Location"),
        vector(snapshot.location or unknown, 2, "m", source, how),
    )
    yield fact(
        "rotation",
        translate("Inspector", "Pitch, yaw, roll"),
        vector(snapshot.rotation or unknown, 1, "°", source, how),
    )
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
    return quantity(distance, 1, "m", Source.DERIVED, translate("Inspector", "Derived from both locations"))


def _control(control: VehicleControl | None) -> Iterator[Row]:
    tip = translate("Inspector", "Recorded: the last control applied, not a measurement")

    def recorded(value: Value) -> Value | None:
        return None if control is None else Value(value.pieces, Source.RECORDED, tip)

    told = control or VehicleControl(0.0, 0.0, 0.0, hand_brake=False, gear=0)
    hand_brake = translate("Inspector", "on") if told.hand_brake else translate("Inspector", "off")
    yield fact("throttle", translate("Inspector", "Throttle"), recorded(quantity(told.throttle, 2, "")))
    yield fact("steering", translate("Inspector", "Steering"), recorded(quantity(told.steer, 3, "")))
    yield fact("brake", translate("Inspector", "Brake"), recorded(quantity(told.brake, 2, "")))
    yield fact("hand_brake", translate("Inspector", "Handbrake"), recorded(plain(hand_brake)))
    yield fact("gear", translate("Inspector", "Gear"), recorded(plain(_gear(told.gear))))


def _gear(gear: int) -> str:
    if gear < 0:
        return translate("Inspector", "reverse")
    return str(gear) if gear else translate("Inspector", "neutral")


def _lights(lights: VehicleLightState | None) -> Value | None:
    if lights is None:
        return None
    names = {
        VehicleLightState.POSITION: translate("Inspector", "position"),
        VehicleLightState.LOW_BEAM: translate("Inspector", "low beam"),
        VehicleLightState.HIGH_BEAM: translate("Inspector", "high beam"),
        VehicleLightState.BRAKE: translate("Inspector", "brake"),
        VehicleLightState.RIGHT_BLINKER: translate("Inspector", "right blinker"),
        VehicleLightState.LEFT_BLINKER: translate("Inspector", "left blinker"),
        VehicleLightState.REVERSE: translate("Inspector", "reverse"),
        VehicleLightState.FOG: translate("Inspector", "fog"),
        VehicleLightState.INTERIOR: translate("Inspector", "interior"),
        VehicleLightState.SPECIAL1: translate("Inspector", "special 1"),
        VehicleLightState.SPECIAL2: translate("Inspector", "special 2"),
    }
    on = [name for lamp, name in names.items() if lights & lamp]
    text = ", ".join(on) or translate("Inspector", "none")
    return Value((Piece(text),), Source.RECORDED, translate("Inspector", "Recorded"))


def _traffic_light(snapshot: ActorSnapshot) -> Iterator[Row]:
    light = snapshot.traffic_light
    tip = translate("Inspector", "Recorded")
    frozen = time = state = None
    if light is not None:
        state = Value(
            (Piece(_state(light.state)),), Source.RECORDED, tip, Swatch(_LAMPS[light.state], round=True)
        )
        word = translate("Inspector", "yes") if light.frozen else translate("Inspector", "no")
        frozen = plain(word, translate("Inspector", "Recorded for the whole group of the light"))
        time = quantity(light.time_in_state, 1, "s", Source.RECORDED, tip)
    yield fact("state", translate("Inspector", "State"), state)
    yield fact("time_in_state", translate("Inspector", "Time in state"), time)
    yield fact("frozen", translate("Inspector", "Frozen"), frozen)


_LAMPS = {
    TrafficLightState.RED: "light_red",
    TrafficLightState.YELLOW: "light_yellow",
    TrafficLightState.GREEN: "light_green",
    TrafficLightState.OFF: "faint",
    TrafficLightState.UNKNOWN: "faint",
}


def _state(state: TrafficLightState) -> str:
    return {
        TrafficLightState.RED: translate("Inspector", "red"),
        TrafficLightState.YELLOW: translate("Inspector", "yellow"),
        TrafficLightState.GREEN: translate("Inspector", "green"),
        TrafficLightState.OFF: translate("Inspector", "off"),
        TrafficLightState.UNKNOWN: translate("Inspector", "unknown"),
    }[state]


def _walker_speed(snapshot: ActorSnapshot) -> Value | None:
    speed = snapshot.walker_speed
    tip = translate("Inspector", "Recorded: what its controller asked for")
    return None if speed is None else quantity(speed, 2, "m/s", Source.RECORDED, tip)
