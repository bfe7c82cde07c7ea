"""The vocabulary in which the packet table is written."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, IntEnum
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.lazy import lazy
from viewer.quick_dataclass import dataclass

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

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Name and unit of each number in it, for people to read."""
        axes = (" roll", " pitch", " yaw") if self.name == "rotation" else (" x", " y", " z")
        names = [self.name + axis for axis in axes] if self.kind.startswith("vec") else [self.name]
        return tuple((name.replace("_", " "), self.unit) for name in names)

    def values(self, value: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a number of any kind, or three
        """Return what stands in it, one for each of its columns; numbers that have a name with that name."""
        if self.kind.startswith("vec"):
            return tuple(value.tolist())
        number = value.item() if isinstance(value, np.generic) else value
        if self.enum is not None:
            return (named(self.enum, number),)
        return (bool(number) if self.kind == "bool" and number in (0, 1) else number,)


ACTOR = Field("actor_id", "u32", doc="id of the actor while recording")
"""What each record of an actor begins with."""


def named(enum: type[IntEnum], number: int) -> str | int:
    """Return a number with its name behind it, if it has one."""
    names = {member.value: member.name.lower().replace("_", " ") for member in enum}
    return f"{number} {names[number]}" if number in names else number


def record_dtype(fields: tuple[Field, ...], engine: Engine) -> np.dtype[np.void]:
    """Return the packed dtype of a record with these fields."""
    return np.dtype([field.dtype(engine) for field in fields])


def record_struct(fields: tuple[Field, ...], engine: Engine) -> struct.Struct:
    """Return the same record for ``struct``, which reads a single one many times as fast."""
    dtype = record_dtype(fields, engine)
    numbers = (dtype[name].subdtype or (dtype[name], (1,)) for name in dtype.names or ())
    return struct.Struct(
        "<" + "".join(f"{shape[0]}{_STRUCT_CODES[number.str[1:]]}" for number, shape in numbers)
    )


class RecordPart(NamedTuple):
    """A piece of a record of varying length, for people to read; text is a field of the kind ``str``."""

    intro: str
    """What stands before its fields; empty if they go on where those before ended."""
    fields: tuple[Field, ...]
    heading: str = ""
    """If it is one of several ways to lay a record out: the name of this one."""


@dataclass(frozen=True, slots=True)
class NumberPlaces:
    """Where the numbers of a payload stand that can be damaged: in groups of ``count`` each."""

    starts: Sequence[int]
    count: int
    dtype: np.dtype[np.floating]


IsPlausible = Callable[[NDArray[np.floating]], NDArray[np.bool_]]
"""Tells of numbers which may be what they say, shape as given."""


class Codec:
    """What is known of a kind of packet whose records vary in length; all else derives from it.

    The methods that raise say so by ``DamagedPayloadError``: the payload contradicts itself.
    """

    parts: ClassVar[tuple[RecordPart, ...]] = ()
    """What the fields of the packet's row are followed by."""
    columns: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Name and unit of each column of its table, the actor's id first."""
    when_damaged: ClassVar[str] = "this packet is left out"
    """What becomes of a payload that contradicts itself."""
    not_utf8: ClassVar[str] = "a text of actor {actor_id} is not UTF-8"
    """What is said of a record with a text that cannot be read."""
    checked_when_opened: ClassVar[bool] = False
    """Whether all of its payloads are decoded to make the index, so that nobody need check them again."""

    def decode(self, payload: bytes, engine: Engine) -> Sequence[Any]:
        """Return the records. Raises DamagedPayloadError."""
        raise NotImplementedError

    def encode(self, records: Iterable[Any], engine: Engine) -> bytes:
        """Return the payload that holds the records."""
        raise NotImplementedError

    def rows(self, record: Any) -> Iterable[tuple[Any, ...]]:  # noqa: ANN401 - what this codec decodes
        """Return what a record adds to the table, in the order of the columns."""
        raise NotImplementedError

    def numbers(self, payload: bytes, engine: Engine) -> NumberPlaces | None:  # noqa: ARG002 - of this one
        """Return where the numbers stand, None if any are possible. Raises DamagedPayloadError."""
        return None

    def texts(self, record: Any) -> Sequence[str]:  # noqa: ANN401, ARG002 - of this one
        """Return the texts of a record, which should be UTF-8."""
        return ()

    def mended(self, records: Sequence[Any], plausible: IsPlausible) -> tuple[Sequence[Any], int]:  # noqa: ARG002
        """Return the records without those pieces whose numbers are not plausible, and how many these are."""
        return records, 0

    def knows_all(self, engine: Engine) -> bool:  # noqa: ARG002 - of this one
        """Return whether all layouts that this engine writes are known, so that another one is damage."""
        return True


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
    order: int | None = None
    """Its place among the packets of a frame, as CARLA writes them; None for what others add."""
    bare: bool = False
    """Whether every frame of every build has it, if with no records."""
    other_id: int | None = None
    """Its id in the builds between 0.9.15 and 0.9.16, and of UE5 until 2026, if that is another one."""
    of_arrivals: bool = False
    """Whether it is about actors that were added in the frame, and perhaps destroyed in it too."""
    repeats: bool = False
    """Whether an actor may have more than one record in a frame."""
    codec: Codec | None = None
    """How its records are read and written, if their length varies."""

    def __hash__(self) -> int:
        """Hash the id alone: kinds are looked up with every packet."""
        return self.id

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
