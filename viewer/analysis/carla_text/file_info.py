"""Text of ``show_recorder_file_info``: what it prints of each kind of packet, in the styles of all builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from viewer.analysis.carla_text.frames import (
    PrintedFrame,
    actor_records,
    foot,
    frames_with,
    general_text,
    head,
)
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import PRINTED_LAMPS, VehicleDoor
from viewer.logfile.fields import COUNT_SIZE, Field, PacketKind
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import DamagedPayloadError, decode_records
from viewer.recording.index import RecordingIndex


class Style(NamedTuple):
    """Differences between the texts that CARLA's builds print (``resources/guide/format.md``).

    Attributes:
        colons: whether a colon follows ``Rotation`` and ``Brake``.
        doors: whether doors are printed; scenario_runner's parser then loses what follows them.
        latest: whether weather is printed, and the blank line comes after each frame, not after the walker
            bones.
    """

    colons: bool = True
    doors: bool = False
    latest: bool = False


USUAL = Style()
"""Default style of ``show_recorder_file_info``, that of CARLA 0.9.15, which existing programs can parse."""

STYLES = MappingProxyType(
    {
        "0.9.14": Style(colons=False),
        "0.9.15": USUAL,
        "0.9.16": Style(doors=True),
        "latest": Style(doors=True, latest=True),
    }
)
"""Styles in which CARLA's ``show_recorder_file_info`` prints, by the first CARLA build that has the style.

"latest" is the newest CARLA build.
"""

PayloadText = Callable[[bytes, Dialect], str]
"""Function that turns a packet's payload into text; the ``Dialect`` says how the CARLA build laid it out."""

_BYTE = 256
_BOX = "  Id: {actor_id} origin: ({origin}) extension: ({extent})\n"
_WEATHER = (f"{field.name.title().replace('_', '')}: {{{field.name}}}" for field in packets.WEATHER.fields)
_SECTIONS = {
    packets.EVENT_DEL: ("", " Destroy {actor_id}\n"),
    packets.EVENT_PARENT: ("", " Parenting {actor_id} with {parent_id} (parent)\n"),
    packets.COLLISION: (
        "",
        " Collision id {sequence} between {actor1_id}{actor1_is_hero} with {actor2_id}{actor2_is_hero}\n",
    ),
    packets.POSITION: (
        " Positions: ", "  Id: {actor_id} Location: ({location}) Rotation: ({rotation})\n",
    ),
    packets.TRAFFIC_LIGHT_STATE: (
        " State traffic lights: ",
        "  Id: {actor_id} state: {state} frozen: {frozen} elapsedTime: {time_in_state}\n",
    ),
    packets.ANIM_VEHICLE: (
        " Vehicle animations: ",
        (
            "  Id: {actor_id} Steering: {steer} Throttle: {throttle} Brake: {brake} Handbrake: {hand_brake} "
            "Gear: {gear}\n"
        ),
    ),
    packets.ANIM_WALKER: (" Walker animations: ", "  Id: {actor_id} speed: {speed}\n"),
    packets.VEHICLE_LIGHT: (" Vehicle light animations: ", "  Id: {actor_id} {lights}\n"),
    packets.SCENE_LIGHT: (
        " Scene light changes: ",
        "  Id: {light_id} enabled: {on} intensity: {intensity} RGB_color: ({red}, {green}, {blue})\n",
    ),
    packets.KINEMATICS: (
        " Dynamic actors: ",
        "  Id: {actor_id} linear_velocity: ({velocity}) angular_velocity: ({angular_velocity})\n",
    ),
    packets.BOUNDING_BOX: (" Actor bounding boxes: ", _BOX),
    packets.TRIGGER_VOLUME: (" Actor trigger volumes: ", _BOX),
    packets.PLATFORM_TIME: ("", " Current platform time: {time}\n"),
    packets.TRAFFIC_LIGHT_TIME: (
        " Traffic Light time events: ",
        "  Id: {actor_id} green_time: {green} yellow_time: {yellow} red_time: {red}\n",
    ),
    packets.VEHICLE_DOOR: (" Vehicle door animations: ", "  Id: {actor_id}\n  Doors opened: {door}"),
    packets.WEATHER: (" Weathers: ", f"  {' '.join(_WEATHER)}\n"),
}  # fmt: skip
"""Heading, and line for each record, that are printed for each kind of packet of a recording, as templates.

A heading that is not empty is followed by the number of records.
"""


def _texts_of(style: Style) -> dict[PacketKind, PayloadText]:
    """Return the functions that turn a packet's content into CARLA's text in ``style``, by kind of packet.

    Kinds of packets that CARLA does not print are left out.
    """
    unprinted = {packets.VEHICLE_DOOR: not style.doors, packets.WEATHER: not style.latest}
    found: dict[PacketKind, PayloadText] = {
        packets.EVENT_ADD: _actors_text,
        packets.PHYSICS_CONTROL: _physics_text,
        packets.WALKER_BONES: partial(_bones_text, after="" if style.latest else "\n"),
    }
    for kind, (heading, line) in _SECTIONS.items():
        if not style.colons:
            line = line.replace("Rotation:", "Rotation").replace("Brake:", "Brake")  # noqa: PLW2901
        if not unprinted.get(kind):
            found[kind] = _section(kind, heading, line)
    return found


