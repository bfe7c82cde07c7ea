"""The packets of one frame, as they are to be written."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.fields import COUNT_SIZE, PACKET_HEADER, PacketKind, Shape
from viewer.logfile.nested import decode_nested
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records
from viewer.logfile.writer import Rows, encode_payload
from viewer.recording.index import FrameBytes

_NO_RECORDS = bytes(COUNT_SIZE)
EVENTS = (packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT)


class MendedFrame:
    """The packets after FrameStart, in their order; one of each known kind, of a size that is possible.

    Attributes:
        freed: ids that are given to somebody else here although their actor was not destroyed.
        left_out: how many records are not in it any more.

    """

    def __init__(self, dialect: Dialect, content: FrameBytes, raw: Collection[PacketKind]) -> None:
        """Take a frame as it was read; packets of the kinds in ``raw`` are not looked into."""
        self._dialect = dialect
        self._order: list[PacketKind | tuple[int, bytes]] = []
        self._payloads: dict[PacketKind, bytes] = {}
        self.freed: list[int] = []
        self.left_out = 0
        for packet_id, offset, size in content.layout.packets[1:]:
            kind, payload = dialect.kind_of(packet_id), content.data[offset : offset + size]
            if kind is None or kind.id not in packets.BY_ID:
                self._order.append((packet_id, payload))
            elif kind in raw:
                self._take_raw(packet_id, payload)
            elif size not in dialect.possible_sizes[packet_id]:
                self._take(kind, _NO_RECORDS)
                self.left_out += 1
            else:
                self._take(kind, payload)

    def _take_raw(self, packet_id: int, payload: bytes) -> None:
        if any(isinstance(entry, tuple) and entry[0] == packet_id for entry in self._order):
            self.left_out += 1
        else:
            self._order.append((packet_id, payload))

    def _take(self, kind: PacketKind, payload: bytes) -> None:
        if kind not in self._payloads:
            self._payloads[kind] = payload
            self._order.append(kind)
        elif kind.shape is Shape.RECORDS:
            more = decode_records(kind, payload, self._dialect.engine_of(kind))
            self.write(kind, np.concatenate((self.records(kind), more)))
        else:
            self.left_out += 1

    def __iter__(self) -> Iterator[PacketKind]:
        """Iterate over the kinds of the packets that are looked into."""
        return iter(list(self._payloads))

    def __contains__(self, kind: PacketKind) -> bool:
        """Return whether there is a packet of a kind that is looked into."""
        return kind in self._payloads

    def payload(self, kind: PacketKind) -> bytes:
        """Return the payload of a kind that is there."""
        return self._payloads[kind]

    def records(self, kind: PacketKind) -> Records:
        """Return the records of a kind that has a fixed size, shape (N,); none if there is no packet."""
        engine = self._dialect.engine_of(kind)
        return decode_records(kind, self._payloads.get(kind, _NO_RECORDS), engine)

    def rows(self, kind: PacketKind) -> list[Any]:
        """Return the records of a kind as tuples; none if there is no packet, or its layout is not known."""
        if kind.shape is not Shape.VARIABLE:
            return [*self.records(kind).tolist()]
        try:
            payload = self._payloads.get(kind, _NO_RECORDS)
            return decode_nested(kind, payload, self._dialect.engine_of(kind))
        except DamagedPayloadError:
            return []

    def rows_of(self, kind: PacketKind, actor_ids: Collection[int]) -> Rows:
        """Return the records that belong to some actors."""
        if kind.shape is Shape.VARIABLE:
            return [row for row in self.rows(kind) if row[0] in actor_ids]
        records = self.records(kind)
        return records[np.isin(records["actor_id"], np.fromiter(actor_ids, np.int64, len(actor_ids)))]

    def write(self, kind: PacketKind, rows: Rows, lost: int = 0) -> None:
        """Let a packet have other rows, ``lost`` fewer than before."""
        self._payloads[kind] = encode_payload(kind, rows, self._dialect.engine_of(kind))
        self.left_out += lost

    def keep(self, kind: PacketKind, kept: NDArray[np.bool_]) -> None:
        """Let a packet have some of its records only."""
        self.write(kind, self.records(kind)[kept], int((~kept).sum()))

    def empty(self, kind: PacketKind) -> None:
        """Let a packet have no records."""
        self._payloads[kind] = _NO_RECORDS
        self.left_out += 1

    def leave_out(self, kind: PacketKind) -> None:
        """Have no packet of a kind."""
        del self._payloads[kind]
        self._order.remove(kind)
        self.left_out += 1

    def provide(self, kind: PacketKind) -> None:
        """Have a packet of a kind, without records if there is none yet, where CARLA would write it."""
        if kind not in self:
            self._payloads[kind] = _NO_RECORDS
            after = packets.FRAME_ORDER[packets.FRAME_ORDER.index(kind) :]
            places = (place for place, entry in enumerate(self._order) if entry in after)
            self._order.insert(next(places, len(self._order)), kind)

    def destroy(self, actor_ids: Sequence[int]) -> None:
        """Let actors end in this frame: they are destroyed, and nothing tells of them any more."""
        self.provide(packets.EVENT_DEL)
        gone = self.records(packets.EVENT_DEL)["actor_id"].tolist()
        self.write(packets.EVENT_DEL, [(actor_id,) for actor_id in (*gone, *actor_ids)])
        for kind in self:
            if kind.keyed and kind.shape is Shape.RECORDS and kind not in EVENTS:
                self.keep(kind, ~np.isin(self.records(kind)["actor_id"], actor_ids))

    def encode(self) -> bytes:
        """Return the bytes of the frame after FrameStart."""
        return b"".join(map(self._packet, self._order))

    def _packet(self, entry: PacketKind | tuple[int, bytes]) -> bytes:
        if isinstance(entry, tuple):
            packet_id, payload = entry
        else:
            packet_id, payload = self._dialect.id_of(entry), self._payloads[entry]
        return PACKET_HEADER.pack(packet_id, self._dialect.written_size(packet_id, len(payload))) + payload
