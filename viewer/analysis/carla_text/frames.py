"""Frames of a recording as CARLA's queries read them, and the first and last lines of the queries' texts."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, PacketKind
from viewer.logfile.header import FIXED_SIZE, Header
from viewer.logfile.nested import read_records
from viewer.logfile.packets import ActorRecord
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.index import FrameBytes, RecordingIndex

_DATE = "%m/%d/%y %H:%M:%S"  # "%x %X" in the C locale


class PrintedFrame(NamedTuple):
    """Frame of a recording, or the part of it before the file ends.

    Attributes:
        number: its index; the number of complete frames if it is the partial one at the end.
        frame: frame id.
        elapsed: seconds, as written.
        duration: seconds, as written; −1 in the last frame.
        packets: kind and payload of each requested, readable packet, in the order of the file.
        complete: whether the frame has an end.

    """

    number: int
    frame: int
    elapsed: float
    duration: float
    packets: Iterable[tuple[PacketKind, bytes]]
    complete: bool = True


def frames_with(
    index: RecordingIndex, kinds: Collection[PacketKind], *, every: bool = False
) -> Iterator[PrintedFrame]:
    """Yield the frames that have records in packets of ``kinds``, each with all its packets of these kinds.

    ``every``: whether to yield the frames without such records, too. A partial frame at the end of the file
    comes last. Payloads are read when ``packets`` is iterated over.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    ids = {index.dialect.id_of(kind): kind for kind in kinds}
    wanted, doubled = np.full(len(index.layouts), every), index.layouts.doubled()
    for packet_id in ids:
        wanted |= index.layouts.first_payloads(packet_id)[1] > COUNT_SIZE
        wanted[doubled.get(packet_id, [])] = True
    for number in np.flatnonzero(wanted[index.layout_indices]).tolist():
        frame, duration, elapsed = index.frame_starts[number].item()
        yield PrintedFrame(number, frame, elapsed, duration, _packets(index.read_frame(number), ids))
    last = last_start(index, kinds)
    if not last.complete:
        yield last


def _packets(frame: FrameBytes, ids: Mapping[int, PacketKind]) -> Iterator[tuple[PacketKind, bytes]]:
    for packet_id, at, size in frame.layout.packets:
        if packet_id in ids and size in frame.dialect.possible_sizes[packet_id]:
            yield ids[packet_id], frame.read(at, size)


def last_start(index: RecordingIndex, kinds: Collection[PacketKind] = ()) -> PrintedFrame:
    """Return the last frame that the file begins: an incomplete one at its end, else the last complete one.

    An incomplete frame has its FrameStart packet and its packets of ``kinds``; a complete one has no packets.
    Of a file that is still being written, it is always the complete one.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    number = len(index.frame_starts) - 1
    frame, duration, elapsed = index.frame_starts[number].item()
    last = PrintedFrame(number, frame, elapsed, duration, [])
    if index.growing:
        return last
    at = int(index.offsets[-1]) + index.layouts[int(index.layout_indices[-1])].stride
    found: list[tuple[PacketKind, bytes]] = []
    kinds = {packets.FRAME_START, *kinds}
    while at + PACKET_HEADER.size <= index.size:
        packet_id, written = PACKET_HEADER.unpack(index.file.read(at, PACKET_HEADER.size))
        size = index.dialect.payload_size(packet_id, written)
        at += PACKET_HEADER.size
        damaged = size not in index.dialect.possible_sizes[packet_id] or at + size > index.size
        # A new FrameStart, or a packet outside of a frame, ends the partial frame.
        if damaged or (packet_id == packets.FRAME_START.id) == bool(found):
            break
        kind = index.dialect.kind_of(packet_id)
        if kind in kinds:
            found.append((kind, index.file.read(at, size)))
        at += size
    if not found:
        return last
    index.check_unchanged()
    frame, duration, elapsed = np.frombuffer(found[0][1], index.dialect.dtype(packets.FRAME_START))[0].item()
    return PrintedFrame(number + 1, frame, elapsed, duration, found, complete=False)


def actor_records(payload: bytes, dialect: Dialect) -> Iterator[ActorRecord]:
    """Yield the records of an EventAdd payload, one per spawned actor, up to the first damaged one.

    ``dialect`` says how the CARLA build writes packets.
    """
    with suppress(DamagedPayloadError):
        yield from read_records(packets.EVENT_ADD, payload, dialect.engine_of(packets.EVENT_ADD))


def head(header: Header, *, utc: bool) -> bytes:
    """Return the first lines of a query's text: the recording's version, map and date.

    The date is in UTC if ``utc``, else in this computer's time zone; CARLA prints it in that of the server.
    """
    date = header.date
    text = str(header.timestamp) if date is None else date.strftime(_DATE)
    if date is not None and not utc:
        with suppress(OSError, OverflowError, ValueError):  # outside the range of the system's time zones
            text = date.astimezone().strftime(_DATE)
    return b"Version: %d\nMap: %b\nDate: %b\n\n" % (header.version, header.raw[FIXED_SIZE:], text.encode())


def foot(index: RecordingIndex, *, rounded: bool = False) -> bytes:
    """Return the last lines of CARLA's text on a recording: id and elapsed seconds of the last frame.

    ``rounded``: whether seconds are whole, as CARLA prints them after a line about collisions.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
    """
    last = last_start(index)
    seconds = f"{last.elapsed:.0f}" if rounded else general_text(last.elapsed)
    return f"\nFrames: {last.frame}\nDuration: {seconds} seconds\n".encode()


def general_text(value: float) -> str:
    """Return ``value`` as ``%g`` prints it in C: NaN with its sign.

    >>> general_text(0.1 + 0.2), general_text(1234567.0), general_text(-0.0)
    ('0.3', '1.23457e+06', '-0')
    """
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    return f"{value:g}"
