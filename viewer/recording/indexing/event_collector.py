"""Collecting actors, events and contacts from the event packets of many frames at once."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE, PacketKind
from viewer.logfile.payload import ID, DamagedPayloadError, Records, anywhere, records_at
from viewer.recording.actors import ActorTable
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.actor_builder import NOT_ADDED, ActorBuilder
from viewer.recording.indexing.lifetimes import IdFrames, LifetimeChanges, Lifetimes
from viewer.recording.indexing.packet_finder import PacketFinder
from viewer.recording.indexing.walk import Frames, frame_offsets
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.records import Batch, joined
from viewer.recording.recorded_events import CONTACT, RECORDED_EVENT, ContactTable, EventType, group_contacts
from viewer.recording.units import FARTHEST

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""Kinds of packets decoded for actors and events; destructions first: a frame may use their ids again."""

SCANNED = (*EVENTFUL, packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER)
"""Kinds of packets that are read to find actors and events; in the order of their problems."""
MISCOUNTED = "its size counts: all records it has room for are read"
"""Text that says how a packet is read that claims another number of records than it has room for."""

_MAX_LISTED = 5  # actors that one problem lists
_OLD_SCENERY = 0
"""Actor id that old builds write in a collision record for something that is not an actor."""
_LAST_TYPE = max(ActorType)
_ID_BITS = 8 * ID.itemsize
_AT_ONCE = 1 << 13
_TYPE_BY_KIND = {packets.ANIM_WALKER: ActorType.WALKER, packets.ANIM_VEHICLE: ActorType.VEHICLE}
"""ActorType of an actor without a recorded spawn, by the kind of animation packet that contains its id.

An actor in both kinds of packets is a vehicle.
"""

Found = Mapping[PacketKind, Batch]
"""Packets of each of the kinds SCANNED in some frames."""


class _Added(NamedTuple):
    """EventAdd records (spawns) of some frames, A of them.

    Attributes:
        fixed_parts: fields of fixed size of each record, shape (A,).
        texts: index in KnownTexts of the texts of each record (blueprint id and attributes), shape (A,).
        payload: index of the payload that each record is in, shape (A,).
        errors: for each damaged payload, by its index, the error that says why.
    """

    fixed_parts: Records
    texts: Ints
    payload: Ints
    errors: dict[int, DamagedPayloadError]


