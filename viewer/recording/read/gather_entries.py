"""The entries of one actor's list over many frames: lists are walked through in all frames at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import COUNT_SIZE, SCALARS, PacketKind, record_dtype
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.index import RecordingIndex

_GROUP = 1_024
_U16, _ID = np.dtype("<u2"), np.dtype("<u4")


def gather_entries(
    index: RecordingIndex, kind: PacketKind, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return the entries of an actor's list: index of the frame of each (N,), and the entries (N,).

    Of a kind whose records are an actor's id and one list with entries of a fixed size. Of a packet that is
    damaged, the lists before the damage count. Errors as for ``gather``.
    """
    relative, sizes = index.layouts.place_of(index.dialect.id_of(kind))
    numbers = index.layout_numbers[frames]
    sizes = sizes[numbers]
    offsets = index.offsets[frames] + relative[numbers]
    has = np.flatnonzero(sizes > COUNT_SIZE)
    entry = record_dtype(kind.fields[1].entries, index.dialect.engine_of(kind))
    found_frames, found = [np.empty(0, np.int64)], [np.empty(0, entry)]
    for start in range(0, len(has), _GROUP):
        check(proceed, start / len(has))
        group = has[start : start + _GROUP]
        places = zip(offsets[group].tolist(), sizes[group].tolist(), strict=True)
        data = np.frombuffer(b"".join([index.file.read(*place) for place in places]), np.uint8)
        payloads, starts = _find(data, sizes[group], actor_id, np.dtype(SCALARS[kind.fields[1].kind]), entry)
        found_frames.append(group[payloads] + frames.start)
        found.append(records_at(data, entry, starts))
    index.check_unchanged()
    return np.concatenate(found_frames), np.concatenate(found)


def _find(
    data: NDArray[np.uint8], sizes: Ints, actor_id: int, count: np.dtype[Any], entry: np.dtype[np.void]
) -> tuple[Ints, Ints]:
    """Return which payload each entry comes from, and where it begins, given payloads joined together."""
    head = _ID.itemsize + count.itemsize
    ends = np.cumsum(sizes)
    at = ends - sizes + COUNT_SIZE
    lists_left = _numbers(data, at - COUNT_SIZE, _U16)
    mine = np.zeros(len(sizes), np.int64)  # entries of the actor, in each payload
    active = np.flatnonzero((lists_left > 0) & (at + head <= ends))
    while len(active):  # in step: the first list of all payloads, the second, …
        ids = _numbers(data, at[active], _ID)
        counts = _numbers(data, at[active] + _ID.itemsize, count)
        at[active] += head
        following = at[active] + counts * entry.itemsize
        whole = following <= ends[active]
        is_mine = whole & (ids == actor_id)
        mine[active[is_mine]] = counts[is_mine]
        on = whole & ~is_mine
        at[active[on]] = following[on]
        lists_left[active] -= 1
        active = active[on]
        active = active[(lists_left[active] > 0) & (at[active] + head <= ends[active])]
    payloads = np.repeat(np.arange(len(sizes)), mine)
    number = np.arange(len(payloads)) - np.repeat(np.cumsum(mine) - mine, mine)
    return payloads, at[payloads] + number * entry.itemsize


def _numbers(data: NDArray[np.uint8], places: Ints, dtype: np.dtype[Any]) -> Ints:
    """Return the numbers that stand at some bytes, shape (K,)."""
    return anywhere(data, dtype)[places].astype(np.int64)
