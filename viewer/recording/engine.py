"""Which engine wrote a recording, decided from its content (FORMAT.md §2.3)."""

from __future__ import annotations

import struct

from viewer.logfile import packets
from viewer.logfile.event_add import fits
from viewer.logfile.fields import COUNT_SIZE, Engine
from viewer.logfile.source import LogFile

_HEADER = struct.Struct("<BI")
_PACKETS_TO_ASK = 2_000
_LARGEST = 64 << 20  # the first EventAdd of a town takes a few ten kB


def detect_engine(file: LogFile, start: int, end: int) -> Engine:
    """Return the engine, from the first packet that tells: Position with records, or EventAdd.

    Only packet headers, Position's count and the first actors are read. A file that never tells is taken
    for UE4.
    """
    at = start
    for _ in range(_PACKETS_TO_ASK):
        if at + _HEADER.size > end:
            break
        packet_id, size = _HEADER.unpack(file.read(at, _HEADER.size))
        payload = at + _HEADER.size
        at = payload + size
        if at > end:
            break
        found = None
        if packet_id == packets.POSITION.id:
            found = _from_position(size, int.from_bytes(file.read(payload, min(size, 2)), "little"))
        elif packet_id == packets.EVENT_ADD.id and COUNT_SIZE < size <= _LARGEST:
            found = _from_event_add(file.read(payload, size))
        if found is not None:
            return found
    return Engine.UE4


def _from_position(size: int, count: int) -> Engine | None:
    for engine in Engine:
        if count and size == 2 + count * packets.POSITION.dtype(engine).itemsize:
            return engine
    return None


def _from_event_add(payload: bytes) -> Engine | None:
    for engine in Engine:
        if fits(payload, engine):
            return engine
    return None
