"""Which engine wrote a recording, decided from its content (FORMAT.md §2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from viewer.logfile import packets
from viewer.logfile.event_add import fits
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, Engine
from viewer.logfile.source import LogFile
from viewer.recording.walk import START_PACKET

_PACKETS_TO_ASK = 2_000
_BYTES_OF_ACTORS = 64 << 20  # to decode in all; the first EventAdd of a town takes a few ten kB
_SEARCHED = 4 << 20  # bytes at the beginning of the file


def detect_engine(file: LogFile, start: int, end: int) -> Engine:
    """Return the engine, from the first packet that tells: Position with records, or EventAdd.

    Only packet headers, Position's count and the first actors are read. A file that never tells is taken
    for UE4.
    """
    left = _BYTES_OF_ACTORS
    for packet_id, offset, size in islice(_packets(file, start, end), _PACKETS_TO_ASK):
        found = None
        if packet_id == packets.POSITION.id:
            count = file.read(offset, min(size, COUNT_SIZE))
            found = _from_position(size, int.from_bytes(count, "little"))
        elif packet_id == packets.EVENT_ADD.id and COUNT_SIZE < size <= left:
            left -= size
            found = _from_event_add(file.read(offset, size))
        if found is not None:
            return found
    return Engine.UE4


def _packets(file: LogFile, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield id, offset of the payload and its size of one packet after the other, past damaged ones."""
    for first in _starts(file, start, end):
        at = first
        while at + PACKET_HEADER.size <= end:
            packet_id, size = PACKET_HEADER.unpack(file.read(at, PACKET_HEADER.size))
            payload = at + PACKET_HEADER.size
            at = payload + size
            if at > end:
                break
            yield packet_id, payload, size


def _starts(file: LogFile, start: int, end: int) -> Iterator[int]:
    """Yield where packets follow each other: from the beginning, or else from where a frame may begin."""
    yield start
    data = file.read(start, min(_SEARCHED, end - start))
    at = data.find(START_PACKET, 1)
    while at >= 0:
        yield start + at
        at = data.find(START_PACKET, at + 1)


def _from_position(size: int, count: int) -> Engine | None:
    for engine in Engine:
        if count and size == COUNT_SIZE + count * packets.POSITION.dtype(engine).itemsize:
            return engine
    return None


def _from_event_add(payload: bytes) -> Engine | None:
    for engine in Engine:
        if fits(payload, engine):
            return engine
    return None
