"""Building the index: a generator that gives a usable, growing view early and often."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from viewer.logfile import packets
from viewer.logfile.event_add import ActorRecord, decode_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.header import read_header
from viewer.logfile.payload import DamagedPayloadError, decode_records
from viewer.logfile.source import LogFile
from viewer.recording.cast import Cast
from viewer.recording.columns import Column
from viewer.recording.engine import detect_engine
from viewer.recording.events import EVENT, CollisionRecord, EventKind, group_contacts
from viewer.recording.index import RecordingIndex
from viewer.recording.layouts import Layout, LayoutTable
from viewer.recording.problems import Problem
from viewer.recording.walk import HEADS, Gap, Stretch, Walk

_VIEW_EVERY = 0.1  # seconds between two views while reading
_EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What the index decodes, in this order: an id that dies and is used again in one frame was freed first."""


def build_index(file: LogFile) -> Iterator[RecordingIndex]:
    """Read a recording; yield views of it, the first with the first frames, the last one complete.

    To cancel, stop iterating. The file stays open: the views read their frames from it.

    Raises:
        NotARecordingError: the file has no usable header.
        UnreadableError: the system cannot read.

    """
    builder = IndexBuilder(file)
    due = 0.0
    for part in builder.walk:
        builder.take(part)
        now = time.monotonic()
        if now >= due:
            yield builder.view(complete=False)
            due = time.monotonic() + _VIEW_EVERY
    yield builder.view(complete=True)


def read_index(file: LogFile) -> RecordingIndex:
    """Read a whole recording at once; errors as for ``build_index``."""
    builder = IndexBuilder(file)
    for part in builder.walk:
        builder.take(part)
    return builder.view(complete=True)


class IndexBuilder:
    """Collects what the walk finds."""

    def __init__(self, file: LogFile) -> None:
        """Read the header and find out which engine wrote the file."""
        self._file = file
        self._size = file.size()
        self._header = read_header(file)
        self._engine = detect_engine(file, self._header.size, self._size)
        self.walk = Walk(file, self._header.size, self._size, self._engine)
        self._heads = Column(HEADS)
        self._offsets = Column(np.int64)
        self._numbers = Column(np.int32)
        self._layouts: dict[bytes, int] = {}
        self._cast = Cast()
        self._events: list[tuple[int, int, int, int]] = []
        self._collisions: list[CollisionRecord] = []
        self._problems: list[Problem] = []

    def take(self, part: Stretch | Gap) -> None:
        """Add one part of the file."""
        if isinstance(part, Gap):
            self._problems.append(self._gap_problem(part))
            return
        first = len(self._heads)
        count = len(part.data)
        number = self._layouts.setdefault(part.layout.headers, len(self._layouts))
        self._heads.extend(part.heads)
        self._offsets.extend(part.offset + part.layout.stride * np.arange(count, dtype=np.int64))
        self._numbers.extend(np.full(count, number, np.int32))
        eventful = _eventful_payloads(part.layout)
        if eventful:
            for i in range(count):
                for kind, offset, size in eventful:
                    payload = part.data[i, offset : offset + size].tobytes()
                    self._take_event(first + i, kind, payload, part.offset + i * part.layout.stride + offset)

    def view(self, *, complete: bool) -> RecordingIndex:
        """Return what is known now."""
        layouts = LayoutTable(tuple(self._layouts))
        return RecordingIndex(
            file=self._file,
            header=self._header,
            engine=self._engine,
            heads=self._heads.view(),
            offsets=self._offsets.view(),
            layout_numbers=self._numbers.view(),
            layouts=layouts,
            actors=self._cast.table(),
            events=np.array(self._events, EVENT),
            contacts=group_contacts(self._collisions),
            problems=tuple(self._problems),
            packet_counts=layouts.packet_counts(self._numbers.view()),
            complete=complete,
            bytes_read=self.walk.position,
            size=self._size,
        )

    def _take_event(self, frame: int, kind: PacketKind, payload: bytes, offset: int) -> None:
        try:
            if kind is packets.EVENT_ADD:
                self._add_actors(frame, payload)
            else:
                records = decode_records(kind, payload, self._engine)
                if kind is packets.EVENT_DEL:
                    for actor_id in records["actor_id"].tolist():
                        self._event(frame, EventKind.DESTROY, self._cast.remove(frame, actor_id))
                elif kind is packets.EVENT_PARENT:
                    for child, parent in records.tolist():
                        self._event(frame, EventKind.PARENT, *self._cast.attach(frame, child, parent))
                elif kind is packets.COLLISION:
                    for _, actor_id, other_id, _, _ in records.tolist():
                        self._collide(frame, actor_id, other_id)
                else:
                    self._cast.set_boxes(records)
        except DamagedPayloadError as error:
            self._problems.append(
                Problem(
                    error.what,
                    "the rest of this packet is left out",
                    damage=True,
                    offset=offset + error.offset,
                    frame=frame,
                )
            )

    def _add_actors(self, frame: int, payload: bytes) -> None:
        records: list[ActorRecord] = []
        try:
            records.extend(decode_event_add(payload, self._engine))
        finally:  # what comes before a defect counts
            for row in self._cast.add(frame, records):
                self._event(frame, EventKind.SPAWN, row)

    def _collide(self, frame: int, actor_id: int, other_id: int) -> None:
        actor, other = self._cast.row_of(actor_id), self._cast.row_of(other_id)
        self._collisions.append(CollisionRecord(frame, actor_id, other_id, actor, other))
        self._event(frame, EventKind.COLLISION, actor, other)

    def _event(self, frame: int, kind: EventKind, actor: int, other: int = -1) -> None:
        self._events.append((frame, kind, actor, other))

    def _gap_problem(self, gap: Gap) -> Problem:
        frames = len(self._heads)
        size = gap.end - gap.offset
        if gap.tail:
            action = (
                f"the {frames:,} complete frames before it are there; {size:,} bytes at the end are left out"
            )
        else:
            action = f"{size:,} bytes are left out; reading goes on at byte {gap.end:,}"
        frame = max(frames - 1, 0) if frames else None
        return Problem(gap.what, action, damage=True, offset=gap.at, frame=frame, lost_frames=not gap.tail)


def _eventful_payloads(layout: Layout) -> list[tuple[PacketKind, int, int]]:
    return [
        (kind, offset, size)
        for kind in _EVENTFUL
        for offset, size in layout.payloads_of(kind.id)
        if size > COUNT_SIZE
    ]
