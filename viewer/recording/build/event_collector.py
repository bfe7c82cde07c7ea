"""What happens in a recording: event packets become actors, events and contacts, frame after frame."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.dialect import Dialect
from viewer.logfile.enums import SCENERY, ActorType
from viewer.logfile.event_add import KnownTexts, scan_event_add
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import DamagedPayloadError, Records, anywhere, count_lie
from viewer.recording.actors import ActorTable
from viewer.recording.build.actor_builder import NOT_ADDED, ActorBuilder
from viewer.recording.build.lives import Attachments, Lives
from viewer.recording.build.walk import Frames
from viewer.recording.columns import GrowingColumn, read_only
from viewer.recording.events import CONTACT, EVENT, ContactTable, Events, EventType
from viewer.recording.layouts import fitting
from viewer.recording.plausible import are_plausible_texts
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.units import FARTHEST

EVENTFUL = (
    packets.EVENT_DEL, packets.EVENT_ADD, packets.EVENT_PARENT, packets.COLLISION, packets.BOUNDING_BOX,
)  # fmt: skip
"""What is decoded, in this order: an id that dies and is used again in one frame was freed first."""

_LOOKED_AT = (*EVENTFUL, packets.POSITION, packets.ANIM_VEHICLE, packets.ANIM_WALKER)
"""What is looked at; a packet's place here is its rank."""
_STANDING, _DRIVING, _WALKING = range(len(EVENTFUL), len(_LOOKED_AT))
_TELLING = {_WALKING: ActorType.WALKER, _DRIVING: ActorType.VEHICLE}
"""By rank, what somebody is who is named there; the last one counts."""

MOST_IMPLIED = 10_000
"""Actors that nobody adds; more are noise, and each of them takes far more memory than bytes."""
_TOLD = 5  # of those that are implied at once
_OLD_SCENERY = 0
"""What old builds wrote for something that is not an actor."""
_LAST_TYPE = max(ActorType)
_ID = np.dtype("<u4")

_Packet = Sequence[int]
"""Rank of a packet, and offset in its frame and size of its payload."""


class _Added(NamedTuple):
    """A payload of EventAdd, where it is, who it adds and what is wrong with it."""

    frame: int
    start: int
    packet: _Packet
    payload: bytes
    rows: range
    error: DamagedPayloadError | None


