"""The vocabulary in which the packet table is written."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import Enum, IntEnum

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


PACKET_HEADER = struct.Struct("<BI")
"""What every packet begins with: its id, and the size of its payload."""

COUNT_SIZE = 2
"""Bytes of the count that most payloads begin with."""

ANY_SIZE = range(1 << 32)
"""What the 32 bits of a packet's size can say."""


class Engine(Enum):
    """The two engines of CARLA; they differ in the width of a vector's numbers (FORMAT.md §1.2)."""

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

    ``kind`` is a key of SCALARS, ``vec`` (3 × f32 in UE4, 3 × f64 in UE5), ``vec32`` (3 × f32 in both), or
    ``padN`` for N bytes without a meaning.
    """

    name: str
    kind: str
    unit: str = ""
    doc: str = ""
    enum: type[IntEnum] | None = None

    def dtype(self, engine: Engine) -> tuple[str, str] | tuple[str, str, tuple[int]]:
        """Return the field as an entry of a numpy dtype."""
        if self.kind.startswith("vec"):
            narrow = self.kind == "vec32" or engine is Engine.UE4
            return (self.name, "<f4" if narrow else "<f8", (3,))
        if self.is_padding:
            return (self.name, f"V{self.kind.removeprefix('pad')}")
        return (self.name, SCALARS[self.kind])

    @property
    def is_padding(self) -> bool:
        """Whether the bytes mean nothing."""
        return self.kind.startswith("pad")


def record_dtype(fields: tuple[Field, ...], engine: Engine) -> np.dtype[np.void]:
    """Return the packed dtype of a record with these fields."""
    return np.dtype([field.dtype(engine) for field in fields])


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
    """In which frames it is written (FORMAT.md §2.1)."""

    @property
    def keyed(self) -> bool:
        """Whether each record belongs to one actor, named by its first field."""
        return bool(self.fields) and self.fields[0].name == "actor_id"

    def dtype(self, engine: Engine) -> np.dtype[np.void]:
        """Return the packed dtype of one record; of a variable record, its fixed start."""
        ue4, ue5 = self._dtypes
        return ue4 if engine is Engine.UE4 else ue5

    @lazy
    def _dtypes(self) -> tuple[np.dtype[np.void], np.dtype[np.void]]:
        """The dtypes for UE4 and UE5; they are asked for with every packet that is read."""
        return record_dtype(self.fields, Engine.UE4), record_dtype(self.fields, Engine.UE5)

    def payload_sizes(self, engine: Engine) -> range:
        """Return the sizes that a payload can have; asking the range for one takes no time."""
        ue4, ue5 = self._payload_sizes
        return ue4 if engine is Engine.UE4 else ue5

    @lazy
    def _payload_sizes(self) -> tuple[range, range]:
        """The sizes for UE4 and UE5."""
        ue4, ue5 = (self._sizes_with(dtype.itemsize) for dtype in self._dtypes)
        return ue4, ue5

    def _sizes_with(self, record: int) -> range:
        if self.shape is Shape.EMPTY:
            return range(1)
        if self.shape is Shape.SINGLE:
            return range(record, record + 1)
        return range(COUNT_SIZE, ANY_SIZE.stop, record if self.shape is Shape.RECORDS else 1)
