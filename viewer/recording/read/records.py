"""Reading the packets of many frames at a time, and their records.

Poses of many actors are read by ``viewer.recording.read.poses``.
"""

from __future__ import annotations

import mmap
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints, multi_arange
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy
from viewer.logfile.fields import COUNT_SIZE, SCALARS, PacketKind, Shape, record_dtype
from viewer.logfile.payload import COUNT, ID, Records, anywhere, count_lie, records_at
from viewer.recording.index import RecordingIndex

_PIECES = 1 << 20
"""Largest number of bytes of packets that are read together; a larger packet is read alone."""
_NEAR = 2 << 10
"""Largest gap in bytes between two wanted packets for which both are read in one system call."""
_TOGETHER = 2 << 20
"""Largest size in bytes of a group of records that ``steady`` yields: it fits into the CPU's cache."""
_FEWEST = 8
"""Least number of successive frames with the same actors that are worth reading together, as one slice."""
_BLOCK = 1 << 20
"""Number of bytes up to which whole frames are read together; a larger frame is read alone."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Packets of one kind in some frames: P payloads, the contents of the packets, with N records in all.

    Packets of a size that is impossible for the kind are left out.

    Attributes:
        kind: kind of the packets.
        dtype: numpy dtype of a record in this file.
        data: bytes that contain the payloads, as an object whose slices are bytes.
        payload_frames: index of the frame of each payload, ascending, shape (P,).
        payload_offsets: byte offset of each payload in the file, shape (P,).
        data_offsets: byte offset of each payload in ``data``, shape (P,).
        sizes: number of bytes of each payload, shape (P,).
    """

    kind: PacketKind
    dtype: np.dtype[np.void]
    data: bytes | mmap.mmap
    payload_frames: Ints
    payload_offsets: Ints
    data_offsets: Ints
    sizes: Ints

    @lazy
    def payloads(self) -> Sequence[bytes]:
        """Contents of the packets as bytes, P of them."""
        spans = zip(self.data_offsets.tolist(), (self.data_offsets + self.sizes).tolist(), strict=True)
        return [self.data[start:stop] for start, stop in spans]

    @lazy
    def counts(self) -> Ints:
        """Number of records that fit into each payload, shape (P,)."""
        counts: Ints = np.maximum(self.sizes - self.kind.count_size, 0) // max(self.dtype.itemsize, 1)
        return counts

    def miscounted(self) -> Iterator[tuple[int, str]]:
        """Yield the index of each payload that claims another number of records than it has, and a message.

        Only for kinds of packets whose records have a fixed size.
        """
        written = anywhere(self.bytes, COUNT)[self.data_offsets]
        for payload in np.flatnonzero(self.counts & 0xFFFF != written).tolist():
            yield payload, count_lie(self.kind, int(written[payload]), int(self.counts[payload]))

    def payload_of(self, record: int) -> int:
        """Return the index of the payload that holds the record with the index ``record``."""
        return int(np.searchsorted(np.cumsum(self.counts), record, side="right"))

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """Bytes of the packets, ``data``, as a numpy array."""
        return np.frombuffer(self.data, np.uint8)

    @lazy
    def records(self) -> Records:
        """All records of the batch's packets as a structured array, shape (N,).

        Only for kinds of packets whose records have a fixed size.
        """
        starts, sizes = self.data_offsets + self.kind.count_size, self.counts * self.dtype.itemsize
        if not self.counts.any():
            return np.empty(0, self.dtype)
        if (sizes == sizes[0]).all():  # the usual case
            return anywhere(self.bytes, np.dtype((np.void, int(sizes[0]))))[starts].view(self.dtype)
        pieces = zip(starts.tolist(), (starts + sizes).tolist(), strict=True)
        return np.frombuffer(b"".join([self.data[start:stop] for start, stop in pieces]), self.dtype)

    @lazy
    def frames(self) -> Ints:
        """Index of the frame of each record of the batch, shape (N,).

        Only for kinds of packets whose records have a fixed size.
        """
        return np.repeat(self.payload_frames, self.counts)


# -- packets of one kind


