"""What happens in a recording: event packets become actors, events and contacts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY
from viewer.logfile.event_add import decode_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records
from viewer.recording.actors import ActorTable
from viewer.recording.cast import Cast
from viewer.recording.columns import Column
from viewer.recording.events import EVENT, CollisionRecord, Contact, EventKind, Events, group_contacts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.walk import Stretch

_EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What is decoded, in this order: an id that dies and is used again in one frame was freed first."""

_OLD_SCENERY = 0
"""What old builds wrote for something that is not an actor (FORMAT.md §3.5)."""


class Chronicle:
    """Collects events, frame after frame."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Start with nothing; what is found damaged goes to ``problems``."""
        self._dialect = dialect
        self._problems = problems
        self._cast = Cast(dialect)
        self._events = Column(EVENT)
        self._collisions: list[CollisionRecord] = []

    def take(self, first: int, stretch: Stretch) -> None:
        """Add the events of frames whose indices begin with ``first``."""
        eventful = [
            (kind, at, size)
            for kind in _EVENTFUL
            for at, size in stretch.layout.payloads_of(kind.id)
            if size > COUNT_SIZE
        ]
        if not eventful:
            return
        for i, frame in enumerate(stretch.data):
            offset = stretch.offset + i * stretch.layout.stride
            payloads = ((kind, frame[at : at + size].tobytes(), offset + at) for kind, at, size in eventful)
            self._take_frame(first + i, payloads)

    def actors(self) -> ActorTable:
        """Return the actors so far."""
        return self._cast.table()

    def events(self) -> Events:
        """Return the events so far."""
        return self._events.view()

    def contacts(self) -> tuple[Contact, ...]:
        """Return the contacts so far."""
        return group_contacts(self._collisions)

    def _take_frame(self, frame: int, payloads: Iterable[tuple[PacketKind, bytes, int]]) -> None:
        """Take the event packets of one frame: kind, payload, and where it lies in the file."""
        unknown: list[int] = []
        for kind, payload, offset in payloads:
            if kind is packets.EVENT_ADD:
                self._add_actors(frame, payload, offset)
            else:
                self._take_records(frame, kind, self._decoded(frame, kind, payload, offset), unknown)
        for actor_id in unknown:  # added and destroyed between the same two ticks
            self._event(frame, EventKind.DESTROY, self._cast.remove(frame, actor_id))

    def _decoded(self, frame: int, kind: PacketKind, payload: bytes, offset: int) -> Records:
        try:
            return decode_records(kind, payload, self._dialect.engine_of(kind))
        except DamagedPayloadError as error:
            self._problems.add(
                Problem(error.what, "this packet is left out", damage=True, offset=offset, frame=frame)
            )
            return np.empty(0, self._dialect.dtype(kind))

    def _add_actors(self, frame: int, payload: bytes, offset: int) -> None:
        try:
            for record in decode_event_add(payload, self._dialect.engine_of(packets.EVENT_ADD)):
                self._event(frame, EventKind.SPAWN, self._cast.add(frame, record))
        except DamagedPayloadError as error:
            action = "the rest of this packet is left out"
            at = offset + error.offset
            self._problems.add(Problem(error.what, action, damage=True, offset=at, frame=frame))

    def _take_records(self, frame: int, kind: PacketKind, records: Records, unknown: list[int]) -> None:
        if kind is packets.EVENT_DEL:
            for actor_id in records["actor_id"].tolist():
                row = self._cast.remove(frame, actor_id)
                if row >= 0:
                    self._event(frame, EventKind.DESTROY, row)
                else:
                    unknown.append(actor_id)
        elif kind is packets.EVENT_PARENT:
            for child, parent in records.tolist():
                self._event(frame, EventKind.PARENT, *self._cast.attach(frame, child, parent))
        elif kind is packets.COLLISION:
            for _, actor_id, other_id, _, _ in records.tolist():
                self._collide(frame, actor_id, other_id)
        else:
            self._cast.set_boxes(records)

    def _collide(self, frame: int, actor_id: int, other_id: int) -> None:
        """Take a collision record; who is destroyed in this frame was still there when it happened."""
        actor, other = self._cast.row_in(frame, actor_id), self._cast.row_in(frame, other_id)
        if other_id == _OLD_SCENERY and other < 0:
            other_id = SCENERY
        self._collisions.append(CollisionRecord(frame, actor_id, other_id, actor, other))
        self._event(frame, EventKind.COLLISION, actor, other)

    def _event(self, frame: int, kind: EventKind, actor: int, other: int = -1) -> None:
        self._events.append((frame, kind, actor, other))
