"""Writing recordings frame by frame, as a CARLA release writes them."""

from __future__ import annotations

import itertools
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, NamedTuple

import numpy as np

from viewer.arrays import Ints
from viewer.importing.errors import SourceError
from viewer.importing.frames import FrameBatch
from viewer.logfile import packets
from viewer.logfile.dialect import SHIFTED_ATTRIBUTES, Dialect
from viewer.logfile.fields import PACKET_HEADER, PacketKind, Shape
from viewer.logfile.header import Header
from viewer.logfile.nested import encode_payload
from viewer.logfile.packets import LAST_DURATION, ActorRecord

_START = np.dtype([("id", "u1"), ("size", "<u4"), ("frame", "<u8"), ("duration", "<f8"), ("elapsed", "<f8")])
_DURATION_AT = 13
"""Byte offset of the duration in a FrameStart packet."""
_COUNTED = np.dtype([("id", "u1"), ("size", "<u4"), ("count", "<u2")])
_CLOCK = np.dtype([("id", "u1"), ("size", "<u4"), ("time", "<f8")])
_MOST_RECORDS = 0xFFFF

_COMMON = (
    packets.VISUAL_TIME, packets.EVENT_ADD, packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION,
    packets.POSITION, packets.TRAFFIC_LIGHT_STATE, packets.ANIM_VEHICLE, packets.ANIM_WALKER,
    packets.VEHICLE_LIGHT, packets.BOUNDING_BOX, packets.WALKER_BONES,
)  # fmt: skip
"""Kinds of packets in every frame of a recording with additional data; the wall clock is not known."""
_SINCE_0_9_15 = (*_COMMON, packets.ANIM_VEHICLE_WHEELS, packets.ANIM_BIKER)
_SINCE_0_9_16 = (*_SINCE_0_9_15, packets.VEHICLE_DOOR)
_RARE = (packets.KINEMATICS, packets.TRIGGER_VOLUME)
"""Kinds of packets that stand in frames that have records of them."""


class WriterStyle(NamedTuple):
    """Release of CARLA whose recordings are imitated.

    Attributes:
        always: kinds of packets in every frame.
        rare: kinds of packets in frames that have records of them.
        version: version in the header.
    """

    always: tuple[PacketKind, ...]
    rare: tuple[PacketKind, ...] = _RARE
    version: int = 1


WRITER_STYLES: Mapping[str, WriterStyle] = MappingProxyType(
    {
        "0.9.14": WriterStyle(_COMMON),
        "0.9.15": WriterStyle(_SINCE_0_9_15),
        "0.9.16": WriterStyle(_SINCE_0_9_16, version=SHIFTED_ATTRIBUTES),
        "latest": WriterStyle(_SINCE_0_9_16, (*_RARE, packets.WEATHER), SHIFTED_ATTRIBUTES),
    }
)
"""Styles of recordings by the first release that has the style; the names are those of ``info --style``."""
USUAL_STYLE = "0.9.15"


