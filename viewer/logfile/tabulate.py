"""Any packet as a table of names, units and values, for people to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, overload

from viewer.logfile import packets
from viewer.logfile.bones import decode_bones
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import ActorType
from viewer.logfile.event_add import decode_event_add
from viewer.logfile.fields import Field, PacketKind
from viewer.logfile.payload import Records, decode_records
from viewer.logfile.physics import decode_physics
from viewer.logfile.wheels import WHEEL_FIELDS, decode_wheels

_ACTOR = Field("actor_id", "u32")


@dataclass(frozen=True)
class Table:
    """The records of one packet, as written: units are those of the file.

    Attributes:
        columns: name and unit of each column.
        rows: values of each record, as numbers or text, in the order of the columns.
        actor_ids: the actor each row belongs to, None where it belongs to none.

    """

    columns: tuple[tuple[str, str], ...]
    rows: Sequence[tuple[Any, ...]]
    actor_ids: Sequence[int | None]


def tabulate(kind: PacketKind, payload: bytes, dialect: Dialect) -> Table:
    """Return a packet's records as a table.

    Raises:
        DamagedPayloadError: the payload contradicts itself.

    """
    special = _SPECIAL.get(kind)
    return special(payload, dialect) if special is not None else _fixed(kind, payload, dialect)


class _Rows(Sequence[tuple[Any, ...]]):
    """Rows of records of a fixed size, each made when it is asked for: a packet can have very many."""

    def __init__(self, fields: Sequence[Field], records: Records) -> None:
        self._fields = fields
        self._records = records

    def __len__(self) -> int:
        return len(self._records) if self._fields else 0

    @overload
    def __getitem__(self, at: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, at: slice) -> list[tuple[Any, ...]]: ...
    def __getitem__(self, at: int | slice) -> tuple[Any, ...] | list[tuple[Any, ...]]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        record = self._records[at]
        return tuple(value for field in self._fields for value in _values(field, record[field.name]))


def _fixed(kind: PacketKind, payload: bytes, dialect: Dialect) -> Table:
    records = decode_records(kind, payload, dialect.engine_of(kind))
    fields = [field for field in kind.fields if not field.is_padding]
    rows = _Rows(fields, records)
    ids = records["actor_id"].tolist() if kind.keyed else [None] * len(rows)
    return Table(_columns(fields), rows, ids)


def _columns(fields: Sequence[Field]) -> tuple[tuple[str, str], ...]:
    columns = []
    for field in fields:
        axes = (" roll", " pitch", " yaw") if field.name == "rotation" else (" x", " y", " z")
        names = [field.name + axis for axis in axes] if field.kind.startswith("vec") else [field.name]
        columns += [(name.replace("_", " "), field.unit) for name in names]
    return tuple(columns)


def _values(field: Field, value: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a number of any kind
    if field.kind.startswith("vec"):
        return tuple(value.tolist())
    number = value.item()
    if field.enum is not None:
        return (_named(field.enum, number),)
    return (bool(number) if field.kind == "bool" and number in (0, 1) else number,)


def _named(enum: type[IntEnum], number: int) -> str | int:
    """Return a number with its name behind it, if it has one."""
    names = {member.value: member.name.lower().replace("_", " ") for member in enum}
    return f"{number} {names[number]}" if number in names else number


def _event_add(payload: bytes, dialect: Dialect) -> Table:
    columns = (
        ("actor id", ""), ("type", ""), ("blueprint", ""), ("x", "cm"), ("y", "cm"), ("z", "cm"),
        ("roll", "°"), ("pitch", "°"), ("yaw", "°"), ("uid", ""), ("attributes", ""),
    )  # fmt: skip
    rows, ids = [], []
    for record in decode_event_add(payload, dialect.engine_of(packets.EVENT_ADD)):
        attributes = ", ".join(f"{each.id}={each.value}" for each in record.attributes)
        place = (*record.location, *record.rotation)
        actor_type = _named(ActorType, record.type)
        rows.append((record.actor_id, actor_type, record.type_id, *place, record.uid, attributes))
        ids.append(record.actor_id)
    return Table(columns, rows, ids)


def _wheels(payload: bytes, _dialect: Dialect) -> Table:
    wheels = decode_wheels(payload)
    rows = [tuple(wheel.item()) for wheel in wheels]
    return Table(_columns((_ACTOR, *WHEEL_FIELDS)), rows, wheels["actor_id"].tolist())


def _physics(payload: bytes, _dialect: Dialect) -> Table:
    rows: list[tuple[Any, ...]] = []
    ids: list[int | None] = []
    for control in decode_physics(payload):
        for field in control.layout.head[1:]:
            values = _values(field, control.head[field.name])
            rows.append((control.actor_id, field.name.replace("_", " "), _join(values), field.unit))
        for name, fields in control.layout.lists.items():
            for number, record in enumerate(control.lists[name]):
                for field in (field for field in fields if not field.is_padding):
                    title = f"{name} {number} {field.name}".replace("_", " ")
                    rows.append(
                        (control.actor_id, title, _join(_values(field, record[field.name])), field.unit)
                    )
        ids += [control.actor_id] * (len(rows) - len(ids))
    return Table((("actor id", ""), ("name", ""), ("value", ""), ("unit", "")), rows, ids)


def _bones(payload: bytes, dialect: Dialect) -> Table:
    columns = (
        ("actor id", ""), ("bone", ""), ("x", "cm"), ("y", "cm"), ("z", "cm"),
        ("roll", "°"), ("pitch", "°"), ("yaw", "°"),
    )  # fmt: skip
    rows, ids = [], []
    for skeleton in decode_bones(payload, dialect.engine_of(packets.WALKER_BONES)):
        for bone in skeleton.bones:
            rows.append((skeleton.actor_id, bone.name, *bone.location, *bone.rotation))
            ids.append(skeleton.actor_id)
    return Table(columns, rows, ids)


def _join(values: tuple[Any, ...]) -> Any:  # noqa: ANN401 - a number or a text
    return values[0] if len(values) == 1 else ", ".join(f"{value:g}" for value in values)


_SPECIAL = {
    packets.EVENT_ADD: _event_add,
    packets.PHYSICS_CONTROL: _physics,
    packets.WALKER_BONES: _bones,
    packets.ANIM_VEHICLE_WHEELS: _wheels,
}
