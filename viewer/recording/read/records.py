"""The packets of a recording in many frames at a time, and the records in them: the one reader of records.

Poses of many actors are read by ``viewer.recording.read.poses``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints, spread
from viewer.cancellation import Proceed, always, check
from viewer.lazy import lazy
from viewer.logfile.fields import COUNT_SIZE, SCALARS, PacketKind, Shape, record_dtype
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.index import RecordingIndex

_PIECES = 1 << 20
"""Bytes of packets of one kind that are looked at together."""
_NEAR = 2 << 10
"""Bytes between two packets that are rather read than skipped: about what a call of the system costs."""
_TOGETHER = 2 << 20
"""Bytes of steady packets that are looked at together: they stay in the processor's cache."""
_FEWEST = 8
"""Frames in a row that are steady, at least."""
_BLOCK = 1 << 20
"""Bytes of whole frames that are looked at together."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Packets of one kind in some frames, P of them, each of a size that is possible.

    Attributes:
        kind: the kind.
        dtype: of a record in this file.
        data: bytes in which the payloads are.
        payload_frames: index of the frame each stands in, ascending, shape (P,).
        payload_offsets: where each begins in the file, shape (P,).
        places: where each begins in ``data``, shape (P,).
        sizes: how many bytes each has, shape (P,).

    """

    kind: PacketKind
    dtype: np.dtype[np.void]
    data: bytes
    payload_frames: Ints
    payload_offsets: Ints
    places: Ints
    sizes: Ints

    @property
    def payloads(self) -> Sequence[bytes]:
        """The payloads, P of them."""
        places = zip(self.places.tolist(), (self.places + self.sizes).tolist(), strict=True)
        return [self.data[start:stop] for start, stop in places]

    @property
    def count_size(self) -> int:
        """How many bytes stand before the records of a payload."""
        return 0 if self.kind.shape is Shape.SINGLE else COUNT_SIZE

    @lazy
    def counts(self) -> Ints:
        """How many records each payload has room for, shape (P,)."""
        counts: Ints = np.maximum(self.sizes - self.count_size, 0) // max(self.dtype.itemsize, 1)
        return counts

    @property
    def written_counts(self) -> Ints:
        """How many records each payload says that it has, shape (P,)."""
        return anywhere(self.bytes, np.dtype("<u2"))[self.places].astype(np.int64)

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """``data`` as numbers."""
        return np.frombuffer(self.data, np.uint8)

    @lazy
    def records(self) -> Records:
        """All records, shape (N,), of kinds whose records have a fixed size."""
        starts, sizes = self.places + self.count_size, self.counts * self.dtype.itemsize
        if not self.counts.any():
            return np.empty(0, self.dtype)
        if (sizes == sizes[0]).all():  # so it mostly is
            return anywhere(self.bytes, np.dtype((np.void, int(sizes[0]))))[starts].view(self.dtype)
        pieces = zip(starts.tolist(), (starts + sizes).tolist(), strict=True)
        return np.frombuffer(b"".join([self.data[start:stop] for start, stop in pieces]), self.dtype)

    @lazy
    def frames(self) -> Ints:
        """Index of the frame of each record, shape (N,)."""
        return np.repeat(self.payload_frames, self.counts)


# -- packets of one kind


