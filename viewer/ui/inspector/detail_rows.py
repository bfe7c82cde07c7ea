"""Inspector rows and values for lamps, traffic lights, doors, wheels, physics and bones."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from viewer.analysis.controlled_lanes import LIGHT_SOURCES
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.logfile.fields import Field
from viewer.logfile.nested import Record
from viewer.recording.actors import Category
from viewer.replay.world.snapshot import ActorDetails
from viewer.signals import SIGNALS
from viewer.ui.format import UNKNOWN, count
from viewer.ui.inspector.row import Row, Source, Swatch, Value, field, fold
from viewer.ui.inspector.values import (
    ActorNow,
    InspectorContext,
    actor_link,
    figure,
    figures,
    plain,
    quantity,
    title,
    together,
    vector,
)
from viewer.ui.theme import LIGHT_ROLES
from viewer.ui.translation import tr, translated

_RECORDED, _DERIVED = Source.RECORDED, Source.DERIVED
_LAMPS = {
    VehicleLightState.POSITION: "position_light",
    VehicleLightState.LOW_BEAM: "low_beam",
    VehicleLightState.HIGH_BEAM: "high_beam",
    VehicleLightState.FOG: "fog_light",
    VehicleLightState.LEFT_BLINKER: "left_indicator",
    VehicleLightState.RIGHT_BLINKER: "right_indicator",
    VehicleLightState.BRAKE: "brake_light",
    VehicleLightState.REVERSE: "reverse_light",
}
"""Lamps of a vehicle that the inspector draws as icons, in this order, with the name of each one's signal."""
_OTHERS = {
    VehicleLightState.INTERIOR: "interior_light",
    VehicleLightState.SPECIAL1: "special_light_1",
    VehicleLightState.SPECIAL2: "special_light_2",
}
_STEERING = (
    "wheel_steering_front_left",
    "wheel_steering_front_right",
    "wheel_steering_back_left",
    "wheel_steering_back_right",
)
"""Names of the signals (values over time) of the wheels' steering angles, by the index of the wheel."""
_POINT, _GEAR = 2, 3
"""Number of values by which elements of vehicle physics are told apart: a point of a curve, a gear.

A gear has its ratio and the limits for shifting down and up.
"""


def lamps(actor: ActorNow) -> Value | None:
    """Return the inspector's value for those of a vehicle's lamps that have icons.

    Its text has the names of the lit lamps, and a part of the value for each lamp says "on" or "off". The
    text is "–" if the recording has no lamps at all. None if the actor is no vehicle, or the state
    of its lamps is unknown now.
    """
    index, lights = actor.context.index, actor.snapshot.lights
    if actor.snapshot.category is not Category.VEHICLE:
        return None
    if not index.packet_counts.get(index.dialect.id_of(packets.VEHICLE_LIGHT)):
        return plain(UNKNOWN, tr("It is not recorded which lamps are lit"))
    if lights is None:
        return None
    lit = [plain(_name(lamp)) for lamp in _LAMPS if lights & lamp]
    parts = []
    for lamp, signal in _LAMPS.items():
        word = tr("on") if lights & lamp else tr("off")
        value = plain(word, tr("Recorded"), _RECORDED, actor.keys(signal), bool(lights & lamp))
        parts.append((_name(lamp), value))
    drawn = tuple(lamp for lamp in _LAMPS if lights & lamp)
    return together(lit, _RECORDED, tr("Recorded"))._replace(parts=tuple(parts), lamps=drawn)


def other_lamps(actor: ActorNow) -> Value | None:
    """Return the inspector's value with a vehicle's lit lamps that have no icon; None if there are none."""
    lights = actor.snapshot.lights or VehicleLightState(0)
    lit = [
        plain(_name(lamp), signals=actor.keys(signal)) for lamp, signal in _OTHERS.items() if lights & lamp
    ]
    return together(lit, _RECORDED, tr("Recorded")) if lit else None


def _name(lamp: VehicleLightState) -> str:
    return tr(SIGNALS[(_LAMPS | _OTHERS)[lamp]].label).lower()


