"""All records of packets that CARLA writes only on a change, and the latest ones at a given frame."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import ShouldContinue, always
from viewer.lazy import cached_per_object
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import all_records, read_packets

_DOORS = sum(1 << door for door in VehicleDoor if door is not VehicleDoor.ALL)


class Changes(NamedTuple):
    """All records of one packet kind in a recording, in file order, K of them.

    Attributes:
        frames: index of the frame of each record, ascending, shape (K,).
        rows: row in the actor table of each record's actor, −1 for none or an unknown one, shape (K,).
        records: records as written, shape (K,).
    """

    frames: Ints
    rows: Ints
    records: Records

    def until(self, frame: int) -> Records:
        """Return the records in the frames up to and including the index ``frame``, in file order."""
        upto: Records = self.records[: int(np.searchsorted(self.frames, frame, side="right"))]
        return upto

    def of_actor(self, row: int, frame: int) -> Records:
        """Return the records about one actor in the frames up to and including that with the index ``frame``.

        ``row`` is the actor's row in the actor table.
        """
        upto = self.until(frame)
        of_actor: Records = upto[self.rows[: len(upto)] == row]
        return of_actor

    def latest(self, frame: int) -> tuple[Ints, Records]:
        """Return each actor's last record up to the frame index ``frame``, included: actor rows, and records.

        Rows are indices into the actor table, ascending, shape (R,), without actors that have no record so
        far; the records have the same shape.
        """
        upto = self.until(frame)
        rows, back = np.unique(self.rows[: len(upto)][::-1], return_index=True)
        known = rows >= 0
        return rows[known], upto[len(upto) - 1 - back[known]]


def changes_of(index: RecordingIndex, kind: PacketKind, should_continue: ShouldContinue = always) -> Changes:
    """Return all records of ``kind``, which are read at the first call and then cached with the index.

    Raises ChangedError or UnreadableError if the file can no longer be read,
    ReadingCancelledError if ``should_continue`` returns False.
    """
    known = _known(index)
    if kind.id not in known:
        frames, records = all_records(
            index, kind, slice(0, len(index.frame_starts)), should_continue=should_continue
        )
        rows = np.full(len(records), -1)
        if len(records) and "actor_id" in (records.dtype.names or ()):
            rows = index.actors.rows_at(records["actor_id"], frames)
        known[kind.id] = Changes(frames, rows, records)
    return known[kind.id]


@cached_per_object
def _known(_index: RecordingIndex) -> dict[int, Changes]:
    return {}


@cached_per_object
def door_changes(index: RecordingIndex) -> Changes:
    """Return the set of open doors of a vehicle after each VehicleDoor record, as Changes.

    Its ``records`` are integers, shape (K,), in which bit ``1 << VehicleDoor`` is set if that door of the
    record's vehicle is open. Before a vehicle's first record, all its doors are closed.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    frames, rows, records = changes_of(index, packets.VEHICLE_DOOR)
    states: dict[int, int] = {}
    bits: list[int] = []
    written = zip(rows.tolist(), records["door"].tolist(), records["open"].tolist(), strict=True)
    for row, door, is_open in written:
        these = _DOORS if door == VehicleDoor.ALL else 1 << door & _DOORS
        states[row] = states.get(row, 0) & ~these | (these if is_open else 0)
        bits.append(states[row])
    return Changes(frames, rows, np.array(bits, np.uint8))


def latest_physics(index: RecordingIndex, actor_id: int, first: int, last: int) -> Record | None:
    """Return an actor's last PhysicsControl record in the frames ``first`` to ``last``, or None.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    latest = reversed(_physics(index))
    return next((each for at, each in latest if first <= at <= last and each.actor_id == actor_id), None)


@cached_per_object
def _physics(index: RecordingIndex) -> list[tuple[int, Record]]:
    kind, found = packets.PHYSICS_CONTROL, []
    for batch in read_packets(index, kind, slice(0, len(index.frame_starts))):
        for frame, payload in zip(batch.payload_frames.tolist(), batch.payloads, strict=True):
            with suppress(DamagedPayloadError):  # also raised for unknown layouts
                records = decode_nested(kind, payload, index.dialect.engine_of(kind))
                found += [(frame, record) for record in records]
    return found
