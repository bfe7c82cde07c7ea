"""The rows of what only some recordings have: doors, wheels, two-wheelers, physics, light times, bones."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication

from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import Field
from viewer.logfile.payload import Records
from viewer.logfile.physics import PhysicsControl
from viewer.recording.index import RecordingIndex
from viewer.replay.world.details import ActorDetails, Biker, LightTimes, TriggerVolume, Wheel
from viewer.ui.format import count
from viewer.ui.inspector.sheet import Piece, Row, Source, Value, fact, fold, heading
from viewer.ui.inspector.values import (
    figure,
    figures,
    plain,
    quantity,
    seen_over_time,
    signal_of,
    title,
    vector,
)

translate = QCoreApplication.translate

_STEERING = (
    "wheel_steering_front_left",
    "wheel_steering_front_right",
    "wheel_steering_back_left",
    "wheel_steering_back_right",
)
"""Signals of the wheels by their place."""
_POINT, _GEAR = 2, 3
"""Numbers in a record of a curve, and of a list of gears."""


def doors_row(index: RecordingIndex, row: int, open_doors: tuple[VehicleDoor, ...] | None) -> Row:
    """Return which doors are open; each can be seen over time."""
    label = translate("Inspector", "Doors open")
    if open_doors is None:
        return fact("doors", label, None)
    names = {
        VehicleDoor.FRONT_LEFT: translate("Inspector", "front left"),
        VehicleDoor.FRONT_RIGHT: translate("Inspector", "front right"),
        VehicleDoor.REAR_LEFT: translate("Inspector", "rear left"),
        VehicleDoor.REAR_RIGHT: translate("Inspector", "rear right"),
        VehicleDoor.HOOD: translate("Inspector", "hood"),
        VehicleDoor.TRUNK: translate("Inspector", "trunk"),
    }
    pieces: list[Piece] = []
    for door in open_doors:
        one = seen_over_time(plain(names[door]), signal_of(index, f"door_{door.name.lower()}", row))
        pieces += (Piece(", "), *one.pieces)
    told = tuple(pieces[1:]) or (Piece(translate("Inspector", "none")),)
    tip = translate("Inspector", "Recorded when they open or close; the others are taken for closed")
    return fact("doors", label, Value(told, Source.RECORDED, tip))


def wheel_rows(index: RecordingIndex, row: int, wheels: tuple[Wheel, ...]) -> Iterator[Row]:
    """Yield how each wheel is steered and how far it has turned."""
    yield heading("wheels", translate("Inspector", "Wheels"))
    tip = translate("Inspector", "Recorded: steering angle, and rotation, which accumulates")
    steered, turned = translate("Inspector", "steered"), translate("Inspector", "turned")
    for wheel in wheels:
        steering = quantity(wheel.steering_angle, 1, "°", Source.RECORDED, tip)
        if wheel.place < len(_STEERING):
            steering = seen_over_time(steering, signal_of(index, _STEERING[wheel.place], row))
        rotation = quantity(wheel.rotation, 0, "°", Source.RECORDED, tip)
        pieces = (
            Piece(f"{steered} ", unit=True),
            *steering.pieces,
            Piece(f", {turned} ", unit=True),
            *rotation.pieces,
        )
        value = Value(pieces, Source.RECORDED, tip, parts=((steered, steering), (turned, rotation)))
        yield fact(f"wheel {wheel.place}", _wheel_name(wheel.place), value)


def _wheel_name(place: int) -> str:
    names = (
        translate("Inspector", "Front left"),
        translate("Inspector", "Front right"),
        translate("Inspector", "Back left"),
        translate("Inspector", "Back right"),
    )
    return names[place] if place < len(names) else translate("Inspector", "Wheel {0}").format(place)


def biker_rows(index: RecordingIndex, row: int, biker: Biker | None) -> Iterator[Row]:
    """Yield what is recorded of two-wheelers only."""
    yield heading("biker", translate("Inspector", "Two-wheeler"))
    tip = translate("Inspector", "Recorded")
    speed = engine = None
    if biker is not None:
        speed = seen_over_time(
            quantity(biker.forward_speed, 2, "m/s", Source.RECORDED, tip),
            signal_of(index, "biker_speed", row),
        )
        share = translate("Inspector", "Recorded: share of the highest rotation of the engine")
        engine = seen_over_time(
            quantity(100.0 * biker.engine_rotation, 0, "%", Source.RECORDED, share),
            signal_of(index, "engine_rotation", row),
        )
    yield fact("forward_speed", translate("Inspector", "Forward speed"), speed)
    yield fact("engine", translate("Inspector", "Engine"), engine)


def light_times_row(times: LightTimes | None) -> Row:
    """Return how long the states of a traffic light last."""
    value = None
    if times is not None:
        tip = translate("Inspector", "Recorded: how long each state lasts")
        names = (
            translate("Inspector", "green"),
            translate("Inspector", "yellow"),
            translate("Inspector", "red"),
        )
        lengths = (times.green, times.yellow, times.red)
        value = vector(lengths, 1, "s", Source.RECORDED, tip, names=names)
    return fact("light_times", translate("Inspector", "Green, yellow, red"), value)


def trigger_volume_rows(volume: TriggerVolume | None) -> Iterator[Row]:
    """Yield where a light or sign acts on vehicles."""
    yield heading("trigger_volume", translate("Inspector", "Trigger volume"))
    tip = translate("Inspector", "Recorded: where it acts on vehicles, in the world")
    center = size = None
    if volume is not None:
        center = vector(volume.center, 2, "m", Source.RECORDED, tip)
        size = vector([2.0 * extent for extent in volume.extent], 2, "m", Source.RECORDED, tip)
    yield fact("trigger_center", translate("Inspector", "Centre"), center)
    yield fact("trigger_size", translate("Inspector", "Size"), size)


def bone_rows(details: ActorDetails, bones: int, opened: Collection[str]) -> Iterator[Row]:
    """Yield the bones of a walker; while they are folded only ``bones`` is told, how many it had."""
    inside = []
    if "bones" in opened:
        tip = translate("Inspector", "Relative to the parent bone; roll, pitch, yaw {0}")
        inside = [
            Row(f"bone {number}", (Piece(bone.name),), vector(bone.location, 2, "cm", tip=tip.format(turn)))
            for number, bone in enumerate(details.bones)
            for turn in [figures(bone.rotation, "°")]
        ]
        bones = len(inside)
    value = plain(count(bones)) if bones else Value()
    yield from fold("bones", translate("Inspector", "Bones"), value, opened, inside)


# -- physics


def physics_rows(control: PhysicsControl, opened: Collection[str]) -> Iterator[Row]:
    """Yield the physics control of a vehicle, folded: its numbers, its curves in a line each, its wheels."""
    inside: list[Row] = []
    if "physics" in opened:
        head = control.layout.head[1:]  # without the actor's id
        inside += [_field_row("physics", field, control.head) for field in head]
        for name, fields in control.layout.lists.items():
            if name == "wheels":
                inside += _wheels(fields, control.lists[name], opened)
            else:
                inside += _list(name, fields, control.lists[name], opened)
    tip = translate("Inspector", "Recorded when it was set, in the file's units")
    value = plain(control.layout.name, tip)
    yield from fold("physics", translate("Inspector", "Physics control"), value, opened, inside)


def _wheels(fields: tuple[Field, ...], wheels: Records, opened: Collection[str]) -> Iterator[Row]:
    for number, wheel in enumerate(wheels):
        key = f"physics wheel {number}"
        rows = (_field_row(key, field, wheel) for field in fields if not field.is_padding)
        label = translate("Inspector", "Wheel {0}").format(number + 1)
        yield from fold(key, label, Value(), opened, rows)


def _field_row(key: str, field: Field, record: Any) -> Row:  # noqa: ANN401 - a numpy record
    value = record[field.name]
    if field.kind == "bool":
        text = translate("Inspector", "yes") if value else translate("Inspector", "no")
    else:
        text = figures(value.tolist()) if field.kind.startswith("vec") else figure(value.item())
    return fact(f"{key} {field.name}", title(field.name), _with_unit(text, field.unit, field.doc))


def _list(name: str, fields: tuple[Field, ...], records: Records, opened: Collection[str]) -> Iterator[Row]:
    """Yield a list folded into one line: points as ``x: y``, gears as ``ratio (down–up)``."""
    texts = [_element(record.item()) for record in records]
    unit = ": ".join(field.unit for field in fields if field.unit)
    tip = ", ".join(field.name.replace("_", " ") for field in fields)
    key = f"physics {name}"
    rows = (
        fact(f"{key} {number}", str(number + 1), _with_unit(text, unit, tip))
        for number, text in enumerate(texts)
    )
    value = _with_unit(" · ".join(texts) or translate("Inspector", "none"), unit, tip)
    yield from fold(key, title(name), value, opened, rows)


def _element(values: tuple[float, ...]) -> str:
    texts = [figure(value) for value in values]
    if len(texts) == _GEAR:
        return f"{texts[0]} ({texts[1]}–{texts[2]})"
    return ": ".join(texts) if len(texts) == _POINT else texts[0]


def _with_unit(text: str, unit: str, tip: str) -> Value:
    pieces = (Piece(text), Piece(f" {unit}", unit=True)) if unit else (Piece(text),)
    return Value(pieces, tip=tip)