class EventCollector:
    """Collects what happens in frames, which must be given to it in order."""

    def __init__(self, dialect: Dialect, problems: ProblemList) -> None:
        """Start with nothing; what is found odd goes to ``problems``."""
        self._dialect = dialect
        self._problems = problems
        self._texts = KnownTexts()
        self._lives = Lives()
        self._attachments = Attachments()
        self._builder = ActorBuilder(dialect, self._texts)
        self._contacts = ContactGrouper()
        self._events = [array("i") for _ in EVENT.names or ()]
        self._named: set[int] = set()  # ids that EventAdd has named
        self._implied = 0  # how many actors are

        # Of the part at hand.
        self._heads = bytearray()  # of those who begin to live, what their records begin with
        self._begun: list[int] = []  # the numbers of their texts
        self._replaced: dict[int, int] = {}  # of these, who had the ids of some, by row
        self._added: list[_Added] = []
        self._told: list[tuple[int, int, Problem]] = []  # with frame and rank
        # Of the frame at hand: its index, where it begins among the bytes, what is looked at, and the packet.
        self._frame = self._start = 0
        self._there: Sequence[_Packet] = ()
        self._packet: _Packet = (0, 0, 0)
        self._late: list[tuple[_Packet, int]] = []  # packet and id of those destroyed who were not there
        self._engine = dialect.engine_of(packets.EVENT_ADD)
        self._head = dialect.dtype(packets.EVENT_ADD)
        self._sizes = [dialect.dtype(kind).itemsize for kind in _LOOKED_AT]
        self._ranks = np.full(256, -1)
        for rank, kind in enumerate(_LOOKED_AT):
            self._ranks[kind.id] = rank
        self._packets = GrowingColumn(np.int64, (3,))  # those that are looked at, by layout and rank
        self._spans = GrowingColumn(np.int64, (2,))  # where those of each layout begin and end

    def actors(self) -> ActorTable:
        """Return the actors so far."""
        return self._builder.table(self._lives, self._attachments)

    def events(self) -> Events:
        """Return the events so far."""
        return read_only(_table(np.array(self._events).T, EVENT))

    def contacts(self) -> ContactTable:
        """Return the contacts so far."""
        return self._contacts.table()

    def take(self, part: Frames) -> None:
        """Take what happens in some frames."""
        self._meet(part.laid_out)
        self._part, self._numbers = part, anywhere(part.data, _ID)
        looked_at = self._packets.view()
        spans = self._spans.view()[part.runs["layout"]].tolist()
        frame = part.first
        for (place, stride, _, count), (start, stop) in zip(part.runs.tolist(), spans, strict=True):
            there = looked_at[start:stop].tolist()
            if there:
                last = place + (count - 1) * stride
                steps = count if count > 1 and self._may_change(there, place, last) else 1
                for step in range(steps):
                    self._take_frame(frame + step, place + step * stride, there)
            frame += count
        self._keep_actors()
        self._problems.extend(problem for *_, problem in sorted(self._told, key=itemgetter(0, 1)))
        self._told.clear()

    def _meet(self, laid_out: NDArray[np.void]) -> None:
        """Find what is looked at in new layouts."""
        if not len(laid_out):
            return
        ranks, first = self._ranks[laid_out["id"]], laid_out["layout"][0]
        kept = np.flatnonzero((ranks >= 0) & (laid_out["size"] > COUNT_SIZE))
        kept = kept[fitting(laid_out[kept], self._dialect.possible_sizes)]
        kept = kept[np.lexsort((ranks[kept], laid_out["layout"][kept]))]
        counts = np.bincount(laid_out["layout"][kept] - first, minlength=laid_out["layout"][-1] + 1 - first)
        ends = len(self._packets) + np.cumsum(counts)
        self._spans.extend(np.stack([ends - counts, ends], axis=1))
        self._packets.extend(np.stack([ranks, laid_out["offset"], laid_out["size"]], axis=1)[kept])

    def _may_change(self, there: Sequence[_Packet], first: int, last: int) -> bool:
        """Tell whether somebody may come or go in a run of frames, given where the first and last begin."""
        if there[0][0] < _STANDING:
            return True
        return self._ids(there[0], first).tobytes() != self._ids(there[0], last).tobytes()

    def _take_frame(self, frame: int, start: int, there: Sequence[_Packet]) -> None:
        self._lives.go_to(frame)
        self._frame, self._start, self._there = frame, start, there
        for packet in there:
            if packet[0] <= _STANDING:
                self._packet = packet
                self._takers[packet[0]](self)
        if self._late:
            self._destroy_late()

    def _ids(self, packet: _Packet, start: int, column: int = 0) -> NDArray[np.uint32]:
        """Return what records of a packet have in one of their first columns, which are ids, (N,)."""
        rank, offset, size = packet
        at = start + offset
        return self._numbers[at + COUNT_SIZE + _ID.itemsize * column : at + size : self._sizes[rank]]

    def _payload(self) -> bytes:
        """Return the payload at hand."""
        _, offset, size = self._packet
        return self._part.buffer[self._start + offset : self._start + offset + size]

    def _columns(self, *columns: int) -> list[list[int]]:
        """Return columns of ids of the packet at hand, of which the size tells how many records there are."""
        found = [self._ids(self._packet, self._start, column).tolist() for column in columns]
        rank, offset, _ = self._packet
        count, at = len(found[0]), self._start + offset
        written = int.from_bytes(self._part.buffer[at : at + COUNT_SIZE], "little")
        if written != count & 0xFFFF:
            action = "its size counts: all records it has room for are read"
            self._tell(count_lie(_LOOKED_AT[rank], written, count), action)
        return found

    def _tell(self, what: str, action: str, *, damage: bool = True, count: int = 1) -> None:
        rank, offset, _ = self._packet
        offset += self._part.offset + self._start
        problem = Problem(what, action, damage=damage, offset=offset, frame=self._frame, count=count)
        self._told.append((self._frame, rank, problem))

    # -- what happens in a frame, packet after packet

    def _destroy(self) -> None:
        (ids,) = self._columns(0)
        rows = self._lives.end(ids)
        if -1 in rows:
            self._late += [(self._packet, each) for each, row in zip(ids, rows, strict=True) if row < 0]
            rows = [row for row in rows if row >= 0]
        self._happen(EventType.DESTROY, rows)

    def _destroy_late(self) -> None:
        """Let those end who were not there when the frame began: they may have been added in it."""
        for (_, offset, size), actor_id in self._late:
            self._packet = _STANDING, offset, size
            rows = self._lives.end([actor_id])
            if rows == [-1]:
                again = " again" if actor_id in self._named else ", but it was never added"
                self._tell(f"actor {actor_id} is destroyed{again}", "nothing is destroyed")
            self._happen(EventType.DESTROY, rows)
        self._late.clear()

    def _add(self) -> None:
        payload, head = self._payload(), self._head.itemsize
        places, texts, error = scan_event_add(payload, self._engine, self._texts)
        heads = b"".join([payload[at - head : at] for at in places])
        ids = np.frombuffer(heads, self._head)["actor_id"].tolist()
        self._named.update(ids)
        rows = self._begin(ids, heads, texts)
        self._added.append(_Added(self._frame, self._start, self._packet, payload, rows, error))
        self._happen(EventType.SPAWN, [*rows])

    def _begin(self, ids: Sequence[int], heads: bytes, texts: Sequence[int]) -> range:
        """Begin lives; return their rows."""
        first = len(self._lives.spawned)
        self._replaced |= self._lives.begin(ids)
        self._heads += heads
        self._begun += texts
        return range(first, first + len(ids))

    def _attach(self) -> None:
        child_ids, parent_ids = self._columns(0, 1)
        children, parents = self._lives.rows(child_ids), self._lives.rows(parent_ids)
        for child_id, parent_id, child, parent in zip(child_ids, parent_ids, children, parents, strict=True):
            is_new = child >= 0 and self._lives.spawned[child] == self._frame
            refusal = self._attachments.attach(child, parent, is_new=is_new)
            if refusal is not None:
                what, action, damage = refusal.value
                self._tell(what.format(child=child_id, parent=parent_id), action, damage=damage)
        self._happen(EventType.PARENT, children, parents)

    def _collide(self) -> None:
        one_ids, other_ids = self._columns(1, 2)
        ones, others = self._lives.rows_meanwhile(one_ids), self._lives.rows_meanwhile(other_ids)
        for one_id, other_id, one, other in zip(one_ids, other_ids, ones, others, strict=True):
            partner = SCENERY if other_id == _OLD_SCENERY and other < 0 else other_id
            self._contacts.add(self._frame, (one_id, one), (partner, other))
        self._happen(EventType.COLLISION, ones, others)

    def _set_boxes(self) -> None:
        (ids,) = self._columns(0)
        self._builder.set_boxes(self._lives.rows(ids), self._payload()[COUNT_SIZE:])

    def _look_at_standing(self) -> None:
        """Let those live who stand in Position although nobody added them, if they are not too many."""
        packet = self._packet
        if self._late:
            self._destroy_late()
        missing = self._lives.missing(self._ids(packet, self._start))
        if not missing:
            return
        self._packet = _STANDING, 0, 0  # told of the whole frame
        placed = missing[: MOST_IMPLIED - self._implied]
        self._implied += len(placed)
        types = dict.fromkeys(placed, ActorType.OTHER)
        for each in reversed(self._there):
            if each[0] in _TELLING:
                named = types.keys() & self._ids(each, self._start).tolist()
                types |= dict.fromkeys(named, _TELLING[each[0]])
        heads = np.zeros(len(placed), self._head)
        heads["actor_id"], heads["type"] = placed, [*types.values()]
        heads["location"] = heads["rotation"] = np.nan
        self._begin(placed, heads.tobytes(), [NOT_ADDED] * len(placed))
        action = "what they are is not known; they are shown from here on"
        if len(placed) < len(missing):
            action = "they are too many to be shown"
        others = " and others" if len(missing) > _TOLD else ""
        what = f"actors move that were never added: {', '.join(map(str, missing[:_TOLD]))}{others}"
        self._tell(what, action, count=len(missing))

    _takers = _destroy, _add, _attach, _collide, _set_boxes, _look_at_standing
    """By rank."""

    def _happen(self, kind: EventType, rows: list[int], others: list[int] | None = None) -> None:
        """Let something happen in the frame at hand to some actors, and to others with them."""
        count = len(rows)
        values = [self._frame] * count, [int(kind)] * count, rows, others or [-1] * count
        for column, new in zip(self._events, values, strict=True):
            column.fromlist(new)

    # -- what has happened in all frames of a part

    def _keep_actors(self) -> None:
        """Keep those who have begun to live, and tell what is odd about those who were added."""
        if not self._begun and not self._added:
            return
        heads = np.frombuffer(bytes(self._heads), self._head)
        first = len(self._lives.spawned) - len(heads)
        numbers = self._builder.add(heads, self._begun)
        are_odd = (heads["type"] > _LAST_TYPE) | _are_nowhere(heads) | np.isin(numbers, [*self._builder.odd])
        odd = sorted({*self._replaced, *(first + np.flatnonzero(are_odd)).tolist()})
        for added in self._added:
            self._frame, self._start, self._packet, payload, rows, error = added
            for row in odd[bisect_left(odd, rows.start) : bisect_left(odd, rows.stop)]:
                self._look_at_added(payload, heads[row - first : row - first + 1], row)
            if error is not None:
                whole = error.offset == len(payload)  # only the count is wrong
                action = "those it has are read" if whole else "the rest of this packet is left out"
                rank, offset, size = self._packet
                self._packet = rank, offset + error.offset, size
                self._tell(error.what, action)
        for each in (self._heads, self._begun, self._replaced, self._added):
            each.clear()

    def _look_at_added(self, payload: bytes, head: Records, row: int) -> None:
        """Tell what is odd about an actor that is added, given the beginning of its record, (1,)."""
        name, actor_type = f"actor {head['actor_id'].item()}", head["type"].item()
        blueprint = self._builder.blueprint(row)
        if row in self._replaced and not self._builder.blueprint(self._replaced[row]).implied:
            self._tell(f"{name} is added, but its id is in use", "who had the id before ends here")
        if actor_type > _LAST_TYPE:
            what = f"{name} has type {actor_type}, which means nothing"
            self._tell(what, "its blueprint tells what it is")
        if _are_nowhere(head).any():
            what = f"the place of {name} in EventAdd is NaN, infinite or absurd"
            self._tell(what, "only Position tells where it is")
        texts = [blueprint.type_id, *blueprint.attributes, *blueprint.attributes.values()]
        if not are_plausible_texts(texts, payload):
            self._tell(f"a text of {name} is not UTF-8", "it is shown with replacement marks")
        if len(blueprint.attribute_types) < len(blueprint.attributes):
            what = f"an attribute of {name} has a type that means nothing"
            self._tell(what, "its value is shown as text")


