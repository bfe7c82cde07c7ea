"""Packets of one frame that can be changed and encoded again, for writing a new recording."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, PacketKind, Shape
from viewer.logfile.nested import Rows, decode_nested, encode_payload
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records
from viewer.recording.index import RecordingIndex
from viewer.recording.layouts import START_PACKET

EVENTS = frozenset({packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT})
_NO_RECORDS = bytes(COUNT_SIZE)
_PIECE = 4 << 20
"""Number of bytes of an undecoded packet that are copied at a time into the new recording."""


class RewrittenFrame:
    """Packets of one frame after its FrameStart, in file order; several packets of one kind are joined.

    Iterating yields the kinds of the decoded packets. Packets of unknown kinds are copied as they are; one of
    a known kind with an impossible size counts as a packet without records.

    Attributes:
        index: index of the frame in the recording that it was read from.
        left_out: number of records that have been removed as damage.
    """

    def __init__(self, index: RecordingIndex, frame: int, raw: Collection[PacketKind]) -> None:
        """Read the frame with the index ``frame``; packets of the kinds in ``raw`` are copied undecoded.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        self.index = frame
        self.left_out = 0
        self._dialect = index.dialect
        self._content = index.read_frame(frame)
        # By kind; packets that are copied undecoded by (id, offset), with only their position kept.
        self._payloads: dict[PacketKind | tuple[int, int], bytes] = {}
        self._positions: dict[PacketKind | tuple[int, int], tuple[int, int]] = {}
        for packet_id, offset, size in self._content.layout.packets[1:]:
            kind = self._dialect.kind_of(packet_id)
            known = kind is not None and kind.id in packets.BY_ID
            if kind is not None and known and kind not in raw:
                self._add_packet(kind, offset, size)
                continue
            key = packet_id, 0 if known else offset
            self.left_out += key in self._positions
            self._payloads.setdefault(key, b"")
            self._positions.setdefault(key, (offset, size))

    def _add_packet(self, kind: PacketKind, offset: int, size: int) -> None:
        """Add a packet of ``kind``, whose payload has ``size`` bytes from byte ``offset`` of the frame on.

        Its records are appended to those of an earlier packet of the same kind. If they cannot be, or packets
        of this kind cannot have this size, the packet is left out and counted as one removed record.
        """
        engine = self._dialect.engine_of(kind)
        if size not in kind.payload_sizes(engine):
            self._payloads.setdefault(kind, _NO_RECORDS)
            self.left_out += 1
            return
        payload = self._content.read(offset, size)
        before = self._payloads.get(kind, _NO_RECORDS)
        if before == _NO_RECORDS:
            self._payloads[kind] = payload
        elif kind.shape is Shape.RECORDS:
            self.write(kind, np.concatenate((self.records(kind), decode_records(kind, payload, engine))))
        elif kind.shape is Shape.VARIABLE and not kind.layouts:
            count = sum(int.from_bytes(each[:COUNT_SIZE], "little") for each in (before, payload)) & 0xFFFF
            self._payloads[kind] = (
                count.to_bytes(COUNT_SIZE, "little") + before[COUNT_SIZE:] + payload[COUNT_SIZE:]
            )
        else:
            self.left_out += 1

    def __iter__(self) -> Iterator[PacketKind]:
        return iter([key for key in self._payloads if isinstance(key, PacketKind)])

    def __contains__(self, kind: PacketKind) -> bool:
        return kind in self._payloads

    def has(self, kind: PacketKind) -> bool:
        """Return whether the frame has records of ``kind``."""
        return len(self._payloads.get(kind, b"")) > COUNT_SIZE

    def payload(self, kind: PacketKind) -> bytes:
        """Return the content of the packet of ``kind``; if there is none, two zero bytes: a count of 0."""
        return self._payloads.get(kind, _NO_RECORDS)

    def records(self, kind: PacketKind) -> Records:
        """Return the frame's records of ``kind``, of fixed size, as a structured array, shape (N,).

        The array is empty if the frame has no such packet. Only for a kind whose packets hold exactly one
        record, DamagedPayloadError is raised instead.
        """
        return decode_records(kind, self.payload(kind), self._dialect.engine_of(kind))

    def rows(self, kind: PacketKind) -> list[Any]:
        """Return the frame's records of ``kind`` as tuples.

        Without such a packet the list is empty, except that a kind that always has exactly one record raises
        DamagedPayloadError. Records of varying length are named tuples; if they are damaged or in an unknown
        layout, the list is empty.
        """
        if kind.shape is not Shape.VARIABLE:
            return [*self.records(kind).tolist()]
        try:
            return decode_nested(kind, self.payload(kind), self._dialect.engine_of(kind))
        except DamagedPayloadError:
            return []

    def write(self, kind: PacketKind, rows: Rows, lost: int = 0) -> None:
        """Replace the records of ``kind`` by ``rows``, and add ``lost`` to the number of removed records.

        If the frame has no packet of this kind, one is inserted where CARLA would write it.
        """
        if kind not in self._payloads:
            later = packets.PACKETS[packets.PACKETS.index(kind) :]
            entries = list(self._payloads.items())
            position = next((at for at, (key, _) in enumerate(entries) if key in later), len(entries))
            self._payloads = dict([*entries[:position], (kind, _NO_RECORDS), *entries[position:]])
        self._payloads[kind] = encode_payload(kind, rows, self._dialect.engine_of(kind))
        self.left_out += lost

    def keep(self, kind: PacketKind, kept: Flags) -> None:
        """Remove the records of ``kind`` for which the mask ``kept`` is False, and count them as removed."""
        self.write(kind, self.records(kind)[kept], int((~kept).sum()))

    def keep_actors(self, kind: PacketKind, actor_ids: Collection[int]) -> None:
        """Remove the records of ``kind`` about actors not in ``actor_ids``; ``left_out`` does not change.

        The first field of ``kind`` must be the actor id.
        """
        if kind.shape is Shape.VARIABLE:
            self.write(kind, [row for row in self.rows(kind) if row[0] in actor_ids])
        else:
            records = self.records(kind)
            self.write(kind, records[among(records["actor_id"], actor_ids)])

    def leave_out(self, kind: PacketKind) -> None:
        """Remove the packet of ``kind`` from the frame, which must have one; count it in ``left_out``."""
        del self._payloads[kind]
        self.left_out += 1

    def encode(self, frame_start: np.void) -> Iterator[bytes]:
        """Yield the bytes of the frame, with the FrameStart ``frame_start``, in pieces of some megabytes.

        Packets that were not decoded are read now.

        Raises ChangedError or UnreadableError if the file can no longer be read.
        """
        held = [START_PACKET, frame_start.tobytes()]
        for key, payload in self._payloads.items():
            packet_id = self._dialect.id_of(key) if isinstance(key, PacketKind) else key[0]
            offset, size = self._positions.get(key, (0, len(payload)))
            held += PACKET_HEADER.pack(packet_id, self._dialect.written_size(packet_id, size)), payload
            for begin in range(0, size if key in self._positions else 0, _PIECE):
                held.append(self._content.read(offset + begin, min(_PIECE, size - begin)))
                if size > _PIECE:
                    yield b"".join(held)
                    held = []
        yield b"".join(held)


def among(ids: NDArray[Any], wanted: Collection[int]) -> Flags:
    """Return a mask of those ``ids`` that are in ``wanted``, shape (N,)."""
    return np.isin(ids, np.fromiter(wanted, np.int64, len(wanted)))
