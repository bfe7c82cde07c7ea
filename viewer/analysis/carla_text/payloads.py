"""What ``show_recorder_file_info`` prints of packets that vary in size: events, bones and physics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Any

import numpy as np

from viewer.analysis.carla_text.sections import Line, general_text
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.event_add import ActorRecord, decode_event_add
from viewer.logfile.fields import COUNT_SIZE, Engine, Field, PacketKind, record_dtype
from viewer.logfile.nested import Places, Record, Run, Text, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records, records_at

_HERO = ("", " (hero) ")


def actor_records(payload: bytes, dialect: Dialect) -> Iterator[ActorRecord]:
    """Yield the records of EventAdd up to the first that is damaged."""
    try:
        yield from decode_event_add(payload, dialect.engine_of(packets.EVENT_ADD))
    except DamagedPayloadError:
        return


def _event_add(payload: bytes, dialect: Dialect) -> str:
    lines = []
    for each in actor_records(payload, dialect):
        place = ", ".join(map(general_text, each.location))
        lines.append(f" Create {each.actor_id}: {each.type_id} ({each.type}) at ({place})\n")
        lines += [f"  {attribute.id} = {attribute.value}\n" for attribute in each.attributes]
    return "".join(lines)


def _event_del(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_DEL, payload, dialect.engine)
    return "".join(f" Destroy {actor_id}\n" for actor_id in records["actor_id"].tolist())


def _event_parent(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.EVENT_PARENT, payload, dialect.engine)
    return "".join(f" Parenting {child} with {parent} (parent)\n" for child, parent in records.tolist())


def _collision(payload: bytes, dialect: Dialect) -> str:
    records = decode_records(packets.COLLISION, payload, dialect.engine)
    return "".join(
        f" Collision id {number} between {first}{_HERO[bool(hero)]} with {second}{_HERO[bool(other_hero)]}\n"
        for number, first, second, hero, other_hero in records.tolist()
    )


EVENTS: Mapping[PacketKind, Callable[[bytes, Dialect], str]] = MappingProxyType(
    {
        packets.EVENT_ADD: _event_add,
        packets.EVENT_DEL: _event_del,
        packets.EVENT_PARENT: _event_parent,
        packets.COLLISION: _collision,
    }
)
"""The text of a payload, by its kind; these are printed always."""


_KIND = packets.WALKER_BONES
_POSE = _KIND.row_fields[2:]
_LINE = Line('     Bone: "{name}" relative: Loc({location}) Rot({rotation})\n')
_CONTROL = bytes(range(32))
"""Bytes that no name has; what is damaged must not be taken for the end of a part."""


class _Form:
    """What a payload of bones is but for their poses: most frames differ in nothing else."""

    def __init__(self, payload: bytes, engine: Engine) -> None:
        places: Places = {}
        self.walkers = [
            (walker, len(bones)) for walker, bones in decode_nested(_KIND, payload, engine, places)
        ]
        starts = next((each for part, each in places.items() if isinstance(part, Text)), [])
        self.names = [_name(payload, start) for start in starts]
        poses = (each for part, each in places.items() if isinstance(part, Run) and part.fields == _POSE)
        self._poses = np.array(next(poses, []), np.int64)
        self._dtype = record_dtype(_POSE, engine)
        fixed = np.ones(len(payload), np.bool_)
        fixed[(self._poses[:, None] + np.arange(self._dtype.itemsize)).ravel()] = False
        self._fixed = np.flatnonzero(fixed)
        self._bytes = np.frombuffer(payload, np.uint8)[self._fixed]
        self._size = len(payload)

    def fits(self, payload: bytes) -> bool:
        """Tell whether a payload has it, too."""
        same = len(payload) == self._size
        return same and bool((np.frombuffer(payload, np.uint8)[self._fixed] == self._bytes).all())

    def poses(self, payload: bytes) -> Records:
        """Return the poses of all bones of such a payload, shape (B,)."""
        return records_at(np.frombuffer(payload, np.uint8), self._dtype, self._poses)


def bones_texts(payloads: Iterable[bytes], engine: Engine) -> list[bytes]:
    """Return the text of each payload; one that is damaged counts as one without walkers."""
    names: list[bytes] = []
    poses: list[Records] = []
    found: list[list[tuple[int, int]]] = []  # of each payload: walkers, and how many bones they have
    form: _Form | None = None
    for payload in payloads:
        if form is None or not form.fits(payload):
            try:
                form = _Form(payload, engine)
            except DamagedPayloadError:
                found.append([])
                continue
        found.append(form.walkers)
        names += form.names
        poses.append(form.poses(payload))
    lines = iter(_lines(names, poses, [count for walkers in found for _, count in walkers]))
    return [
        b" Walkers Bones: %d\n" % len(walkers)
        + b"".join(b"  Id: %d\n%b" % (actor_id, next(lines) if count else b"") for actor_id, count in walkers)
        for walkers in found
    ]


def _name(payload: bytes, start: int) -> bytes:
    """Return a name as it is written, be it UTF-8 or not."""
    length = int.from_bytes(payload[start - COUNT_SIZE : start], "little")
    return payload[start : start + length].translate(None, _CONTROL)


def _lines(names: list[bytes], poses: list[Records], counts: list[int]) -> list[bytes]:
    """Return the lines of each walker that has bones."""
    if not names:
        return []
    written, numbers = np.array(names, "S"), np.concatenate(poses)
    records = np.empty(len(names), [("name", written.dtype), *numbers.dtype.descr])
    records["name"] = written
    for field in numbers.dtype.names or ():
        records[field] = numbers[field]
    return _LINE.parts(records, [end for end, count in zip(accumulate(counts), counts, strict=True) if count])


_SWITCH_TIME = "0.5"  # a default: the packet has no such field
_UE4_HEAD = {
    "max_rpm": "max_rpm",
    "MOI": "moi",
    "damping_rate_full_throttle": "damping_rate_full_throttle",
    "damping_rate_zero_throttle_clutch_engaged": "damping_rate_zero_throttle_clutch_engaged",
    "damping_rate_zero_throttle_clutch_disengaged": "damping_rate_zero_throttle_clutch_disengaged",
    "use_gear_auto_box": "use_gear_autobox",
    "gear_switch_time": "",
    "clutch_strength": "clutch_strength",
    "final_ratio": "final_ratio",
    "mass": "mass",
    "drag_coefficient": "drag_coefficient",
    "center_of_mass": "center_of_mass",
}
_UE5_HEAD = {
    "max_torque": "max_torque",
    "max_rpm": "max_rpm",
    "MOI": "rev_up_moi",
    "rev_down_rate": "rev_down_rate",
    "differential_type": "differential_type",
    "front_rear_split": "front_rear_split",
    "use_gear_auto_box": "use_automatic_gears",
    "gear_change_time": "gear_change_time",
    "final_ratio": "final_ratio",
    "change_up_rpm": "change_up_rpm",
    "change_down_rpm": "change_down_rpm",
    "transmission_efficiency": "transmission_efficiency",
    "mass": "mass",
    "drag_coefficient": "drag_coefficient",
    "center_of_mass": "center_of_mass",
}
"""What is printed of a head, in order: the word, and the field it is read from."""

_UE4_WHEEL = (
    "tire_friction", "damping_rate", "max_steer_angle", "radius", "max_brake_torque", "max_handbrake_torque",
)  # fmt: skip
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
    return f" Physics Control events: {len(records)}\n" + "".join(map(_control, records))


def _control(record: Record) -> str:
    return "".join(_ue4(record) if hasattr(record, "forward_gears") else _ue5(record))


def _ue4(record: Record) -> Iterator[str]:
    yield from _common(record, _UE4_HEAD)
    yield "   forward_gears:\n"
    for number, (ratio, down, up) in enumerate(_rows(record.forward_gears)):
        yield f"    gear {number}: ratio {ratio} down_ratio {down} up_ratio {up}\n"
    yield "   wheels:\n"
    fields = _entries(record, "wheels")
    for number, wheel in enumerate(record.wheels):
        values = " ".join(f"{name} {_value(fields[name], getattr(wheel, name))}" for name in _UE4_WHEEL)
        yield f"    wheel {number}: {values} position {_value(fields['position'], wheel.position)}\n"


def _ue5(record: Record) -> Iterator[str]:
    yield from _common(record, _UE5_HEAD)
    for name in ("forward_gear_ratios", "reverse_gear_ratios"):
        yield f"   {name}:\n"
        for number, (ratio,) in enumerate(_rows(getattr(record, name))):
            yield f"    gear {number}: ratio {ratio}\n"
    yield "   wheels:"
    fields = _entries(record, "wheels").values()
    for number, wheel in enumerate(record.wheels):
        named = zip(fields, wheel, strict=True)
        told = (each for each in named if not each[0].name.startswith("padding"))
        values = "".join(f" {field.name}: {_wheel_value(field, value)}" for field, value in told)
        yield f"\nwheel #{number}:\n{values}"
    yield "\n"


def _common(record: Record, head: dict[str, str]) -> Iterator[str]:
    """Yield what both engines begin with: the id, the head and the two curves."""
    fields = {field.name: field for field in record.layout.fields}
    yield f"  Id: {record.actor_id}\n"
    for word, name in head.items():
        yield f"   {word} = {_value(fields[name], getattr(record, name)) if name else _SWITCH_TIME}\n"
    for name in ("torque_curve", "steering_curve"):
        points = "".join(f" ({x}, {y})" for x, y in _rows(getattr(record, name)))
        yield f"   {name} ={points}\n"


def _entries(record: Record, name: str) -> dict[str, Field]:
    """Return the fields of an entry of a list, by name."""
    (fields,) = (field.entries for field in record.layout.fields if field.name == name)
    return {field.name: field for field in fields}


def _rows(entries: Iterable[Record]) -> Iterator[tuple[str, ...]]:
    for entry in entries:
        yield tuple(map(general_text, entry))


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
    return (
        f"({', '.join(f'{each:f}' for each in value)})" if isinstance(value, tuple) else _value(field, value)
    )
