"""Building blocks of the packet table: fields, record layouts, packet kinds and their numpy dtypes."""

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
"""Format characters of ``struct`` by numpy type: numpy's own characters depend on the machine."""

PACKET_HEADER = struct.Struct("<BI")
"""Header of every packet: its id (u8) and the size of its payload in bytes (u32)."""

COUNT_SIZE = 2
"""Size in bytes of the number of records, with which the payload of most packets begins."""

ANY_SIZE = range(1 << 32)
"""Range of all sizes in bytes that a packet's payload can have: the header has 32 bits for the size."""

MOST_BYTES = 1 << 25
"""Largest plausible size in bytes of a packet's payload.

It is more than 65,535 records need, the most that are counted.
"""


class Engine(Enum):
    """Unreal Engine version of a CARLA build: UE4 writes vectors as three f32, UE5 as three f64."""

    UE4 = "UE4"
    UE5 = "UE5"


class Shape(Enum):
    """Form of a packet's payload: empty, one record, or a count and records of fixed or varying length."""

    EMPTY = "no payload"
    SINGLE = "one record"
    RECORDS = "u16 count, then count records"
    VARIABLE = "u16 count, then count records of varying length"


@dataclass(frozen=True, slots=True)
class Field:
    """Field of a packet's records.

    Attributes:
        name: its name.
        kind: type of the value: a key of SCALARS, ``vec`` (3 × f32 in UE4, 3 × f64 in UE5), ``vec32`` (3 ×
            f32 in both), ``str`` (u16 length, then UTF-8), or ``padN`` for N padding bytes. For a list it is
            the type of the number of entries.
        unit: unit of the value in the file; empty if it has none.
        doc: meaning of the value.
        enum: enumeration of the possible values; None if it is not one.
        entries: fields of each entry if the field is a list; else empty.
    """

    name: str
    kind: str
    unit: str = ""
    doc: str = ""
    enum: type[IntEnum] | None = None
    entries: tuple[Field, ...] = ()

    def dtype(self, engine: Engine) -> tuple[str, str] | tuple[str, str, tuple[int]]:
        """Return this field as an entry of a structured numpy dtype; vectors are f32 or f64 by ``engine``."""
        if self.kind.startswith("vec"):
            narrow = self.kind == "vec32" or engine is Engine.UE4
            return (self.name, "<f4" if narrow else "<f8", (3,))
        if self.is_padding:
            return (self.name, f"V{self.kind.removeprefix('pad')}")
        return (self.name, "O" if self.kind == "str" else SCALARS[self.kind])

    @property
    def is_padding(self) -> bool:
        """Whether the field is padding, bytes without a meaning."""
        return self.kind.startswith("pad")

    @property
    def is_fixed(self) -> bool:
        """Whether the field always has the same number of bytes: it is neither a text nor a list."""
        return self.kind != "str" and not self.entries


ACTOR = Field("actor_id", "u32", doc="id of the actor while recording")
"""Field of a packet's record with an actor's id; it is the first one in each record about an actor."""


def record_dtype(fields: tuple[Field, ...], engine: Engine) -> np.dtype[np.void]:
    """Return the packed numpy dtype of a record with these ``fields``; vectors are f32 or f64 by engine."""
    return np.dtype([field.dtype(engine) for field in fields])


def record_struct(fields: tuple[Field, ...], engine: Engine) -> struct.Struct:
    """Return a ``struct.Struct`` of a record with these ``fields``: faster than numpy for single records.

    Padding fields are read as bytes.
    """
    dtype = record_dtype(fields, engine)
    codes = "<"
    for name in dtype.names or ():
        number, (count,) = dtype[name].subdtype or (dtype[name], (1,))
        # Padding is kept as bytes.
        codes += f"{number.itemsize}s" if number.kind == "V" else f"{count}{_STRUCT_CODES[number.str[1:]]}"
    return struct.Struct(codes)


