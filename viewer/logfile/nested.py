"""Decoding and encoding payloads whose records vary in length, with texts and counted lists.

A record becomes a ``namedtuple`` of its fields: a vector is a tuple of three floats, a list a tuple of
``namedtuple`` entries.
"""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from viewer.logfile.fields import (
    COUNT_SIZE,
    SCALARS,
    Engine,
    Field,
    Layout,
    PacketKind,
    Shape,
    record_dtype,
    record_struct,
)
from viewer.logfile.payload import DamagedPayloadError, Records, count_lie, encode_records

Record = Any
"""Decoded record of a packet: a named tuple of a class made for its layout (list of fields).

Its attribute ``layout`` is the Layout that it was read with. Records of kinds of packets that have a tuple
class of their own lack the attribute.
"""

_Read = Callable[[bytes, int], tuple[Record, int]]
"""Function that reads the record at an offset of a payload; returns the record and the offset after it."""

_U16 = struct.Struct("<H")


class FixedFields:
    """Reader and writer of adjacent fields of fixed size within a record, all of them at once."""

    def __init__(self, fields: tuple[Field, ...], engine: Engine, packet: str) -> None:
        """Create the reader and writer of ``fields``; ``packet`` is the packet's name for error messages."""
        self._packet = packet
        self.fields = fields
        self.dtype = record_dtype(fields, engine)
        self.struct = record_struct(fields, engine)
        slices: list[int | slice] = []
        at = 0
        for field in fields:
            width = 3 if field.kind.startswith("vec") else 1
            slices.append(slice(at, at + 3) if width > 1 else at)
            at += width
        self._vectors = [number for number, part in enumerate(slices) if isinstance(part, slice)]
        # A last empty slice, so that it returns a tuple for a single field, too.
        self._slices = itemgetter(*slices, slice(0, 0))
        self._unpack = self.struct.unpack_from

    def grouped(self, numbers: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return one value per field from a record's unpacked ``numbers``; a vector is a tuple of three."""
        return self._slices(numbers)[:-1] if self._vectors else numbers

    def read(self, payload: bytes, at: int, values: list[Any], offsets: FixedOffsets | None) -> int:
        """Append the values of the fields at byte ``at`` of ``payload`` to ``values``.

        The result is the offset after the fields. If ``offsets`` is given, ``at`` is added to it.

        Raises:
            DamagedPayloadError: ``payload`` ends within the fields.
        """
        try:
            numbers = self._unpack(payload, at)
        except struct.error:
            raise DamagedPayloadError(f"a record of {self._packet} reaches beyond its packet", at) from None
        if offsets is not None:
            offsets.setdefault(self, []).append(at)
        values += self.grouped(numbers)
        return at + self.struct.size

    def write(self, values: Iterator[Any]) -> bytes:
        """Return the bytes of the fields; takes one value per field from the iterator ``values``."""
        numbers = [next(values) for _ in self.fields]
        for at in reversed(self._vectors):
            numbers[at : at + 1] = numbers[at]
        return self.struct.pack(*numbers)


FixedOffsets = dict[FixedFields, list[int]]
"""For each group of adjacent fixed-size fields, the byte offsets in a payload where it was read, ascending.
"""


def _read_text(packet: str, payload: bytes, at: int, values: list[Any], _offsets: FixedOffsets | None) -> int:
    start = at + _U16.size
    if start > len(payload):
        raise DamagedPayloadError(f"a text of {packet} reaches beyond its packet", at)
    end = start + (payload[at] | payload[at + 1] << 8)
    if end > len(payload):
        what = f"a text of {end - start:,} bytes of {packet} reaches beyond its packet"
        raise DamagedPayloadError(what, start)
    values.append(payload[start:end].decode("utf-8", errors="replace"))
    return end


def _write_text(values: Iterator[Any]) -> bytes:
    data: bytes = next(values).encode()
    return _U16.pack(len(data)) + data


class _List:
    def __init__(self, field: Field, engine: Engine, packet: str) -> None:
        self._name = f"{field.name} of {packet}"
        self._count = np.dtype(SCALARS[field.kind]).itemsize
        self._part = _Part(Layout(field.name, field.entries), engine, packet)

    def read(self, payload: bytes, at: int, values: list[Any], offsets: FixedOffsets | None) -> int:
        start = at + self._count
        if start > len(payload):
            raise DamagedPayloadError(f"the number of {self._name} reaches beyond its packet", at)
        count, at = int.from_bytes(payload[at:start], "little"), start
        fixed = self._part.fixed
        if fixed is None:
            entries = []
            for _ in range(count):
                entry, at = self._part.read(payload, at, offsets)
                entries.append(entry)
            values.append(tuple(entries))
            return at
        end = at + count * fixed.struct.size
        if end > len(payload):
            raise DamagedPayloadError(f"{count:,} {self._name} reach beyond their packet", at)
        if offsets is not None:
            offsets.setdefault(fixed, []).extend(range(at, end, fixed.struct.size))
        numbers = fixed.struct.iter_unpack(payload[at:end])
        values.append(tuple(map(self._part.make, map(fixed.grouped, numbers))))
        return end

    def write(self, values: Iterator[Any]) -> bytes:
        entries = next(values)
        return len(entries).to_bytes(self._count, "little") + b"".join(map(self._part.write, entries))


class _Part:
    """Reader and writer of records with given fields, or of the entries of a list within such a record.

    Attributes:
        fixed: reader and writer of all fields at once; None if there is a text or a list among them.
        reads: functions that each read some adjacent fields, in the order of the fields.
        make: function that makes a record from the values of its fields.
    """

    def __init__(
        self, layout: Layout, engine: Engine, packet: str, record: type[tuple[Any, ...]] | None = None
    ) -> None:
        self.reads: list[Callable[[bytes, int, list[Any], FixedOffsets | None], int]] = []
        self._writes: list[Callable[[Iterator[Any]], bytes]] = []
        self.fixed: FixedFields | None = None
        for is_fixed, fields in groupby(layout.fields, lambda field: field.is_fixed):
            if is_fixed:
                self.fixed = FixedFields(tuple(fields), engine, packet)
                self.reads.append(self.fixed.read)
                self._writes.append(self.fixed.write)
                continue
            for field in fields:
                entries = _List(field, engine, packet) if field.entries else None
                self.reads.append(entries.read if entries else partial(_read_text, packet))
                self._writes.append(entries.write if entries else _write_text)
        if len(self.reads) > 1:
            self.fixed = None
        if record is None:
            names = [field.name for field in layout.fields]
            base = namedtuple("Record", names, rename=True)  # type: ignore[misc] # noqa: PYI024
            record = type("Record", (base,), {"__slots__": (), "layout": layout})
        self.make: Callable[[Iterable[Any]], Record] = record._make  # type: ignore[attr-defined]

    def read(self, payload: bytes, at: int, offsets: FixedOffsets | None = None) -> tuple[Record, int]:
        values: list[Any] = []
        for read in self.reads:
            at = read(payload, at, values, offsets)
        return self.make(values), at

    def write(self, record: Sequence[Any]) -> bytes:
        values = iter(record)
        return b"".join([write(values) for write in self._writes])


@cache
def _parts(kind: PacketKind, engine: Engine) -> tuple[_Part, ...]:
    layouts = kind.layouts or (Layout(kind.name, kind.fields),)
    return tuple(_Part(layout, engine, kind.name, kind.record) for layout in layouts)


def decode_nested(
    kind: PacketKind, payload: bytes, engine: Engine, offsets: FixedOffsets | None = None
) -> list[Record]:
    """Return the records of ``payload``, a packet of ``kind``, as named tuples.

    Args:
        kind: kind with records of varying length; of several layouts, the first that fits is used.
        payload: content of the packet.
        engine: version of Unreal Engine that CARLA was built with; it decides whether vectors are f32 or f64.
        offsets: filled with the offsets of each group of fixed-size fields in ``payload``, if given.

    Raises:
        DamagedPayloadError: a record reaches beyond the payload, bytes are left over, the written count
            differs from the number of records, or none of several layouts fits.
    """
    parts = _parts(kind, engine)
    for part in parts:
        found: FixedOffsets | None = None if offsets is None else {}
        try:
            records = list(_records(kind, payload, partial(part.read, offsets=found)))
        except DamagedPayloadError:
            if len(parts) == 1:
                raise
            continue
        if offsets is not None:
            offsets.update(found or {})
        return records
    raise DamagedPayloadError(f"{kind.name} in a layout that is not known", 0)


def read_records(kind: PacketKind, payload: bytes, engine: Engine) -> Iterator[Record]:
    """Yield the records of ``payload`` one by one, so that the records before a defect can be used.

    ``kind`` must have one layout. The number of records is written in 16 bits, too few for very many records:
    more than this number are read if they end exactly at the end of the payload.

    Raises:
        DamagedPayloadError: a record reaches beyond the payload, bytes are left over, or the written number
            is wrong; if only the number is wrong, the error's ``offset`` is the length of the payload.
    """
    return _records(kind, payload, _parts(kind, engine)[0].read)


def _records(kind: PacketKind, payload: bytes, read: _Read) -> Iterator[Record]:
    if len(payload) < COUNT_SIZE:
        raise DamagedPayloadError(f"the count of {kind.name} reaches beyond its packet", 0)
    written, at = int.from_bytes(payload[:COUNT_SIZE], "little"), COUNT_SIZE
    for found in range(written):
        if at == len(payload):
            raise DamagedPayloadError(count_lie(kind, written, found), at)
        record, at = read(payload, at)
        yield record
    if at < len(payload):
        more = _rest(kind, payload, at, read)
        yield from more
        if len(more) & 0xFFFF:
            raise DamagedPayloadError(count_lie(kind, written, written + len(more)), len(payload))


def _rest(kind: PacketKind, payload: bytes, start: int, read: _Read) -> list[Record]:
    records, at = [], start
    try:
        while at < len(payload):
            record, at = read(payload, at)
            records.append(record)
    except DamagedPayloadError:
        what = f"{len(payload) - start} bytes are left over in {kind.name}"
        raise DamagedPayloadError(what, start) from None
    return records


Rows = Records | Sequence[Any]
"""Type of the decoded records of a packet: a structured array, or tuples as ``decode_nested`` returns them.
"""


def encode_payload(kind: PacketKind, rows: Rows, engine: Engine) -> bytes:
    """Return ``rows`` as the payload of a packet of ``kind``; vectors are f32 or f64 by ``engine``."""
    if kind.shape is not Shape.VARIABLE:
        return encode_records(kind, rows, engine)
    parts, written = _parts(kind, engine), []
    for row in rows:
        layout = getattr(row, "layout", None)
        written.append(parts[kind.layouts.index(layout) if layout in kind.layouts else 0].write(row))
    return (len(rows) & 0xFFFF).to_bytes(COUNT_SIZE, "little") + b"".join(written)


def decode_rows(kind: PacketKind, payload: bytes, engine: Engine) -> Records:
    """Return the list entries in ``payload`` as a structured array, each with its actor's id, shape (N,).

    Records of ``kind`` must be an actor id with one list; the fields of the array are ``kind.row_fields``.
    Raises DamagedPayloadError if a record reaches beyond the payload, bytes are left over, or the count is
    wrong.
    """
    rows = [(*head, *entry) for *head, entries in decode_nested(kind, payload, engine) for entry in entries]
    return np.array(rows, record_dtype(kind.row_fields, engine))


def texts_in(records: Iterable[Any]) -> Iterator[str]:
    """Yield every string in ``records``, decoded tuples that may contain tuples at any depth."""
    for value in records:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from texts_in(value)
