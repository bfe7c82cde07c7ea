"""Tables of packets; their columns are those of the packet table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, check
from viewer.export.part import Part, of_chosen
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind, Shape, record_dtype
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Batch, read_blocks
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


PACKET_TABLES: Mapping[str, PacketKind] = {kind.table: kind for kind in packets.PACKETS if kind.table}
"""The packets that are tables, by the name of the table."""

Columns = tuple[Values, ...]


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


@dataclass(frozen=True)
class PacketTable:
    """The table of one kind of packet."""

    name: str
    kind: PacketKind

    @property
    def doc(self) -> str:
        """What the table holds."""
        return self.kind.doc

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Its columns."""
        return (FRAME, ELAPSED, *(each for field in self._fields for each in headings_of(field)))

    def rows(self, part: Part, proceed: Proceed) -> Iterator[Columns]:
        """Yield the rows, many at a time; errors as for ``read_tables``."""
        yield from (columns for _, columns in read_tables(part, [self], proceed))

    def columns(self, part: Part, frames: NDArray[np.int64], records: Records) -> Columns:
        """Return records (N,) of frames with these indices (N,) as columns, shape (N,) each."""
        index = part.index
        chosen = of_chosen(part, self.kind, records)
        if not chosen.all():
            frames, records = frames[chosen], records[chosen]
        values = (column for field in self._fields for column in columns_of(field, records))
        return part.frame_ids.take(frames), index.elapsed.take(frames), *values

    def no_rows(self, part: Part) -> Columns:
        """Return columns of the right types without a row."""
        dtype = record_dtype(self.kind.row_fields, part.index.dialect.engine_of(self.kind))
        return self.columns(part, np.empty(0, np.int64), np.empty(0, dtype))

    @property
    def _fields(self) -> tuple[Field, ...]:
        return tuple(field for field in self.kind.row_fields if not field.is_padding)


def packet_tables(index: RecordingIndex) -> tuple[PacketTable, ...]:
    """Return the tables of the packets that a recording has, those of other packages last."""
    custom = (index.dialect.custom or {}).values()
    tables = [PacketTable(name, kind) for name, kind in PACKET_TABLES.items()]
    tables += [PacketTable(kind.table or kind.name.lower(), kind) for kind in custom if kind.row_fields]
    return tuple(each for each in tables if index.packet_counts.get(index.dialect.id_of(each.kind)))


def read_tables(
    part: Part, tables: Iterable[PacketTable], proceed: Proceed
) -> Iterator[tuple[PacketTable, Columns]]:
    """Yield rows of some tables, in the order of time for each, in one reading of the recording.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    by_id = {table.kind.id: table for table in tables}
    for block in read_blocks(part.index, part.frames.start, part.frames.stop):
        check(proceed, (block.first - part.frames.start) / len(part.frames))
        for batch in block.batches:
            table = by_id.get(batch.kind.id)
            if table is not None:
                columns = table.columns(part, *_records(part.index, batch))
                if len(columns[0]):
                    yield table, columns


def _records(index: RecordingIndex, batch: Batch) -> tuple[NDArray[np.int64], Records]:
    """Return the frame of each record, as an index (N,), and the records (N,)."""
    if batch.kind.shape is Shape.RECORDS:
        return batch.frames, batch.records
    engine = index.dialect.engine_of(batch.kind)
    frames, records = [np.empty(0, np.int64)], [np.empty(0, record_dtype(batch.kind.row_fields, engine))]
    for frame, payload in zip(batch.payload_frames.tolist(), batch.payloads, strict=True):
        with suppress(DamagedPayloadError):
            records.append(decode_rows(batch.kind, bytes(payload), engine))
            frames.append(np.full(len(records[-1]), frame))
    return np.concatenate(frames), np.concatenate(records)
