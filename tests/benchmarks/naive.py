"""The reader one writes first: every record unpacked one by one, every frame kept. A reference, not a tool.

It knows the packets of CARLA 0.9.13 (UE4) and nothing of damage.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

_HEADER = struct.Struct("<BI")
_COUNT = struct.Struct("<H")
_ACTOR = struct.Struct("<IB6fI")
_SINGLE = {0: struct.Struct("<Qdd"), 14: struct.Struct("<d")}
_RECORDS = {
    3: struct.Struct("<I"),
    4: struct.Struct("<II"),
    5: struct.Struct("<III??"),
    6: struct.Struct("<I6f"),
    7: struct.Struct("<I?fB"),
    8: struct.Struct("<Ifff?i"),
    9: struct.Struct("<If"),
    10: struct.Struct("<II"),
    11: struct.Struct("<i5f?B"),
    12: struct.Struct("<I6f"),
    13: struct.Struct("<I6f"),
    16: struct.Struct("<I3f"),
}
_EVENT_ADD, _FRAME_END = 2, 1

_PART = 50

Frame = dict[int, list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Slice:
    """The beginning of a file: the naive reader would take minutes and many GB for the whole."""

    frames: int
    scale: float
    """How many times larger the file is."""

    @property
    def label(self) -> str:
        """Return how to name the reference in a table."""
        return f"naive reader of 1/{self.scale:.0f} of it, scaled"

    @classmethod
    def of(cls, path: Path) -> Slice:
        """Return the frames of the first fiftieth of a file."""
        size = path.stat().st_size
        frames, end = 0, 0
        with path.open("rb") as file:
            _read_file_header(file)
            while end < size // _PART and (header := file.read(_HEADER.size)):
                packet_id, length = _HEADER.unpack(header)
                file.seek(length, os.SEEK_CUR)
                if packet_id == _FRAME_END:
                    frames, end = frames + 1, file.tell()
        return cls(frames, size / end)


def read_frames(path: Path, most: int) -> list[Frame]:
    """Return up to ``most`` frames as lists of records by packet id."""
    frames: list[Frame] = []
    with path.open("rb") as file:
        _read_file_header(file)
        frame: Frame = {}
        while len(frames) < most and (header := file.read(_HEADER.size)):
            packet_id, size = _HEADER.unpack(header)
            frame[packet_id] = _read_records(packet_id, file.read(size))
            if packet_id == _FRAME_END:
                frames.append(frame)
                frame = {}
    return frames


def _read_file_header(file: BinaryIO) -> None:
    file.read(2)
    file.read(*_COUNT.unpack(file.read(2)))
    file.read(8)
    file.read(*_COUNT.unpack(file.read(2)))


def _read_records(packet_id: int, payload: bytes) -> list[tuple[Any, ...]]:
    if packet_id in _SINGLE:
        return [_SINGLE[packet_id].unpack(payload)]
    if packet_id == _EVENT_ADD:
        return _read_actors(payload)
    record = _RECORDS.get(packet_id)
    if record is None:
        return []
    (count,) = _COUNT.unpack_from(payload)
    return [record.unpack_from(payload, _COUNT.size + i * record.size) for i in range(count)]


def _read_actors(payload: bytes) -> list[tuple[Any, ...]]:
    actors = []
    (count,) = _COUNT.unpack_from(payload)
    at = _COUNT.size
    for _ in range(count):
        fields = _ACTOR.unpack_from(payload, at)
        type_id, at = _read_text(payload, at + _ACTOR.size)
        (attribute_count,) = _COUNT.unpack_from(payload, at)
        at += _COUNT.size
        attributes = {}
        for _ in range(attribute_count):
            name, at = _read_text(payload, at + 1)
            attributes[name], at = _read_text(payload, at)
        actors.append((*fields, type_id, attributes))
    return actors


def _read_text(payload: bytes, at: int) -> tuple[str, int]:
    (length,) = _COUNT.unpack_from(payload, at)
    end = at + _COUNT.size + length
    return payload[at + _COUNT.size : end].decode(), end