def read_packets(
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, should_continue: ShouldContinue = always
) -> Iterator[Batch]:
    """Yield the packets of ``kind`` in ``frames``, about a megabyte at a time, in file order.

    Packets without records or of an impossible size are left out. CARLA writes at most one packet of a kind
    into a frame; if there are several, they are in the same batch.

    Args:
        index: index of the recording.
        kind: kind of the packets.
        frames: indices of frames, ascending.
        should_continue: is called with the fraction read so far, and returns False to cancel.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    numbers, offsets, sizes = index.payloads_in(index.dialect.id_of(kind), frames)
    has = np.flatnonzero(sizes > kind.count_size)
    offsets, sizes, numbers = offsets[has], sizes[has], numbers[has]
    gaps = np.append(0, offsets[1:] - (offsets + sizes)[:-1])[: len(has)]
    apart = gaps > _NEAR
    done = np.cumsum(sizes + np.where(apart, 0, gaps))
    start = 0
    while start < len(has):
        check(should_continue, start / len(has))
        stop = max(int(np.searchsorted(done, done[start] - sizes[start] + _PIECES, side="right")), start + 1)
        stop = int(np.searchsorted(numbers, numbers[stop - 1], side="right"))
        # Packets with small gaps between them are read together.
        firsts = np.append(0, np.flatnonzero(apart[start + 1 : stop]) + 1) + start
        lasts = np.append(firsts[1:], stop) - 1
        begins, lengths = offsets[firsts], offsets[lasts] + sizes[lasts] - offsets[firsts]
        data = index.file.read_each(begins, lengths)
        moved = np.repeat(np.cumsum(lengths) - lengths - begins, lasts - firsts + 1)
        part = slice(start, stop)
        data_offsets = offsets[part] + moved
        dtype = index.dialect.dtype(kind)
        yield Batch(kind, dtype, data, numbers[part], offsets[part], data_offsets, sizes[part])
        start = stop
    index.check_unchanged()


def are_alone(frames: Ints) -> Flags:
    """Return which packets are the only one of their kind in their frame, a mask of shape (P,).

    ``frames`` are the frame indices of all packets of that kind, ascending, shape (P,).
    """
    apart = np.diff(frames, prepend=-1, append=-1) != 0
    alone: Flags = apart[:-1] & apart[1:]
    return alone


def steady(index: RecordingIndex, frames: Ints, counts: Ints, size: int) -> Iterator[slice]:
    """Yield slices of ``frames`` in which packets of a kind likely have the same actors in the same order.

    Within a slice, all frames have equally many records, and no actor is spawned or destroyed. Callers must
    still compare the actor ids. Frames without records, and runs of fewer than eight frames, are in no slice.

    Args:
        index: index of the recording.
        frames: indices of frames, ascending, shape (F,).
        counts: number of records of the packet kind in each frame, shape (F,).
        size: number of bytes of a record.
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
    index: RecordingIndex, kind: PacketKind, frames: slice | Ints, *, should_continue: ShouldContinue = always
) -> tuple[Ints, Records]:
    """Return the frame index of each record of ``kind`` in ``frames``, and the records, shape (N,) each.

    ``kind`` must have records of fixed size. If a packet of it holds a single record and a frame has several
    such packets, only the last one is returned.

    Raises ChangedError or UnreadableError if the file can no longer be read, ReadingCancelledError if
    ``should_continue`` returns False.
    """
    batches = read_packets(index, kind, frames, should_continue=should_continue)
    numbers, records = joined(index.dialect.dtype(kind), [(each.frames, each.records) for each in batches])
    if kind.shape is Shape.SINGLE:
        last = np.diff(numbers, append=-1) != 0
        return numbers[last], records[last]
    return numbers, records


def joined(dtype: np.dtype[np.void], parts: Sequence[tuple[Ints, Records]]) -> tuple[Ints, Records]:
    """Return the frame indices of all ``parts`` in one array, and their records in another, shape (N,) each.

    A part is frame indices and records. ``dtype`` is that of the records, also if there are no parts.
    """
    plain = np.dtype((np.void, dtype.itemsize))  # as plain bytes, so that numpy does not copy field by field
    frames = [np.empty(0, np.int64), *(each for each, _ in parts)]
    records = [np.empty(0, plain), *(each.view(plain) for _, each in parts)]
    return np.concatenate(frames), np.concatenate(records).view(dtype)


# -- one actor's records, or the entries of its list, without decoding the frames

_SMALL = 2 << 10
"""Average size of a frame in bytes up to which whole packets are read to get one record from each.

In larger frames only the wanted records are read, which is then faster.
"""


