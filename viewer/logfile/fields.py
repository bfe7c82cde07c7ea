"""The vocabulary in which the packet table is written."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import takewhile
from typing import Any, NamedTuple

import numpy as np

from viewer.lazy import lazy

SCALARS = {
    "u8": "u1",
    "bool": "u1",  # one byte, 0 or 1; a damaged byte must not become an impossible numpy bool
    "u16": "<u2",
    "u32": "<u4",
    "i32": "<i4",
    "u64": "<u8",
    "i64": "<i8",
    "f32": "<f4",
    "f64": "<f8",
}


_STRUCT_CODES = {
    "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i4": "i", "i8": "q", "f4": "f", "f8": "d",
}  # fmt: skip
"""What ``struct`` calls the types of numpy; numpy's own letters are those of the machine."""

PACKET_HEADER = struct.Struct("<BI")
"""What every packet begins with: its id, and the size of its payload."""

COUNT_SIZE = 2
"""Bytes of the count that most payloads begin with."""

ANY_SIZE = range(1 << 32)
"""What the 32 bits of a packet's size can say."""

MOST_BYTES = 1 << 25
"""Bytes of a known packet at most: its count has 16 bits, and this is far more than so many records take."""


class Engine(Enum):
    """The two engines of CARLA; they differ in the width of a vector's numbers."""

    UE4 = "UE4"
    UE5 = "UE5"


class Shape(Enum):
    """How a payload is laid out."""

    EMPTY = "no payload"
    SINGLE = "one record"
    RECORDS = "u16 count, then count records"
    VARIABLE = "u16 count, then count records of varying length"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record.

    ``kind`` is a key of SCALARS, ``vec`` (3 × f32 in UE4, 3 × f64 in UE5), ``vec32`` (3 × f32 in both),
    ``str`` (u16 length, then UTF-8), or ``padN`` for N bytes without a meaning. With ``entries`` it is a
    list: ``kind`` is the type of its count, and each entry has these fields.
    """

    name: str
    kind: str
    unit: str = ""
    doc: str = ""
    enum: type[IntEnum] | None = None
    entries: tuple[Field, ...] = ()

    def dtype(self, engine: Engine) -> tuple[str, str] | tuple[str, str, tuple[int]]:
        """Return the field as an entry of a numpy dtype."""
        if self.kind.startswith("vec"):
            narrow = self.kind == "vec32" or engine is Engine.UE4
            return (self.name, "<f4" if narrow else "<f8", (3,))
        if self.is_padding:
            return (self.name, f"V{self.kind.removeprefix('pad')}")
        return (self.name, "O" if self.kind == "str" else SCALARS[self.kind])

    @property
    def is_padding(self) -> bool:
        """Whether the bytes mean nothing."""
        return self.kind.startswith("pad")

    @property
    def is_fixed(self) -> bool:
        """Whether it always has the same number of bytes."""
        return self.kind != "str" and not self.entries


ACTOR = Field("actor_id", "u32", doc="id of the actor while recording")
"""What each record of an actor begins with."""


def record_dtype(fields: tuple[Field, ...], engine: Engine) -> np.dtype[np.void]:
    """Return the packed dtype of a record with these fields."""
    return np.dtype([field.dtype(engine) for field in fields])


def record_struct(fields: tuple[Field, ...], engine: Engine) -> struct.Struct:
    """Return the same record for ``struct``, which reads a single one many times as fast."""
    dtype = record_dtype(fields, engine)
    codes = "<"
    for name in dtype.names or ():
        number, (count,) = dtype[name].subdtype or (dtype[name], (1,))
        # Bytes without a meaning are kept as they are.
        codes += f"{number.itemsize}s" if number.kind == "V" else f"{count}{_STRUCT_CODES[number.str[1:]]}"
    return struct.Struct(codes)


class Layout(NamedTuple):
    """One of several ways in which builds laid a record out."""

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class PacketKind:
    """One row of the packet table."""

    id: int
    name: str
    builds: str
    shape: Shape
    fields: tuple[Field, ...] = ()
    doc: str = ""
    when: str = "always"
    """In which frames it is written."""
    order: int | None = None
    """Its place among the packets of a frame, as CARLA writes them; None for what others add."""
    other_id: int | None = None
    """Its id in the builds between 0.9.15 and 0.9.16, and of UE5 until 2026, if that is another one."""
    of_arrivals: bool = False
    """Whether it is about actors that were added in the frame, and perhaps destroyed in it too."""
    repeats: bool = False
    """Whether an actor may have more than one record in a frame."""
    holds_for: tuple[str, ...] | None = None
    """If a record holds until there is another one: the fields that say of what."""
    table: str = ""
    """Name of the table that exports make of it."""
    layouts: tuple[Layout, ...] = ()
    """If nothing tells which of several layouts its records have: these; the first that fits is right."""
    unknown_layouts: Engine | None = None
    """The engine of which some builds had layouts that are not known: such payloads are no damage."""
    any_numbers: bool = False
    """Whether its numbers may be any, because they are as somebody set them."""
    record: type[tuple[Any, ...]] | None = None
    """What a record of varying length is read as, if not as a ``namedtuple`` of its fields."""

    def __hash__(self) -> int:
        """Hash the id alone: kinds are looked up with every packet."""
        return self.id

    @property
    def keyed(self) -> bool:
        """Whether each record belongs to one actor, named by its first field."""
        return bool(self.fields) and self.fields[0].name == "actor_id"

    @property
    def row_fields(self) -> tuple[Field, ...]:
        """The fields of one row of its table; none if it is no table.

        Where a record is an actor with one list, each entry of the list is a row.
        """
        if self.shape is Shape.RECORDS:
            return self.fields
        lists = [field for field in self.fields if field.entries]
        return (*self.fields[:-1], *lists[0].entries) if len(lists) == 1 and len(self.fields) == 2 else ()  # noqa: PLR2004

    def dtype(self, engine: Engine) -> np.dtype[np.void]:
        """Return the packed dtype of one record; of a variable record, its fixed start."""
        return self._dtypes[engine is Engine.UE5]

    @lazy
    def _dtypes(self) -> tuple[np.dtype[np.void], np.dtype[np.void]]:
        """The dtypes for UE4 and UE5; they are asked for with every packet that is read."""
        fixed = tuple(takewhile(lambda field: field.is_fixed, self.fields))
        return record_dtype(fixed, Engine.UE4), record_dtype(fixed, Engine.UE5)

    def payload_sizes(self, engine: Engine) -> range:
        """Return the sizes that a payload can have; asking the range for one takes no time."""
        return self._payload_sizes[engine is Engine.UE5]

    @lazy
    def _payload_sizes(self) -> list[range]:
        if self.shape in {Shape.EMPTY, Shape.SINGLE}:
            return [range(dtype.itemsize, dtype.itemsize + 1) for dtype in self._dtypes]
        steps = (dtype.itemsize if self.shape is Shape.RECORDS else 1 for dtype in self._dtypes)
        return [range(COUNT_SIZE, MOST_BYTES + 1, step) for step in steps]
