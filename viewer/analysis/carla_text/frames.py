"""The frames of a recording as CARLA's queries read them, and what their texts begin and end with."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
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
from viewer.recording.index import RecordingIndex

_DATE = "%m/%d/%y %H:%M:%S"  # what "%x %X" is in the C locale


class PrintedFrame(NamedTuple):
    """A frame, or what is left of it.

    Attributes:
        number: its index, or how many frames there are if it is the partial one at the end.
        frame: id as written.
        elapsed: seconds, as written.
        duration: seconds, as written: −1 for the last one.
        packets: kind and payload of each packet that can be read, in the order of the file.
        complete: whether it has an end.

    """

    number: int
    frame: int
    elapsed: float
    duration: float
    packets: list[tuple[PacketKind, bytes]]
    complete: bool = True


def frames_with(index: RecordingIndex, kinds: Collection[PacketKind] | None) -> Iterator[PrintedFrame]:
    """Yield the frames in which a packet of these kinds has records, each with all its packets; else all.

    What is left of a frame in which the file ends comes last. Errors as for ``world_at``.
    """
    wanted = np.full(len(index.layouts), kinds is None)
    for kind in kinds or ():
        wanted |= index.layouts.place_of(index.dialect.id_of(kind))[1] > COUNT_SIZE
    for number in np.flatnonzero(wanted[index.layout_numbers]).tolist():
        bytes_of = index.read_frame(number)
        found = (
            (index.dialect.kind_of(packet_id), bytes_of.data[at : at + size])
            for packet_id, at, size in bytes_of.layout.packets
            if size in index.dialect.possible_sizes[packet_id]
        )
        known = [(kind, payload) for kind, payload in found if kind is not None]
        frame, duration, elapsed = index.heads[number].item()
        yield PrintedFrame(number, frame, elapsed, duration, known)
    last = last_start(index)
    if not last.complete:
        yield last


def last_start(index: RecordingIndex) -> PrintedFrame:
    """Return what is left of the frame in which a file ends, else the last frame, without its packets.

    Errors as for ``frames_with``.
    """
    number = len(index.heads) - 1
    frame, duration, elapsed = index.heads[number].item()
    last = PrintedFrame(number, frame, elapsed, duration, [])
    if index.growing:
        return last
    at = int(index.offsets[-1]) + index.layouts[int(index.layout_numbers[-1])].stride
    found: list[tuple[PacketKind, bytes]] = []
    while at + PACKET_HEADER.size <= index.size:
        packet_id, written = PACKET_HEADER.unpack(index.file.read(at, PACKET_HEADER.size))
        size = index.dialect.payload_size(packet_id, written)
        at += PACKET_HEADER.size
        damaged = size not in index.dialect.possible_sizes[packet_id] or at + size > index.size
        # Neither a frame that starts, nor one that goes on.
        if damaged or (packet_id == packets.FRAME_START.id) == bool(found):
            break
        kind = index.dialect.kind_of(packet_id)
        if kind is not None:
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
