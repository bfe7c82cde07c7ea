"""Collecting actors, events and contacts from the event packets of many frames at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints, multi_arange
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import COUNT, ID, DamagedPayloadError, Records, anywhere, count_lie, records_at
from viewer.recording.actors import ActorTable
from viewer.recording.columns import GrowingColumn
from viewer.recording.indexing.actor_builder import NOT_ADDED, ActorBuilder
from viewer.recording.indexing.lifetimes import IdFrames, LifetimeChanges, Lifetimes
from viewer.recording.indexing.packet_finder import PacketFinder
from viewer.recording.indexing.walk import Frames
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.records import joined
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
_ID_BITS = 8 * ID.itemsize
_AT_ONCE = 1 << 13
_TYPE_BY_RANK = {_WALKING: ActorType.WALKER, _DRIVING: ActorType.VEHICLE}
"""ActorType of an actor without a recorded spawn, by the rank of an animation packet that contains its id.

The rank of a packet kind is its index in SCANNED. An actor in both kinds of packets is a vehicle.
"""


@dataclass(frozen=True, eq=False)
class _Packets:
    """Packets of the kinds SCANNED in some frames, K of them, and the problems found in them.

    Attributes:
        part: the frames.
        found: the packets as an array of FOUND_PACKET, shape (K,).
        dtypes: dtype of the records of each kind in SCANNED.
        reports: the problems, each with its place among those of the frames: frame, rank and packet index.
    """

    part: Frames
    found: NDArray[np.void]
    dtypes: Sequence[np.dtype[np.void]]
    reports: list[tuple[tuple[int, int, int], Problem]] = field(default_factory=list)

    @lazy
    def counts(self) -> Ints:
        """Number of records for which each packet has room, shape (K,)."""
        sizes = np.array([dtype.itemsize for dtype in self.dtypes])
        counts: Ints = (self.found["size"] - COUNT_SIZE) // sizes[self.found["rank"]]
        return counts

    def of(self, rank: int) -> Ints:
        """Return the indices of the packets of one kind; ``rank`` is the index of the kind in SCANNED."""
        return np.flatnonzero(self.found["rank"] == rank)

    def records(self, rank: int) -> tuple[Records, Ints]:
        """Return the records of all packets of one kind, and the packet index of each, shape (N,) each.

        ``rank`` is the index of the kind in SCANNED.
        """
        packet, dtype = self.of(rank), self.dtypes[rank]
        if not len(packet):
            return np.empty(0, dtype), packet
        begins, counts = self.found["offset"][packet] + COUNT_SIZE, self.counts[packet]
        offsets = multi_arange(begins, counts, dtype.itemsize)
        return records_at(self.part.data, dtype, offsets), np.repeat(packet, counts)

    def id_frames(self, ids: NDArray[Any], packet: Ints) -> IdFrames:
        """Return actor ``ids`` with the frame index of each; ``packet`` is the packet index of each."""
        return IdFrames(ids.astype(np.int64), self.found["frame"][packet])

    def payload(self, packet: int) -> bytes:
        """Return the content of the packet with the index ``packet``."""
        *_, offset, size = self.found[packet].item()
        return self.part.buffer[offset : offset + size]

    def report(
        self, packet: int, what: str, action: str, *, at: int = 0, rank: int | None = None,
        damage: bool = True, count: int = 1,
    ) -> None:  # fmt: skip
        """Add a problem in the payload of the packet with the index ``packet``.

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
        frame, its_rank, _, start, _ = self.found[packet].item()
        offset = self.part.in_file(start) + at
        problem = Problem(what, action, damage=damage, offset=offset, frame=frame, count=count)
        self.reports.append(((frame, its_rank if rank is None else rank, packet), problem))

    def report_counts(self) -> None:
        """Report the packets of events that say to have another number of records than they have."""
        rank = self.found["rank"]
        written = anywhere(self.part.data, COUNT)[self.found["offset"]]
        lies = (written != self.counts & 0xFFFF) & (rank < _STANDING) & (rank != _ADDED)
        for each in np.flatnonzero(lies).tolist():
            what = count_lie(SCANNED[rank[each]], int(written[each]), int(self.counts[each]))
            self.report(each, what, "its size counts: all records it has room for are read")


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
        self._finder = PacketFinder(dialect, SCANNED)

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
        of = _Packets(part, self._finder.find(part), self._dtypes)
        of.report_counts()
        if (of.found["rank"] >= _STANDING).all() and not len(self._unverified(of)[0]):
            return
        removals, packet = of.records(_REMOVED)
        removed, added = of.id_frames(removals["actor_id"], packet), self._added(of)
        additions = of.id_frames(added.fixed_parts["actor_id"], added.packet)
        changes, seen = self._change_lifetimes(of, removed, additions)
        is_late, ended = changes.late, changes.ended
        for each in np.flatnonzero(is_late & (ended < 0)).tolist():
            what = f"actor {removed.ids[each]} is destroyed, but it is not there"
            of.report(int(packet[each]), what, "nothing is destroyed", rank=_STANDING)
        self._add_actors(of, changes, added, seen)
        batches = [
            _events(EventType.DESTROY, removed.frames[~is_late], ended[~is_late]),
            _events(EventType.SPAWN, additions.frames, changes.added),
            self._attach(of, changes),
            self._collide(of, changes),
            _events(EventType.DESTROY, removed.frames[is_late], ended[is_late]),
        ]
        frames, events = joined(RECORDED_EVENT, [(each["frame"], each) for each in batches])
        self._events.extend(events[np.argsort(frames, kind="stable")])
        boxes, packet = of.records(_BOXES)
        self._builder.set_boxes(changes.rows(of.id_frames(boxes["actor_id"], packet)), boxes)
        self._problems.extend(problem for _, problem in sorted(of.reports, key=itemgetter(0)))

    # -- lifetimes

    def _added(self, of: _Packets) -> _Added:
        packet, head = of.of(_ADDED), self._dtypes[_ADDED]
        if not len(packet):
            return _Added(np.empty(0, head), packet, packet, {})
        counts, indices, errors = list[int](), list[int](), {}
        for each in packet.tolist():
            found, error = scan_event_add(of.payload(each), self._engine, self._texts)
            counts.append(len(found))
            indices += found
            if error is not None:
                errors[each] = error
        texts, firsts = np.array(indices, np.int64), np.cumsum(counts, dtype=np.int64) - counts
        ends = np.cumsum(np.array(self._texts.sizes, np.int64)[texts] + head.itemsize)
        begins = np.append(0, ends)
        begins_of = of.found["offset"][packet] + COUNT_SIZE - begins[firsts]
        fixed_parts = records_at(of.part.data, head, begins[:-1] + np.repeat(begins_of, counts))
        return _Added(fixed_parts, texts, np.repeat(packet, counts), errors)

    def _change_lifetimes(
        self, of: _Packets, removed: IdFrames, additions: IdFrames
    ) -> tuple[LifetimeChanges, IdFrames]:
        """Begin and end lifetimes of actors by the spawns and destructions in the packets ``of`` some frames.

        ``removed`` are the ids in the destructions, ``additions`` those in the spawns. Returns the changes,
        and the ids that have poses without a spawn; lifetimes of these are begun, too.
        """
        none = IdFrames(*np.empty((2, 0), np.int64))
        changes = LifetimeChanges(self._lifetimes, of.part.first, removed, additions, none)
        self._lifetimes.store_times(changes)
        ids, packet = self._unverified(of)
        unknown = changes.rows_at_end(of.id_frames(ids, packet)) < 0
        keys = np.sort(packet[unknown] << _ID_BITS | ids[unknown].astype(np.int64))
        keys = keys[np.diff(keys, prepend=-1) != 0]
        packet = keys >> _ID_BITS
        seen = of.id_frames(keys & ((1 << _ID_BITS) - 1), packet)
        if len(packet):
            changes = LifetimeChanges(self._lifetimes, of.part.first, removed, additions, seen)
            placed = changes.born[changes.born >= len(additions.ids)] - len(additions.ids)
            self._lifetimes.store_times(changes)
            _report_unknown(of, seen.ids, packet, np.sort(placed))
        self._lifetimes.apply(changes)
        return changes, seen

    def _unverified(self, of: _Packets) -> tuple[NDArray[np.uint32], Ints]:
        """Return the ids in Position packets (poses) that may belong to no existing actor, shape (N,).

        Also returns the index in ``of`` of the packet that each id is in, shape (N,). The test is fast and
        not exact: some of the ids may belong to existing actors.
        """
        packet = of.of(_STANDING)
        ids, packets_of = [np.empty(0, ID)], [packet[:0]]
        # In groups whose intermediate results fit into the caches.
        shares = np.cumsum(of.counts[packet]) // _AT_ONCE
        for those in np.split(packet, np.flatnonzero(np.diff(shares)) + 1):
            offsets, sizes, frames = (of.found[name][those] for name in ("offset", "size", "frame"))
            standing = self._finder.ids(of.part, offsets, sizes)
            counts = of.counts[those]
            there = self._lifetimes.known_alive(standing, np.repeat(frames.astype(np.int32), counts))
            if not there.all():
                ids.append(standing[~there])
                packets_of.append(np.repeat(those, counts)[~there])
        return np.concatenate(ids), np.concatenate(packets_of)

    def _add_actors(self, of: _Packets, changes: LifetimeChanges, added: _Added, seen: IdFrames) -> None:
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
            self._check_added(of, added, each, int(changes.added[each]), int(changes.replaced[each]))
        for packet, error in added.errors.items():
            whole = error.offset == of.found["size"][packet]  # then only the count is wrong
            action = "those it has are read" if whole else "the rest of this packet is left out"
            of.report(packet, error.what, action, at=error.offset)

    def _check_added(self, of: _Packets, added: _Added, at: int, row: int, replaced: int) -> None:
        """Report what is odd about one recorded spawn, such as an id that is already in use.

        ``at`` is the index of its record in ``added``, and ``row`` the actor-table row of its actor;
        ``replaced`` is the row of the actor that had the id before, −1 if none.
        """
        head, packet = added.fixed_parts[at : at + 1], int(added.packet[at])
        name, actor_type = f"actor {head['actor_id'].item()}", head["type"].item()
        blueprint = self._builder.blueprint(row)
        if replaced >= 0 and not self._builder.blueprint(replaced).implied:
            of.report(packet, f"{name} is added, but its id is in use", "who had the id before ends here")
        if actor_type > _LAST_TYPE:
            what = f"{name} has type {actor_type}, which means nothing"
            of.report(packet, what, "its blueprint tells what it is")
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            of.report(packet, what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, of.payload(packet)):
            of.report(packet, f"a text of {name} is not UTF-8", "it is shown with replacement marks")
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what = f"an attribute of {name} has a type that means nothing"
            of.report(packet, what, "its value is shown as text")

    # -- other events

    def _attach(self, of: _Packets, changes: LifetimeChanges) -> Records:
        records, packet = of.records(_ATTACHED)
        child, parent = (of.id_frames(records[name], packet) for name in ("actor_id", "parent_id"))
        children, parents = changes.rows(child), changes.rows(parent)
        are_new = np.append(self._lifetimes.spawned.view(), -1)[children] == child.frames
        columns = (each.tolist() for each in (children, parents, are_new))
        for each, (row, parent_row, is_new) in enumerate(zip(*columns, strict=True)):
            refusal = self._builder.attach(row, parent_row, is_new=is_new)
            if refusal is not None:
                what, action, damage = refusal
                what = what.format(child=child.ids[each], parent=parent.ids[each])
                of.report(int(packet[each]), what, action, damage=damage)
        return _events(EventType.PARENT, child.frames, children, parents)

    def _collide(self, of: _Packets, changes: LifetimeChanges) -> Records:
        records, packet = of.records(_COLLIDED)
        one, other = (of.id_frames(records[name], packet) for name in ("actor1_id", "actor2_id"))
        ones, others = (changes.rows(each, or_ended=True) for each in (one, other))
        contacts = np.zeros(len(packet), CONTACT)
        contacts["first_frame"] = contacts["last_frame"] = one.frames
        contacts["actor_id"], contacts["actor"] = one.ids, ones
        contacts["other_id"] = np.where((other.ids == _OLD_SCENERY) & (others < 0), SCENERY, other.ids)
        contacts["other"], contacts["records"] = others, 1
        self._contacts.add(contacts)
        return _events(EventType.COLLISION, one.frames, ones, others)


