"""One actor's records, or the entries of its list, over many frames, without decoding the frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.arrays import Ints, spread
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import COUNT_SIZE, SCALARS, PacketKind, record_dtype
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Batch, joined, read_packets

_MOST = 4_096
"""Frames that are looked at together."""
_WORTH = 64
"""Frames in which a place must have been right for the next search to be a short one."""
_SMALL = 2 << 10
"""Bytes of a frame, on average, up to which its packet is read as fast as a record in it."""

_U16, _ID = np.dtype("<u2"), np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    An actor keeps its place among the records of a packet until somebody before it comes or goes. So, from
    one frame on, only the record at that place is read, of more and more frames at a time as long as it is
    the actor's; then a packet is searched for the next place, or more of them where places change often.
    Frames without the actor are left out; a doubled record counts once.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    item = index.dialect.dtype(kind)
    offsets, sizes = index.payload_offsets(index.dialect.id_of(kind), frames)
    has = np.flatnonzero(sizes > COUNT_SIZE)
    offsets, counts = offsets[has] + COUNT_SIZE, (sizes[has] - COUNT_SIZE) // item.itemsize
    numbers = has + frames.start
    turns = _turns(index, numbers)
    small = len(has) > 0 and offsets[-1] - offsets[0] <= _SMALL * len(has)
    found: list[tuple[Ints, Records]] = []
    at, place, together, searched, right = 0, -1, _WORTH, _MOST if small else 1, 0
    while at < len(has):
        check(proceed, at / len(has))
        if place >= 0 and not small:
            turn = int(np.searchsorted(turns, at))
            stop = at + 1 if turns[turn] == at else min(at + together, int(turns[turn]))
            records = _at_place(index, item, actor_id, offsets[at:stop], counts[at:stop], place)
            found.append((numbers[at : at + len(records)], records))
            at += len(records)
            right += len(records)
            if at == stop:
                together = min(4 * together, _MOST)
                continue
            searched = 1 if right >= _WORTH or turns[turn] == at else min(2 * searched, _MOST)
            together, right = _WORTH, 0
        stop = min(at + searched, len(has))
        for batch in read_packets(index, kind, numbers[at:stop]):
            places = _places(batch, actor_id, max(place, 0))
            mine = np.flatnonzero(places >= 0)
            there = batch.places[mine] + COUNT_SIZE + places[mine] * item.itemsize
            found.append((batch.payload_frames[mine], records_at(batch.bytes, item, there)))
            if len(mine):
                place = int(places[mine[-1]])
            else:
                searched = min(2 * searched, _MOST)
        at = stop
    index.check_unchanged()
    return joined(item, found)


def _turns(index: RecordingIndex, numbers: Ints) -> Ints:
    """Return which of some frames are those in which somebody comes or goes, if they are few, and the end."""
    if not len(numbers):
        return np.zeros(1, np.int64)
    span = np.searchsorted(index.events["frame"], (numbers[0], numbers[-1] + 1))
    events = index.events[slice(*span.tolist())]
    turns = np.unique(np.searchsorted(numbers, events["frame"][events["kind"] <= EventType.DESTROY]))
    few = len(turns) * _WORTH <= len(numbers)
    return np.append(turns[turns < len(numbers)] if few else turns[:0], len(numbers))


def _at_place(
    index: RecordingIndex, item: np.dtype[np.void], actor_id: int, offsets: Ints, counts: Ints, place: int
) -> Records:
    """Return the records at a place of the first packets, as many in a row as are the actor's."""
    short = np.flatnonzero(counts <= place)
    reach = int(short[0]) if len(short) else len(counts)
    records = np.frombuffer(
        index.file.read_each(offsets[:reach] + place * item.itemsize, item.itemsize), item
    )
    others = np.flatnonzero(records[(item.names or ("",))[0]] != actor_id)
    return records[: int(others[0])] if len(others) else records


def _places(batch: Batch, actor_id: int, guess: int) -> Ints:
    """Return the place of an actor among the records of each packet, shape (P,), −1 where it is not there."""
    ids, item = anywhere(batch.bytes, _ID), batch.dtype.itemsize  # whose a record is stands first
    starts = batch.places + COUNT_SIZE
    places = np.full(len(starts), -1, np.int64)
    possible = np.flatnonzero(batch.counts > guess)
    places[possible[ids[starts[possible] + guess * item] == actor_id]] = guess
    others = np.flatnonzero(places < 0)
    counts = batch.counts[others]
    owners, numbers = np.repeat(others, counts), spread(np.zeros_like(counts), counts)
    hits = np.flatnonzero(ids[starts[owners] + numbers * item] == actor_id)
    found, first = np.unique(owners[hits], return_index=True)
    places[found] = numbers[hits[first]]
    return places


def gather_entries(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return the entries of an actor's list: index of the frame of each (N,), and the entries (N,).

    Of a kind whose records are an actor's id and one list with entries of a fixed size. Of a packet that is
    damaged, the lists before the damage count. Errors as for ``gather``.
    """
    entry = record_dtype(kind.fields[1].entries, index.dialect.engine_of(kind))
    found = []
    for batch in read_packets(index, kind, frames, proceed=proceed):
        counts, starts = _lists(batch, actor_id, np.dtype(SCALARS[kind.fields[1].kind]), entry.itemsize)
        places = spread(starts, counts, entry.itemsize)
        found.append((np.repeat(batch.payload_frames, counts), records_at(batch.bytes, entry, places)))
    return joined(entry, found)


def _lists(batch: Batch, actor_id: int, count: np.dtype[Any], entry: int) -> tuple[Ints, Ints]:
    """Return how many entries an actor's list has in each payload, and where they begin, shape (P,) each.

    Lists are walked through in step: the first list of all payloads, the second, and so on.
    """
    u16s, ids, numbers = (anywhere(batch.bytes, each) for each in (_U16, _ID, count))
    head = _ID.itemsize + count.itemsize
    at, ends = batch.places + COUNT_SIZE, batch.places + batch.sizes
    left = u16s[batch.places].astype(np.int64)
    mine = np.zeros(len(at), np.int64)
    active = np.arange(len(at))
    while True:
        active = active[(left[active] > 0) & (at[active] + head <= ends[active])]
        if not len(active):
            return mine, at
        is_mine = ids[at[active]] == actor_id
        counts = numbers[at[active] + _ID.itemsize].astype(np.int64)
        at[active] += head
        following = at[active] + counts * entry
        whole = following <= ends[active]
        mine[active[whole & is_mine]] = counts[whole & is_mine]
        on = whole & ~is_mine
        at[active[on]] = following[on]
        active = active[on]
        left[active] -= 1
