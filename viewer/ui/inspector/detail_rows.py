"""The rows of what only some recordings have: doors, wheels, two-wheelers, physics, light times, bones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import Field
from viewer.logfile.nested import Record
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import ActorDetails, Biker, TriggerVolume
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
from viewer.ui.translation import tr

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
    label = tr("Doors open")
    if open_doors is None:
        return fact("doors", label, None)
    names = {
        VehicleDoor.FRONT_LEFT: tr("front left"),
        VehicleDoor.FRONT_RIGHT: tr("front right"),
        VehicleDoor.REAR_LEFT: tr("rear left"),
        VehicleDoor.REAR_RIGHT: tr("rear right"),
        VehicleDoor.HOOD: tr("hood"),
        VehicleDoor.TRUNK: tr("trunk"),
    }
    pieces: list[Piece] = []
    for door in open_doors:
        one = seen_over_time(plain(names[door]), signal_of(index, f"door_{door.name.lower()}", row))
        pieces += (Piece(", "), *one.pieces)
    told = tuple(pieces[1:]) or (Piece(tr("none")),)
    tip = tr("Recorded when they open or close; the others are taken for closed")
    return fact("doors", label, Value(told, Source.RECORDED, tip))


def wheel_rows(index: RecordingIndex, row: int, wheels: tuple[Record, ...]) -> Iterator[Row]:
    """Yield how each wheel is steered and how far it has turned."""
    yield heading("wheels", tr("Wheels"))
    tip = tr("Recorded: steering angle, and rotation, which accumulates")
    steered, turned = tr("steered"), tr("turned")
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
    names = (tr("Front left"), tr("Front right"), tr("Back left"), tr("Back right"))
    return names[place] if place < len(names) else tr("Wheel {0}").format(place)


def biker_rows(index: RecordingIndex, row: int, biker: Biker | None) -> Iterator[Row]:
    """Yield what is recorded of two-wheelers only."""
    yield heading("biker", tr("Two-wheeler"))
    tip = tr("Recorded")
    speed = engine = None
    if biker is not None:
        speed = seen_over_time(
            quantity(biker.forward_speed, 2, "m/s", Source.RECORDED, tip),
            signal_of(index, "biker_speed", row),
        )
        share = tr("Recorded: share of the highest rotation of the engine")
        engine = seen_over_time(
            quantity(100.0 * biker.engine_rotation, 0, "%", Source.RECORDED, share),
            signal_of(index, "engine_rotation", row),
        )
    yield fact("forward_speed", tr("Forward speed"), speed)
    yield fact("engine", tr("Engine"), engine)


def light_times_row(times: tuple[float, float, float] | None) -> Row:
    """Return how long the states of a traffic light last."""
    value = None
    if times is not None:
        tip = tr("Recorded: how long each state lasts")
        names = (tr("green"), tr("yellow"), tr("red"))
        value = vector(times, 1, "s", Source.RECORDED, tip, names=names)
    return fact("light_times", tr("Green, yellow, red"), value)


def trigger_volume_rows(volume: TriggerVolume | None) -> Iterator[Row]:
    """Yield where a light or sign acts on vehicles."""
    yield heading("trigger_volume", tr("Trigger volume"))
    tip = tr("Recorded: where it acts on vehicles, in the world")
    center = size = None
    if volume is not None:
        center = vector(volume.center, 2, "m", Source.RECORDED, tip)
        size = vector([2.0 * extent for extent in volume.extent], 2, "m", Source.RECORDED, tip)
    yield fact("trigger_center", tr("Centre"), center)
    yield fact("trigger_size", tr("Size"), size)


def bone_rows(details: ActorDetails, bones: int, opened: Collection[str]) -> Iterator[Row]:
    """Yield the bones of a walker; while they are folded only ``bones`` is told, how many it had."""
    inside = []
    if "bones" in opened:
        tip = tr("Relative to the parent bone; roll, pitch, yaw {0}")
        inside = [
            Row(f"bone {number}", (Piece(bone.name),), vector(bone.location, 2, "cm", tip=tip.format(turn)))
            for number, bone in enumerate(details.bones)
            for turn in [figures(bone.rotation, "°")]
        ]
        bones = len(inside)
    value = plain(count(bones)) if bones else Value()
    yield from fold("bones", tr("Bones"), value, opened, inside)


# -- physics


def physics_rows(control: Record, opened: Collection[str]) -> Iterator[Row]:
    """Yield the physics control of a vehicle, folded: its numbers, its curves in a line each, its wheels."""
    inside: list[Row] = []
    if "physics" in opened:
        for field, value in list(zip(control.layout.fields, control, strict=True))[
            1:
        ]:  # without the actor's id
            if field.name == "wheels":
                inside += _wheels(field.entries, value, opened)
            elif field.entries:
                inside += _list(field, value, opened)
            else:
                inside.append(_field_row("physics", field, value))
    tip = tr("Recorded when it was set, in the file's units")
    value = plain(control.layout.name, tip)
    yield from fold("physics", tr("Physics control"), value, opened, inside)


def _wheels(fields: tuple[Field, ...], wheels: Iterable[Record], opened: Collection[str]) -> Iterator[Row]:
    for number, wheel in enumerate(wheels):
        key = f"physics wheel {number}"
        named = zip(fields, wheel, strict=True)
        rows = [_field_row(key, field, value) for field, value in named if not field.is_padding]
        label = tr("Wheel {0}").format(number + 1)
        yield from fold(key, label, Value(), opened, rows)


def _field_row(key: str, field: Field, value: Any) -> Row:  # noqa: ANN401 - a number, or three
    if field.kind == "bool":
        text = tr("yes") if value else tr("no")
    else:
        text = figures(value) if field.kind.startswith("vec") else figure(value)
    return fact(f"{key} {field.name}", title(field.name), _with_unit(text, field.unit, field.doc))


def _list(field: Field, entries: Iterable[Record], opened: Collection[str]) -> Iterator[Row]:
    """Yield a list folded into one line: points as ``x: y``, gears as ``ratio (down–up)``."""
    texts = [_element(entry) for entry in entries]
    unit = ": ".join(each.unit for each in field.entries if each.unit)
    tip = ", ".join(each.name.replace("_", " ") for each in field.entries)
    key = f"physics {field.name}"
    rows = (
        fact(f"{key} {number}", str(number + 1), _with_unit(text, unit, tip))
        for number, text in enumerate(texts)
    )
    value = _with_unit(" · ".join(texts) or tr("none"), unit, tip)
    yield from fold(key, title(field.name), value, opened, rows)


def _element(values: tuple[float, ...]) -> str:
    texts = [figure(value) for value in values]
    if len(texts) == _GEAR:
        return f"{texts[0]} ({texts[1]}–{texts[2]})"
    return ": ".join(texts) if len(texts) == _POINT else texts[0]


def _with_unit(text: str, unit: str, tip: str) -> Value:
    pieces = (Piece(text), Piece(f" {unit}", unit=True)) if unit else (Piece(text),)
    return Value(pieces, tip=tip)
