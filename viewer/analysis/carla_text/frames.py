"""The frames of a recording as CARLA's queries read them, and what their texts begin and end with."""

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

_DATE = "%m/%d/%y %H:%M:%S"  # what "%x %X" is in the C locale


class PrintedFrame(NamedTuple):
    """A frame, or what is left of it.

    Attributes:
        number: its index, or how many frames there are if it is the partial one at the end.
        frame: id as written.
        elapsed: seconds, as written.
        duration: seconds, as written: −1 for the last one.
        packets: kind and payload of each packet that is asked for and can be read, in the order of the file.
        complete: whether it has an end.

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
    """Yield the frames in which packets of some ``kinds`` have records, each with all packets of these kinds.

    With ``every``, all frames. What is left of a frame in which the file ends comes last. Payloads are read
    while they are iterated over. Errors as for ``world_at``.
    """
    ids = {index.dialect.id_of(kind): kind for kind in kinds}
    wanted, doubled = np.full(len(index.layouts), every), index.layouts.doubled()
    for packet_id in ids:
        wanted |= index.layouts.place_of(packet_id)[1] > COUNT_SIZE
        wanted[doubled.get(packet_id, [])] = True
    for number in np.flatnonzero(wanted[index.layout_numbers]).tolist():
        frame, duration, elapsed = index.heads[number].item()
        yield PrintedFrame(number, frame, elapsed, duration, _packets(index.read_frame(number), ids))
    last = last_start(index, kinds)
    if not last.complete:
        yield last


def _packets(frame: FrameBytes, ids: Mapping[int, PacketKind]) -> Iterator[tuple[PacketKind, bytes]]:
    for packet_id, at, size in frame.layout.packets:
        if packet_id in ids and size in frame.dialect.possible_sizes[packet_id]:
            yield ids[packet_id], frame.read(at, size)


def last_start(index: RecordingIndex, kinds: Collection[PacketKind] = ()) -> PrintedFrame:
    """Return what is left of the frame in which a file ends, with its packets of some ``kinds``.

    Of a file that ends with a frame, return that frame without its packets.

    Errors as for ``frames_with``.
    """
    number = len(index.heads) - 1
    frame, duration, elapsed = index.heads[number].item()
    last = PrintedFrame(number, frame, elapsed, duration, [])
    if index.growing:
        return last
    at = int(index.offsets[-1]) + index.layouts[int(index.layout_numbers[-1])].stride
    found: list[tuple[PacketKind, bytes]] = []
    kinds = {packets.FRAME_START, *kinds}
    while at + PACKET_HEADER.size <= index.size:
        packet_id, written = PACKET_HEADER.unpack(index.file.read(at, PACKET_HEADER.size))
        size = index.dialect.payload_size(packet_id, written)
        at += PACKET_HEADER.size
        damaged = size not in index.dialect.possible_sizes[packet_id] or at + size > index.size
        # Neither a frame that starts, nor one that goes on.
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
    """Yield the records of EventAdd up to the first that is damaged."""
    with suppress(DamagedPayloadError):
        yield from read_records(packets.EVENT_ADD, payload, dialect.engine_of(packets.EVENT_ADD))


def head(header: Header, *, utc: bool) -> bytes:
    """Return the first lines; the date is in this computer's time zone, as CARLA's is in the server's."""
    date = header.date
    text = str(header.timestamp) if date is None else date.strftime(_DATE)
    if date is not None and not utc:
        with suppress(OSError, OverflowError, ValueError):  # outside of what the system's time zones know
            text = date.astimezone().strftime(_DATE)
    return b"Version: %d\nMap: %b\nDate: %b\n\n" % (header.version, header.raw[FIXED_SIZE:], text.encode())


def foot(index: RecordingIndex, *, rounded: bool = False) -> bytes:
    """Return the last lines: id and elapsed of the last FrameStart. Errors as for ``frames_with``.

    After a row of collisions CARLA goes on to print whole seconds.
    """
    last = last_start(index)
    seconds = f"{last.elapsed:.0f}" if rounded else general_text(last.elapsed)
    return f"\nFrames: {last.frame}\nDuration: {seconds} seconds\n".encode()


def general_text(value: float) -> str:
    """Return one number as ``%g`` prints it, NaN with its sign.

    >>> general_text(0.1 + 0.2), general_text(1234567.0), general_text(-0.0)
    ('0.3', '1.23457e+06', '-0')
    """
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    return f"{value:g}"
