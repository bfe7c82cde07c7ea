"""One actor's records, or the entries of its list, over many frames, without decoding the frames."""

from __future__ import annotations

from typing import Any

import numpy as np

from viewer.arrays import Ints, spread
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import COUNT_SIZE, SCALARS, PacketKind, record_dtype
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Batch, joined, read_packets, steady

_SMALL = 2 << 10
"""Bytes of a frame, on average, up to which its packet is read as fast as a record in it."""

_U16, _ID = np.dtype("<u2"), np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    In frames between which nobody comes or goes an actor keeps its place in the packets, and only the records
    at that place are read; the other packets are searched. Frames without the actor are left out; a doubled
    record counts once.
    Errors as for ``read_packets``.
    """
    item = index.dialect.dtype(kind)
    owner = (item.names or ("",))[0]
    offsets, sizes = index.payload_offsets(index.dialect.id_of(kind), frames)
    has = np.flatnonzero(sizes > COUNT_SIZE)
    offsets, counts = offsets[has] + COUNT_SIZE, (sizes[has] - COUNT_SIZE) // item.itemsize
    numbers, left, done = has + frames.start, np.ones(len(has), np.bool_), 0.0
    found: list[tuple[Ints, Records]] = []

    def take(which: Ints) -> None:
        """Take the records of those frames in which the actor stands where it does in the first of them."""
        data = index.file.read(int(offsets[which[0]]), int(counts[which[0]]) * item.itemsize)
        for place in np.flatnonzero(np.frombuffer(data, item)[owner] == actor_id)[:1].tolist():
            possible = which[counts[which] > place]
            data = index.file.read_each(offsets[possible] + place * item.itemsize, item.itemsize)
            records = np.frombuffer(data, item)
            is_mine = records[owner] == actor_id
            found.append((numbers[possible][is_mine], records[is_mine]))
            left[possible] = ~is_mine

    if len(has) and offsets[-1] - offsets[0] > _SMALL * len(has):
        for group in steady(index, numbers, counts, item.itemsize):
            check(proceed, done)
            take(np.arange(group.start, group.stop))
            done += (group.stop - group.start) / len(has)
        if left.any():
            take(np.flatnonzero(left))
    place = 0
    for batch in read_packets(
        index, kind, numbers[left], proceed=lambda share: proceed(done + share * (1.0 - done))
    ):
        places = _places(batch, actor_id, place)
        those = np.flatnonzero(places >= 0)
        there = batch.places[those] + COUNT_SIZE + places[those] * item.itemsize
        found.append((batch.payload_frames[those], records_at(batch.bytes, item, there)))
        place = int(places[those[-1]]) if len(those) else place
    index.check_unchanged()
    at, records = joined(item, found)
    order = np.argsort(at, kind="stable")
    return at[order], records[order]


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
