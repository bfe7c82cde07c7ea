"""Writing recordings that CARLA and this program can read (FORMAT.md §8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np

from viewer.logfile import packets
from viewer.logfile.event_add import encode_event_add
from viewer.logfile.fields import PACKET_HEADER, Engine, PacketKind
from viewer.logfile.header import Header
from viewer.logfile.payload import Records, encode_records

Rows = Records | Sequence[tuple[Any, ...]]


def encode_packet(packet_id: int, payload: bytes) -> bytes:
    """Return one packet: id, size, payload."""
    return PACKET_HEADER.pack(packet_id, len(payload)) + payload


def encode_payload(kind: PacketKind, rows: Rows, engine: Engine) -> bytes:
    """Return the payload of any packet of the table."""
    if kind is packets.EVENT_ADD:
        return encode_event_add(rows, engine)  # type: ignore[arg-type]
    return encode_records(kind, rows, engine)


class RecordingWriter:
    """Writes frame after frame; nothing is patched, so any stream will do.

    A frame's duration is known when the next one arrives, so one frame is always held back. Times follow
    CARLA: each duration is an f32 widened to f64, and elapsed is their exact sum (FORMAT.md §2.2).
    """

    def __init__(self, stream: BinaryIO, header: Header, engine: Engine = Engine.UE4) -> None:
        """Write the header at once."""
        self._stream = stream
        self._engine = engine
        self._frame = 0
        self._elapsed = 0.0
        self._held: bytes | None = None
        stream.write(header.raw)

    def add_frame(self, delta: float, content: Mapping[PacketKind, Rows]) -> None:
        """Append a frame ``delta`` seconds after the one before (the first frame ignores it).

        Packets that every build writes are written empty when they are not in ``content``.
        """
        duration = float(np.float32(delta))
        if self._held is not None:
            self._flush(duration)
            self._elapsed += duration
        self._frame += 1
        self._held = b"".join(
            encode_packet(kind.id, encode_payload(kind, content.get(kind, ()), self._engine))
            for kind in packets.FRAME_ORDER
            if kind is not packets.FRAME_START
            and (kind in content or kind in packets.ALWAYS or kind is packets.FRAME_END)
        )

    def finish(self) -> None:
        """Write the last frame, with the duration of -1 that every recording ends with."""
        if self._held is not None:
            self._flush(packets.LAST_DURATION)

    def _flush(self, duration: float) -> None:
        start = encode_records(packets.FRAME_START, [(self._frame, duration, self._elapsed)], self._engine)
        self._stream.write(encode_packet(packets.FRAME_START.id, start) + (self._held or b""))
        self._held = None
