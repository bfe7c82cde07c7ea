"""Collecting actors, events and contacts from the event packets of many frames at once."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints, multi_arange
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import DamagedPayloadError, Records, anywhere, count_lie, records_at
from viewer.recording.actors import ActorTable
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.actor_builder import NOT_ADDED, ActorBuilder
from viewer.recording.indexing.lifetimes import IdFrames, LifetimeChanges, Lifetimes
from viewer.recording.indexing.packet_finder import PacketFinder
from viewer.recording.indexing.walk import Frames
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.recorded_events import CONTACT, RECORDED_EVENT, ContactGrouper, ContactTable, EventType
from viewer.recording.units import FARTHEST

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""Kinds of packets decoded for actors and events; destructions first: a frame may use their ids again."""

SCANNED = (*EVENTFUL, packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER)
"""Kinds of packets that are read to find actors and events; the rank of a kind is its index in this tuple."""
_REMOVED, _ADDED, _ATTACHED, _COLLIDED, _BOXES, _STANDING, _DRIVING, _WALKING = range(len(SCANNED))

_MAX_LISTED = 5  # actors that one problem lists
_OLD_SCENERY = 0
"""Actor id that old builds write in a collision record for something that is not an actor."""
_LAST_TYPE = max(ActorType)
_COUNT = np.dtype("<u2")
_ID = np.dtype("<u4")
_ID_BITS = 8 * _ID.itemsize
_AT_ONCE = 1 << 13
_TYPE_BY_RANK = {_WALKING: ActorType.WALKER, _DRIVING: ActorType.VEHICLE}
"""ActorType of an actor without a recorded spawn, by the rank of an animation packet that contains its id.

The rank of a packet kind is its index in SCANNED. An actor in both kinds of packets is a vehicle.
"""

EventBatch = tuple[EventType, Ints, Ints, Ints]
"""Events of one type: frame indices, and actor table rows of the actors and of the others, shape (N,) each.
"""


class _Added(NamedTuple):
    """EventAdd records (spawns) of some frames, A of them.

    Attributes:
        fixed_parts: fields of fixed size of each record, shape (A,).
        texts: index in KnownTexts of the texts of each record (blueprint id and attributes), shape (A,).
        packet: index of the packet that each record is in, shape (A,).
        errors: for each damaged packet, by its index, the error that says why.
    """

    fixed_parts: Records
    texts: Ints
    packet: Ints
    errors: dict[int, DamagedPayloadError]