def _are_nowhere(heads: Records) -> Flags:
    with np.errstate(invalid="ignore", over="ignore"):
        places = np.abs(np.concatenate([heads["location"], heads["rotation"]], axis=1, dtype=np.float64))
        nowhere: Flags = ~(places.sum(axis=1) < FARTHEST)
    return nowhere


class ContactGrouper:
    """Groups records of collisions in the order of the file."""

    def __init__(self) -> None:
        """Start with none."""
        self._contacts = array("q")
        self._frame = -1
        # By pair, where the contacts are that have a record in the frame at hand, and in the one before it.
        self._now: dict[Any, int] = {}
        self._before: dict[Any, int] = {}

    def add(self, frame: int, one: tuple[int, int], other: tuple[int, int]) -> None:
        """Add a record: index of the frame, and id and row of both."""
        if frame != self._frame:
            self._before = self._now if frame == self._frame + 1 else {}
            self._frame, self._now = frame, {}
        pair = (one, other) if one <= other else (other, one)
        at = self._now.get(pair, self._before.get(pair, len(self._contacts)))
        self._now[pair] = at
        if at == len(self._contacts):
            self._contacts.extend((frame, frame, one[1], other[1], one[0], other[0], 0, False))
        self._contacts[at + 1] = frame
        self._contacts[at + 6] += 1
        self._contacts[at + 7] |= self._contacts[at + 4] != one[0]

    def table(self) -> ContactTable:
        """Return the contacts so far, in order of their first records."""
        return ContactTable(read_only(_table(np.array(self._contacts), CONTACT)))


def _table(numbers: Ints, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    """Return numbers, record after record, as records of this type."""
    names = dtype.names or ()
    columns = numbers.reshape(-1, len(names))
    table = np.empty(len(columns), dtype)
    for place, name in enumerate(names):
        table[name] = columns[:, place]
    return table
