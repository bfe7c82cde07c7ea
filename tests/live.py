"""Writing a recording as CARLA does it: bit by bit, seeking back to fill in what was not known before."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tests.recording import plain_reader
from viewer.cancellation import ShouldContinue, always
from viewer.logfile.source import LogFile
from viewer.recording.index import RecordingIndex
from viewer.recording.indexing.builder import IndexBuilder

PATCHED = (2, 15, 19)
"""Packets whose size is written as 0 at first: EventAdd, PhysicsControl, WalkerBones."""

_DURATION_AT = 5 + 8  # in the packet FrameStart
_HALVES = 64  # bytes from which a packet is written in two pieces


def growing_views(file: LogFile, should_continue: ShouldContinue = always) -> Iterator[RecordingIndex]:
    """Yield indexes of a recording while it is read, as the window gets them; the last is complete."""
    builder = IndexBuilder(file, should_continue)
    yield from builder.read()
    yield builder.view(complete=True)


class LiveWriter:
    """Writes the frames of a finished recording into a file, one after the other."""

    def __init__(self, path: Path, data: bytes) -> None:
        """Truncate the file, as CARLA does, and write nothing yet."""
        self._file: BinaryIO = path.open("wb", buffering=0)
        self._header = data[: plain_reader.header_size(data)]
        self._frames = plain_reader.frames_of(data)
        self._last: int | None = None
        self._last_duration = 0.0

    def __enter__(self) -> LiveWriter:  # noqa: PYI034 - Self needs Python 3.11
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def header(self) -> LiveWriter:
        """Write the header."""
        self._file.write(self._header)
        return self

    def frames(self, count: int = 1) -> LiveWriter:
        """Write complete frames."""
        for _ in range(count):
            for _ in self.steps():
                pass
        return self

    def rest(self) -> LiveWriter:
        """Write all frames that are left."""
        return self.frames(len(self._frames))

    def steps(self) -> Iterator[None]:
        """Write one frame; between two steps, the file stands as another program may find it."""
        packets = self._frames.pop(0)
        start = self._file.tell()
        number, duration, elapsed = plain_reader.start(packets)
        self._file.write(struct.pack("<BIQdd", 0, 24, number, -1.0, elapsed))
        yield
        if self._last is not None:
            self._patch(self._last + _DURATION_AT, struct.pack("<d", self._last_duration))
            yield
        self._last, self._last_duration = start, duration
        for packet in packets[1:]:
            place = self._file.tell()
            size = 0 if packet.id in PATCHED else len(packet.payload)
            middle = len(packet.payload) // 2 if len(packet.payload) >= _HALVES else len(packet.payload)
            self._file.write(struct.pack("<BI", packet.id, size) + packet.payload[:middle])
            yield
            if middle < len(packet.payload):
                self._file.write(packet.payload[middle:])
                yield
            if size != len(packet.payload):
                self._patch(place + 1, struct.pack("<I", len(packet.payload)))
                yield

    def _patch(self, place: int, data: bytes) -> None:
        end = self._file.tell()
        self._file.seek(place)
        self._file.write(data)
        self._file.seek(end)


def times_open(path: Path) -> int:
    """Return how often this process has a file open, or one that was there before it; as Linux lists them."""
    found = 0
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # a thread has closed it meanwhile
            found += str(link.readlink()) in (str(path), f"{path} (deleted)")
    return found
