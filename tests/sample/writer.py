"""Writing recordings that CARLA and this program can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import BinaryIO

import numpy as np

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import PACKET_HEADER, Engine, PacketKind
from viewer.logfile.header import Header
from viewer.logfile.nested import Rows, encode_payload

ALWAYS = tuple(
    kind for kind in packets.PACKETS[1:-1] if kind.when == "always" and kind.builds in {"all", "0.9.6"}
)
"""What every frame since 0.9.6 holds, if with no records."""


def encode_packet(packet_id: int, payload: bytes) -> bytes:
    """Return one packet: id, size, payload."""
    return PACKET_HEADER.pack(packet_id, len(payload)) + payload


class RecordingWriter:
    """Writes frame after frame; nothing is patched, so any stream will do.

    A frame's duration is known when the next one arrives, so one frame is always held back. Times follow
    CARLA: each duration is an f32 widened to f64, and elapsed is their exact sum.
    """

    def __init__(
        self, stream: BinaryIO, header: Header, engine: Engine = Engine.UE4, *, dialect: Dialect | None = None
    ) -> None:
        """Write the header at once; ``dialect`` writes as a certain build would."""
        self._stream = stream
        self._dialect = dialect or Dialect(engine)
        self._frame = 0
        self._elapsed = 0.0
        self._held: bytes | None = None
        stream.write(header.raw)

    def add_frame(
        self, delta: float, content: Mapping[PacketKind, Rows], raw: Sequence[tuple[int, bytes]] = ()
    ) -> None:
        """Append a frame ``delta`` seconds after the one before (the first frame ignores it).

        Packets that every build writes are written empty when they are not in ``content``. Those of others
        come last: kinds without a place in the order, then ``raw``, id and payload each.
        """
        duration = float(np.float32(delta))
        if self._held is not None:
            self._flush(duration)
            self._elapsed += duration
        self._frame += 1
        known = (
            self._packet(kind, content.get(kind, ()))
            for kind in (*packets.PACKETS[1:-1], *(kind for kind in content if kind not in packets.PACKETS))
            if kind in content or kind in ALWAYS
        )
        others = (encode_packet(packet_id, payload) for packet_id, payload in raw)
        self._held = b"".join((*known, *others, self._packet(packets.FRAME_END, ())))

    def finish(self) -> None:
        """Write the last frame, with the duration of -1 that every recording ends with."""
        if self._held is not None:
            self._flush(packets.LAST_DURATION)

    def _flush(self, duration: float) -> None:
        start = self._packet(packets.FRAME_START, [(self._frame, duration, self._elapsed)])
        self._stream.write(start + (self._held or b""))
        self._held = None

    def _packet(self, kind: PacketKind, rows: Rows) -> bytes:
        payload = encode_payload(kind, rows, self._dialect.engine_of(kind))
        packet_id = self._dialect.id_of(kind)
        return PACKET_HEADER.pack(packet_id, self._dialect.written_size(packet_id, len(payload))) + payload
