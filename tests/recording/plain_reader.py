"""A reader as simple as the format: every packet of every frame, one after the other, with struct alone.

It shares no code with the program, so that the two can be compared.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

FRAME_START, FRAME_END = 0, 1


@dataclass(frozen=True)
class Packet:
    """One packet; ``offset`` is that of its id in the file."""

    id: int
    offset: int
    payload: bytes


def header_size(data: bytes) -> int:
    return 28 + int.from_bytes(data[26:28], "little")


def frames_of(data: bytes) -> list[list[Packet]]:
    """Return the packets of each complete frame of an undamaged recording."""
    frames: list[list[Packet]] = []
    packets: list[Packet] = []
    at = header_size(data)
    while at + 5 <= len(data):
        packet_id, size = struct.unpack_from("<BI", data, at)
        if at + 5 + size > len(data):
            break
        packets.append(Packet(packet_id, at, data[at + 5 : at + 5 + size]))
        at += 5 + size
        if packet_id == FRAME_END:
            frames.append(packets)
            packets = []
    return frames


def payload(frame: list[Packet], packet_id: int) -> bytes:
    """Return the payload of the first packet with this id, empty if there is none."""
    return next((packet.payload for packet in frame if packet.id == packet_id), b"")


def start(frame: list[Packet]) -> tuple[int, float, float]:
    """Return frame id, duration and elapsed."""
    number, duration, elapsed = struct.unpack("<Qdd", frame[0].payload)
    return number, duration, elapsed


def records(data: bytes, layout: str) -> list[tuple]:
    """Return the records of a payload that begins with a count."""
    if not data:
        return []
    count = int.from_bytes(data[:2], "little")
    size = struct.calcsize("<" + layout)
    assert len(data) == 2 + count * size
    return list(struct.iter_unpack("<" + layout, data[2:]))
