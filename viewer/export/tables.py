"""Tables of a recording: one per kind of packet, and tables derived from the index."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import ShouldContinue, check
from viewer.export.errors import ExportError
from viewer.export.selection import Selection, are_selected
from viewer.file_error import plain
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind, Shape, record_dtype
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.actors import NEVER, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.recording.read.records import Batch, all_records, read_blocks
from viewer.recording.recorded_events import EventType
from viewer.recording.units import PITCH_YAW_ROLL, angles, metres, recorded_velocities

Values = NDArray[Any]
Columns = tuple[Values, ...]

_BYTE = 256
_NO_ACTOR = -1
_IN_METRES = {"cm": "m", "cm/s": "m/s"}
_VELOCITIES = ("m/s", "°/s")
_PLACES = {"location": "", "rotation": ""}
"""Vector fields whose columns in exported tables are named x, y, z or pitch, yaw, roll, without a prefix.

Columns of other vector fields begin with the field's name and an underscore, such as ``extent_x``.
"""


@dataclass(frozen=True, slots=True)
class Heading:
    """Description of one column of an exported table.

    Attributes:
        name: name of the column.
        unit: unit of its values; empty if they have none.
        doc: meaning of its values.
        labels: names of an enumeration's values, which the column holds as indices; None for other columns.
    """

    name: str
    unit: str = ""
    doc: str = ""
    labels: tuple[str, ...] | None = None


FRAME = Heading("frame", "", "id of the frame, as written")
ELAPSED = Heading("elapsed", "s", "since the recording started")


@dataclass(frozen=True)
class Table:
    """Table that can be exported.

    Attributes:
        name: name of the table.
        doc: its contents, a sentence.
        headings: its columns.
        read: function that makes the whole table from a selection of a recording; None for a table of the
            records of one kind of packet, which are read from the file.
        kind: kind of packet whose records the table contains, if ``read`` is None.
    """

    name: str
    doc: str
    headings: tuple[Heading, ...]
    read: Callable[[Selection, ShouldContinue], Columns] | None = None
    kind: PacketKind = packets.FRAME_START

    def columns(self, selection: Selection, frames: NDArray[np.int64], records: Records) -> Columns:
        """Return the columns of this table of an export, of shape (K,), for the K selected ``records``.

        Args:
            selection: what is exported.
            frames: frame index of each of N records, shape (N,).
            records: N records of this table's kind of packet.
        """
        chosen = are_selected(selection, self.kind, records)
        if not chosen.all():
            frames, records = frames[chosen], records[chosen]
        values = (column for field in _fields(self.kind) for column in _columns(field, records))
        return selection.frame_ids.take(frames), selection.index.elapsed.take(frames), *values


def read_tables(
    selection: Selection, tables: Iterable[Table], should_continue: ShouldContinue
) -> Iterator[tuple[Table, Columns]]:
    """Yield tables in batches of rows: each time one of ``tables``, and the columns of its next rows.

    The file is read once, so that batches of several tables alternate. The first batch of a table may have no
    rows: it defines the types of the columns.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read the file.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    by_id = {}
    for table in tables:
        if table.read is None:
            by_id[table.kind.id] = table
            yield table, table.columns(selection, *_no_records(selection.index, table.kind))
        else:
            yield table, table.read(selection, should_continue)
    kinds = [table.kind for table in by_id.values()]
    for block in (
        read_blocks(selection.index, selection.frames.start, selection.frames.stop, kinds=kinds)
        if kinds
        else ()
    ):
        check(should_continue, (block.first - selection.frames.start) / len(selection.frames))
        for batch in block.batches:
            columns = by_id[batch.kind.id].columns(selection, *_records(selection.index, batch))
            if len(columns[0]):
                yield by_id[batch.kind.id], columns


# -- tables of packets


def _fields(kind: PacketKind) -> Iterator[Field]:
    return (field for field in kind.row_fields if not field.is_padding)


def _of_packet(kind: PacketKind) -> Table:
    headings = (each for field in _fields(kind) for each in _headings(field))
    return Table(kind.table or kind.name.lower(), kind.doc, (FRAME, ELAPSED, *headings), kind=kind)


def _headings(field: Field) -> tuple[Heading, ...]:
    """Return the columns in which a table holds a field of packets: one per axis of a vector, else one."""
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


def _columns(field: Field, records: Records) -> Iterator[Values]:
    """Yield the values of a field of N records as columns of shape (N,): one for each axis of a vector.

    Values are as precise as in the file.
    """
    values = records[field.name]
    parts = [values != 0 if field.kind == "bool" else np.ascontiguousarray(values)]
    convert: Callable[..., Values] | None = metres if field.unit in _IN_METRES else None
    if field.kind.startswith("vec"):
        axes = PITCH_YAW_ROLL if field.name == "rotation" else range(3)
        parts = [np.ascontiguousarray(values[:, axis]) for axis in axes]
        convert = recorded_velocities if field.unit in _VELOCITIES else convert
    if field.name == "rotation":
        convert = angles
    for each in parts:
        yield each if convert is None else convert(each, each.dtype)


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


def _recording(selection: Selection, _should_continue: ShouldContinue) -> Columns:
    index = selection.index
    date = index.header.date
    return (
        np.array([plain(index.path.name)]),
        np.array([index.header.map_name]),
        np.array(["" if date is None else date.isoformat()]),
        np.array([carla_version(index)]),
        np.array([index.dialect.engine.value]),
        np.array([len(selection.frames)]),
        np.array([selection.span[1] - selection.span[0]]),
        np.array([len(index.actors)]),
        np.array([any(problem.damage for problem in index.problems)]),
    )