def _actors_text(payload: bytes, dialect: Dialect) -> str:
    lines = []
    for each in actor_records(payload, dialect):
        place = ", ".join(map(general_text, each.location))
        lines.append(f" Create {each.actor_id}: {each.type_id} ({each.type}) at ({place})\n")
        lines += [f"  {attribute.id} = {attribute.value}\n" for attribute in each.attributes]
    return "".join(lines)


@cache
def _names() -> dict[str, list[str]]:
    """Return the texts that are printed in place of some fields' numbers: by field name, lists by number.

    A door without a name prints nothing, not even a line end.
    """
    hero = ["", *[" (hero) "] * (_BYTE - 1)]
    lit = ([str(lamp) for lamp in PRINTED_LAMPS if bits & lamp] for bits in range(1 << len(PRINTED_LAMPS)))
    doors = {int(door): f" {door.name.replace('_', ' ').title()} \n" for door in VehicleDoor}
    return {
        "lights": [" ".join(each) or "None" for each in lit],
        "on": ["False", *["True"] * (_BYTE - 1)],
        "actor1_is_hero": hero,
        "actor2_is_hero": hero,
        "door": [doors.get(number, "") for number in range(_BYTE)],
    }


def _section(kind: PacketKind, heading: str, line: str) -> PayloadText:
    """Return a function that turns all records in a packet into text, each by the template ``line``.

    ``line`` is a ``str.format`` template with the record's fields. Vectors print as three numbers joined by
    ``", "``; numbers of the fields in ``_names`` print as names. If ``heading`` is not empty, it is printed
    first, followed by the number of records.
    """
    fields = [field for _, field, _, _ in Formatter().parse(line) if field is not None]
    form = line.format(**{field.name: _form(field) for field in kind.fields})

    def text_of(payload: bytes, dialect: Dialect) -> str:
        """Return the records of ``payload`` as text, each formatted with the template ``line``.

        If there is a ``heading``, it precedes them with their number. ``dialect`` says how the CARLA build
        laid out the payload.
        """
        records = decode_records(kind, payload, dialect.engine_of(kind))
        columns: list[list[Any]] = []
        for field in fields:
            names, values = _names().get(field), records[field]
            if names is not None:
                columns.append([names[number % len(names)] for number in values.tolist()])
            else:
                columns += np.atleast_2d(values.T).tolist()
        numbers = tuple(chain.from_iterable(zip(*columns, strict=True)))
        text = form * len(records) % numbers
        if "nan" in text:  # %g drops its sign
            printed = (general_text(each) if isinstance(each, float) else each for each in numbers)
            text = form.replace("%g", "%s") * len(records) % tuple(printed)
        return (f"{heading}{len(records)}\n" if heading else "") + text

    return text_of


def _form(field: Field) -> str:
    if field.name in _names():
        return "%s"
    return "%g, %g, %g" if field.kind.startswith("vec") else "%g" if field.kind.startswith("f") else "%d"


_CONTROL = dict.fromkeys(range(32))
"""Table for ``str.translate`` that removes control characters, used for the names of walkers' bones."""


def _bones_text(payload: bytes, dialect: Dialect, *, after: str) -> str:
    """Return the ``payload`` of a WalkerBones packet as text for people, with ``after`` appended.

    A damaged payload is shown as one without walkers.
    """
    try:
        walkers = decode_nested(packets.WALKER_BONES, payload, dialect.engine_of(packets.WALKER_BONES))
    except DamagedPayloadError:
        walkers = []
    lines = [f" Walkers Bones: {len(walkers)}\n"]
    for actor_id, bones in walkers:
        lines.append(f"  Id: {actor_id}\n")
        for name, *pose in bones:
            place, rotation = (", ".join(map(general_text, each)) for each in pose)
            lines.append(f'     Bone: "{name.translate(_CONTROL)}" relative: Loc({place}) Rot({rotation})\n')
    return "".join(lines) + after


_WORDS = {
    "moi": "MOI",
    "rev_up_moi": "MOI",
    "use_gear_autobox": "use_gear_auto_box",
    "use_automatic_gears": "use_gear_auto_box",
}
"""CARLA's names of fields of physics records, by the names in this program, where the two differ."""
_UNPRINTED = ("idle_rpm", "brake_effect")
_FLAGS = ("use_gear_autobox", "use_automatic_gears")
_RAW = ("differential_type", "axle_type", "external_torque_combine_method", "sweep_shape", "sweep_type")
"""Fields of physics records whose value is printed as one character, ``chr(value)``, not as a number."""
_GRAPH = "lateral_slip_graph"  # holds stale memory addresses: an empty list is printed


