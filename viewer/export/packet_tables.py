"""Tables of the packets whose records have a fixed size; their columns are those of the packet table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.cancellation import Proceed, check
from viewer.export.headings import ELAPSED, FRAME, Heading, Values, columns_of, headings_of
from viewer.export.part import Part
from viewer.logfile import packets
from viewer.logfile.bones import BONE_FIELDS, bone_dtype, bones_of_actors
from viewer.logfile.fields import Field, PacketKind, Shape
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.logfile.wheels import WHEEL_FIELDS, WHEEL_OF_ACTOR, decode_wheels
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex
from viewer.recording.read.batches import Batch, read_blocks

PACKET_TABLES: Mapping[str, PacketKind] = {
    "poses": packets.POSITION,
    "velocities": packets.KINEMATICS,
    "controls": packets.ANIM_VEHICLE,
    "walker_controls": packets.ANIM_WALKER,
    "lights": packets.VEHICLE_LIGHT,
    "traffic_lights": packets.TRAFFIC_LIGHT_STATE,
    "collisions": packets.COLLISION,
    "boxes": packets.BOUNDING_BOX,
    "trigger_volumes": packets.TRIGGER_VOLUME,
    "light_times": packets.TRAFFIC_LIGHT_TIME,
    "wheels": packets.ANIM_VEHICLE_WHEELS,
    "bones": packets.WALKER_BONES,
    "bikers": packets.ANIM_BIKER,
    "doors": packets.VEHICLE_DOOR,
    "scene_lights": packets.SCENE_LIGHT,
    "weather": packets.WEATHER,
}
"""The packets that are tables, by the name of the table."""

Columns = tuple[Values, ...]


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
        chosen = _chosen(part, self.kind, records)
        if not chosen.all():
            frames, records = frames[chosen], records[chosen]
        values = (column for field in self._fields for column in columns_of(field, records))
        return part.frame_ids.take(frames), index.elapsed.take(frames), *values

    def no_rows(self, part: Part) -> Columns:
        """Return columns of the right types without a row."""
        dtype = _list_dtype(part.index, self.kind) or part.index.dialect.dtype(self.kind)
        return self.columns(part, np.empty(0, np.int64), np.empty(0, dtype))

    @property
    def _fields(self) -> tuple[Field, ...]:
        fields = self.kind.fields
        if self.kind in _OF_LISTS:
            fields = (fields[0], *_OF_LISTS[self.kind])
        return tuple(field for field in fields if not field.is_padding)


def packet_tables(index: RecordingIndex) -> tuple[PacketTable, ...]:
    """Return the tables of the packets that a recording has, those of other packages last."""
    custom = (index.dialect.custom or {}).values()
    tables = [PacketTable(name, kind) for name, kind in PACKET_TABLES.items()]
    tables += [PacketTable(kind.name.lower(), kind) for kind in custom if kind.shape is Shape.RECORDS]
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


_OF_LISTS: Mapping[PacketKind, tuple[Field, ...]] = {
    packets.ANIM_VEHICLE_WHEELS: WHEEL_FIELDS,
    packets.WALKER_BONES: BONE_FIELDS,
}
"""Packets with a list for each actor, of which each entry is a row, and the fields of an entry."""


def _list_dtype(index: RecordingIndex, kind: PacketKind) -> np.dtype[np.void] | None:
    """Return the dtype of an entry with its actor; None for packets without lists."""
    if kind is packets.WALKER_BONES:
        return bone_dtype(index.dialect.engine_of(kind))
    return WHEEL_OF_ACTOR if kind in _OF_LISTS else None


def _records(index: RecordingIndex, batch: Batch) -> tuple[NDArray[np.int64], Records]:
    """Return the frame of each record, as an index (N,), and the records (N,)."""
    dtype = _list_dtype(index, batch.kind)
    if dtype is None:
        return batch.frames, batch.records
    engine, bones = index.dialect.engine_of(batch.kind), batch.kind is packets.WALKER_BONES
    frames, records = [np.empty(0, np.int64)], [np.empty(0, dtype)]
    for frame, payload in zip(batch.payload_frames.tolist(), batch.payloads, strict=True):
        data = bytes(payload)
        try:
            entries = bones_of_actors(data, engine) if bones else decode_wheels(data)
        except DamagedPayloadError:
            continue
        frames.append(np.full(len(entries), frame))
        records.append(entries)
    return np.concatenate(frames), np.concatenate(records)


def _chosen(part: Part, kind: PacketKind, records: Records) -> Flags:
    if kind.keyed:
        return part.chosen(records["actor_id"])
    if kind is packets.COLLISION:
        return part.chosen(records["actor1_id"]) | part.chosen(records["actor2_id"])
    return np.ones(len(records), np.bool_)