def gather(
    index: RecordingIndex,
    kind: PacketKind,
    actor_id: int,
    frames: slice,
    *,
    should_continue: ShouldContinue = always,
) -> tuple[Ints, Records]:
    """Return the records of ``kind`` that are about one actor: frame index and record of each, shape (K,).

    Frames without the actor are left out; of several records in a frame, the last one is returned. Between
    spawns and destructions an actor keeps its position within the packets, so only the record at this
    position is read and its actor id is checked; where it is another actor's, the whole packet is searched.

    Raises ChangedError or UnreadableError if the file can no longer be read, ReadingCancelledError if
    ``should_continue`` returns False.
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
        check(should_continue, done)
        which = everything[group]
        if not len(which):
            break
        data = index.file.read(int(offsets[which[0]]), int(counts[which[0]]) * item.itemsize)
        ids = np.frombuffer(data, item)[owner]
        for position in np.flatnonzero(ids == actor_id)[-1:].tolist():
            possible = which[counts[which] > position]
            data = index.file.read_each(offsets[possible] + position * item.itemsize, item.itemsize)
            records = np.frombuffer(data, item)
            is_mine = records[owner] == actor_id
            found.append((numbers[possible][is_mine], records[is_mine]))
            left[possible] = ~is_mine
        done = min(done + len(which) / len(has), 1.0)
    for batch in read_packets(
        index,
        kind,
        np.unique(numbers[left]) if len(left) > alone.sum() else numbers[left],
        should_continue=lambda share: should_continue(done + share * (1.0 - done)),
    ):
        mine = np.flatnonzero(batch.records[owner] == actor_id)
        mine = mine[np.diff(batch.frames[mine], append=-1) != 0]
        found.append((batch.frames[mine], batch.records[mine]))
    index.check_unchanged()
    at, records = joined(item, found)
    order = np.argsort(at, kind="stable")
    return at[order], records[order]


def gather_entries(
    index: RecordingIndex,
    kind: PacketKind,
    actor_id: int,
    frames: slice,
    *,
    should_continue: ShouldContinue = always,
) -> tuple[Ints, Records]:
    """Return the entries of one actor's lists in ``frames``: frame index and entry of each, shape (N,).

    Each record of ``kind`` is an actor id with one list, whose entries have a fixed size. In a damaged
    packet, the lists before the damage count.

    Raises ChangedError or UnreadableError if the file can no longer be read, ReadingCancelledError if
    ``should_continue`` returns False.
    """
    entry = record_dtype(kind.fields[1].entries, index.dialect.engine_of(kind))
    found = []
    for batch in read_packets(index, kind, frames, should_continue=should_continue):
        counts, starts = _lists(batch, actor_id, np.dtype(SCALARS[kind.fields[1].kind]), entry.itemsize)
        offsets = multi_arange(starts, counts, entry.itemsize)
        found.append((np.repeat(batch.payload_frames, counts), records_at(batch.bytes, entry, offsets)))
    return joined(entry, found)


def _lists(batch: Batch, actor_id: int, count: np.dtype[Any], entry: int) -> tuple[Ints, Ints]:
    """Return how long one actor's list in each packet of ``batch`` is, and where it begins, shape (P,) each.

    Args:
        batch: packets whose records are an actor id and a list each.
        actor_id: id of the actor.
        count: dtype of the number in front of a list that says how many entries it has.
        entry: size of an entry in bytes.

    Returns:
        Number of entries, 0 if the actor has no list there; and offset in ``batch.data`` of the first entry.
    """
    u16s, ids, numbers = (anywhere(batch.bytes, each) for each in (COUNT, ID, count))
    head = ID.itemsize + count.itemsize
    at, ends = batch.data_offsets + COUNT_SIZE, batch.data_offsets + batch.sizes
    left = u16s[batch.data_offsets].astype(np.int64)
    mine = np.zeros(len(at), np.int64)
    active = np.arange(len(at))
    while True:
        active = active[(left[active] > 0) & (at[active] + head <= ends[active])]
        if not len(active):
            return mine, at
        is_mine = ids[at[active]] == actor_id
        counts = numbers[at[active] + ID.itemsize].astype(np.int64)
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
    """Some successive frames of a recording, and their packets.

    Attributes:
        first: index of the first frame.
        stop: index of the frame after the last one.
        batches: yields the packets of these frames, one Batch per kind of packet.
    """

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
    """Yield all frames from the index ``first`` to ``stop`` (excluded) in blocks of about a megabyte.

    A frame of more than a megabyte is a block of its own, whose packets are read only as the caller iterates
    over the block's ``batches``.

    Args:
        index: index of the recording.
        first: index of the first frame.
        stop: index of the frame after the last one; None for the end of the recording.
        kinds: kinds of the wanted packets; None for all known kinds.

    Raises ChangedError or UnreadableError if the file can no longer be read.
    """
    stop = len(index.offsets) if stop is None else stop
    ends = index.offsets + index.layouts.strides[index.layout_indices]
    known = ((packet_id, index.dialect.kind_of(packet_id)) for packet_id in sorted(index.packet_counts))
    wanted = [(key, kind) for key, kind in known if kind is not None and (kinds is None or kind in kinds)]
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
    """Yield the packets of each (packet id, kind) in ``kinds`` in frames ``first`` to ``end`` (excluded).

    ``data`` are the bytes of these frames; None if each kind is to be read on its own.
    """
    start = int(index.offsets[first])
    for packet_id, kind in kinds:
        frames, offsets, sizes = index.payloads_in(packet_id, slice(first, end))
        if not len(frames):
            continue
        if data is None:
            data_offsets, held = np.cumsum(sizes) - sizes, index.file.read_each(offsets, sizes)
            index.check_unchanged()
        else:
            data_offsets, held = offsets - start, data
        yield Batch(kind, index.dialect.dtype(kind), held, frames, offsets, data_offsets, sizes)
