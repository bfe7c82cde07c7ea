"""Tables of a recording: one per kind of packet, and tables derived from the index."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue, check
from viewer.export.errors import ExportError
from viewer.export.selection import Selection, are_selected
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind, Shape, record_dtype
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Batch, all_records, read_blocks
from viewer.recording.units import PITCH_YAW_ROLL, angles, metres, recorded_velocities
from viewer.tables.actors import ACTORS, ActorRows
from viewer.tables.column import Column, Values, columns_by
from viewer.tables.problems import PROBLEMS, ProblemRows
from viewer.tables.recorded_events import RECORDED_EVENTS, RecordedEventRows
from viewer.tables.recording_facts import FACTS

Batches = Iterator[tuple["Table", tuple[Values, ...]]]

_BYTE = 256
_IN_METRES = {"cm": "m", "cm/s": "m/s"}
_VELOCITIES = ("m/s", "°/s")
_PLACES = {"location": "", "rotation": ""}
"""Vector fields whose columns in exported tables are named x, y, z or pitch, yaw, roll, without a prefix.

Columns of other vector fields begin with the field's name and an underscore, such as ``extent_x``.
"""


@dataclass(frozen=True)
class PacketRows:
    """Records of one kind of packet to export as rows of a table.

    Attributes:
        selection: what is exported.
        frames: frame index of each of N records, shape (N,).
        records: the records, shape (N,).
    """

    selection: Selection
    frames: NDArray[np.int64]
    records: Records


@dataclass(frozen=True)
class Table:
    """Table that can be exported.

    Attributes:
        name: name of the table.
        doc: its contents, a sentence.
        columns: its columns.
        source: function that returns from a selection of a recording what the columns get their values from;
            None for a table of the records of one kind of packet, whose source are ``PacketRows``.
        kind: kind of packet whose records the table contains, if ``source`` is None.
    """

    name: str
    doc: str
    columns: tuple[Column[Any], ...]
    source: Callable[[Selection, ShouldContinue], object] | None = None
    kind: PacketKind = packets.FRAME_START

    def values(self, source: object) -> tuple[Values, ...]:
        """Return what the columns get from ``source``, as arrays or lists that ``Column`` can decode."""
        return tuple(column.get(source) for column in self.columns)


FRAME: Column[PacketRows] = Column(
    "frame", "int64", "", "id of the frame, as written",
    lambda source: source.selection.index.frame_ids.take(source.frames),
)  # fmt: skip
ELAPSED: Column[PacketRows] = Column(
    "elapsed", "double", "s", "since the recording started",
    lambda source: source.selection.index.elapsed.take(source.frames),
)  # fmt: skip


def read_tables(selection: Selection, tables: Iterable[Table], should_continue: ShouldContinue) -> Batches:
    """Yield tables in batches of rows: each time one of ``tables``, and the values of its next rows.

    The file is read once, so that batches of several tables alternate. The first batch of a table may have no
    rows: it defines the types of the columns.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read the file.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    by_id = {}
    for table in tables:
        if table.source is None:
            by_id[table.kind.id] = table
            none = _no_records(selection.index, table.kind)
            yield table, table.values(PacketRows(selection, *none))
        else:
            yield table, table.values(table.source(selection, should_continue))
    first, stop = selection.frames.start, selection.frames.stop
    kinds = [table.kind for table in by_id.values()]
    for block in read_blocks(selection.index, first, stop, kinds=kinds) if kinds else ():
        check(should_continue, (block.first - first) / len(selection.frames))
        for batch in block.batches:
            frames, records = _records(selection.index, batch)
            chosen = are_selected(selection, batch.kind, records)
            if not chosen.all():
                frames, records = frames[chosen], records[chosen]
            if len(records):
                table = by_id[batch.kind.id]
                yield table, table.values(PacketRows(selection, frames, records))


# -- tables of packets


def _of_packet(kind: PacketKind) -> Table:
    fields = (field for field in kind.row_fields if not field.is_padding)
    columns = (column for field in fields for column in _columns(field))
    return Table(kind.table or kind.name.lower(), kind.doc, (FRAME, ELAPSED, *columns), kind=kind)


def _columns(field: Field) -> tuple[Column[PacketRows], ...]:
    """Return the columns in which a table holds a field of packets: one per axis of a vector, else one."""
    if not field.kind.startswith("vec"):
        return (_column(field, field.name),)
    axes: Iterable[tuple[int, str]] = enumerate("xyz")
    if field.name == "rotation":
        axes = zip(PITCH_YAW_ROLL, ("pitch", "yaw", "roll"), strict=True)
    start = _PLACES.get(field.name, f"{field.name}_")
    return tuple(_column(field, f"{start}{name}", axis) for axis, name in axes)


