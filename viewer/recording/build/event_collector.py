"""What happens in a recording: event packets become actors, events and contacts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import ActorRecord, KnownTexts, decode_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import DamagedPayloadError, Records, decode_records, miscounted
from viewer.recording.actors import ActorTable
from viewer.recording.build.actor_builder import ActorBuilder, Refusal, knows_all_types
from viewer.recording.build.contact_grouper import ContactGrouper
from viewer.recording.build.event_batch import EventBatch, EventRecords, read_batch
from viewer.recording.build.frame_parts import FrameBurst, FrameStretch
from viewer.recording.build.life_register import Named
from viewer.recording.columns import GrowingColumn
from viewer.recording.events import EVENT, ContactTable, Events, EventType
from viewer.recording.layouts import Layout
from viewer.recording.plausible import are_plausible_texts, is_plausible_transform, texts_of
from viewer.recording.problems import Problem, ProblemList

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What is decoded, in this order: an id that dies and is used again in one frame was freed first."""

_TELLING = {packets.ANIM_VEHICLE: ActorType.VEHICLE, packets.ANIM_WALKER: ActorType.WALKER}
"""Packets that tell what an actor is that no EventAdd names."""

_WORTH_PARTING = 16
"""Frames that are rather taken as two halves than one by one."""
_Place = tuple[PacketKind, int, int]
"""Kind, offset and size of a payload in a frame."""
_LAST_TYPE = max(ActorType)
_NAMED = 5  # of the actors that are implied at once
_OLD_SCENERY = 0
"""What old builds wrote for something that is not an actor (FORMAT.md §3.5)."""

_REFUSALS: Mapping[Refusal, tuple[str, str, bool]] = {
    Refusal.NO_CHILD: (
        "actor {child} is attached to {parent}, but it is not there", "nothing is attached", True,
    ),
    Refusal.NO_PARENT: (
        "the parent {parent} of actor {child} is not recorded", "where it was is not known", False,
    ),
    Refusal.LATE: (
        "actor {child} is attached to {parent} after the frame that adds it", "it keeps its own place", False,
    ),
    Refusal.CIRCLE: (
        "actor {child} is attached to {parent}, which is attached to it", "they are not attached in a circle",
        True,
    ),
    Refusal.DISORDER: (
        "actor {child} is attached to {parent} after others were attached to it", "it keeps its own place",
        True,
    ),
    Refusal.DEPTH: (
        "actor {child} is attached to {parent} at the end of a long chain", "the chain is cut there", True,
    ),
}  # fmt: skip
"""What is told about an actor that is not attached: what, action, and whether it is damage."""


