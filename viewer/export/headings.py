"""Columns of tables, and how fields of records become columns in the program's units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.fields import Field
from viewer.logfile.payload import Records
from viewer.quick_dataclass import dataclass
from viewer.recording.units import PITCH_YAW_ROLL, angles, metres, recorded_velocities

Values = NDArray[Any]

_BYTE = 256
_IN_METRES = {"cm": "m", "cm/s": "m/s"}
_VELOCITIES = ("m/s", "°/s")
_PLACES = {"location": "", "rotation": ""}
"""Fields whose columns are called after their axes alone."""


@dataclass(frozen=True, slots=True)
class Heading:
    """One column of a table.

    Attributes:
        name: of the column.
        unit: of its values, empty if they have none.
        doc: what they are.
        labels: what the values are the numbers of, for columns of names.

    """

    name: str
    unit: str = ""
    doc: str = ""
    labels: tuple[str, ...] | None = None


FRAME = Heading("frame", "", "id of the frame, as written")
ELAPSED = Heading("elapsed", "s", "since the recording started")


def headings_of(field: Field) -> tuple[Heading, ...]:
    """Return the columns of a field of a record."""
    unit = _IN_METRES.get(field.unit, field.unit)
    if field.kind.startswith("vec"):
        axes = ("pitch", "yaw", "roll") if field.name == "rotation" else ("x", "y", "z")
        start = _PLACES.get(field.name, f"{field.name}_")
        return tuple(Heading(f"{start}{axis}", unit, field.doc) for axis in axes)
    if field.enum is not None:
        names = {int(member): str(member) for member in field.enum}
        labels = tuple(names.get(number, str(number)) for number in range(_BYTE))
        return (Heading(field.name, unit, field.doc, labels),)
    return (Heading(field.name, unit, field.doc),)


def columns_of(field: Field, records: Records) -> Iterator[Values]:
    """Yield the values of a field's columns, shape (N,) each, as precise as the file has them."""
    values = records[field.name]
    if field.kind.startswith("vec"):
        for axis in PITCH_YAW_ROLL if field.name == "rotation" else range(3):
            yield _converted(field, np.ascontiguousarray(values[:, axis]))
    elif field.kind == "bool":
        yield values != 0
    elif field.unit in _IN_METRES:
        yield metres(values, values.dtype)
    else:
        yield np.ascontiguousarray(values)


def _converted(field: Field, values: Values) -> Values:
    """Return one component of a vector in the program's units, as precise as it is."""
    if field.name == "rotation":
        return angles(values, values.dtype)
    if field.unit in _IN_METRES:
        return metres(values, values.dtype)
    if field.unit in _VELOCITIES:
        return recorded_velocities(values, values.dtype)
    return values
