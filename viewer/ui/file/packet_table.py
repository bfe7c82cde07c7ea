"""Tables of packets for display: names, units and values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from viewer.lazy import LazySequence
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import Field, PacketKind, Shape
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import Records, decode_records
from viewer.ui.format import plain

_DIGITS = 7
"""Significant digits of floats in the table of a packet's records: as many as an f32 has."""


def cell_text(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    """Return ``value`` as text for display.

    >>> cell_text(0.05000000074505806), cell_text(-3), cell_text(True), cell_text(math.nan), cell_text(None)
    ('0.05', '−3', 'true', 'NaN', '')
    >>> cell_text(-math.inf), cell_text(-636.0412)
    ('−∞', '−636.0412')
    """
    if isinstance(value, str):
        return plain(value)
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if math.isnan(value):
        return "NaN"
    sign, value = ("−", -value) if value < 0 else ("", value)
    if math.isinf(value):
        return f"{sign}∞"
    return sign + (f"{value:.{_DIGITS}g}".replace("-", "−") if isinstance(value, float) else str(value))


def exact_text(value: Any) -> str:  # noqa: ANN401 - whatever a record holds
    """Return ``value`` as text that a program can parse, with all digits.

    >>> exact_text("a b"), exact_text(0.05000000074505806)
    ('a b', '0.05000000074505806')
    """
    return value if isinstance(value, str) else repr(value)


Row = tuple[Any, ...]


@dataclass(frozen=True)
class Table:
    """Records of one packet of the recording as a table; values are in the units of the file.

    Attributes:
        columns: name and unit of each column.
        rows: values of each record, numbers or text, in the order of ``columns``.
        actor_ids: actor id of each row, None for a row that is about no actor.
    """

    columns: tuple[tuple[str, str], ...]
    rows: Sequence[Row]
    actor_ids: Sequence[int | None]


def tabulate(kind: PacketKind, payload: bytes, dialect: Dialect) -> Table:
    """Return the records in the ``payload`` of a packet of ``kind`` as a table.

    ``dialect`` says how the recording's packets are read. Usually each record is a row, and a list in it is
    one cell. There are two exceptions: if a record is just an actor id with a list, each entry of the list is
    a row. In PhysicsControl packets, whose layout differs between CARLA builds, each value is a row with its
    name and unit.

    Raises:
        DamagedPayloadError: lengths or counts in the payload contradict its size.
    """
    engine = dialect.engine_of(kind)
    if kind.shape is not Shape.VARIABLE:
        return _fixed(kind, decode_records(kind, payload, engine))
    records = decode_nested(kind, payload, engine)
    if kind.layouts:
        columns: Sequence[tuple[str, str]] = (
            *_columns_of(kind.fields[0]),
            ("name", ""),
            ("value", ""),
            ("unit", ""),
        )
        rows = [row for record in records for row in _numbers(record)]
    elif kind.row_fields:
        columns = _columns(kind.row_fields)
        flat = ((*head, *entry) for *head, entries in records for entry in entries)
        rows = [_row(kind.row_fields, values) for values in flat]
    else:
        order = sorted(range(len(kind.fields)), key=lambda at: kind.fields[at].kind == "vec")  # vectors last
        fields = [kind.fields[at] for at in order]
        columns = _columns(fields)
        rows = [_row(fields, [record[at] for at in order]) for record in records]
    return Table(tuple(columns), rows, [row[0] if kind.keyed else None for row in rows])


def _fixed(kind: PacketKind, records: Records) -> Table:
    fields = [field for field in kind.fields if not field.is_padding]

    def row(at: int) -> Row:
        record = records[at]
        return _row(fields, [record[field.name] for field in fields])

    rows = LazySequence(len(records) if fields else 0, row)
    ids = records["actor_id"].tolist() if kind.keyed else [None] * len(rows)
    return Table(_columns(fields), rows, ids)


def _columns(fields: Sequence[Field]) -> tuple[tuple[str, str], ...]:
    return tuple(column for field in fields if not field.is_padding for column in _columns_of(field))


def _columns_of(field: Field) -> tuple[tuple[str, str], ...]:
    """Return names and units of the table columns for a record's ``field``: three for a vector, else one."""
    axes = (" roll", " pitch", " yaw") if field.name == "rotation" else (" x", " y", " z")
    names = [field.name + axis for axis in axes] if field.kind.startswith("vec") else [field.name]
    return tuple((name.replace("_", " "), field.unit) for name in names)


def _values(field: Field, value: Any) -> Row:  # noqa: ANN401 - whatever a packet holds
    """Return ``value`` of a packet's ``field`` as table cells: three cells for a vector, else one.

    An enum is shown as "1 yellow".
    """
    if field.entries:
        return (", ".join(_entry(field.entries, entry) for entry in value),)
    if field.kind.startswith("vec"):
        return tuple(value.tolist()) if isinstance(value, np.ndarray) else tuple(value)
    number = value.item() if isinstance(value, np.generic) else value
    if field.enum is not None:
        names = {member.value: member.name.lower().replace("_", " ") for member in field.enum}
        return (f"{number} {names[number]}" if number in names else number,)
    return (bool(number) if field.kind == "bool" and number in (0, 1) else number,)


def _row(fields: Sequence[Field], values: Sequence[Any]) -> Row:
    shown = (each for each in zip(fields, values, strict=True) if not each[0].is_padding)
    return tuple(cell for field, value in shown for cell in _values(field, value))


def _entry(fields: Sequence[Field], entry: Record) -> str:
    """Return ``entry``, an entry of a list in a record, as text for a part of a table cell.

    If it has values of text, only these are returned, joined by "=", such as "name=value". Otherwise all its
    values are joined by spaces. ``fields`` define its values.
    """
    texts = [value for field, value in zip(fields, entry, strict=True) if field.kind == "str"]
    return "=".join(texts) or " ".join(map(str, _row(fields, entry)))


def _numbers(record: Record) -> Iterator[Row]:
    """Yield a table row for each number in ``record``, a record of vehicle physics (PhysicsControl).

    A row has the actor's id and the number's name, value and unit.
    """
    for field, value in zip(record.layout.fields[1:], record[1:], strict=True):
        if not field.entries:
            yield _number(record[0], field.name, field, value)
        for number, entry in enumerate(value if field.entries else ()):
            for each, part in zip(field.entries, entry, strict=True):
                if not each.is_padding:
                    yield _number(record[0], f"{field.name} {number} {each.name}", each, part)


def _number(actor_id: int, title: str, field: Field, value: Any) -> Row:  # noqa: ANN401 - a number, or three
    values = _values(field, value)
    text = values[0] if len(values) == 1 else ", ".join(f"{each:g}" for each in values)
    return actor_id, title.replace("_", " "), text, field.unit