def _report_unknown(of: _Packets, ids: Ints, packet: Ints, placed: Ints) -> None:
    """Report actors that have poses in Position packets but no recorded spawn, once for each packet.

    Args:
        of: packets to which to add the problems.
        ids: actor ids.
        packet: index of the packet that each id is in.
        placed: indices into ``ids`` of those to report, each of which begins a lifetime.
    """
    for those in np.split(placed, np.flatnonzero(np.diff(packet[placed])) + 1):
        there = ids[those].tolist()
        action = "what they are is not known; they are shown from here on"
        others = " and others" if len(there) > _MAX_LISTED else ""
        what = f"actors move that were never added: {', '.join(map(str, there[:_MAX_LISTED]))}{others}"
        _, _, start, offset, _ = of.found[packet[those[0]]].item()
        at = of.part.in_file(start) - of.part.in_file(offset)
        of.report(int(packet[those[0]]), what, action, at=at, count=len(there))


def _implied_parts(of: _Packets, seen: IdFrames) -> Records:
    """Return substitutes for the spawn records (EventAdd) that the actors ``seen`` lack, shape (N,).

    Poses in them are NaN. ``seen`` has the actor ids and frames in which Position packets (poses) have them;
    the animation packets in ``of`` tell vehicles and walkers from others.
    """
    fixed_parts = np.zeros(len(seen.ids), of.dtypes[_ADDED])
    fixed_parts["actor_id"], fixed_parts["type"] = seen.ids, ActorType.OTHER
    fixed_parts["location"] = fixed_parts["rotation"] = np.nan
    keys = seen.frames << _ID_BITS | seen.ids
    for rank, actor_type in _TYPE_BY_RANK.items():
        records, packet = of.records(rank)
        ids, frames = of.id_frames(records["actor_id"], packet)
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