def _frames(selection: Selection, should_continue: ShouldContinue) -> Columns:
    index = selection.index
    span = slice(selection.frames.start, selection.frames.stop)
    frames = index.frames[span]
    return (
        frames["frame"].astype(np.int64),
        np.ascontiguousarray(frames["elapsed"]),
        np.ascontiguousarray(frames["duration"]),
        _clock(selection, packets.PLATFORM_TIME, should_continue),
        _clock(selection, packets.VISUAL_TIME, should_continue),
    )


def _clock(
    selection: Selection, kind: PacketKind, should_continue: ShouldContinue
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the clock time in seconds that packets of ``kind`` have in each selected frame, shape (F,).

    It is NaN for a frame without such a packet.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    times = np.full(len(selection.frames), np.nan)
    frames, records = all_records(
        selection.index,
        kind,
        slice(selection.frames.start, selection.frames.stop),
        should_continue=should_continue,
    )
    times[frames - selection.frames.start] = records["time"]
    return times


def _actors(selection: Selection, _should_continue: ShouldContinue) -> Columns:
    index = selection.index
    actors = index.actors
    rows = np.array(selection.rows(), np.int64)
    descriptions = [actors.descriptions[row] for row in rows.tolist()]
    parents = np.append(actors.actor_id, _NO_ACTOR)[actors.parent[rows]]
    destroyed = actors.destroy_frame[rows]
    ends = np.append(index.elapsed, np.nan)[np.minimum(destroyed, len(index.elapsed))]
    ids = np.append(selection.frame_ids, _NO_ACTOR)
    return (
        actors.actor_id[rows],
        np.array([each.type_id for each in descriptions], object),
        actors.category[rows],
        np.array([each.role_name for each in descriptions], object),
        ids[actors.spawn_frame[rows]],
        index.elapsed[actors.spawn_frame[rows]],
        ids[np.where(destroyed == NEVER, _NO_ACTOR, destroyed)],
        ends,
        parents,
        *actors.location[rows].T,
        *actors.rotation[rows].T,
        *actors.box_center[rows].T,
        *actors.box_extent[rows].T,
        actors.box_recorded[rows],
        np.array([json.dumps(dict(each.attributes), ensure_ascii=False) for each in descriptions], object),
    )


def _events(selection: Selection, _should_continue: ShouldContinue) -> Columns:
    events, actors, others = selection.recorded_events()
    frames = events["frame"]
    kinds = np.ascontiguousarray(events["kind"])
    return selection.frame_ids[frames], selection.index.elapsed[frames], kinds, actors, others


def _vector(start: str, unit: str, doc: str, axes: tuple[str, ...] = ("x", "y", "z")) -> tuple[Heading, ...]:
    return tuple(Heading(f"{start}{axis}", unit, doc) for axis in axes)


_ACTOR_ID = Heading("actor_id", "", "id of the actor while recording")

_SUMMARIES = (
    Table(
        "recording", "One row: the recording as a whole.",
        (
            Heading("file"), Heading("map"), Heading("date", "", "when recording began, UTC"),
            Heading("carla", "", "which releases write such files"), Heading("engine"), Heading("frames"),
            Heading("duration", "s"), Heading("actors", "", "lives of all actors"),
            Heading("damaged", "", "whether something of it could not be read"),
        ),
        _recording,
    ),
    Table(
        "frames", "The frames.",
        (
            FRAME, ELAPSED, Heading("duration", "s", "time to the next frame; 0 for the last"),
            Heading("platform_time", "s", packets.PLATFORM_TIME.fields[0].doc),
            Heading("visual_time", "s", packets.VISUAL_TIME.fields[0].doc),
        ),
        _frames,
    ),
    Table(
        "actors", "Every life of every actor.",
        (
            _ACTOR_ID, Heading("type_id", "", "blueprint"),
            Heading("category", labels=tuple(each.label for each in Category)), Heading("role_name"),
            Heading("spawn_frame", "", "id of the first frame with it"), Heading("spawn_elapsed", "s"),
            Heading("destroy_frame", "", "id of the first frame without it, -1 if it outlives the recording"),
            Heading("destroy_elapsed", "s"), Heading("parent_id", "", "-1 for none"),
            *_vector("", "m", "transform of EventAdd; relative to the parent if there is one"),
            *_vector("", "°", "transform of EventAdd", ("pitch", "yaw", "roll")),
            *_vector("box_", "m", "centre of the box in the actor's frame"),
            *_vector("extent_", "m", "half the size of the box"),
            Heading("box_recorded", "", "or else the usual one for such an actor"),
            Heading("attributes", "", "as JSON"),
        ),
        _actors,
    ),
    Table(
        "events", "Who is added, destroyed, attached, and collides.",
        (
            FRAME, ELAPSED, Heading("kind", labels=tuple(each.name.lower() for each in EventType)), _ACTOR_ID,
            Heading("other_id", "", "parent, or the other of a collision; -1 for none"),
        ),
        _events,
    ),
)  # fmt: skip


PACKET_TABLES = {kind.table: _of_packet(kind) for kind in packets.PACKETS if kind.table}
TABLE_NAMES = (*PACKET_TABLES, *(table.name for table in _SUMMARIES))
"""Names of all tables that can be exported from recordings, except those of custom packets."""


def tables_of(index: RecordingIndex) -> dict[str, Table]:
    """Return the tables that can be exported from a recording, by name; those of custom packets last."""
    custom = (_of_packet(kind) for kind in (index.dialect.custom or {}).values() if kind.row_fields)
    counts, dialect = index.packet_counts, index.dialect
    found = [each for each in (*PACKET_TABLES.values(), *custom) if counts.get(dialect.id_of(each.kind))]
    return {table.name: table for table in (*_SUMMARIES, *found)}


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
