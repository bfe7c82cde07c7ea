"""The frames of a recording as CARLA's queries read them, and what their texts begin and end with."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.carla_text.sections import general_text
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, PacketKind
from viewer.logfile.header import FIXED_SIZE, Header
from viewer.recording.index import RecordingIndex
from viewer.recording.read.batches import read_blocks


@dataclass(frozen=True, slots=True)
class PrintedFrame:
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


def frames_with(index: RecordingIndex, kinds: Collection[PacketKind]) -> Iterator[PrintedFrame]:
    """Yield the frames in which a packet of these kinds has records, each with all its packets.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    for number in np.flatnonzero(_layouts_with(index, kinds)[index.layout_numbers]).tolist():
        bytes_of = index.read_frame(number)
        found = (
            (index.dialect.kind_of(packet_id), bytes_of.data[at : at + size])
            for packet_id, at, size in bytes_of.layout.packets
            if size in index.dialect.possible_sizes[packet_id]
        )
        known = [(kind, payload) for kind, payload in found if kind is not None]
        yield _frame(index.heads[number], number, known)


def all_frames(index: RecordingIndex, kinds: Collection[PacketKind]) -> Iterator[PrintedFrame]:
    """Yield all frames, with their packets of these kinds; errors as for ``frames_with``."""
    for block in read_blocks(index):
        found: dict[int, list[tuple[int, PacketKind, memoryview]]] = {}
        for batch in (batch for batch in block.batches if batch.kind in kinds):
            places = zip(
                batch.payload_frames.tolist(), batch.payload_offsets.tolist(), batch.payloads, strict=True
            )
            for number, offset, payload in places:
                found.setdefault(number, []).append((offset, batch.kind, payload))
        for number in range(block.first, block.stop):
            payloads = sorted(found.get(number, ()), key=itemgetter(0))
            known = [(kind, bytes(payload)) for _, kind, payload in payloads]
            yield _frame(index.heads[number], number, known)


def cut_frame(index: RecordingIndex) -> PrintedFrame | None:
    """Return what is left of the frame in which a file ends, None if it ends with a frame.

    Errors as for ``frames_with``.
    """
    if index.growing or not len(index.heads):
        return None
    at = int(index.offsets[-1]) + index.layouts[int(index.layout_numbers[-1])].stride
    found: list[tuple[PacketKind, bytes]] = []
    while at + PACKET_HEADER.size <= index.size:
        packet_id, written = PACKET_HEADER.unpack(index.file.read(at, PACKET_HEADER.size))
        size = index.dialect.payload_size(packet_id, written)
        at += PACKET_HEADER.size
        starts = packet_id == packets.FRAME_START.id
        if size not in index.dialect.possible_sizes[packet_id] or at + size > index.size:
            break
        if starts == bool(found):  # neither a frame that starts, nor one that goes on
            break
        kind = index.dialect.kind_of(packet_id)
        if kind is not None:
            found.append((kind, index.file.read(at, size)))
        at += size
    if not found:
        return None
    index.check_unchanged()
    start = np.frombuffer(found[0][1], index.dialect.dtype(packets.FRAME_START))[0]
    return _frame(start, len(index.heads), found, complete=False)


def _frame(
    start: np.void, number: int, known: list[tuple[PacketKind, bytes]], *, complete: bool = True
) -> PrintedFrame:
    frame, duration, elapsed = start.item()
    return PrintedFrame(number, frame, elapsed, duration, known, complete)


def _layouts_with(index: RecordingIndex, kinds: Collection[PacketKind]) -> NDArray[np.bool_]:
    """Return which layouts have records of these kinds, shape (L,)."""
    found = np.zeros(len(index.layouts), np.bool_)
    for kind in kinds:
        found |= index.layouts.place_of(index.dialect.id_of(kind))[1] > COUNT_SIZE
    return found


_DATE = "%m/%d/%y %H:%M:%S"  # what "%x %X" is in the C locale


def head(header: Header, *, utc: bool) -> bytes:
    """Return the first lines; the date is in this computer's time zone, as CARLA's is in the server's."""
    return b"Version: %d\nMap: %b\nDate: %b\n\n" % (
        header.version,
        header.raw[FIXED_SIZE:],
        _date(header, utc=utc).encode(),
    )


def foot(frame: int, elapsed: float, *, rounded: bool = False) -> bytes:
    """Return the last lines: id and elapsed of the last FrameStart.

    After a row of collisions CARLA goes on to print whole seconds.
    """
    seconds = f"{elapsed:.0f}" if rounded else general_text(elapsed)
    return f"\nFrames: {frame}\nDuration: {seconds} seconds\n".encode()


def _date(header: Header, *, utc: bool) -> str:
    """Return the date; the seconds since 1970 if there is no such one."""
    date = header.date
    if date is None:
        return str(header.timestamp)
    try:
        return (date if utc else date.astimezone()).strftime(_DATE)
    except (OSError, OverflowError, ValueError):  # outside of what the system's time zones know
        return date.strftime(_DATE)