class LogWriter:
    """Writer of a recording. As by CARLA, the last frame's duration is −1 until the next one is written.

    Each duration is an f32 widened to f64, and elapsed is their exact sum.
    """

    def __init__(self, stream: BinaryIO, header: Header, style: WriterStyle, source: Path) -> None:
        """Write ``header`` to ``stream``.

        Args:
            stream: binary file to write to, which can seek.
            header: header of the recording.
            style: which packets a frame has.
            source: what is imported, for messages.
        """
        self._source = source
        self._stream = stream
        self._style = style
        self._dialect = Dialect(header_version=style.version)
        self._kinds = [kind for kind in packets.PACKETS if kind in style.always or kind in style.rare]
        self._time = 0.0
        self._last = 0  # offset of the duration of the last frame
        self.frames = 0
        self.elapsed = 0.0
        """Elapsed time of the last frame in seconds."""
        stream.write(header.raw)

    def write(self, batch: FrameBatch) -> None:
        """Append the frames of ``batch``; records of kinds that the style does not have are left out.

        Raises SourceError if a frame has more records than a packet can count.
        """
        count = len(batch.times)
        if not count:
            return
        before = self._time if self.frames else batch.times[0]
        steps = np.diff(batch.times, prepend=before).astype(np.float32).astype(np.float64)
        elapsed = np.cumsum(np.append(self.elapsed, steps))[1:]
        starts = np.empty(count, _START)
        starts["id"], starts["size"] = packets.FRAME_START.id, 24
        starts["frame"] = np.arange(self.frames + 1, self.frames + 1 + count)
        starts["duration"], starts["elapsed"] = np.append(steps[1:], LAST_DURATION), elapsed
        if self.frames:
            self._stream.seek(self._last)
            self._stream.write(steps[:1].tobytes())
            self._stream.seek(0, os.SEEK_END)
        size, data = _START.itemsize, starts.tobytes()
        pieces: list[bytes] = []
        for number, body in enumerate(self._bodies(batch, elapsed)):
            pieces += data[number * size : (number + 1) * size], body
        self._stream.write(b"".join(pieces))
        self._last = self._stream.tell() - len(pieces[-1]) - size + _DURATION_AT
        self.frames += count
        self._time, self.elapsed = float(batch.times[-1]), float(elapsed[-1])

    def _bodies(self, batch: FrameBatch, elapsed: np.ndarray) -> Iterator[bytes]:
        """Yield the packets of each frame of ``batch``, without FrameStart."""
        added: dict[int, list[ActorRecord]] = defaultdict(list)
        for frame, record in batch.added:
            added[frame].append(self._numbered(record))
        columns = [self._column(kind, batch, elapsed, added) for kind in self._kinds]
        end = PACKET_HEADER.pack(packets.FRAME_END.id, 0)
        for parts in zip(*columns, strict=True):
            yield b"".join((*parts, end))

    def _numbered(self, record: ActorRecord) -> ActorRecord:
        """Return ``record`` with the types of its attributes as this style numbers them."""
        shift = int(self._style.version >= SHIFTED_ATTRIBUTES)
        moved = tuple(each._replace(type=int(each.type) + shift) for each in record.attributes)
        return record._replace(attributes=moved)

    def _column(
        self,
        kind: PacketKind,
        batch: FrameBatch,
        elapsed: np.ndarray,
        added: Mapping[int, Sequence[ActorRecord]],
    ) -> Sequence[bytes]:
        """Return the packet of ``kind`` of each frame; empty bytes in frames without one."""
        count, packet_id = len(elapsed), self._dialect.id_of(kind)
        if kind.shape is Shape.SINGLE:
            clock = np.empty(count, _CLOCK)
            clock["id"], clock["size"], clock["time"] = packet_id, 8, elapsed
            return _cut(clock.tobytes(), np.arange(count + 1) * _CLOCK.itemsize)
        none = PACKET_HEADER.pack(packet_id, 2) + b"\0\0" if kind in self._style.always else b""
        if kind is packets.EVENT_ADD:
            rows = [none] * count
            for frame, comers in added.items():
                payload = encode_payload(kind, comers, self._dialect.engine_of(kind))
                rows[frame] = PACKET_HEADER.pack(packet_id, len(payload)) + payload
            return rows
        if kind not in batch.records:
            return [none] * count
        frames, records = batch.records[kind]
        counts = np.bincount(frames, minlength=count)
        if counts.max(initial=0) > _MOST_RECORDS:
            raise SourceError(self._source, f"a frame has more than {_MOST_RECORDS:,} {kind.name} records")
        heads = np.empty(count, _COUNTED)
        heads["id"], heads["count"] = packet_id, counts
        heads["size"] = 2 + counts * records.dtype.itemsize
        bounds = np.append(0, np.cumsum(counts)) * records.dtype.itemsize
        head = _cut(heads.tobytes(), np.arange(count + 1) * _COUNTED.itemsize)
        body = _cut(records.tobytes(), bounds)
        return [first + rest if rest else none for first, rest in zip(head, body, strict=True)]


def _cut(data: bytes, bounds: Ints) -> list[bytes]:
    """Return ``data`` in pieces between adjacent ``bounds``."""
    places = bounds.tolist()
    return [data[begin:end] for begin, end in itertools.pairwise(places)]
