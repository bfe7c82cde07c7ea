"""What happens in a recording: event packets become actors, events and contacts, many frames at once."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints, spread
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import DamagedPayloadError, Records, anywhere, count_lie, records_at
from viewer.recording.actors import ActorTable
from viewer.recording.columns import GrowingColumn
from viewer.recording.events import CONTACT, EVENT, ContactGrouper, ContactTable, Events, EventType
from viewer.recording.indexing.actor_builder import NOT_ADDED, ActorBuilder
from viewer.recording.indexing.lifetimes import Lives, Moments, Turnover
from viewer.recording.indexing.packet_finder import PacketFinder
from viewer.recording.indexing.walk import Frames
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.units import FARTHEST

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What is decoded, in this order: an id that dies and is used again in one frame was freed first."""

LOOKED_AT = (*EVENTFUL, packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER)
"""What is looked at; a packet's place here is its rank."""
_REMOVED, _ADDED, _ATTACHED, _COLLIDED, _BOXES, _STANDING, _DRIVING, _WALKING = range(len(LOOKED_AT))

_TOLD = 5  # of those that are implied at once
_OLD_SCENERY = 0
"""What old builds wrote for something that is not an actor."""
_LAST_TYPE = max(ActorType)
_COUNT = np.dtype("<u2")
_ID = np.dtype("<u4")
_ID_BITS = 8 * _ID.itemsize
_AT_ONCE = 1 << 13
_TELLING = {_WALKING: ActorType.WALKER, _DRIVING: ActorType.VEHICLE}
"""By rank, what somebody is who is named there; the last one counts."""

_Happening = tuple[EventType, Ints, Ints, Ints]
"""What happens: indices of frames, and rows of actors and of others with them, shape (N,) each."""


class _Added(NamedTuple):
    """Those whom EventAdd adds in some frames, (A,): how records begin, texts and packets; what is wrong."""

    heads: Records
    texts: Ints
    of: Ints
    errors: dict[int, DamagedPayloadError]


