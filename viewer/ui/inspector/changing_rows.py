"""Rows of an actor that change with time: speed, controls, lamps, motion, position on the road."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from viewer.logfile import packets
from viewer.recording.actors import MOVERS, Category
from viewer.replay.world.snapshot import ActorSnapshot
from viewer.ui.format import number
from viewer.ui.inspector.detail_rows import (
    biker_rows,
    doors,
    lamps,
    light_ahead,
    other_lamps,
    traffic_light_rows,
    trigger_volume_rows,
    wheel_rows,
)
from viewer.ui.inspector.row import Kind, Row, Source, Value, field, section
from viewer.ui.inspector.values import ActorNow, as_written, plain, quantity, source_of, vector
from viewer.ui.road_position import RoadPosition, road_position, signal_at
from viewer.ui.speed_unit import other_speed_text
from viewer.ui.translation import tr

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.roads.road_map import RoadMap

_RECORDED, _DERIVED = Source.RECORDED, Source.DERIVED
NEEDED = ("acceleration", "light_ahead", "light_ahead_id", "light_ahead_source", "time_since_change")
"""Names of the signals (quantities over time) that the inspector shows and therefore asks to be read."""


def changing_rows(actor: ActorNow) -> list[Row]:
    """Return the inspector's rows about what may change over time in ``actor``; unknown values are None."""
    return [
        *_head(actor),
        section("traffic_light", tr("Traffic light"), traffic_light_rows(actor)),
        section("trigger_volume", tr("Trigger volume"), trigger_volume_rows(actor)),
        section("motion", tr("Motion"), _motion(actor)),
        section("control", tr("Control"), _control(actor)),
        section("wheels", tr("Wheels"), wheel_rows(actor)),
        section("biker", tr("Two-wheeler"), biker_rows(actor)),
        section("walker", tr("Walker"), _walker(actor)),
    ]


def _head(actor: ActorNow) -> list[Row]:
    speed, control = actor.snapshot.speed, actor.snapshot.control
    value = also = throttle = brake = steering = None
    if speed is not None:
        keys = actor.keys("speed" if speed.recorded else "derived_speed")
        value = quantity(speed.value, 2, "m/s", *source_of(speed), keys)
        written, unit = other_speed_text(speed.value).split(" ")
        also = Value(written, unit)
    if control is not None:
        tip = tr("Recorded: the last control applied, not a measurement")
        throttle = quantity(control.throttle, 2, "", _RECORDED, tip, actor.keys("throttle"))
        brake = quantity(control.brake, 2, "", _RECORDED, tip, actor.keys("brake"))
        steering = quantity(control.steer, 3, "", _RECORDED, tip, actor.keys("steer"))
    lit = lamps(actor)
    return [
        field("speed", tr("Speed"), value, Kind.SPEED),
        field("speed again", "", also, Kind.ASIDE),
        field("throttle", tr("Throttle"), throttle, Kind.BAR),
        field("brake", tr("Brake"), brake, Kind.BAR),
        field("steering", tr("Steering"), steering, Kind.MIDDLE_BAR),
        field("lights", tr("Lamps"), lit, Kind.LAMPS if lit and lit.lamps is not None else Kind.VALUE),
    ]


def _motion(actor: ActorNow) -> list[Row]:
    snapshot, acceleration = actor.snapshot, actor.now("acceleration")
    velocity, spin = snapshot.velocity, snapshot.angular_velocity
    speeding_up = moving = turning = None
    if keys := actor.keys("acceleration"):
        tip = tr("Derived from the velocity in the frames around; along the heading")
        known = math.nan if acceleration is None else acceleration
        speeding_up = quantity(known, 2, "m/s²", _DERIVED, tip, keys)
    if velocity is not None:
        moving = vector(velocity.value, 2, "m/s", *source_of(velocity))
    if spin is not None:
        yaw_rate = actor.keys("yaw_rate")
        turning = vector(spin.value, 1, "°/s", *source_of(spin), over_time=((), (), yaw_rate))
    tip = tr("Recorded; the poses contradict it")
    recorded = snapshot.contradicted
    recorded_velocity = (
        None if recorded.velocity is None else vector(recorded.velocity, 2, "m/s", _RECORDED, tip)
    )
    turn = recorded.angular_velocity
    recorded_spin = None if turn is None else vector(turn, 1, "°/s", _RECORDED, tip)
    return [
        field("acceleration", tr("Acceleration"), speeding_up),
        field("velocity", tr("Velocity"), moving),
        field("recorded_velocity", tr("Velocity, recorded"), recorded_velocity),
        field("angular_velocity", tr("Angular velocity"), turning),
        field("recorded_angular_velocity", tr("Angular velocity, recorded"), recorded_spin),
        *_pose(actor),
        field("below", tr("Below the road"), _below(actor)),
        field("distance_to_hero", tr("Distance to hero"), _distance(actor)),
        *_road(actor.context.view.road_map, snapshot),
        field("light_ahead", tr("Light ahead"), light_ahead(actor)),
    ]


