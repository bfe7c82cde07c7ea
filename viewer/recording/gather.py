"""One actor's records over many frames, without decoding the frames (MEASURED.md §3)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.index import RecordingIndex

_BLOCK = 4 << 20
_ID = np.dtype("<u4")


def gather(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice
) -> tuple[NDArray[np.int64], Records]:
    """Return an actor's records of one kind: frame indices (K,) and records (K,).

    An actor keeps its place among the records of a packet until somebody before it comes or goes. So the
    place is guessed from the frame before for all frames of a block at once, and searched for only where the
    id found there is another one. Frames without the actor are left out; a doubled record counts once.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    item = index.dialect.dtype(kind)
    offsets, counts = index.payload_offsets(kind, frames)
    found_frames, found = [], []
    row = 0
    block = bytearray(min(_BLOCK, index.size))
    for part in _blocks(offsets, counts * item.itemsize):
        start = int(offsets[part][0])
        size = int(offsets[part][-1] + counts[part][-1] * item.itemsize) - start
        if size > len(block):
            block = bytearray(size)
        index.file.fill(start, memoryview(block)[:size])
        data = np.frombuffer(block, np.uint8, size)
        rows = _find_rows(data, offsets[part] - start, counts[part], item.itemsize, actor_id, row)
        has = np.flatnonzero(rows >= 0)
        if len(has):
            row = int(rows[has[-1]])
            at = offsets[part][has] - start + rows[has] * item.itemsize
            found.append(data[at[:, None] + np.arange(item.itemsize)].view(item)[:, 0])
            found_frames.append(has + part.start + frames.start)
    index.check_unchanged()
    if not found:
        return np.empty(0, np.int64), np.empty(0, item)
    return np.concatenate(found_frames), np.concatenate(found)


def _blocks(offsets: NDArray[np.int64], sizes: NDArray[np.int64]) -> Iterator[slice]:
    """Cut the payloads into consecutive groups that one read of a bounded size covers."""
    ends = offsets + sizes
    start = 0
    while start < len(offsets):
        stop = max(int(np.searchsorted(ends, offsets[start] + _BLOCK, side="right")), start + 1)
        yield slice(start, stop)
        start = stop


def _find_rows(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    counts: NDArray[np.int64],
    item: int,
    actor_id: int,
    row: int,
) -> NDArray[np.int64]:
    """Return the actor's row in each payload, shape (K,), −1 where it is not there; ``row`` is a guess."""
    ids = np.ndarray(
        max(len(data) - _ID.itemsize + 1, 0), _ID, data, strides=(1,)
    )  # as if one began at every byte
    rows = np.full(len(offsets), -1, np.int64)
    possible = np.flatnonzero(counts > row)
    rows[possible[ids[offsets[possible] + row * item] == actor_id]] = row
    others = np.flatnonzero((rows < 0) & (counts > 0))
    if len(others):
        ends = np.cumsum(counts[others])
        payloads = np.repeat(others, counts[others])
        places = np.arange(ends[-1]) - np.repeat(ends - counts[others], counts[others])
        hits = np.flatnonzero(ids[offsets[payloads] + places * item] == actor_id)
        found, first = np.unique(payloads[hits], return_index=True)
        rows[found] = places[hits[first]]
    return rows