def traffic_light_rows(actor: ActorNow) -> list[Row]:
    """Return the inspector's rows about a traffic light: its state, and how long its states last."""
    light, times = actor.snapshot.traffic_light, actor.details.light_times
    frozen = time = since = state = lengths = None
    if light is not None:
        tip, group = tr("Recorded"), tr("Recorded for the whole group of the light")
        state = plain(_state(light.state), tip, _RECORDED, actor.keys("light_state"))
        state = state._replace(swatch=_swatch(light.state))
        time = quantity(light.time_in_state, 1, "s", _RECORDED, tip, actor.keys("time_in_state"))
        known = actor.now("time_since_change")
        if known is not None:
            how = tr("Derived: since its state changed, as far as the recording goes back")
            since = quantity(known, 1, "s", _DERIVED, how, actor.keys("time_since_change"))
        word = tr("yes") if light.frozen else tr("no")
        frozen = plain(word, group, _RECORDED, actor.keys("frozen"), light.frozen)
    if times is not None:
        names = tr("green"), tr("yellow"), tr("red")
        lengths = vector(times, 1, "s", _RECORDED, tr("Recorded: how long each state lasts"), names=names)
    return [
        field("state", tr("State"), state),
        field("time_in_state", tr("Time in state"), time),
        field("time_since_change", tr("Since it changed"), since),
        field("frozen", tr("Frozen"), frozen),
        field("light_times", tr("Green, yellow, red"), lengths),
    ]


def light_ahead(actor: ActorNow) -> Value | None:
    """Return the inspector's value for the traffic light ahead: its state, its id, and how it was found.

    The text is "none" if no light is ahead. The result is None until the signals for it have been read.
    """
    state, actor_id, source = map(actor.now, ("light_ahead", "light_ahead_id", "light_ahead_source"))
    if state is None or actor_id is None or source is None:
        return None
    keys = actor.keys("light_ahead")
    if math.isnan(actor_id):
        return plain(tr("none"), tr("Derived: no light governs the lane ahead"), _DERIVED, keys)
    known = TrafficLightState.UNKNOWN if math.isnan(state) else TrafficLightState(int(state))
    rows = actor.context.index.actors.rows_of(int(actor_id))
    light = actor_link(int(rows[0]) if len(rows) else -1, int(actor_id))
    how = translated(LIGHT_SOURCES[int(source)]) if math.isfinite(source) else UNKNOWN
    tip = tr("Derived; the light is known by {0}").format(how)
    value = plain(f"{_state(known)} · {light.text}", tip, _DERIVED, keys)
    return value._replace(link=light.link, swatch=_swatch(known))


def _state(state: TrafficLightState) -> str:
    return tr(str(state)).lower()


def _swatch(state: TrafficLightState) -> Swatch:
    return Swatch(LIGHT_ROLES.get(state, "faint"), round=True)


def doors(actor: ActorNow) -> Value | None:
    """Return the inspector's value with a vehicle's open doors and the signal of each; None if unknown."""
    if actor.details.open_doors is None:
        return None
    names = {
        VehicleDoor.FRONT_LEFT: tr("front left"),
        VehicleDoor.FRONT_RIGHT: tr("front right"),
        VehicleDoor.REAR_LEFT: tr("rear left"),
        VehicleDoor.REAR_RIGHT: tr("rear right"),
        VehicleDoor.HOOD: tr("hood"),
        VehicleDoor.TRUNK: tr("trunk"),
    }
    tip = tr("Recorded when they open or close; the others are taken for closed")
    opened = [
        plain(names[door], signals=actor.keys(f"door_{door.name.lower()}"))
        for door in actor.details.open_doors
    ]
    return together(opened, _RECORDED, tip)


def wheel_rows(actor: ActorNow) -> list[Row]:
    """Return the inspector's rows, one per wheel, with its steering angle and accumulated rotation."""
    tip = tr("Recorded: steering angle, and rotation, which accumulates")
    names = tr("Front left"), tr("Front right"), tr("Back left"), tr("Back right")
    rows = []
    for wheel in actor.details.wheels:
        known = wheel.place < len(_STEERING)
        keys = actor.keys(_STEERING[wheel.place]) if known else ()
        steering = quantity(wheel.steering_angle, 1, "°", _RECORDED, tip, keys)
        rotation = quantity(wheel.rotation, 0, "°", _RECORDED, tip)
        parts = (tr("steered"), steering), (tr("turned"), rotation)
        text = ", ".join(f"{name} {part.written}" for name, part in parts)
        value = Value(text, source=_RECORDED, tip=tip, signals=keys, parts=parts)
        name = names[wheel.place] if known else tr("Wheel {0}").format(wheel.place)
        rows.append(field(f"wheel {wheel.place}", name, value))
    return rows


def biker_rows(actor: ActorNow) -> list[Row]:
    """Return the inspector's rows with the data that CARLA records only for bicycles and motorcycles."""
    biker, speed, engine = actor.details.biker, None, None
    if biker is not None:
        speed = quantity(biker.forward_speed, 2, "m/s", _RECORDED, tr("Recorded"), actor.keys("biker_speed"))
        share = tr("Recorded: share of the highest rotation of the engine")
        keys = actor.keys("engine_rotation")
        engine = quantity(100.0 * biker.engine_rotation, 0, "%", _RECORDED, share, keys)
    return [
        field("forward_speed", tr("Forward speed"), speed),
        field("engine", tr("Engine"), engine),
    ]