class EventCollector:
    """Collector of actors, events and collisions from the frames of a recording, which are added in order."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Create an empty collector that adds oddities to ``problems``."""
        self._problems = problems
        self._texts = KnownTexts()
        self._lifetimes = Lifetimes()
        self._builder = ActorBuilder(dialect, self._texts)
        self._contacts = GrowingColumn(CONTACT)
        self._events = GrowingColumn(RECORDED_EVENT)
        self._engine = dialect.engine_of(packets.EVENT_ADD)
        self._finder = PacketFinder(dialect, SCANNED)
        self._reports: list[tuple[tuple[int, int, int, int], Problem]] = []

    def actors(self) -> ActorTable:
        """Return the table of all actors found so far."""
        return self._builder.table(self._lifetimes)

    def events(self) -> NDArray[np.void]:
        """Return all events found so far, sorted by frame."""
        return self._events.view()

    def contacts(self) -> ContactTable:
        """Return all contacts (collisions of actors) found so far."""
        return group_contacts(self._contacts.view())

    def add(self, part: Frames) -> None:
        """Add the actors, events and contacts in the frames ``part``."""
        of = self._finder.find(part)
        if not any(len(of[kind].sizes) for kind in EVENTFUL) and not len(self._unverified(of)[0]):
            return
        for kind in EVENTFUL:
            for payload, what in of[kind].miscounted() if kind is not packets.EVENT_ADD else ():
                self._report(of[kind], payload, what, MISCOUNTED)
        removals, added = of[packets.EVENT_DEL], self._added(of[packets.EVENT_ADD])
        removed = _id_frames(removals)
        frames = of[packets.EVENT_ADD].payload_frames[added.payload]
        additions = IdFrames(added.fixed_parts["actor_id"].astype(np.int64), frames)
        changes, seen = self._change_lifetimes(of, part, removed, additions)
        is_late, ended = changes.late, changes.ended
        for each in np.flatnonzero(is_late & (ended < 0)).tolist():
            what = f"actor {removed.ids[each]} is destroyed, but it is not there"
            self._report(removals, removals.payload_of(each), what, "nothing is destroyed", late=True)
        self._add_actors(of, changes, added, seen)
        batches = [
            _events(EventType.DESTROY, removed.frames[~is_late], ended[~is_late]),
            _events(EventType.SPAWN, additions.frames, changes.added),
            self._attach(of[packets.EVENT_PARENT], changes),
            self._collide(of[packets.COLLISION], changes),
            _events(EventType.DESTROY, removed.frames[is_late], ended[is_late]),
        ]
        frames, events = joined(RECORDED_EVENT, [(each["frame"], each) for each in batches])
        self._events.extend(events[np.argsort(frames, kind="stable")])
        boxes = of[packets.BOUNDING_BOX]
        self._builder.set_boxes(changes.rows(_id_frames(boxes)), boxes.records)
        self._problems.extend(problem for _, problem in sorted(self._reports, key=itemgetter(0)))
        self._reports.clear()

    def _report(
        self, batch: Batch, payload: int, what: str, action: str, *, at: int = 0, late: bool = False,
        damage: bool = True, count: int = 1,
    ) -> None:  # fmt: skip
        """Keep a problem of a payload until those of the same frames are sorted by frame and kind of packet.

        Args:
            batch: packets of one kind.
            payload: index of the payload in ``batch``.
            what: what is wrong.
            action: what the program does about it.
            at: byte where the problem is, from the start of the payload.
            late: whether it comes after the problems of events in the same frame.
            damage: whether the file is damaged, not only odd.
            count: how often the problem occurs.
        """
        frame = int(batch.payload_frames[payload])
        offset = int(batch.payload_offsets[payload]) + at
        problem = Problem(what, action, damage=damage, offset=offset, frame=frame, count=count)
        rank = SCANNED.index(batch.kind)
        self._reports.append(((frame, len(EVENTFUL) if late else rank, rank, payload), problem))

    # -- lifetimes

    def _added(self, batch: Batch) -> _Added:
        found_in, indices, errors = list[int](), list[int](), {}
        for number, payload in enumerate(batch.payloads):
            found, error = scan_event_add(payload, self._engine, self._texts)
            found_in.append(len(found))
            indices += found
            if error is not None:
                errors[number] = error
        counts, texts, head = np.array(found_in, np.int64), np.array(indices, np.int64), batch.dtype
        firsts = np.cumsum(counts) - counts
        begins = np.append(0, np.cumsum(np.array(self._texts.sizes, np.int64)[texts] + head.itemsize))
        moved = batch.data_offsets + COUNT_SIZE - begins[firsts]
        of_record = np.repeat(np.arange(len(counts)), counts)
        fixed_parts = records_at(batch.bytes, head, begins[:-1] + moved[of_record])
        return _Added(fixed_parts, texts, of_record, errors)

    def _change_lifetimes(
        self, of: Found, part: Frames, removed: IdFrames, additions: IdFrames
    ) -> tuple[LifetimeChanges, IdFrames]:
        """Begin and end lifetimes of actors by the spawns and destructions in the packets ``of`` some frames.

        ``part`` are these frames, ``removed`` the ids in the destructions, ``additions`` those in the spawns.
        Returns the changes, and the ids that have poses without a spawn; lifetimes of these are begun, too.
        """
        none = IdFrames(*np.empty((2, 0), np.int64))
        changes = LifetimeChanges(self._lifetimes, part.first, removed, additions, none)
        self._lifetimes.store_times(changes)
        poses = of[packets.POSITION]
        ids, payload = self._unverified(of)
        unknown = changes.rows_at_end(IdFrames(ids.astype(np.int64), poses.payload_frames[payload])) < 0
        keys = np.sort(payload[unknown] << _ID_BITS | ids[unknown].astype(np.int64))
        keys = keys[np.diff(keys, prepend=-1) != 0]
        payload = keys >> _ID_BITS
        seen = IdFrames(keys & ((1 << _ID_BITS) - 1), poses.payload_frames[payload])
        if len(keys):
            changes = LifetimeChanges(self._lifetimes, part.first, removed, additions, seen)
            placed = np.sort(changes.born[changes.born >= len(additions.ids)] - len(additions.ids))
            self._lifetimes.store_times(changes)
            starts = part.offset + frame_offsets(part.runs)[0]
            for those in np.split(placed, np.flatnonzero(np.diff(payload[placed])) + 1):
                start = int(starts[seen.frames[those[0]] - part.first])
                self._report_unknown(poses, int(payload[those[0]]), seen.ids[those].tolist(), start)
        self._lifetimes.apply(changes)
        return changes, seen

    def _report_unknown(self, poses: Batch, payload: int, ids: list[int], start: int) -> None:
        """Report the actors ``ids`` that have poses in a ``payload`` of ``poses``, but no recorded spawn.

        ``start`` is the byte offset in the file of its frame.
        """
        others = " and others" if len(ids) > _MAX_LISTED else ""
        what = f"actors move that were never added: {', '.join(map(str, ids[:_MAX_LISTED]))}{others}"
        action = "what they are is not known; they are shown from here on"
        at = start - int(poses.payload_offsets[payload])
        self._report(poses, payload, what, action, at=at, count=len(ids))

    def _unverified(self, of: Found) -> tuple[NDArray[np.uint32], Ints]:
        """Return the ids in Position packets (poses) that may belong to no existing actor, shape (N,).

        Also returns the index of the payload that each id is in, shape (N,). The test is fast and not exact:
        some of the ids may belong to existing actors.
        """
        poses = of[packets.POSITION]
        payloads = np.arange(len(poses.sizes))
        ids, payloads_of = [np.empty(0, ID)], [payloads[:0]]
        # In groups whose intermediate results fit into the caches.
        shares = np.cumsum(poses.counts) // _AT_ONCE
        for those in np.split(payloads, np.flatnonzero(np.diff(shares)) + 1):
            standing, counts = _ids(poses, those), poses.counts[those]
            frames = np.repeat(poses.payload_frames[those].astype(np.int32), counts)
            there = self._lifetimes.known_alive(standing, frames)
            if not there.all():
                ids.append(standing[~there])
                payloads_of.append(np.repeat(those, counts)[~there])
        return np.concatenate(ids), np.concatenate(payloads_of)

    def _add_actors(self, of: Found, changes: LifetimeChanges, added: _Added, seen: IdFrames) -> None:
        """Add the actors that begin to exist by ``changes``, and report oddities of their spawns.

        ``seen`` are the ids that Position packets (poses) have without a recorded spawn: they are added as
        actors, too.
        """
        fixed_parts, texts = added.fixed_parts, added.texts
        if len(seen.ids):  # else the actors are in the order of their spawns
            fixed_parts = np.append(fixed_parts, _implied_parts(of, seen))[changes.born]
            texts = np.append(texts, np.full(len(seen.ids), NOT_ADDED))[changes.born]
        self._builder.add(fixed_parts, texts)
        odd = (added.fixed_parts["type"] > _LAST_TYPE) | _are_nowhere(added.fixed_parts)
        odd |= (changes.replaced >= 0) | self._builder.are_odd(changes.added)
        for each in np.flatnonzero(odd).tolist():
            self._check_added(
                of[packets.EVENT_ADD], added, each, int(changes.added[each]), int(changes.replaced[each])
            )
        batch = of[packets.EVENT_ADD]
        for payload, error in added.errors.items():
            whole = error.offset == batch.sizes[payload]  # then only the count is wrong
            action = "those it has are read" if whole else "the rest of this packet is left out"
            self._report(batch, payload, error.what, action, at=error.offset)

    def _check_added(self, batch: Batch, added: _Added, at: int, row: int, replaced: int) -> None:
        """Report what is odd about one recorded spawn, such as an id that is already in use.

        ``at`` is the index of its record in ``added``, and ``row`` the actor-table row of its actor;
        ``replaced`` is the row of the actor that had the id before, −1 if none.
        """
        head, payload = added.fixed_parts[at : at + 1], int(added.payload[at])
        name, actor_type = f"actor {head['actor_id'].item()}", head["type"].item()
        blueprint = self._builder.blueprint(row)
        if replaced >= 0 and not self._builder.blueprint(replaced).implied:
            self._report(
                batch, payload, f"{name} is added, but its id is in use", "who had the id before ends here"
            )
        if actor_type > _LAST_TYPE:
            what = f"{name} has type {actor_type}, which means nothing"
            self._report(batch, payload, what, "its blueprint tells what it is")
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            self._report(batch, payload, what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, batch.payloads[payload]):
            self._report(
                batch, payload, f"a text of {name} is not UTF-8", "it is shown with replacement marks"
            )
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what = f"an attribute of {name} has a type that means nothing"
            self._report(batch, payload, what, "its value is shown as text")

    # -- other events

    def _attach(self, batch: Batch, changes: LifetimeChanges) -> Records:
        child, parent = (_id_frames(batch, name) for name in ("actor_id", "parent_id"))
        children, parents = changes.rows(child), changes.rows(parent)
        are_new = np.append(self._lifetimes.spawned.view(), -1)[children] == child.frames
        columns = (each.tolist() for each in (children, parents, are_new))
        for each, (row, parent_row, is_new) in enumerate(zip(*columns, strict=True)):
            refusal = self._builder.attach(row, parent_row, is_new=is_new)
            if refusal is not None:
                what, action, damage = refusal
                what = what.format(child=child.ids[each], parent=parent.ids[each])
                self._report(batch, batch.payload_of(each), what, action, damage=damage)
        return _events(EventType.PARENT, child.frames, children, parents)

    def _collide(self, batch: Batch, changes: LifetimeChanges) -> Records:
        one, other = (_id_frames(batch, name) for name in ("actor1_id", "actor2_id"))
        ones, others = (changes.rows(each, or_ended=True) for each in (one, other))
        contacts = np.zeros(len(ones), CONTACT)
        contacts["first_frame"] = contacts["last_frame"] = one.frames
        contacts["actor_id"], contacts["actor"] = one.ids, ones
        contacts["other_id"] = np.where((other.ids == _OLD_SCENERY) & (others < 0), SCENERY, other.ids)
        contacts["other"], contacts["records"] = others, 1
        self._contacts.extend(contacts)
        return _events(EventType.COLLISION, one.frames, ones, others)


