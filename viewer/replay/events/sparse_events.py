"""When weather changed, doors moved, and custom packets were written: packets that come now and then."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import ChangeBook, Changes
from viewer.recording.read.life_lookup import LifeLookup

_STREAM = 0.5
"""Share of the frames from which on a kind of packet is a stream, and no event."""


class WeatherChanges(NamedTuple):
    """Frames in which the weather changed, ascending, shape (E,), and the records before and since."""

    frames: Ints
    before: Records
    after: Records


class DoorMoves(NamedTuple):
    """Doors that were opened or closed: frames, ascending, rows of the vehicles or −1, and records, (E,)."""

    frames: Ints
    rows: Ints
    records: Records


class CustomPackets(NamedTuple):
    """Packets of ids that are not CARLA's: frames, ascending, shape (E,), and ids, shape (E,)."""

    frames: Ints
    ids: Ints


def weather_changes(index: RecordingIndex, book: ChangeBook) -> WeatherChanges:
    """Return the changes of weather; the first one that is recorded is none. Errors as for ChangeBook."""
    changes = _of(index, book, packets.WEATHER)
    differs = changes.records[1:] != changes.records[:-1]
    numbers = np.flatnonzero(differs) + 1
    return WeatherChanges(changes.frames[numbers], changes.records[numbers - 1], changes.records[numbers])


def door_moves(index: RecordingIndex, book: ChangeBook) -> DoorMoves:
    """Return all doors that were opened or closed. Errors as for ChangeBook."""
    changes = _of(index, book, packets.VEHICLE_DOOR)
    ids = changes.records["actor_id"].astype(np.int64)
    return DoorMoves(changes.frames, LifeLookup(index.actors).rows_at(ids, changes.frames), changes.records)


def custom_packets(index: RecordingIndex) -> CustomPackets:
    """Return the packets that CARLA does not write, but for kinds that most frames have."""
    frames, ids = [], []
    count = len(index.heads)
    for packet_id, number in sorted(index.packet_counts.items()):
        kind = index.dialect.kind_of(packet_id)
        if (kind is None or kind.id not in packets.BY_ID) and number <= _STREAM * count:
            places, _ = index.layouts.place_of(packet_id)
            found = np.flatnonzero(places[index.layout_numbers] >= 0)
            frames.append(found)
            ids.append(np.full(len(found), packet_id))
    if not frames:
        return CustomPackets(np.empty(0, np.int64), np.empty(0, np.int64))
    together, numbers = np.concatenate(frames), np.concatenate(ids)
    order = np.argsort(together, kind="stable")
    return CustomPackets(together[order], numbers[order])


def _of(index: RecordingIndex, book: ChangeBook, kind: PacketKind) -> Changes:
    """Return the records of a kind, if this file can have it."""
    if not index.packet_counts.get(index.dialect.id_of(kind)):
        return Changes(np.empty(0, np.int64), np.empty(0, index.dialect.dtype(kind)))
    return book.of(kind)