def trigger_volume_rows(actor: ActorNow) -> list[Row]:
    """Return the inspector's rows on the volume in which a traffic light or sign affects vehicles.

    The rows show its centre and its size.
    """
    volume, center, size = actor.details.trigger_volume, None, None
    if volume is not None:
        tip = tr("Recorded: where it acts on vehicles, in the world")
        center = vector(volume.center, 2, "m", _RECORDED, tip)
        size = vector([2.0 * extent for extent in volume.extent], 2, "m", _RECORDED, tip)
    return [
        field("trigger_center", tr("Centre"), center),
        field("trigger_size", tr("Size"), size),
    ]


def has_bones(context: InspectorContext, row: int) -> bool:
    """Return whether an actor (``row`` in the table of actors) is a walker in a recording with bones."""
    is_walker = context.index.actors.category[row] == Category.WALKER
    return is_walker and packets.WALKER_BONES.id in context.index.packet_counts


def bones_row(details: ActorDetails, bones: int, opened: Collection[str]) -> Row:
    """Return the inspector's row that can be opened to show a walker's bones.

    Args:
        details: details of the walker in the current frame; read only if the row is open.
        bones: number of bones, which the closed row shows.
        opened: keys of the rows that are open.
    """
    tip = tr("Relative to the parent bone; roll, pitch, yaw {0}")
    inside = [
        Row(f"bone {number}", bone.name, (vector(bone.location, 2, "cm", tip=tip.format(turn)),))
        for number, bone in enumerate(details.bones if "bones" in opened else ())
        for turn in [figures(bone.rotation, "°")]
    ]
    number = len(inside) if "bones" in opened else bones
    return fold("bones", tr("Bones"), plain(count(number)) if number else Value(), opened, inside)


# -- physics


def physics_row(control: Record, opened: Collection[str]) -> Row:
    """Return the inspector's row on a vehicle's physics ``control``; opened, it has numbers, curves, wheels.

    ``opened`` are the keys of the rows that are open.
    """
    tip = tr("Recorded when it was set, in the file's units")
    value = plain(control.layout.name, tip)
    return fold("physics", tr("Physics control"), value, opened, _physics(control, opened))


def _physics(control: Record, opened: Collection[str]) -> Iterator[Row]:
    fields = zip(control.layout.fields, control, strict=True)
    for each, value in list(fields)[1:]:  # without the actor's id
        if each.name == "wheels":
            yield from _wheels(each.entries, value, opened)
        elif each.entries:
            yield _list(each, value, opened)
        else:
            yield _number("physics", each, value)


def _wheels(fields: tuple[Field, ...], wheels: Iterable[Record], opened: Collection[str]) -> Iterator[Row]:
    for number, wheel in enumerate(wheels):
        key, name = f"physics wheel {number}", tr("Wheel {0}").format(number + 1)
        named = zip(fields, wheel, strict=True)
        inside = [_number(key, each, value) for each, value in named if not each.is_padding]
        yield fold(key, name, Value(), opened, inside)


def _number(key: str, each: Field, value: Any) -> Row:  # noqa: ANN401 - a number, or three
    if each.kind == "bool":
        text = tr("yes") if value else tr("no")
    else:
        text = figures(value) if each.kind.startswith("vec") else figure(value)
    return Row(f"{key} {each.name}", title(each.name), (Value(text, each.unit, tip=translated(each.doc)),))


def _list(each: Field, entries: Iterable[Record], opened: Collection[str]) -> Row:
    """Return the inspector's row on a list in a vehicle's physics control, with all its entries in one line.

    Points are written as ``x: y``, gears as ``ratio (down–up)``. Opened, it has one row per entry.

    Args:
        each: definition of the list: its name, and the entries' names and units.
        entries: entries of the list.
        opened: keys of the rows that are open.
    """
    texts = [_element(entry) for entry in entries]
    unit = ": ".join(part.unit for part in each.entries if part.unit)
    tip = ", ".join(part.name.replace("_", " ") for part in each.entries)
    key = f"physics {each.name}"
    inside = (
        Row(f"{key} {number}", str(number + 1), (Value(text, unit, tip=tip),))
        for number, text in enumerate(texts)
    )
    value = Value(" · ".join(texts) or tr("none"), unit, tip=tip)
    return fold(key, title(each.name), value, opened, inside)


def _element(values: tuple[float, ...]) -> str:
    texts = [figure(value) for value in values]
    if len(texts) == _GEAR:
        return f"{texts[0]} ({texts[1]}–{texts[2]})"
    return ": ".join(texts) if len(texts) == _POINT else texts[0]