class EventCollector:
    """Collects events, frame after frame."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Start with nothing; what is found damaged goes to ``problems``."""
        self._dialect = dialect
        self._sizes = dialect.possible_sizes
        self._problems = problems
        self._builder = ActorBuilder(dialect)
        self._texts = KnownTexts()
        self._events = GrowingColumn(EVENT)
        self._contacts = ContactGrouper()
        self._frame = 0  # index of the frame at hand
        self._offset = 0  # of the payload at hand, in the file

    def take(self, first: int, part: FrameStretch | FrameBurst) -> None:
        """Add the events of frames whose indices begin with ``first``."""
        eventful = self._eventful(part.layout) if isinstance(part, FrameStretch) else []
        if isinstance(part, FrameStretch) and not eventful:
            self._meet(first, part)
            return
        batch = read_batch(first, part, self._dialect, self._texts)
        if batch is not None:
            if self._take_batch(batch):
                return
            if len(part) >= _WORTH_PARTING:  # one odd frame must not cost all others
                one, other = part.parts()
                self.take(first, one)
                self.take(first + len(one), other)
                return
        if isinstance(part, FrameStretch):
            self._take_frames(first, part, eventful)
            return
        for number, stretch in part.stretches(self._dialect):
            self._take_frames(first + number, stretch, self._eventful(stretch.layout))

    def _eventful(self, layout: Layout) -> list[_Place]:
        """Return the packets of a layout that tell what happens: kind, offset and size of each payload."""
        return [
            (kind, at, size)
            for kind in EVENTFUL
            for at, size in layout.payloads_of(kind.id)
            if size > COUNT_SIZE and size in self._sizes[kind.id]
        ]

    def _take_batch(self, batch: EventBatch) -> bool:
        """Take the events of many frames; return whether that could be done, or else nothing is taken."""
        builder, gone, new = self._builder, batch.gone, batch.new
        first = len(builder.lives)
        of_gone = Named(gone.frames, gone.records["actor_id"].astype(np.int64))
        ended = builder.turn_over(of_gone, new, self._texts.all, batch.standing)
        if ended is None:
            return False
        builder.set_boxes(batch.boxes.frames, batch.boxes.records)
        self._add_events(
            (EventType.DESTROY, gone.frames, ended, -1),
            (EventType.SPAWN, new.frames, np.arange(first, first + len(new.frames)), -1),
            (EventType.PARENT, batch.parents.frames, *self._attach_all(batch.parents)),
            (EventType.COLLISION, batch.collisions.frames, *self._collide(batch.collisions)),
        )
        return True

    def _add_events(self, *parts: tuple[EventType, Ints, Ints, Ints | int]) -> None:
        """Add events of several kinds; in each frame they happen in the order given."""
        events = np.empty(sum(len(part[1]) for part in parts), EVENT)
        at = 0
        for kind, frames, actors, others in parts:
            these = events[at : at + len(frames)]
            these["frame"], these["kind"], these["actor"], these["other"] = frames, kind, actors, others
            at += len(frames)
        self._events.extend(events[np.argsort(events["frame"], kind="stable")])

    def _attach_all(self, found: EventRecords) -> tuple[Ints, Ints]:
        """Attach actors in many frames; return the rows of children and parents, (N,) each."""
        children, parents = (
            self._builder.lives.rows_at(
                Named(found.frames, found.records[name].astype(np.int64)), or_ends=False
            )
            for name in ("actor_id", "parent_id")
        )
        places = zip(found.frames.tolist(), found.offsets.tolist(), strict=True)
        rows = zip(children.tolist(), parents.tolist(), strict=True)
        for (self._frame, self._offset), (child_id, parent_id), (child, parent) in zip(
            places, found.records.tolist(), rows, strict=True
        ):
            self._attach(child_id, parent_id, child, parent)
        return children, parents

    def _collide(self, found: EventRecords) -> tuple[Ints, Ints]:
        """Take collision records; return the rows of those who collide, (N,) each.

        Who is destroyed in the frame was still there when it happened.
        """
        first, second = (found.records[name].astype(np.int64) for name in ("actor1_id", "actor2_id"))
        actors, others = (
            self._builder.lives.rows_at(Named(found.frames, ids), or_ends=True) for ids in (first, second)
        )
        second[(second == _OLD_SCENERY) & (others < 0)] = SCENERY
        self._contacts.add(found.frames, first, second, actors, others)
        return actors, others

    def _take_frames(self, first: int, stretch: FrameStretch, eventful: list[_Place]) -> None:
        """Take frame after frame of a stretch, and tell whatever is odd."""
        for i, frame in enumerate(stretch.data if eventful else ()):
            self._frame = first + i
            offset = stretch.offset + i * stretch.layout.stride
            payloads = ((kind, frame[at : at + size].tobytes(), offset + at) for kind, at, size in eventful)
            self._take_frame(payloads)
            self._meet(first, stretch, i)
        if not eventful:
            self._meet(first, stretch)

    def actors(self) -> ActorTable:
        """Return the actors so far."""
        return self._builder.table()

    def events(self) -> Events:
        """Return the events so far."""
        return self._events.view()

    def contacts(self) -> ContactTable:
        """Return the contacts so far."""
        return self._contacts.table()

    def _take_frame(self, payloads: Iterable[tuple[PacketKind, bytes, int]]) -> None:
        """Take the event packets of one frame: kind, payload, and where it lies in the file."""
        unknown: list[int] = []
        for kind, payload, offset in payloads:
            self._offset = offset
            if kind is packets.EVENT_ADD:
                self._add_actors(payload)
            else:
                self._take_records(kind, self._decoded(kind, payload), unknown)
        for actor_id in unknown:  # added and destroyed between the same two ticks, or not at all
            row = self._builder.lives.end(self._frame, actor_id)
            self._event(EventType.DESTROY, row)
            if row < 0:
                again = " again" if self._builder.was_added(actor_id) else ", but it was never added"
                self._tell(f"actor {actor_id} is destroyed{again}", "nothing is destroyed")

    def _decoded(self, kind: PacketKind, payload: bytes) -> Records:
        lie = miscounted(kind, payload, self._dialect.engine_of(kind))
        if lie is not None:
            self._tell(lie, "its size counts: all records it has room for are read")
        return decode_records(kind, payload, self._dialect.engine_of(kind))

    def _add_actors(self, payload: bytes) -> None:
        try:
            engine = self._dialect.engine_of(packets.EVENT_ADD)
            for record in decode_event_add(payload, engine, self._texts):
                self._judge(record, payload)
                row, blueprint = self._builder.add(self._frame, record)
                self._event(EventType.SPAWN, row)
                if not knows_all_types(blueprint):
                    what = f"an attribute of actor {record.actor_id} has a type that means nothing"
                    self._tell(what, "its value is shown as text")
        except DamagedPayloadError as error:
            whole = error.offset == len(payload)  # only the count is wrong
            action = "those it has are read" if whole else "the rest of this packet is left out"
            self._offset += error.offset
            self._tell(error.what, action)

    def _judge(self, record: ActorRecord, payload: bytes) -> None:
        """Tell what is wrong with an actor that is about to be added."""
        name = f"actor {record.actor_id}"
        if self._builder.lives.row_of(record.actor_id) >= 0 and self._builder.was_added(record.actor_id):
            self._tell(f"{name} is added, but its id is in use", "who had the id before ends here")
        if record.type > _LAST_TYPE:
            self._tell(
                f"{name} has type {record.type}, which means nothing", "its blueprint tells what it is"
            )
        if not is_plausible_transform(record):
            self._tell(
                f"the place of {name} in EventAdd is NaN, infinite or absurd",
                "only Position tells where it is",
            )
        if not are_plausible_texts(texts_of(record), payload):
            self._tell(f"a text of {name} is not UTF-8", "it is shown with replacement marks")

    def _take_records(self, kind: PacketKind, records: Records, unknown: list[int]) -> None:
        if kind is packets.EVENT_DEL:
            for actor_id in records["actor_id"].tolist():
                row = self._builder.lives.end(self._frame, actor_id)
                if row >= 0:
                    self._event(EventType.DESTROY, row)
                else:
                    unknown.append(actor_id)
        elif kind is packets.EVENT_PARENT:
            for child_id, parent_id in records.tolist():
                child, parent = map(self._builder.lives.row_of, (child_id, parent_id))
                self._event(EventType.PARENT, child, parent)
                self._attach(child_id, parent_id, child, parent)
        elif kind is packets.COLLISION:
            lives = self._builder.lives
            for _, actor_id, other_id, *_ in records.tolist():
                actor, other = lives.row_in(self._frame, actor_id), lives.row_in(self._frame, other_id)
                self._event(EventType.COLLISION, actor, other)
                partner = SCENERY if other_id == _OLD_SCENERY and other < 0 else other_id
                self._contacts.append(self._frame, actor_id, partner, actor, other)
        else:
            self._builder.set_boxes(np.full(len(records), self._frame, np.int64), records)

    def _attach(self, child_id: int, parent_id: int, child: int, parent: int) -> None:
        refusal = self._builder.attach(self._frame, child, parent)
        if refusal is not None:
            what, action, damage = _REFUSALS[refusal]
            self._tell(what.format(child=child_id, parent=parent_id), action, damage=damage)

    def _meet(self, first: int, stretch: FrameStretch, number: int = 0) -> None:
        """Add who stands in a frame of a stretch, given its number there, although nobody added it."""
        missing = self._builder.lives.missing(self._ids_in(stretch, packets.POSITION, number))
        if not missing:
            return
        frame = first + number
        types = {
            actor_id: actor_type
            for kind, actor_type in _TELLING.items()
            for actor_id in self._ids_in(stretch, kind, number).tolist()
        }
        placed = [self._builder.imply(frame, each, types.get(each, ActorType.OTHER)) for each in missing]
        self._frame = frame
        self._offset = stretch.offset + number * stretch.layout.stride
        names = ", ".join(map(str, missing[:_NAMED])) + (" and others" if len(missing) > _NAMED else "")
        action = "what they are is not known; they are shown from here on"
        if not all(placed):
            action = "they are too many to be shown"
        self._tell(f"actors move that were never added: {names}", action, count=len(missing))

    def _ids_in(self, stretch: FrameStretch, kind: PacketKind, number: int) -> NDArray[np.uint32]:
        """Return the actors of the first packet of a kind in a frame of a stretch, shape (N,)."""
        record = self._dialect.dtype(kind).itemsize
        for at, size in stretch.layout.payloads_of(kind.id):
            if size in self._sizes[kind.id]:
                count = (size - COUNT_SIZE) // record
                return np.ndarray((count,), "<u4", stretch.data[number], at + COUNT_SIZE, (record,))
        return np.empty(0, np.uint32)

    def _event(self, kind: EventType, actor: int, other: int = -1) -> None:
        self._events.append((self._frame, kind, actor, other))

    def _tell(self, what: str, action: str, *, damage: bool = True, count: int = 1) -> None:
        problem = Problem(what, action, damage=damage, offset=self._offset, frame=self._frame, count=count)
        self._problems.add(problem)