def _pose(actor: ActorNow) -> list[Row]:
    snapshot = actor.snapshot
    source, tip = _pose_source(snapshot.pose_source, interpolated=actor.world.interpolated)
    moves = snapshot.pose_source in {packets.POSITION.name, packets.EVENT_PARENT.name}
    positions = [actor.keys(name) if moves else () for name in ("x", "y", "z")]
    turns = [actor.keys(name) if moves else () for name in ("pitch", "yaw", "roll")]
    names = tr("pitch"), tr("yaw"), tr("roll")
    location = vector(snapshot.location, 2, "m", source, tip, over_time=positions)
    rotation = vector(snapshot.rotation, 1, "°", source, tip, names=names, over_time=turns)
    return [
        field("location", tr("Location"), location),
        field("rotation", tr("Pitch, yaw, roll"), rotation),
    ]


def _pose_source(packet: str, *, interpolated: bool) -> tuple[Source, str]:
    if packet == packets.POSITION.name:
        if interpolated:
            return _DERIVED, tr("Interpolated between two recorded frames")
        return _RECORDED, tr("Recorded in this frame")
    if packet == packets.EVENT_PARENT.name:
        return _DERIVED, tr("Derived from the pose of its parent")
    if packet == packets.EVENT_ADD.name:
        return _RECORDED, tr("Recorded once, when it was spawned")
    return Source.UNMARKED, tr("Its position is not recorded")


def _below(actor: ActorNow) -> Value | None:
    index = actor.world.index_of(actor.row)
    below = 0.0 if index is None else float(actor.world.below[index])
    if below <= 0.0:
        return None
    return quantity(below, 0, "m", _DERIVED, tr("Derived: a scenario keeps it there, out of sight"))


def _distance(actor: ActorNow) -> Value | None:
    hero, world, location = actor.context.view.hero, actor.world, actor.snapshot.location
    if hero is None or hero == actor.row or location is None:
        return None
    index = world.index_of(hero)
    if index is None or not world.has_pose[index]:
        return None
    distance = math.dist(location, world.locations[index].tolist())
    tip = tr("Derived: between the centres of both")
    return quantity(distance, 1, "m", _DERIVED, tip, actor.keys("distance", hero))


def _control(actor: ActorNow) -> list[Row]:
    control, gear, hand_brake = actor.snapshot.control, None, None
    if control is not None:
        tip = tr("Recorded: the last control applied, not a measurement")
        word = tr("on") if control.hand_brake else tr("off")
        gear = plain(_gear(control.gear), tip, _RECORDED, actor.keys("gear"), control.gear)
        hand_brake = plain(word, tip, _RECORDED, actor.keys("hand_brake"), control.hand_brake)
    is_vehicle = actor.snapshot.category is Category.VEHICLE
    return [
        field("gear", tr("Gear"), gear),
        field("hand_brake", tr("Handbrake"), hand_brake),
        field("other_lamps", tr("Other lamps"), other_lamps(actor)),
        field("doors", tr("Doors open"), doors(actor) if is_vehicle else None),
    ]


def _gear(gear: int) -> str:
    if gear < 0:
        return tr("reverse")
    return str(gear) if gear else tr("neutral")


def _walker(actor: ActorNow) -> list[Row]:
    speed, value = actor.snapshot.walker_speed, None
    if speed is not None:
        tip = tr("Recorded: what its controller asked for")
        value = quantity(speed, 2, "m/s", _RECORDED, tip, actor.keys("walker_speed"))
    return [field("walker_speed", tr("Commanded speed"), value)]


# -- on the road


def _road(road_map: RoadMap | None, actor: ActorSnapshot) -> list[Row]:
    """Return the inspector's rows on the actor's position on the road; empty if there is no map."""
    if road_map is None or actor.location is None:
        return []
    if actor.category is Category.TRAFFIC_LIGHT:
        signal = signal_at(road_map, *actor.location[:2])
        text = tr("{signal.id} · road {signal.road}")
        name = None if signal is None else plain(text.format(signal=signal))
        return [field("signal", tr("Signal of the map"), name)]
    if actor.category not in MOVERS:
        return []
    position = road_position(road_map, actor.location, None if actor.rotation is None else actor.rotation[1])
    how = tr("Derived from the map")
    offset = turn = limit = None
    if position is not None:
        side = tr("left {0}") if position.offset < 0.0 else tr("right {0}")
        text = side.format(number(abs(position.offset), 2))
        offset = as_written(text, position.offset, "m", _DERIVED, how)
        turn = quantity(position.turn, 1, "°", _DERIVED, how)
        limit = (
            quantity(position.speed_limit, 1, "m/s", _DERIVED, how)
            if math.isfinite(position.speed_limit)
            else None
        )
    return [
        field("road_lane", tr("Lane"), _lane(position, how)),
        field("lane_offset", tr("Offset from lane centre"), offset),
        field("lane_turn", tr("Angle to lane"), turn),
        field("speed_limit", tr("Speed limit"), limit),
    ]


def _lane(position: RoadPosition | None, how: str) -> Value:
    """Return the inspector's value with road, lane and lane type; "on no lane" if ``position`` is None.

    ``how`` is the tooltip that says how they were found.
    """
    if position is None:
        return plain(tr("on no lane"), how, _DERIVED)
    texts = position.road, position.lane, position.kind
    names = tr("road"), tr("lane"), tr("lane type")
    parts = tuple((name, plain(text, how, _DERIVED)) for name, text in zip(names, texts, strict=True))
    return plain(position.text, how, _DERIVED)._replace(parts=parts)
