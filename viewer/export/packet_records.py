"""The records of any packet as what JSON knows: by the names of the packet table, in the file's units."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from viewer.export.part import OWNERS, Part
from viewer.logfile.fields import Field, PacketKind, Shape
from viewer.logfile.nested import decode_nested
from viewer.logfile.payload import Records, decode_records

Objects = list[dict[str, Any]]


def records_as_json(kind: PacketKind, payload: bytes, part: Part) -> Objects:
    """Return the records of a packet that belong to the chosen actors, or to none.

    Raises:
        DamagedPayloadError: the payload contradicts itself.

    """
    engine = part.index.dialect.engine_of(kind)
    if kind.shape is not Shape.VARIABLE:
        return _chosen(part, _objects(kind.fields, decode_records(kind, payload, engine)))
    objects = []
    for record in decode_nested(kind, payload, engine):
        layout = {"layout": record.layout.name} if kind.layouts else {}
        fields = record.layout.fields if kind.layouts else kind.fields
        objects.append(layout | _object(fields, record))
    return _chosen(part, objects)


def _object(fields: Sequence[Field], values: Sequence[Any]) -> dict[str, Any]:
    """Return a record of varying length, or an entry of its lists, as an object."""
    content = {
        field.name: [_object(field.entries, entry) for entry in value]
        if field.entries
        else bool(value)
        if field.kind == "bool" and value in (0, 1)
        else value
        for field, value in zip(fields, values, strict=True)
        if not field.is_padding
    }
    return without_special(content)


def without_special(record: dict[str, Any]) -> dict[str, Any]:
    """Return an object without numbers that are not finite; what they were stands under ``special``."""
    found = dict(_special_in(record, ""))
    if not found:
        return record
    return {name: _finite(value) for name, value in record.items()} | {"special": found}


def _special_in(record: dict[str, Any], start: str) -> Iterator[tuple[str, str]]:
    for name, value in record.items():
        if isinstance(value, float) and not math.isfinite(value):
            yield f"{start}{name}", str(value)
        elif isinstance(value, list | tuple):
            numbers = ((place, each) for place, each in enumerate(value) if isinstance(each, float))
            yield from (
                (f"{start}{name}.{place}", str(each)) for place, each in numbers if not math.isfinite(each)
            )


def _finite(value: Any) -> Any:  # noqa: ANN401 - whatever JSON knows
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return [_finite(each) for each in value] if isinstance(value, list | tuple) else value


def _chosen(part: Part, objects: Objects) -> Objects:
    """Leave out what belongs to others; a collision belongs to both sides."""
    if part.actor_ids is None:
        return objects
    wanted = set(part.actor_ids.tolist())
    return [
        each
        for each in objects
        if not (named := {each[key] for key in OWNERS if key in each}) or named & wanted
    ]


def _objects(fields: Sequence[Field], records: Records) -> Objects:
    """Return each record as an object; columns are converted as a whole, which is much faster."""
    fields = [field for field in fields if not field.is_padding]
    if not fields:
        return []
    names = [field.name for field in fields]
    columns = [_values(field, records) for field in fields]
    objects = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    sound = all(
        np.isfinite(records[field.name]).all() for field in fields if records[field.name].dtype.kind == "f"
    )
    return objects if sound else [without_special(each) for each in objects]


def _values(field: Field, records: Records) -> list[Any]:
    values: list[Any] = records[field.name].tolist()
    if field.kind == "bool":
        return [bool(each) if each in (0, 1) else each for each in values]
    return values