class EventCollector:
    """Collects what happens in frames, which must be given to it in order."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Start with nothing; what is found odd goes to ``problems``."""
        self._problems = problems
        self._texts = KnownTexts()
        self._lives = Lives()
        self._builder = ActorBuilder(dialect, self._texts)
        self._contacts = ContactGrouper()
        self._events = GrowingColumn(EVENT)
        self._engine = dialect.engine_of(packets.EVENT_ADD)
        self._dtypes = [dialect.dtype(kind) for kind in LOOKED_AT]
        self._sizes = np.array([dtype.itemsize for dtype in self._dtypes])
        self._finder = PacketFinder(dialect, LOOKED_AT)
        # Of the part at hand: the packets, numbers of which are called ``of``; what is told, with its order.
        self._part: Frames
        self._there: NDArray[np.void]
        self._counts: Ints  # of their records
        self._told: list[tuple[tuple[int, int, int], Problem]] = []

    def actors(self) -> ActorTable:
        """Return the actors so far."""
        return self._builder.table(self._lives)

    def events(self) -> Events:
        """Return the events so far."""
        return self._events.view()

    def contacts(self) -> ContactTable:
        """Return the contacts so far."""
        return self._contacts.table()

    def take(self, part: Frames) -> None:
        """Take what happens in some frames."""
        self._part, self._there = part, self._finder.find(part)
        self._tell_of_counts()
        if (self._there["rank"] >= _STANDING).all() and not len(self._doubtful()[0]):
            return
        removals, of = self._records(_REMOVED)
        removed, added = self._moments(removals["actor_id"], of), self._added()
        comers = self._moments(added.heads["actor_id"], added.of)
        turnover, seen = self._turn_over(removed, comers)
        is_late, ended = turnover.late, turnover.ended
        for each in np.flatnonzero(is_late & (ended < 0)).tolist():
            what = f"actor {removed.ids[each]} is destroyed, but it is not there"
            self._tell(int(of[each]), what, "nothing is destroyed", rank=_STANDING)
        rows = self._begin(turnover, added, seen)
        self._happen(
            _alone(EventType.DESTROY, removed.frames[~is_late], ended[~is_late]),
            _alone(EventType.SPAWN, comers.frames, rows),
            self._attach(turnover),
            self._collide(turnover),
            _alone(EventType.DESTROY, removed.frames[is_late], ended[is_late]),
        )
        boxes, of = self._records(_BOXES)
        self._builder.set_boxes(turnover.rows(self._moments(boxes["actor_id"], of)), boxes)
        self._problems.extend(problem for _, problem in sorted(self._told, key=itemgetter(0)))
        self._told.clear()

    # -- the packets

    def _moments(self, ids: NDArray[Any], of: Ints) -> Moments:
        """Return ids, given of which packets they are, with the frames."""
        return Moments(ids.astype(np.int64), self._there["frame"][of])

    def _records(self, rank: int) -> tuple[Records, Ints]:
        """Return all records of a kind, and of which packets they are, (N,); the sizes tell how many."""
        of, dtype = np.flatnonzero(self._there["rank"] == rank), self._dtypes[rank]
        if not len(of):
            return np.empty(0, dtype), of
        begins, counts = self._there["place"][of] + COUNT_SIZE, self._counts[of]
        places = spread(begins, counts, dtype.itemsize)
        return records_at(self._part.data, dtype, places), np.repeat(of, counts)

    def _payload(self, of: int) -> bytes:
        *_, place, size = self._there[of].item()
        return self._part.buffer[place : place + size]

    def _tell_of_counts(self) -> None:
        rank = self._there["rank"]
        self._counts = (self._there["size"] - COUNT_SIZE) // self._sizes[rank]
        written = anywhere(self._part.data, _COUNT)[self._there["place"]]
        lies = (written != self._counts & 0xFFFF) & (rank < _STANDING) & (rank != _ADDED)
        for each in np.flatnonzero(lies).tolist():
            what = count_lie(LOOKED_AT[rank[each]], int(written[each]), int(self._counts[each]))
            self._tell(each, what, "its size counts: all records it has room for are read")

    def _tell(
        self, of: int, what: str, action: str, *, at: int = 0, rank: int | None = None,
        damage: bool = True, count: int = 1,
    ) -> None:  # fmt: skip
        """Tell what is odd at a byte of a payload; with a rank, when packets of that rank are looked at."""
        frame, its_rank, _, place, _ = self._there[of].item()
        offset = self._part.in_file(place) + at
        problem = Problem(what, action, damage=damage, offset=offset, frame=frame, count=count)
        self._told.append(((frame, its_rank if rank is None else rank, of), problem))

    # -- who comes and goes

    def _added(self) -> _Added:
        of, head = np.flatnonzero(self._there["rank"] == _ADDED), self._dtypes[_ADDED]
        if not len(of):
            return _Added(np.empty(0, head), of, of, {})
        counts, numbers, errors = list[int](), list[int](), {}
        for each in of.tolist():
            found, error = scan_event_add(self._payload(each), self._engine, self._texts)
            counts.append(len(found))
            numbers += found
            if error is not None:
                errors[each] = error
        texts, firsts = np.array(numbers, np.int64), np.cumsum(counts, dtype=np.int64) - counts
        ends = np.cumsum(np.array(self._texts.sizes, np.int64)[texts] + head.itemsize)
        begins = np.append(0, ends)
        begins_of = self._there["place"][of] + COUNT_SIZE - begins[firsts]
        heads = records_at(self._part.data, head, begins[:-1] + np.repeat(begins_of, counts))
        return _Added(heads, texts, np.repeat(of, counts), errors)

    def _turn_over(self, removed: Moments, comers: Moments) -> tuple[Turnover, Moments]:
        """Let lives begin and end; return also who is seen in Position without having been added."""
        first, nobody = self._part.first, Moments(*np.empty((2, 0), np.int64))
        turnover = Turnover(self._lives, first, removed, comers, nobody)
        self._lives.note(turnover)
        seen, of = self._unknown(turnover)
        if len(of):
            turnover = Turnover(self._lives, first, removed, comers, seen)
            placed = turnover.born[turnover.born >= len(comers.ids)] - len(comers.ids)
            self._lives.note(turnover)
            self._tell_of_unknown(seen.ids, of, np.sort(placed))
        self._lives.take(turnover)
        return turnover, seen

    def _unknown(self, turnover: Turnover) -> tuple[Moments, Ints]:
        """Return who stands in Position under ids that nobody has, and in which packets."""
        ids, of = self._doubtful()
        unknown = turnover.rows_at_end(self._moments(ids, of)) < 0
        keys = np.sort(of[unknown] << _ID_BITS | ids[unknown].astype(np.int64))
        keys = keys[np.diff(keys, prepend=-1) != 0]
        of = keys >> _ID_BITS
        return self._moments(keys & ((1 << _ID_BITS) - 1), of), of

    def _doubtful(self) -> tuple[NDArray[np.uint32], Ints]:
        """Return ids in Position under which there may be nobody, and in which packets."""
        of = np.flatnonzero(self._there["rank"] == _STANDING)
        ids, packets_of = [np.empty(0, _ID)], [of[:0]]
        # So many at once that what is worked out stays in the caches.
        shares = np.cumsum(self._counts[of]) // _AT_ONCE
        for those in np.split(of, np.flatnonzero(np.diff(shares)) + 1):
            places, sizes, frames = (self._there[name][those] for name in ("place", "size", "frame"))
            standing = self._finder.ids(self._part, places, sizes)
            counts = self._counts[those]
            there = self._lives.surely_there(standing, np.repeat(frames.astype(np.int32), counts))
            if not there.all():
                ids.append(standing[~there])
                packets_of.append(np.repeat(those, counts)[~there])
        return np.concatenate(ids), np.concatenate(packets_of)

    def _tell_of_unknown(self, ids: Ints, of: Ints, placed: Ints) -> None:
        """Tell who moves without having been added, and is placed, packet by packet."""
        for those in np.split(placed, np.flatnonzero(np.diff(of[placed])) + 1):
            there = ids[those].tolist()
            action = "what they are is not known; they are shown from here on"
            others = " and others" if len(there) > _TOLD else ""
            what = f"actors move that were never added: {', '.join(map(str, there[:_TOLD]))}{others}"
            _, _, start, place, _ = self._there[of[those[0]]].item()
            at = self._part.in_file(start) - self._part.in_file(place)
            self._tell(int(of[those[0]]), what, action, at=at, count=len(there))

    def _begin(self, turnover: Turnover, added: _Added, seen: Moments) -> Ints:
        """Keep who begins to live; tell what is odd about those who were added, and return their rows."""
        count, born = len(added.heads), turnover.born
        heads, texts = added.heads, added.texts
        if len(seen.ids):
            heads = np.append(heads, self._implied_heads(seen))
            texts = np.append(texts, np.full(len(seen.ids), NOT_ADDED))
        rows, blueprints = np.empty((2, len(texts)), np.int64)
        rows[born] = np.arange(len(born)) + len(self._lives.spawned) - len(born)
        if len(seen.ids):
            heads, texts = heads[born], texts[born]  # where nobody is implied, they stand in this order
        blueprints[born] = self._builder.add(heads, texts)
        replaced = turnover.replaced
        odd = (added.heads["type"] > _LAST_TYPE) | _are_nowhere(added.heads) | (replaced >= 0)
        if self._builder.odd:
            odd |= np.isin(blueprints[:count], [*self._builder.odd])
        for each in np.flatnonzero(odd).tolist():
            self._look_at_added(added, each, int(rows[each]), int(replaced[each]))
        for of, error in added.errors.items():
            whole = error.offset == self._there["size"][of]  # only the count is wrong
            action = "those it has are read" if whole else "the rest of this packet is left out"
            self._tell(of, error.what, action, at=error.offset)
        return rows[:count]

    def _implied_heads(self, seen: Moments) -> Records:
        """Return what would be said of those who are seen: Position does not tell what they are."""
        heads = np.zeros(len(seen.ids), self._dtypes[_ADDED])
        heads["actor_id"], heads["type"] = seen.ids, ActorType.OTHER
        heads["location"] = heads["rotation"] = np.nan
        keys = seen.frames << _ID_BITS | seen.ids
        for rank, actor_type in _TELLING.items():
            records, of = self._records(rank)
            named = self._there["frame"][of] << _ID_BITS | records["actor_id"].astype(np.int64)
            heads["type"][np.isin(keys, named)] = actor_type
        return heads

    def _look_at_added(self, added: _Added, at: int, row: int, replaced: int) -> None:
        """Tell what is odd about one of those added, given its row and that of who had the id before."""
        head, of = added.heads[at : at + 1], int(added.of[at])
        name, actor_type = f"actor {head['actor_id'].item()}", head["type"].item()
        blueprint = self._builder.blueprint(row)
        if replaced >= 0 and not self._builder.blueprint(replaced).implied:
            self._tell(of, f"{name} is added, but its id is in use", "who had the id before ends here")
        if actor_type > _LAST_TYPE:
            what = f"{name} has type {actor_type}, which means nothing"
            self._tell(of, what, "its blueprint tells what it is")
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            self._tell(of, what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, self._payload(of)):
            self._tell(of, f"a text of {name} is not UTF-8", "it is shown with replacement marks")
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what = f"an attribute of {name} has a type that means nothing"
            self._tell(of, what, "its value is shown as text")

    # -- what else happens

    def _attach(self, turnover: Turnover) -> _Happening:
        records, of = self._records(_ATTACHED)
        if not len(of):
            return _alone(EventType.PARENT, of, of)
        ends = [self._moments(records[name], of) for name in ("actor_id", "parent_id")]
        children, parents = map(turnover.rows, ends)
        frames, spawned = ends[0].frames, self._lives.spawned.view()
        for each, child, parent in zip(range(len(of)), children.tolist(), parents.tolist(), strict=True):
            is_new = child >= 0 and spawned[child] == frames[each]
            refusal = self._builder.attach(child, parent, is_new=is_new)
            if refusal is not None:
                what, action, damage = refusal
                what = what.format(child=ends[0].ids[each], parent=ends[1].ids[each])
                self._tell(int(of[each]), what, action, damage=damage)
        return EventType.PARENT, frames, children, parents

    def _collide(self, turnover: Turnover) -> _Happening:
        records, of = self._records(_COLLIDED)
        if not len(of):
            return _alone(EventType.COLLISION, of, of)
        one, other = (self._moments(records[name], of) for name in ("actor1_id", "actor2_id"))
        ones, others = (turnover.rows(each, or_ended=True) for each in (one, other))
        partners = np.where((other.ids == _OLD_SCENERY) & (others < 0), SCENERY, other.ids)
        contacts = np.zeros(len(of), CONTACT)
        contacts["first_frame"] = contacts["last_frame"] = one.frames
        contacts["actor_id"], contacts["actor"] = one.ids, ones
        contacts["other_id"], contacts["other"] = partners, others
        contacts["records"] = 1
        self._contacts.add(contacts)
        return EventType.COLLISION, one.frames, ones, others

    def _happen(self, *happenings: _Happening) -> None:
        """Let things happen, which in a frame do so in this order."""
        frames, rows, others = (np.concatenate(each) for each in [*zip(*happenings, strict=True)][1:])
        kinds = np.repeat([kind for kind, *_ in happenings], [len(each[1]) for each in happenings])
        order = np.argsort(frames, kind="stable")
        events = np.empty(len(frames), EVENT)
        for name, column in zip(EVENT.names or (), (frames, kinds, rows, others), strict=True):
            events[name] = column[order]
        self._events.extend(events)


def _alone(kind: EventType, frames: Ints, rows: Ints) -> _Happening:
    return kind, frames, rows, np.full(len(rows), -1)


def _are_nowhere(heads: Records) -> Flags:
    with np.errstate(invalid="ignore", over="ignore"):
        places = np.abs(np.concatenate([heads["location"].T, heads["rotation"].T], dtype=np.float64))
        nowhere: Flags = ~(places.sum(axis=0) < FARTHEST)
    return nowhere