class Layout(NamedTuple):
    """One of several possible lists of fields of a packet's records: different builds write different ones.

    Attributes:
        name: name of the layout.
        fields: the fields, in order.
    """

    name: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class PacketKind:
    """One kind of packet, a row of the packet table.

    Attributes:
        id: number that marks such packets in a file.
        name: CARLA's name of the packet.
        builds: CARLA builds that write it, as text.
        shape: form of the payload.
        fields: fields of each record, in order.
        doc: what the packet holds, for the reader of a table.
    """

    id: int
    name: str
    builds: str
    shape: Shape
    fields: tuple[Field, ...] = ()
    doc: str = ""
    when: str = "always"
    """Phrase that says in which frames CARLA writes packets of this kind."""
    other_id: int | None = None
    """Packet id in builds between 0.9.15 and 0.9.16 and in UE5 before 2026, if it differs from ``id``."""
    of_arrivals: bool = False
    """Whether records of this kind are about actors that are spawned in the same frame.

    Such an actor may even be destroyed in that frame.
    """
    repeats: bool = False
    """Whether a frame may have several records of this kind for one actor."""
    holds_for: tuple[str, ...] | None = None
    """Names of the fields that tell what a record is about: it holds until the next one about the same.

    With ``("actor_id", "door")``, a record holds until the next one for that door of that actor; with no
    names, until the next record of this kind. None if records do not stay in force.
    """
    table: str = ""
    """Name of the table to which exports write the records of such packets; empty if there is none."""
    layouts: tuple[Layout, ...] = ()
    """Possible lists of fields of a record, if builds differ and the file does not say which one was used.

    The first one with which a payload can be read to its exact end is right.
    """
    unknown_layouts: Engine | None = None
    """Unreal Engine version whose builds of CARLA may write unknown fields; None if no builds do.

    In a recording of that version, a payload that fits no layout does not count as damage.
    """
    any_numbers: bool = False
    """Whether every number in a record of this kind is plausible, even NaN and infinity: users set them."""
    record: type[tuple[Any, ...]] | None = None
    """Tuple class of decoded records of varying length; None to make a ``namedtuple`` of their fields."""

    def __hash__(self) -> int:
        """Return the packet id as the hash, which is fast: a kind is looked up for every packet."""
        return self.id

    @property
    def count_size(self) -> int:
        """Number of bytes at the start of a payload that hold the number of its records; 0 if it has one."""
        return 0 if self.shape is Shape.SINGLE else COUNT_SIZE

    @property
    def keyed(self) -> bool:
        """Whether each record of this kind is about one actor, whose id is the first field."""
        return bool(self.fields) and self.fields[0].name == "actor_id"

    @property
    def row_fields(self) -> tuple[Field, ...]:
        """Fields of one row in the exported table; empty if there is no table of such packets.

        If a record is an actor id with one list, each entry of the list makes a row, which begins with the
        actor id.
        """
        if self.shape is Shape.RECORDS:
            return self.fields
        lists = [field for field in self.fields if field.entries]
        return (*self.fields[:-1], *lists[0].entries) if len(lists) == 1 and len(self.fields) == 2 else ()  # noqa: PLR2004

    def dtype(self, engine: Engine) -> np.dtype[np.void]:
        """Return the packed numpy dtype of a record, or of its fields before the first text or list."""
        return self._dtypes[engine is Engine.UE5]

    @lazy
    def _dtypes(self) -> tuple[np.dtype[np.void], np.dtype[np.void]]:
        """Record dtypes as (Unreal Engine 4, Unreal Engine 5); cached, as every packet read needs them."""
        fixed = tuple(takewhile(lambda field: field.is_fixed, self.fields))
        return record_dtype(fixed, Engine.UE4), record_dtype(fixed, Engine.UE5)

    def payload_sizes(self, engine: Engine) -> range:
        """Return the possible payload sizes in bytes, as a range; vectors are f32 or f64 by ``engine``."""
        return self._payload_sizes[engine is Engine.UE5]

    @lazy
    def _payload_sizes(self) -> list[range]:
        if self.shape in {Shape.EMPTY, Shape.SINGLE}:
            return [range(dtype.itemsize, dtype.itemsize + 1) for dtype in self._dtypes]
        steps = (dtype.itemsize if self.shape is Shape.RECORDS else 1 for dtype in self._dtypes)
        return [range(COUNT_SIZE, MOST_BYTES + 1, step) for step in steps]