def read_packets(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, proceed: Proceed = always
) -> Iterator[Batch]:
    """Yield the packets of a kind in some frames, about a megabyte at a time, in the order of the file.

    Those of possible sizes that have records: at most one in each frame as CARLA writes it. Several of one
    frame are in one batch.

    Args:
        index: the recording.
        kind: of the packets.
        frames: indices of frames, ascending.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    numbers, offsets, sizes = index.payloads_in(index.dialect.id_of(kind), frames)
    has = np.flatnonzero(sizes > (0 if kind.shape is Shape.SINGLE else COUNT_SIZE))
    offsets, sizes, numbers = offsets[has], sizes[has], numbers[has]
    gaps = np.append(0, offsets[1:] - (offsets + sizes)[:-1])[: len(has)]
    apart = gaps > _NEAR
    done = np.cumsum(sizes + np.where(apart, 0, gaps))
    start = 0
    while start < len(has):
        check(proceed, start / len(has))
        stop = max(int(np.searchsorted(done, done[start] - sizes[start] + _PIECES, side="right")), start + 1)
        stop = int(np.searchsorted(numbers, numbers[stop - 1], side="right"))
        # Packets that are hardly apart are read together.
        firsts = np.append(0, np.flatnonzero(apart[start + 1 : stop]) + 1) + start
        lasts = np.append(firsts[1:], stop) - 1
        begins, lengths = offsets[firsts], offsets[lasts] + sizes[lasts] - offsets[firsts]
        data = index.file.read_each(begins, lengths)
        moved = np.repeat(np.cumsum(lengths) - lengths - begins, lasts - firsts + 1)
        part = slice(start, stop)
        places = offsets[part] + moved
        dtype = index.dialect.dtype(kind)
        yield Batch(kind, dtype, data, numbers[part], offsets[part], places, sizes[part])
        start = stop
    index.check_unchanged()


def are_alone(frames: Ints) -> Flags:
    """Tell which payloads are the only ones in their frames, given the index of the frame of each, (P,)."""
    apart = np.diff(frames, prepend=-1, append=-1) != 0
    alone: Flags = apart[:-1] & apart[1:]
    return alone


def steady(index: RecordingIndex, frames: Ints, counts: Ints, size: int) -> Iterator[slice]:
    """Yield ranges of frames with equally many records of a kind, between which nobody comes or goes.

    In all frames of a range the same actors should stand in the same places.

    Args:
        index: the recording.
        frames: indices of frames, ascending, shape (F,).
        counts: how many records each of them has, shape (F,).
        size: bytes of a record.

    """
    actors = index.actors
    turns = np.searchsorted(frames, np.concatenate((actors.spawn_frame, actors.destroy_frame)))
    cuts = np.zeros(len(frames) + 1, np.bool_)
    cuts[turns] = True
    cuts[0] = cuts[-1] = True
    cuts[1:-1] |= np.diff(counts) != 0
    edges = np.flatnonzero(cuts)
    alike = (np.diff(edges) >= _FEWEST) & (counts[edges[:-1]] > 0)
    for start, stop in zip(edges[:-1][alike].tolist(), edges[1:][alike].tolist(), strict=True):
        most = max(_TOGETHER // (int(counts[start]) * size), 1)
        for begin in range(start, stop, most):
            yield slice(begin, min(begin + most, stop))


def all_records(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return frame indices (N,) and all records (N,) of a kind of a fixed size.

    Of a SINGLE that stands in a frame twice the last counts.     Errors as for ``read_packets``.
    """
    parts = [(batch.frames, batch.records) for batch in read_packets(index, kind, frames, proceed=proceed)]
    numbers, records = joined(index.dialect.dtype(kind), parts)
    if kind.shape is Shape.SINGLE:
        last = np.diff(numbers, append=-1) != 0
        return numbers[last], records[last]
    return numbers, records


def joined(dtype: np.dtype[np.void], parts: Sequence[tuple[Ints, Records]]) -> tuple[Ints, Records]:
    """Return frame indices (N,) and records (N,) of a type that were read in parts."""
    plain = np.dtype((np.void, dtype.itemsize))  # joined at once, not field by field
    frames = [each for each, _ in parts]
    records = [each.view(plain) for _, each in parts]
    return (
        np.concatenate([np.empty(0, np.int64), *frames]),
        np.concatenate([np.empty(0, plain), *records]).view(dtype),
    )


# -- one actor's records, or the entries of its list, without decoding the frames

_SMALL = 2 << 10
"""Bytes of a frame, on average, up to which its packet is read as fast as a record in it."""

