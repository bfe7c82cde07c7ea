"""What ``show_recorder_file_info`` prints of each packet, and in which styles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from string import Formatter
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.frames import general_text
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.fields import COUNT_SIZE, Field, PacketKind
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records


class Style(NamedTuple):
    """What differs between builds (``resources/guide/format.md``).

    Attributes:
        colons: whether a colon stands behind ``Rotation`` and ``Brake``.
        doors: whether doors are printed; scenario_runner's parser then loses what follows them.
        latest: whether weather is printed, and a blank line at the end of each frame but none after bones.

    """

    colons: bool = True
    doors: bool = False
    latest: bool = False


USUAL = Style()
"""The style that existing programs parse."""

STYLES = MappingProxyType(
    {
        "0.9.14": Style(colons=False),
        "0.9.15": USUAL,
        "0.9.16": Style(doors=True),
        "latest": Style(doors=True, latest=True),
    }
)
"""The styles by the first build of each."""

_BYTE = 256
_LAMPS = (
    VehicleLightState.POSITION, VehicleLightState.LOW_BEAM, VehicleLightState.HIGH_BEAM,
    VehicleLightState.BRAKE, VehicleLightState.RIGHT_BLINKER, VehicleLightState.LEFT_BLINKER,
    VehicleLightState.REVERSE, VehicleLightState.INTERIOR, VehicleLightState.FOG,
    VehicleLightState.SPECIAL1, VehicleLightState.SPECIAL2,
)  # fmt: skip
"""In the order in which they are printed."""

_BOX = "  Id: {actor_id} origin: ({origin}) extension: ({extent})\n"
_WEATHER = (f"{field.name.title().replace('_', '')}: {{{field.name}}}" for field in packets.WEATHER.fields)
_SECTIONS = {
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
"""A heading, behind which stands how many records follow, if there is one, and the line of each."""


def sections(style: Style) -> dict[PacketKind, tuple[str, Line]]:
    """Return what is printed of each kind in a style; of other kinds of fixed size nothing is."""
    unprinted = {packets.VEHICLE_DOOR: not style.doors, packets.WEATHER: not style.latest}
    found = {}
    for kind, (heading, line) in _SECTIONS.items():
        if not style.colons:
            line = line.replace("Rotation:", "Rotation").replace("Brake:", "Brake")  # noqa: PLW2901
        if not unprinted.get(kind):
            found[kind] = heading, Line(line)
    return found


@cache
def _names() -> dict[str, NDArray[np.bytes_]]:
    """Return what is printed of a number, by fields: the lamps that are on, and so on.

    Behind a door without a name there is not even a line end.
    """
    lit = ([str(lamp) for lamp in _LAMPS if bits & lamp] for bits in range(1 << len(_LAMPS)))
    doors = {int(door): f" {door.name.replace('_', ' ').title()} \n" for door in VehicleDoor}
    return {
        "lights": np.array([" ".join(each) or "None" for each in lit], "S"),
        "on": np.where(np.arange(_BYTE), b"True", b"False"),
        "door": np.array([doors.get(number, "") for number in range(_BYTE)], "S"),
    }


class Line:
    """How one record is printed.

    The template names fields of the record as ``str.format`` does: a vector's three numbers are joined by
    ``", "``, and some fields are printed as the text that stands for their number, counted round.
    """

    def __init__(self, template: str) -> None:
        """Take the template, with its line end."""
        self._parts = [(literal.encode(), field) for literal, field, _, _ in Formatter().parse(template)]

    def parts(self, records: Records, ends: Sequence[int]) -> list[bytes]:
        """Return the text of the records (N,) in parts that end before each of ``ends``, ascending."""
        line, columns = b"", []
        for literal, field in self._parts:
            line += literal
            if field is not None:
                printed = [*_columns(field, records[field])]
                line += b", ".join(form for form, _ in printed)
                columns += [values for _, values in printed]
        width = len(columns)
        values: list[Any] = [None] * (width * len(records))
        for number, column in enumerate(columns):
            values[number::width] = column
        return [
            line * (end - start) % tuple(values[width * start : width * end])
            for start, end in pairwise((0, *ends))
        ]


def _columns(field: str, values: NDArray[Any]) -> Iterator[tuple[bytes, list[Any]]]:
    """Yield how the numbers of a field are printed, and those of all records."""
    names = _names().get(field)
    if names is not None:
        yield b"%b", names.take(values, mode="wrap").tolist()
    elif values.dtype.kind in "ui":
        yield b"%d", values.tolist()
    else:
        for numbers in (values[:, None] if values.ndim == 1 else values).T:
            if np.isnan(numbers).any():  # of which %g tells no sign
                yield b"%b", [general_text(each).encode() for each in numbers.tolist()]
            else:
                yield b"%g", numbers.tolist()


_CONTROL = dict.fromkeys(range(32))
"""Characters that no name has."""


def bones_text(payload: bytes, dialect: Dialect, *, after: str) -> str:
    """Return the text of a payload of bones, and what stands behind it; damaged, it has no walkers."""
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
"""How fields are called in the text, where it is not by their names."""
_UNPRINTED = ("idle_rpm", "brake_effect")
_FLAGS = ("use_gear_autobox", "use_automatic_gears")
_RAW = ("differential_type", "axle_type", "external_torque_combine_method", "sweep_shape", "sweep_type")
"""Numbers that are printed as the character with that number, whatever it is."""
_GRAPH = "lateral_slip_graph"  # addresses of a memory that is gone: an empty list is printed


def physics_text(payload: bytes, dialect: Dialect) -> str:
    """Return the text of a payload; of a layout that is not known, its heading."""
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
        told = (each for each in wheel if not each[0].name.startswith("padding"))
        values = "".join(f" {field.name}: {_wheel_value(field, value)}" for field, value in told)
        yield f"\nwheel #{number}:\n{values}"
    yield "\n"


def _wheels(record: Record) -> Iterator[list[tuple[Field, Any]]]:
    """Yield the fields and values of each wheel."""
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
    """Return a value of a wheel of UE5, whose vectors have six digits behind the point."""
    if field.name == _GRAPH:
        return "[]"
    vector = isinstance(value, tuple)
    return f"({', '.join(f'{each:f}' for each in value)})" if vector else _value(field, value)