def _id_frames(batch: Batch, name: str = "actor_id") -> IdFrames:
    """Return the actor ids in the field ``name`` of all records in ``batch``, with their frames."""
    return IdFrames(batch.records[name].astype(np.int64), batch.frames)


def _ids(poses: Batch, payloads: Ints) -> NDArray[np.uint32]:
    """Return the actor ids in all records of some ``payloads`` of ``poses``, in order, shape (N,)."""
    numbers, begins = anywhere(poses.bytes, ID), poses.data_offsets[payloads]
    spans = zip((begins + COUNT_SIZE).tolist(), (begins + poses.sizes[payloads]).tolist(), strict=True)
    # Joining strided slices is several times as fast as fancy indexing.
    step = poses.dtype.itemsize
    return np.concatenate([np.empty(0, ID), *(numbers[begin:end:step] for begin, end in spans)])


def _implied_parts(of: Found, seen: IdFrames) -> Records:
    """Return substitutes for the spawn records (EventAdd) that the actors ``seen`` lack, shape (N,).

    Poses in them are NaN. ``seen`` has the actor ids and frames in which Position packets (poses) have them;
    the animation packets in ``of`` tell vehicles and walkers from others.
    """
    fixed_parts = np.zeros(len(seen.ids), of[packets.EVENT_ADD].dtype)
    fixed_parts["actor_id"], fixed_parts["type"] = seen.ids, ActorType.OTHER
    fixed_parts["location"] = fixed_parts["rotation"] = np.nan
    keys = seen.frames << _ID_BITS | seen.ids
    for kind, actor_type in _TYPE_BY_KIND.items():
        ids, frames = _id_frames(of[kind])
        fixed_parts["type"][np.isin(keys, frames << _ID_BITS | ids)] = actor_type
    return fixed_parts


def _events(kind: EventType, frames: Ints, rows: Ints, others: Ints | int = -1) -> Records:
    found = np.empty(len(frames), RECORDED_EVENT)
    for name, values in zip(RECORDED_EVENT.names or (), (frames, kind, rows, others), strict=True):
        found[name] = values
    return found


def _are_nowhere(fixed_parts: Records) -> Flags:
    with np.errstate(invalid="ignore", over="ignore"):
        magnitudes = np.abs(
            np.concatenate([fixed_parts["location"].T, fixed_parts["rotation"].T], dtype=np.float64)
        )
        nowhere: Flags = ~(magnitudes.sum(axis=0) < FARTHEST)
    return nowhere