def _physics_text(payload: bytes, dialect: Dialect) -> str:
    """Return the text that CARLA prints for a packet of vehicle physics.

    ``payload`` is the packet's content. If it cannot be decoded, only the heading is returned.
    """
    try:
        records = decode_nested(packets.PHYSICS_CONTROL, payload, dialect.engine)
    except DamagedPayloadError:
        return f" Physics Control events: {int.from_bytes(payload[:COUNT_SIZE], 'little')}\n"
    controls = (line for record in records for line in _control(record))
    return f" Physics Control events: {len(records)}\n" + "".join(controls)


def _control(record: Record) -> Iterator[str]:
    yield f"  Id: {record.actor_id}\n"
    for field in record.layout.fields[1:]:
        if field.name == "clutch_strength":
            yield "   gear_switch_time = 0.5\n"  # a default: the packet has no such field
        if field.name not in _UNPRINTED:
            word = _WORDS.get(field.name, field.name)
            yield f"   {word} = {_value(field, getattr(record, field.name))}\n"
        if field.name == "center_of_mass":
            break
    for name in ("torque_curve", "steering_curve"):
        points = "".join(f" ({x}, {y})" for x, y in _rows(getattr(record, name)))
        yield f"   {name} ={points}\n"
    yield from _ue4_lists(record) if hasattr(record, "forward_gears") else _ue5_lists(record)


def _ue4_lists(record: Record) -> Iterator[str]:
    yield "   forward_gears:\n"
    for number, (ratio, down, up) in enumerate(_rows(record.forward_gears)):
        yield f"    gear {number}: ratio {ratio} down_ratio {down} up_ratio {up}\n"
    yield "   wheels:\n"
    for number, wheel in enumerate(_wheels(record)):
        values = (f" {each.name} {_value(each, value)}" for each, value in wheel if "stiff" not in each.name)
        yield f"    wheel {number}:{''.join(values)}\n"


def _ue5_lists(record: Record) -> Iterator[str]:
    for name in ("forward_gear_ratios", "reverse_gear_ratios"):
        yield f"   {name}:\n"
        for number, (ratio,) in enumerate(_rows(getattr(record, name))):
            yield f"    gear {number}: ratio {ratio}\n"
    yield "   wheels:"
    for number, wheel in enumerate(_wheels(record)):
        used = (each for each in wheel if not each[0].name.startswith("padding"))
        values = "".join(f" {field.name}: {_wheel_value(field, value)}" for field, value in used)
        yield f"\nwheel #{number}:\n{values}"
    yield "\n"


def _wheels(record: Record) -> Iterator[list[tuple[Field, Any]]]:
    """Yield each wheel of a physics record, as a list of pairs of field and value."""
    (fields,) = (field.entries for field in record.layout.fields if field.name == "wheels")
    return (list(zip(fields, wheel, strict=True)) for wheel in record.wheels)


def _rows(entries: Iterable[Record]) -> Iterator[tuple[str, ...]]:
    return (tuple(map(general_text, entry)) for entry in entries)


def _value(field: Field, value: Any) -> str:  # noqa: ANN401 - a number of any kind, or three
    if field.name in _RAW:
        return chr(value)
    if field.name in _FLAGS:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return f"({', '.join(map(general_text, value))})" if isinstance(value, tuple) else general_text(value)


def _wheel_value(field: Field, value: Any) -> str:  # noqa: ANN401 - the same
    """Return a value of a wheel (Unreal Engine 5) as text; numbers of a vector have six decimals."""
    if field.name == _GRAPH:
        return "[]"
    vector = isinstance(value, tuple)
    return f"({', '.join(f'{each:f}' for each in value)})" if vector else _value(field, value)


_ALWAYS = {packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION, packets.WEATHER}
"""Kinds of packets that ``show_recorder_file_info`` prints even if its option ``show_all`` is off."""


def file_info(
    index: RecordingIndex, *, show_all: bool = False, style: Style = USUAL, utc: bool = False
) -> Iterator[bytes]:
    """Yield the text of ``show_recorder_file_info`` frame by frame, without keeping it in memory.

    Args:
        index: the recording.
        show_all: whether to print all kinds of packets.
        style: style of the CARLA build to imitate.
        utc: whether the date is in UTC, not in this computer's time zone.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    texts = {kind: text for kind, text in _texts_of(style).items() if show_all or kind in _ALWAYS}
    end = b"\n" if style.latest else b""

    def printed(frame: PrintedFrame) -> bytes:
        # Without ``show_all``, a frame without events has no line.
        parts = [texts[kind](payload, index.dialect) for kind, payload in frame.packets if kind in texts]
        text = "".join(parts)
        if text or show_all:
            text = f"Frame {frame.frame} at {general_text(frame.elapsed)} seconds\n{text}"
        return text.encode(errors="surrogateescape") + (end if frame.complete else b"")

    yield head(index.header, utc=utc)
    number = 0
    for frame in frames_with(index, texts, every=show_all):
        yield end * (frame.number - number) + printed(frame)
        number = frame.number + 1
    yield end * (len(index.frame_starts) - number)
    if number <= len(index.frame_starts):
        yield end  # the last FrameEnd is handled twice
    yield foot(index)
