"""All tables of a recording: those of its packets, and those of what follows from them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.cancellation import Proceed, check
from viewer.export.errors import ExportError
from viewer.export.selection import Part, of_chosen
from viewer.file_error import plain
from viewer.logfile import packets
from viewer.logfile.fields import Field, PacketKind, Shape, record_dtype
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.actors import NEVER, Category
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.detect import carla_version
from viewer.recording.read.records import Batch, all_records, read_blocks
from viewer.recording.units import PITCH_YAW_ROLL, angles, metres, recorded_velocities

Values = NDArray[Any]
Columns = tuple[Values, ...]

_BYTE = 256
_NOBODY = -1
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


@dataclass(frozen=True)
class Table:
    """A table: the records of one kind of packet, or what ``read`` makes of the index."""

    name: str
    doc: str
    headings: tuple[Heading, ...]
    read: Callable[[Part, Proceed], Columns] | None = None
    kind: PacketKind = packets.FRAME_START

    def columns(self, part: Part, frames: NDArray[np.int64], records: Records) -> Columns:
        """Return records (N,) of frames with these indices (N,) as columns, shape (N,) each."""
        chosen = of_chosen(part, self.kind, records)
        if not chosen.all():
            frames, records = frames[chosen], records[chosen]
        values = (column for field in _fields(self.kind) for column in _columns(field, records))
        return part.frame_ids.take(frames), part.index.elapsed.take(frames), *values


def read_tables(part: Part, tables: Iterable[Table], proceed: Proceed) -> Iterator[tuple[Table, Columns]]:
    """Yield rows of some tables, in the order of time for each, in one reading of the recording.

    The first of each may be none; they tell the types.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    by_id = {}
    for table in tables:
        if table.read is None:
            by_id[table.kind.id] = table
            yield table, table.columns(part, *_no_records(part.index, table.kind))
        else:
            yield table, table.read(part, proceed)
    kinds = [table.kind for table in by_id.values()]
    for block in read_blocks(part.index, part.frames.start, part.frames.stop, kinds=kinds) if kinds else ():
        check(proceed, (block.first - part.frames.start) / len(part.frames))
        for batch in block.batches:
            columns = by_id[batch.kind.id].columns(part, *_records(part.index, batch))
            if len(columns[0]):
                yield by_id[batch.kind.id], columns


# -- of packets


def _fields(kind: PacketKind) -> Iterator[Field]:
    return (field for field in kind.row_fields if not field.is_padding)


def _of_packet(kind: PacketKind) -> Table:
    headings = (each for field in _fields(kind) for each in _headings(field))
    return Table(kind.table or kind.name.lower(), kind.doc, (FRAME, ELAPSED, *headings), kind=kind)


def _headings(field: Field) -> tuple[Heading, ...]:
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
    """Yield the values of a field's columns, shape (N,) each, as precise as the file has them."""
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
    """Return the frame of each record, as an index (N,), and the records (N,)."""
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
    return np.empty(0, np.int64), np.empty(0, record_dtype(kind.row_fields, index.dialect.engine_of(kind)))


# -- of what follows from them


def _recording(part: Part, _proceed: Proceed) -> Columns:
    index = part.index
    date = index.header.date
    return (
        np.array([plain(index.path.name)]),
        np.array([index.header.map_name]),
        np.array(["" if date is None else date.isoformat()]),
        np.array([carla_version(index)]),
        np.array([index.dialect.engine.value]),
        np.array([len(part.frames)]),
        np.array([part.span[1] - part.span[0]]),
        np.array([len(index.actors)]),
        np.array([any(problem.damage for problem in index.problems)]),
    )


def _frames(part: Part, proceed: Proceed) -> Columns:
    index = part.index
    span = slice(part.frames.start, part.frames.stop)
    frames = index.frames[span]
    return (
        frames["frame"].astype(np.int64),
        np.ascontiguousarray(frames["elapsed"]),
        np.ascontiguousarray(frames["duration"]),
        _clock(part, packets.PLATFORM_TIME, proceed),
        _clock(part, packets.VISUAL_TIME, proceed),
    )


def _clock(part: Part, kind: PacketKind, proceed: Proceed) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    times = np.full(len(part.frames), np.nan)
    frames, records = all_records(
        part.index, kind, slice(part.frames.start, part.frames.stop), proceed=proceed
    )
    times[frames - part.frames.start] = records["time"]
    return times


def _actors(part: Part, _proceed: Proceed) -> Columns:
    index = part.index
    actors = index.actors
    rows = np.array(part.rows(), np.int64)
    descriptions = [actors.descriptions[row] for row in rows.tolist()]
    parents = np.append(actors.actor_id, _NOBODY)[actors.parent[rows]]
    destroyed = actors.destroy_frame[rows]
    ends = np.append(index.elapsed, np.nan)[np.minimum(destroyed, len(index.elapsed))]
    ids = np.append(part.frame_ids, _NOBODY)
    return (
        actors.actor_id[rows],
        np.array([each.type_id for each in descriptions], object),
        actors.category[rows],
        np.array([each.role_name for each in descriptions], object),
        ids[actors.spawn_frame[rows]],
        index.elapsed[actors.spawn_frame[rows]],
        ids[np.where(destroyed == NEVER, _NOBODY, destroyed)],
        ends,
        parents,
        *actors.location[rows].T,
        *actors.rotation[rows].T,
        *actors.box_center[rows].T,
        *actors.box_extent[rows].T,
        actors.box_recorded[rows],
        np.array([json.dumps(dict(each.attributes), ensure_ascii=False) for each in descriptions], object),
    )


def _events(part: Part, _proceed: Proceed) -> Columns:
    events, actors, others = part.events()
    frames = events["frame"]
    kinds = np.ascontiguousarray(events["kind"])
    return part.frame_ids[frames], part.index.elapsed[frames], kinds, actors, others


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
"""Tables that a recording can have, without those of other packages."""


def tables_of(index: RecordingIndex) -> dict[str, Table]:
    """Return the tables that a recording has, by their names; those of other packages come last."""
    custom = (_of_packet(kind) for kind in (index.dialect.custom or {}).values() if kind.row_fields)
    counts, dialect = index.packet_counts, index.dialect
    found = [each for each in (*PACKET_TABLES.values(), *custom) if counts.get(dialect.id_of(each.kind))]
    return {table.name: table for table in (*_SUMMARIES, *found)}


def find_table(index: RecordingIndex, name: str) -> Table:
    """Return a table by its name.

    Raises:
        ExportError: the recording has none of this name.

    """
    tables = tables_of(index)
    if name not in tables:
        known = name in TABLE_NAMES
        what = f"the recording has nothing for the table {name}" if known else f"there is no table {name}"
        raise ExportError(f"{what}; it has {', '.join(sorted(tables))}")
    return tables[name]