_U16, _ID = np.dtype("<u2"), np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    In frames between which nobody comes or goes an actor keeps its place in the packets, and only the records
    at that place are read; the other packets are searched. Frames without the actor are left out; of a
    doubled record the last counts.
    Errors as for ``read_packets``.
    """
    item = index.dialect.dtype(kind)
    owner = (item.names or ("",))[0]
    numbers, offsets, sizes = index.payloads_in(index.dialect.id_of(kind), frames)
    has = np.flatnonzero(sizes > COUNT_SIZE)
    numbers, offsets = numbers[has], offsets[has] + COUNT_SIZE
    counts = (sizes[has] - COUNT_SIZE) // item.itemsize
    everything, left, alone = np.arange(len(has)), np.ones(len(has), np.bool_), are_alone(numbers)
    found: list[tuple[Ints, Records]] = []
    done = 0.0
    groups: Iterable[slice | Flags] = ()
    if len(has) and offsets[-1] - offsets[0] > _SMALL * len(has):
        groups = chain(
            steady(index, numbers, np.where(alone, counts, 0), item.itemsize),
            (each & alone for each in (left,)),
        )
    for group in groups:
        check(proceed, done)
        which = everything[group]
        if not len(which):
            break
        data = index.file.read(int(offsets[which[0]]), int(counts[which[0]]) * item.itemsize)
        ids = np.frombuffer(data, item)[owner]
        for place in np.flatnonzero(ids == actor_id)[-1:].tolist():
            possible = which[counts[which] > place]
            data = index.file.read_each(offsets[possible] + place * item.itemsize, item.itemsize)
            records = np.frombuffer(data, item)
            is_mine = records[owner] == actor_id
            found.append((numbers[possible][is_mine], records[is_mine]))
            left[possible] = ~is_mine
        done = min(done + len(which) / len(has), 1.0)
    for batch in read_packets(
        index,
        kind,
        np.unique(numbers[left]) if len(left) > alone.sum() else numbers[left],
        proceed=lambda share: proceed(done + share * (1.0 - done)),
    ):
        mine = np.flatnonzero(batch.records[owner] == actor_id)
        mine = mine[np.diff(batch.frames[mine], append=-1) != 0]
        found.append((batch.frames[mine], batch.records[mine]))
    index.check_unchanged()
    at, records = joined(item, found)
    order = np.argsort(at, kind="stable")
    return at[order], records[order]


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


# -- all packets


class Block(NamedTuple):
    """Consecutive frames: indices ``first`` to ``stop`` (excluded), and a batch for each wanted kind."""

    first: int
    stop: int
    batches: Iterator[Batch]


def read_blocks(
    index: RecordingIndex,
    first: int = 0,
    stop: int | None = None,
    *,
    kinds: Collection[PacketKind] | None = None,
) -> Iterator[Block]:
    """Read all frames from an index on, up to another one (excluded), some megabytes at a time.

    Of a frame that is larger, each packet is read when its batch is asked for.

    Args:
        index: the recording.
        first: index of the first frame.
        stop: index of the frame after the last; None for all that follow.
        kinds: of the packets that are wanted; None for all kinds that are known.

    Errors as for ``read_frame``.

    """
    stop = len(index.offsets) if stop is None else stop
    ends = index.offsets + index.layouts.strides[index.layout_numbers]
    wanted = [
        (packet_id, kind)
        for packet_id in sorted(index.packet_counts)
        if (kind := index.dialect.kind_of(packet_id)) is not None and (kinds is None or kind in kinds)
    ]
    while first < stop:
        start = int(index.offsets[first])
        end = min(int(np.searchsorted(ends, start + _BLOCK, side="right")), stop)
        data = None
        if end > first:
            data = index.file.read(start, int(ends[end - 1]) - start)
            index.check_unchanged()
        end = max(end, first + 1)
        yield Block(first, end, _batches(index, wanted, first, end, data))
        first = end


def _batches(
    index: RecordingIndex, kinds: Sequence[tuple[int, PacketKind]], first: int, end: int, data: bytes | None
) -> Iterator[Batch]:
    """Yield the packets of some kinds in frames ``first`` to ``end``, whose bytes ``data`` is if not None."""
    start = int(index.offsets[first])
    for packet_id, kind in kinds:
        frames, offsets, sizes = index.payloads_in(packet_id, slice(first, end))
        if not len(frames):
            continue
        if data is None:
            places, held = np.cumsum(sizes) - sizes, index.file.read_each(offsets, sizes)
            index.check_unchanged()
        else:
            places, held = offsets - start, data
        yield Batch(kind, index.dialect.dtype(kind), held, frames, offsets, places, sizes)