def _column(field: Field, name: str, axis: int | None = None) -> Column[PacketRows]:
    """Return the column ``name`` with the values of a field of packets, as precise as in the file.

    ``axis`` is the component of a vector; None for other fields.
    """
    convert: Callable[..., Values] | None = metres if field.unit in _IN_METRES else None
    if field.name == "rotation":
        convert = angles
    elif axis is not None and field.unit in _VELOCITIES:
        convert = recorded_velocities

    def get(source: PacketRows) -> Values:
        values = source.records[field.name]
        if field.kind == "bool":
            return np.asarray(values != 0)
        values = np.ascontiguousarray(values if axis is None else values[:, axis])
        return values if convert is None else convert(values, values.dtype)

    names = {} if field.enum is None else {int(member): str(member) for member in field.enum}
    labels = tuple(names.get(number, str(number)) for number in range(_BYTE if names else 0))
    is_number = "double" if field.kind[0] in "vf" else "int64"
    kind = "bool" if field.kind == "bool" else "string" if labels or field.kind == "str" else is_number
    return Column(name, kind, _IN_METRES.get(field.unit, field.unit), field.doc, get, labels)


def _records(index: RecordingIndex, batch: Batch) -> tuple[NDArray[np.int64], Records]:
    """Return the frame index of each record in ``batch``, shape (N,), and these N records.

    A batch contains packets of one kind from successive frames; damaged packets are left out.
    """
    if batch.kind.shape is Shape.RECORDS:
        return batch.frames, batch.records
    parts = [_no_records(index, batch.kind)]
    for frame, payload in zip(batch.payload_frames.tolist(), batch.payloads, strict=True):
        with suppress(DamagedPayloadError):
            records = decode_rows(batch.kind, payload, index.dialect.engine_of(batch.kind))
            parts.append((np.full(len(records), frame), records))
    frames, rows = zip(*parts, strict=True)
    return np.concatenate(frames), np.concatenate(rows)


def _no_records(index: RecordingIndex, kind: PacketKind) -> tuple[NDArray[np.int64], Records]:
    """Return empty arrays, one for frame indices and one for records of ``kind``, as there are none."""
    return np.empty(0, np.int64), np.empty(0, record_dtype(kind.row_fields, index.dialect.engine_of(kind)))


# -- tables derived from the index


def _frames(selection: Selection, should_continue: ShouldContinue) -> dict[str, NDArray[Any]]:
    """Return the columns of the table of frames by name; clocks are NaN for frames without their packet."""
    index, part = selection.index, slice(selection.frames.start, selection.frames.stop)
    columns = {"frame": index.frame_ids[part]}
    columns |= {name: np.ascontiguousarray(index.frames[part][name]) for name in ("elapsed", "duration")}
    for name, kind in (("platform_time", packets.PLATFORM_TIME), ("visual_time", packets.VISUAL_TIME)):
        frames, records = all_records(index, kind, part, should_continue=should_continue)
        columns[name] = np.full(len(selection.frames), np.nan)
        columns[name][frames - part.start] = records["time"]
    return columns


@columns_by
def _made(source: dict[str, NDArray[Any]], name: str) -> Values:
    return source[name]


_FRAME_COLUMNS: tuple[Column[Any], ...] = (
    _made("frame", "int64", "", FRAME.doc),
    _made("elapsed", "double", "s", ELAPSED.doc),
    _made("duration", "double", "s", "time to the next frame; 0 for the last"),
    _made("platform_time", "double", "s", packets.PLATFORM_TIME.fields[0].doc),
    _made("visual_time", "double", "s", packets.VISUAL_TIME.fields[0].doc),
)
DERIVED = (
    Table("recordings", "One row: the recording as a whole.", FACTS, lambda part, _: part.index),
    Table("frames", "The frames.", _FRAME_COLUMNS, _frames),
    Table(
        "actors", "Actors, each from its spawn to its destruction.", ACTORS,
        lambda part, _: ActorRows(part.index, np.array(part.rows(), np.int64)),
    ),
    Table(
        "recorded_events", "Actors that are spawned, destroyed, attached, and collide.", RECORDED_EVENTS,
        lambda part, _: RecordedEventRows(part.index, part.recorded_events()),
    ),
    Table(
        "problems", "What is wrong or odd in the file as a whole.", PROBLEMS,
        lambda part, _: ProblemRows(part.index, part.index.problems),
    ),
)  # fmt: skip
"""Tables that are made from the index of a recording."""
PACKET_TABLES = {kind.table: _of_packet(kind) for kind in packets.BY_ID.values() if kind.table}
TABLE_NAMES = (*PACKET_TABLES, *(table.name for table in DERIVED))
"""Names of all tables that can be exported from recordings, except those of custom packets."""


def tables_of(index: RecordingIndex) -> dict[str, Table]:
    """Return the tables that can be exported from a recording, by name; those of custom packets last."""
    custom = (_of_packet(kind) for kind in (index.dialect.custom or {}).values() if kind.row_fields)
    counts, dialect = index.packet_counts, index.dialect
    found = [each for each in (*PACKET_TABLES.values(), *custom) if counts.get(dialect.id_of(each.kind))]
    return {table.name: table for table in (*DERIVED, *found)}


def find_table(index: RecordingIndex, name: str) -> Table:
    """Return the table ``name`` that can be exported from a recording.

    Raises:
        ExportError: the recording has no such table.
    """
    tables = tables_of(index)
    if name not in tables:
        known = name in TABLE_NAMES
        what = f"the recording has nothing for the table {name}" if known else f"there is no table {name}"
        raise ExportError(f"{what}; it has {', '.join(sorted(tables))}")
    return tables[name]
