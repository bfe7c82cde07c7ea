"""Packets that are written when something changes: what holds at a time is the latest one."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always
from viewer.lazy import kept
from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor
from viewer.logfile.fields import PacketKind
from viewer.logfile.nested import Record, decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import all_records, read_packets

_DOORS = sum(1 << door for door in VehicleDoor if door is not VehicleDoor.ALL)


class Changes(NamedTuple):
    """All records of one kind in the order of the file, K of them.

    Attributes:
        frames: index of the frame each stands in, ascending, shape (K,).
        rows: row of the actor that each is about, −1 if it is about none or nobody knows it, shape (K,).
        records: as written, shape (K,).

    """

    frames: Ints
    rows: Ints
    records: Records

    def until(self, frame: int) -> Records:
        """Return the records of all frames up to this one."""
        upto: Records = self.records[: int(np.searchsorted(self.frames, frame, side="right"))]
        return upto

    def of_actor(self, row: int, frame: int) -> Records:
        """Return the records of all frames up to this one about the actor of a row."""
        upto = self.until(frame)
        of_actor: Records = upto[self.rows[: len(upto)] == row]
        return of_actor

    def latest(self, frame: int) -> tuple[Ints, Records]:
        """Return whom the records up to a frame are about, rows ascending (R,), and the last of each (R,)."""
        upto = self.until(frame)
        rows, back = np.unique(self.rows[: len(upto)][::-1], return_index=True)
        known = rows >= 0
        return rows[known], upto[len(upto) - 1 - back[known]]


def changes_of(index: RecordingIndex, kind: PacketKind, proceed: Proceed = always) -> Changes:
    """Return all records of a kind that is written now and then; they are read once and kept with the index.

    Reading takes time in proportion to their number; ``proceed`` is asked meanwhile whether to go on.
    Errors as for ``read_packets``.
    """
    known = _known(index)
    if kind.id not in known:
        frames, records = all_records(index, kind, slice(0, len(index.heads)), proceed=proceed)
        rows = np.full(len(records), -1)
        if len(records) and "actor_id" in (records.dtype.names or ()):
            rows = index.actors.rows_at(records["actor_id"], frames)
        known[kind.id] = Changes(frames, rows, records)
    return known[kind.id]


@kept
def _known(_index: RecordingIndex) -> dict[int, Changes]:
    return {}


@kept
def door_changes(index: RecordingIndex) -> Changes:
    """Return which doors are open from each record of VehicleDoor on: bits ``1 << VehicleDoor``, (K,).

    All are closed at first. Errors as for ``changes_of``.
    """
    frames, rows, records = changes_of(index, packets.VEHICLE_DOOR)
    states: dict[int, int] = {}
    bits: list[int] = []
    told = zip(rows.tolist(), records["door"].tolist(), records["open"].tolist(), strict=True)
    for row, door, is_open in told:
        these = _DOORS if door == VehicleDoor.ALL else 1 << door & _DOORS
        states[row] = states.get(row, 0) & ~these | (these if is_open else 0)
        bits.append(states[row])
    return Changes(frames, rows, np.array(bits, np.uint8))


def latest_physics(index: RecordingIndex, actor_id: int, first: int, last: int) -> Record | None:
    """Return an actor's latest record of PhysicsControl between two frame indices; errors as before."""
    latest = reversed(_physics(index))
    return next((each for at, each in latest if first <= at <= last and each.actor_id == actor_id), None)


@kept
def _physics(index: RecordingIndex) -> list[tuple[int, Record]]:
    kind, found = packets.PHYSICS_CONTROL, []
    for batch in read_packets(index, kind, slice(0, len(index.heads))):
        for frame, payload in zip(batch.payload_frames.tolist(), batch.payloads, strict=True):
            with suppress(DamagedPayloadError):  # or of a layout that is not known: it is shown raw
                records = decode_nested(kind, payload, index.dialect.engine_of(kind))
                found += [(frame, record) for record in records]
    return found