class EventCollector:
    """Collector of actors, events and collisions from the frames of a recording, which are added in order."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Create an empty collector that adds oddities to ``problems``."""
        self._problems = problems
        self._texts = KnownTexts()
        self._lifetimes = Lifetimes()
        self._builder = ActorBuilder(dialect, self._texts)
        self._contacts = ContactGrouper()
        self._events = GrowingColumn(RECORDED_EVENT)
        self._engine = dialect.engine_of(packets.EVENT_ADD)
        self._dtypes = [dialect.dtype(kind) for kind in SCANNED]
        self._sizes = np.array([dtype.itemsize for dtype in self._dtypes])
        self._finder = PacketFinder(dialect, SCANNED)
        # Of the frames being added: the packets (``packet`` is an index into _found), and sortable reports.
        self._part: Frames
        self._found: NDArray[np.void]
        self._counts: Ints  # number of records per packet
        self._reports: list[tuple[tuple[int, int, int], Problem]] = []

    def actors(self) -> ActorTable:
        """Return the table of all actors found so far."""
        return self._builder.table(self._lifetimes)

    def events(self) -> NDArray[np.void]:
        """Return all events found so far, sorted by frame."""
        return self._events.view()

    def contacts(self) -> ContactTable:
        """Return all contacts (collisions of actors) found so far."""
        return self._contacts.table()

    def add(self, part: Frames) -> None:
        """Add the actors, events and contacts in the frames ``part``."""
        self._part, self._found = part, self._finder.find(part)
        self._report_counts()
        if (self._found["rank"] >= _STANDING).all() and not len(self._unverified()[0]):
            return
        removals, packet = self._records(_REMOVED)
        removed, added = self._id_frames(removals["actor_id"], packet), self._added()
        additions = self._id_frames(added.fixed_parts["actor_id"], added.packet)
        changes, seen = self._change_lifetimes(removed, additions)
        is_late, ended = changes.late, changes.ended
        for each in np.flatnonzero(is_late & (ended < 0)).tolist():
            what = f"actor {removed.ids[each]} is destroyed, but it is not there"
            self._report(int(packet[each]), what, "nothing is destroyed", rank=_STANDING)
        rows = self._add_actors(changes, added, seen)
        self._append(
            _without_other(EventType.DESTROY, removed.frames[~is_late], ended[~is_late]),
            _without_other(EventType.SPAWN, additions.frames, rows),
            self._attach(changes),
            self._collide(changes),
            _without_other(EventType.DESTROY, removed.frames[is_late], ended[is_late]),
        )
        boxes, packet = self._records(_BOXES)
        self._builder.set_boxes(changes.rows(self._id_frames(boxes["actor_id"], packet)), boxes)
        self._problems.extend(problem for _, problem in sorted(self._reports, key=itemgetter(0)))
        self._reports.clear()

    # -- packets

    def _id_frames(self, ids: NDArray[Any], packet: Ints) -> IdFrames:
        """Return actor ``ids`` with the frame index of each.

        ``packet`` is the index in ``_found`` of the packet that each id is from.
        """
        return IdFrames(ids.astype(np.int64), self._found["frame"][packet])

    def _records(self, rank: int) -> tuple[Records, Ints]:
        """Return the records of all packets of one kind, and the packet index of each, shape (N,) each.

        ``rank`` is the index of the kind in SCANNED.
        """
        packet, dtype = np.flatnonzero(self._found["rank"] == rank), self._dtypes[rank]
        if not len(packet):
            return np.empty(0, dtype), packet
        begins, counts = self._found["offset"][packet] + COUNT_SIZE, self._counts[packet]
        offsets = multi_arange(begins, counts, dtype.itemsize)
        return records_at(self._part.data, dtype, offsets), np.repeat(packet, counts)

    def _payload(self, packet: int) -> bytes:
        *_, offset, size = self._found[packet].item()
        return self._part.buffer[offset : offset + size]

    def _report_counts(self) -> None:
        rank = self._found["rank"]
        self._counts = (self._found["size"] - COUNT_SIZE) // self._sizes[rank]
        written = anywhere(self._part.data, _COUNT)[self._found["offset"]]
        lies = (written != self._counts & 0xFFFF) & (rank < _STANDING) & (rank != _ADDED)
        for each in np.flatnonzero(lies).tolist():
            what = count_lie(SCANNED[rank[each]], int(written[each]), int(self._counts[each]))
            self._report(each, what, "its size counts: all records it has room for are read")

    def _report(
        self, packet: int, what: str, action: str, *, at: int = 0, rank: int | None = None,
        damage: bool = True, count: int = 1,
    ) -> None:  # fmt: skip
        """Report a problem in the payload of the packet with the index ``packet`` of those found.

        Args:
            packet: index of the packet.
            what: what is wrong.
            action: what the program does about it.
            at: byte in the payload.
            rank: sort key among the problems of one frame; by default the index of the packet's kind in
                ``SCANNED``.
            damage: whether the file is damaged, not only odd.
            count: how often the problem occurs.
        """
        frame, its_rank, _, start, _ = self._found[packet].item()
        offset = self._part.in_file(start) + at
        problem = Problem(what, action, damage=damage, offset=offset, frame=frame, count=count)
        self._reports.append(((frame, its_rank if rank is None else rank, packet), problem))

    # -- lifetimes

    def _added(self) -> _Added:
        packet, head = np.flatnonzero(self._found["rank"] == _ADDED), self._dtypes[_ADDED]
        if not len(packet):
            return _Added(np.empty(0, head), packet, packet, {})
        counts, indices, errors = list[int](), list[int](), {}
        for each in packet.tolist():
            found, error = scan_event_add(self._payload(each), self._engine, self._texts)
            counts.append(len(found))
            indices += found
            if error is not None:
                errors[each] = error
        texts, firsts = np.array(indices, np.int64), np.cumsum(counts, dtype=np.int64) - counts
        ends = np.cumsum(np.array(self._texts.sizes, np.int64)[texts] + head.itemsize)
        begins = np.append(0, ends)
        begins_of = self._found["offset"][packet] + COUNT_SIZE - begins[firsts]
        fixed_parts = records_at(self._part.data, head, begins[:-1] + np.repeat(begins_of, counts))
        return _Added(fixed_parts, texts, np.repeat(packet, counts), errors)

    def _change_lifetimes(self, removed: IdFrames, additions: IdFrames) -> tuple[LifetimeChanges, IdFrames]:
        """Begin and end lifetimes of actors by the spawns and destructions in the frames being added.

        ``removed`` are the ids in the destructions, ``additions`` those in the spawns. Returns the changes,
        and the ids that have poses without a spawn; lifetimes of these are begun, too.
        """
        first, nobody = self._part.first, IdFrames(*np.empty((2, 0), np.int64))
        changes = LifetimeChanges(self._lifetimes, first, removed, additions, nobody)
        self._lifetimes.store_times(changes)
        seen, packet = self._unknown(changes)
        if len(packet):
            changes = LifetimeChanges(self._lifetimes, first, removed, additions, seen)
            placed = changes.born[changes.born >= len(additions.ids)] - len(additions.ids)
            self._lifetimes.store_times(changes)
            self._report_unknown(seen.ids, packet, np.sort(placed))
        self._lifetimes.apply(changes)
        return changes, seen

    def _unknown(self, changes: LifetimeChanges) -> tuple[IdFrames, Ints]:
        """Return the ids in Position packets (poses) that belong to no actor even after lifetime ``changes``.

        Also returns the index of the packet that each id is in, shape (N,) like the ids.
        """
        ids, packet = self._unverified()
        unknown = changes.rows_at_end(self._id_frames(ids, packet)) < 0
        keys = np.sort(packet[unknown] << _ID_BITS | ids[unknown].astype(np.int64))
        keys = keys[np.diff(keys, prepend=-1) != 0]
        packet = keys >> _ID_BITS
        return self._id_frames(keys & ((1 << _ID_BITS) - 1), packet), packet

    def _unverified(self) -> tuple[NDArray[np.uint32], Ints]:
        """Return the ids in Position packets (poses) that may belong to no existing actor, shape (N,).

        Also returns the index of the packet that each id is in, shape (N,). The test is fast and not exact:
        some of the ids may belong to existing actors.
        """
        packet = np.flatnonzero(self._found["rank"] == _STANDING)
        ids, packets_of = [np.empty(0, _ID)], [packet[:0]]
        # In groups whose intermediate results fit into the caches.
        shares = np.cumsum(self._counts[packet]) // _AT_ONCE
        for those in np.split(packet, np.flatnonzero(np.diff(shares)) + 1):
            offsets, sizes, frames = (self._found[name][those] for name in ("offset", "size", "frame"))
            standing = self._finder.ids(self._part, offsets, sizes)
            counts = self._counts[those]
            there = self._lifetimes.known_alive(standing, np.repeat(frames.astype(np.int32), counts))
            if not there.all():
                ids.append(standing[~there])
                packets_of.append(np.repeat(those, counts)[~there])
        return np.concatenate(ids), np.concatenate(packets_of)

    def _report_unknown(self, ids: Ints, packet: Ints, placed: Ints) -> None:
        """Report actors that have poses in Position packets but no recorded spawn, once for each packet.

        Args:
            ids: actor ids.
            packet: index of the packet that each id is in.
            placed: indices into ``ids`` of those to report, each of which begins a lifetime.
        """
        for those in np.split(placed, np.flatnonzero(np.diff(packet[placed])) + 1):
            there = ids[those].tolist()
            action = "what they are is not known; they are shown from here on"
            others = " and others" if len(there) > _MAX_LISTED else ""
            what = f"actors move that were never added: {', '.join(map(str, there[:_MAX_LISTED]))}{others}"
            _, _, start, offset, _ = self._found[packet[those[0]]].item()
            at = self._part.in_file(start) - self._part.in_file(offset)
            self._report(int(packet[those[0]]), what, action, at=at, count=len(there))

    def _add_actors(self, changes: LifetimeChanges, added: _Added, seen: IdFrames) -> Ints:
        """Add the actors that begin to exist by ``changes``, and report oddities of their spawns.

        Returns the row in the actor table of each spawn in ``added``, shape (A,). ``seen`` are the ids that
        Position packets (poses) have without a recorded spawn: they are added as actors, too.
        """
        count, born = len(added.fixed_parts), changes.born
        fixed_parts, texts = added.fixed_parts, added.texts
        if len(seen.ids):
            fixed_parts = np.append(fixed_parts, self._implied_parts(seen))
            texts = np.append(texts, np.full(len(seen.ids), NOT_ADDED))
        rows, blueprints = np.empty((2, len(texts)), np.int64)
        rows[born] = np.arange(len(born)) + len(self._lifetimes.spawned) - len(born)
        if len(seen.ids):
            fixed_parts, texts = (
                fixed_parts[born],
                texts[born],
            )  # if no actor is implied, they are in this order already
        blueprints[born] = self._builder.add(fixed_parts, texts)
        replaced = changes.replaced
        odd = (added.fixed_parts["type"] > _LAST_TYPE) | _are_nowhere(added.fixed_parts) | (replaced >= 0)
        if self._builder.odd:
            odd |= np.isin(blueprints[:count], [*self._builder.odd])
        for each in np.flatnonzero(odd).tolist():
            self._check_added(added, each, int(rows[each]), int(replaced[each]))
        for packet, error in added.errors.items():
            whole = error.offset == self._found["size"][packet]  # then only the count is wrong
            action = "those it has are read" if whole else "the rest of this packet is left out"
            self._report(packet, error.what, action, at=error.offset)
        return rows[:count]

    def _implied_parts(self, seen: IdFrames) -> Records:
        """Return substitutes for the spawn records (EventAdd) that the actors ``seen`` lack, shape (N,).

        Poses in them are NaN. ``seen`` has the actor ids and frames in which Position packets (poses) have
        them.
        """
        fixed_parts = np.zeros(len(seen.ids), self._dtypes[_ADDED])
        fixed_parts["actor_id"], fixed_parts["type"] = seen.ids, ActorType.OTHER
        fixed_parts["location"] = fixed_parts["rotation"] = np.nan
        keys = seen.frames << _ID_BITS | seen.ids
        for rank, actor_type in _TYPE_BY_RANK.items():
            records, packet = self._records(rank)
            named = self._found["frame"][packet] << _ID_BITS | records["actor_id"].astype(np.int64)
            fixed_parts["type"][np.isin(keys, named)] = actor_type
        return fixed_parts

    def _check_added(self, added: _Added, at: int, row: int, replaced: int) -> None:
        """Report what is odd about one recorded spawn, such as an id that is already in use.

        ``at`` is the index of its record in ``added``, and ``row`` the actor-table row of its actor;
        ``replaced`` is the row of the actor that had the id before, −1 if none.
        """
        head, packet = added.fixed_parts[at : at + 1], int(added.packet[at])
        name, actor_type = f"actor {head['actor_id'].item()}", head["type"].item()
        blueprint = self._builder.blueprint(row)
        if replaced >= 0 and not self._builder.blueprint(replaced).implied:
            self._report(packet, f"{name} is added, but its id is in use", "who had the id before ends here")
        if actor_type > _LAST_TYPE:
            what = f"{name} has type {actor_type}, which means nothing"
            self._report(packet, what, "its blueprint tells what it is")
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            self._report(packet, what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, self._payload(packet)):
            self._report(packet, f"a text of {name} is not UTF-8", "it is shown with replacement marks")
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what = f"an attribute of {name} has a type that means nothing"
            self._report(packet, what, "its value is shown as text")

    # -- other events

    def _attach(self, changes: LifetimeChanges) -> EventBatch:
        records, packet = self._records(_ATTACHED)
        if not len(packet):
            return _without_other(EventType.PARENT, packet, packet)
        ends = [self._id_frames(records[name], packet) for name in ("actor_id", "parent_id")]
        children, parents = map(changes.rows, ends)
        frames, spawned = ends[0].frames, self._lifetimes.spawned.view()
        for each, child, parent in zip(range(len(packet)), children.tolist(), parents.tolist(), strict=True):
            is_new = child >= 0 and spawned[child] == frames[each]
            refusal = self._builder.attach(child, parent, is_new=is_new)
            if refusal is not None:
                what, action, damage = refusal
                what = what.format(child=ends[0].ids[each], parent=ends[1].ids[each])
                self._report(int(packet[each]), what, action, damage=damage)
        return EventType.PARENT, frames, children, parents

    def _collide(self, changes: LifetimeChanges) -> EventBatch:
        records, packet = self._records(_COLLIDED)
        if not len(packet):
            return _without_other(EventType.COLLISION, packet, packet)
        one, other = (self._id_frames(records[name], packet) for name in ("actor1_id", "actor2_id"))
        ones, others = (changes.rows(each, or_ended=True) for each in (one, other))
        partners = np.where((other.ids == _OLD_SCENERY) & (others < 0), SCENERY, other.ids)
        contacts = np.zeros(len(packet), CONTACT)
        contacts["first_frame"] = contacts["last_frame"] = one.frames
        contacts["actor_id"], contacts["actor"] = one.ids, ones
        contacts["other_id"], contacts["other"] = partners, others
        contacts["records"] = 1
        self._contacts.add(contacts)
        return EventType.COLLISION, one.frames, ones, others

    def _append(self, *batches: EventBatch) -> None:
        """Append the events of all ``batches``, sorted by frame and, within a frame, as in ``batches``."""
        frames, rows, others = (np.concatenate(each) for each in [*zip(*batches, strict=True)][1:])
        kinds = np.repeat([kind for kind, *_ in batches], [len(each[1]) for each in batches])
        order = np.argsort(frames, kind="stable")
        events = np.empty(len(frames), RECORDED_EVENT)
        for name, column in zip(RECORDED_EVENT.names or (), (frames, kinds, rows, others), strict=True):
            events[name] = column[order]
        self._events.extend(events)


def _without_other(kind: EventType, frames: Ints, rows: Ints) -> EventBatch:
    return kind, frames, rows, np.full(len(rows), -1)


def _are_nowhere(fixed_parts: Records) -> Flags:
    with np.errstate(invalid="ignore", over="ignore"):
        magnitudes = np.abs(
            np.concatenate([fixed_parts["location"].T, fixed_parts["rotation"].T], dtype=np.float64)
        )
        nowhere: Flags = ~(magnitudes.sum(axis=0) < FARTHEST)
    return nowhere
