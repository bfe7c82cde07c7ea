"""What happens in a recording: event packets become actors, events and contacts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts
from viewer.logfile.source import LogFile
from viewer.recording.actors import ActorTable
from viewer.recording.build.actor_builder import ActorBuilder
from viewer.recording.build.event_records import EventPlaces, EventRecords, Happenings, NewActors
from viewer.recording.build.lives import Lives, Named, Turnover
from viewer.recording.build.oddities import Oddities, are_odd
from viewer.recording.build.walk import Frames
from viewer.recording.columns import ChangingColumn, GrowingColumn
from viewer.recording.events import CONTACT, EVENT, ContactTable, Events, EventType
from viewer.recording.problems import Problem, ProblemList

_TELLING = ((packets.ANIM_VEHICLE, ActorType.VEHICLE), (packets.ANIM_WALKER, ActorType.WALKER))
"""Packets that tell what an actor is that no EventAdd names."""

_OLD_SCENERY = 0
"""What old builds wrote for something that is not an actor."""

_MOST_WAITING = 200_000  # records of collisions

_TOGETHER = 1 << 19
"""Bytes of events, and of who stands in frames, that are looked at together."""


class EventCollector:
    """Collects events, frame after frame."""

    def __init__(self, file: LogFile, dialect: Dialect, problems: ProblemList) -> None:
        """Start with nothing; what is found odd goes to ``problems``."""
        self._file = file
        self._dialect = dialect
        self._problems = problems
        self._texts = KnownTexts()
        self._places = EventPlaces(dialect)
        self._builder = ActorBuilder(dialect, self._texts)
        self._lives = Lives()
        self._events = GrowingColumn(EVENT)
        self._contacts = ContactGrouper()

        self._found = Happenings(file, dialect, self._places)
        self._others: list[tuple[int, Problem]] = []

    def actors(self) -> ActorTable:
        """Return the actors so far."""
        return self._builder.table(self._lives.spawned.view(), self._lives.destroyed.view())

    def events(self) -> Events:
        """Return the events so far."""
        return self._events.view()

    def contacts(self) -> ContactTable:
        """Return the contacts so far."""
        return self._contacts.table()

    def take(self, part: Frames) -> None:
        """Take what happens in frames that follow all before; it counts from the next ``settle`` on."""
        self._found.add(part)
        if self._found.size > _TOGETHER:
            self.settle()

    def tell(self, problem: Problem, frame: int) -> None:
        """Tell of something else that was found before a frame that is still to be taken."""
        self._others.append((frame, problem))

    def settle(self) -> None:
        """Make actors, events and contacts of all that has been taken."""
        found, odd = self._found, Oddities(self._found, self._others)
        self._found, self._others = Happenings(self._file, self._dialect, self._places), []
        if found.size:
            self._settle(found, odd)
        self._problems.extend(odd)

    def _settle(self, found: Happenings, odd: Oddities) -> None:
        removed, parents, collisions, boxes = (
            found.records(kind)
            for kind in (packets.EVENT_DEL, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX)
        )
        new = found.added(self._texts)
        going, coming = removed.named("actor_id"), new.heads.named("actor_id")
        self._lives.begin(going, coming)
        standing = found.standing(self._lives)
        if not len(found) and not len(standing.ids):
            return
        asked = (
            parents.named("actor_id"), parents.named("parent_id"), collisions.named("actor1_id"),
            collisions.named("actor2_id"), boxes.named("actor_id"),
        )  # fmt: skip
        there = Named(*map(np.concatenate, zip(*asked, strict=True)))
        turnover = self._lives.turn_over(going, coming, there, standing)
        ends = np.cumsum([len(each.ids) for each in asked])[:-1]
        child, parent, _, _, of_boxes = np.split(turnover.asked, ends)
        _, _, one, other, _ = np.split(turnover.meanwhile, ends)

        for lie in found.lies:
            odd.of_count(*lie)
        self._add(found, new, turnover, odd)
        self._remove(removed, turnover, odd)
        self._attach(parents, child, parent, odd)
        self._collide(collisions, one, other)
        self._builder.set_boxes(of_boxes, boxes.records)
        late = turnover.late
        self._add_events(
            (EventType.DESTROY, removed.frames[~late], turnover.removed[~late], -1),
            (EventType.SPAWN, new.heads.frames, turnover.added, -1),
            (EventType.PARENT, parents.frames, child, parent),
            (EventType.COLLISION, collisions.frames, one, other),
            (EventType.DESTROY, removed.frames[late], turnover.removed[late], -1),
        )

    def _add_events(self, *parts: tuple[EventType, Ints, Ints, Ints | int]) -> None:
        """Add events of several kinds; in each frame they happen in the order given."""
        events = np.empty(sum(len(part[1]) for part in parts), EVENT)
        at = 0
        for kind, frames, actors, others in parts:
            these = events[at : at + len(frames)]
            these["frame"], these["kind"], these["actor"], these["other"] = frames, kind, actors, others
            at += len(frames)
        self._events.extend(events[np.argsort(events["frame"], kind="stable")])

    def _add(self, found: Happenings, new: NewActors, turnover: Turnover, odd: Oddities) -> None:
        """Add those who are added, and those who stand there although nobody added them."""
        builder, heads = self._builder, new.heads.records
        kinds = builder.kinds_of(new.texts, heads["type"])
        missing, placed = turnover.missing, turnover.implied >= 0
        whom = zip(missing.frames[placed].tolist(), missing.ids[placed].tolist(), strict=True)
        types = [self._type_of(found, *each) for each in whom]
        builder.begin(
            np.concatenate([turnover.added, turnover.implied[placed]]),
            np.concatenate([builder.added(heads, kinds), builder.implied(missing.ids[placed], types)]),
        )
        odd.of_standing(missing, placed)
        suspects = are_odd(heads) | builder.may_be_odd(kinds) | (turnover.replaced >= 0)
        for record in np.flatnonzero(suspects).tolist():
            replaced = turnover.replaced.item(record)
            in_use = replaced >= 0 and not builder.blueprint(replaced).implied
            blueprint = builder.blueprint(turnover.added.item(record))
            payload = new.heads.payloads.item(record)
            odd.of_actor(payload, record, heads[record : record + 1], blueprint, in_use=in_use)
        for payload, error in new.broken:
            odd.of_payload(payload, error)

    @staticmethod
    def _type_of(found: Happenings, frame: int, actor_id: int) -> ActorType:
        """Return what somebody is who stands in a frame although nobody added him."""
        types = (kind for packet, kind in _TELLING if actor_id in found.named_in(packet, frame))
        return next(types, ActorType.OTHER)

    def _remove(self, removed: EventRecords, turnover: Turnover, odd: Oddities) -> None:
        """Tell who is removed without being there."""
        for record in np.flatnonzero(turnover.removed < 0).tolist():
            last = turnover.last.item(record)
            was_added = last >= 0 and not self._builder.blueprint(last).implied
            actor_id = removed.records["actor_id"].item(record)
            odd.of_removal(removed.payloads.item(record), record, actor_id, was_added=was_added)

    def _attach(self, parents: EventRecords, child: Ints, parent: Ints, odd: Oddities) -> None:
        """Attach actors, one after the other, given their rows."""
        spawned = self._lives.spawned.values
        rows = zip(parents.frames.tolist(), child.tolist(), parent.tolist(), strict=True)
        for record, (frame, one, other) in enumerate(rows):
            is_new = one >= 0 and spawned.item(one) == frame
            refusal = self._builder.attachments.attach(one, other, is_new=is_new)
            if refusal is not None:
                ids = parents.records[record].item()
                odd.of_attachment(parents.payloads.item(record), record, refusal, *ids)

    def _collide(self, collisions: EventRecords, actors: Ints, others: Ints) -> None:
        """Take collisions of actors of these rows."""
        first, second = (collisions.named(name).ids for name in ("actor1_id", "actor2_id"))
        second[(second == _OLD_SCENERY) & (others < 0)] = SCENERY
        self._contacts.add(collisions.frames, first, second, actors, others)


class ContactGrouper:
    """Groups records in the order of the file; what has been grouped is not looked at again."""

    def __init__(self) -> None:
        """Start with none."""
        self._contacts = ChangingColumn(CONTACT)
        self._waiting: list[tuple[Ints, Ints, Ints, Ints, Ints]] = []
        self._records_waiting = 0
        self._table: ContactTable | None = None

    def add(self, frames: Ints, actor_ids: Ints, other_ids: Ints, actors: Ints, others: Ints) -> None:
        """Add records, shape (N,) each: index of the frame, and ids and rows of both."""
        if not len(frames):
            return
        self._table = None
        self._waiting.append((frames, actor_ids, other_ids, actors, others))
        self._records_waiting += len(frames)
        if self._records_waiting > _MOST_WAITING:
            self._group()

    def table(self) -> ContactTable:
        """Return the contacts so far, in order of their first records."""
        if self._table is None:
            self._group()
            self._table = ContactTable(self._contacts.view())
        return self._table

    def _group(self) -> None:
        """Group the records that wait, together with the contacts that they may go on with."""
        if not self._waiting:
            return
        frames, actor_ids, other_ids, actors, others = map(np.concatenate, zip(*self._waiting, strict=True))
        self._waiting.clear()
        self._records_waiting = 0
        records = np.zeros(len(frames), CONTACT)
        records["first_frame"] = records["last_frame"] = frames
        records["actor_id"], records["other_id"] = actor_ids, other_ids
        records["actor"], records["other"], records["records"] = actors, others, 1
        numbers = np.flatnonzero(self._contacts.values["last_frame"] >= frames[0] - 1)
        open_before = len(numbers)
        records = np.concatenate([self._contacts.values[numbers], records])

        first, second = (
            _keys(records["actor_id"], records["actor"]),
            _keys(records["other_id"], records["other"]),
        )
        low, high = np.minimum(first, second), np.maximum(first, second)
        order = np.lexsort((high, low))  # stable: of one pair, records stay in the order of the file
        last = records["last_frame"][order]
        begins = np.ones(len(order), np.bool_)
        begins[1:] = (np.diff(low[order]) != 0) | (np.diff(high[order]) != 0) | (np.diff(last) > 1)
        starts = np.flatnonzero(begins)
        heads = order[starts]

        found = records[heads]
        found["last_frame"] = last[np.append(starts[1:], len(order)) - 1]
        found["records"] = np.add.reduceat(records["records"][order], starts)
        reporter = np.repeat(found["actor_id"], np.diff(np.append(starts, len(order))))
        both = records["both"][order] | (records["actor_id"][order] != reporter)
        found["both"] = np.logical_or.reduceat(both, starts)

        going_on = heads < open_before
        self._contacts.values[numbers[heads[going_on]]] = found[going_on]
        new = found[~going_on][np.argsort(heads[~going_on])]
        self._contacts.extend(new, len(new))


def _keys(ids: NDArray[np.uint32], rows: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Return numbers that tell actors apart, shape (N,)."""
    return ids.astype(np.uint64) << np.uint64(32) | (rows.astype(np.int64) + 1).astype(np.uint64)
