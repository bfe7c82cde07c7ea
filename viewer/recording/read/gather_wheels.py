"""One vehicle's wheels over many frames: lists of varying length, walked through in all frames at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile import packets
from viewer.logfile.fields import COUNT_SIZE
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.logfile.wheels import LIST_HEAD, WHEEL
from viewer.recording.index import RecordingIndex

_GROUP = 1_024
_U16, _U32 = np.dtype("<u2"), np.dtype("<u4")


def gather_wheels(
    index: RecordingIndex, actor_id: int, frames: slice, *, proceed: Proceed = always
) -> tuple[Ints, Records]:
    """Return a vehicle's wheels: index of the frame of each (W,), and the wheels (W,), several per frame.

    Of a packet that is damaged, the lists before the damage count. Errors as for ``gather``.
    """
    relative, sizes = index.layouts.place_of(index.dialect.id_of(packets.ANIM_VEHICLE_WHEELS))
    numbers = index.layout_numbers[frames]
    sizes = sizes[numbers]
    offsets = index.offsets[frames] + relative[numbers]
    has = np.flatnonzero(sizes > COUNT_SIZE)
    found_frames, found = [np.empty(0, np.int64)], [np.empty(0, WHEEL)]
    for start in range(0, len(has), _GROUP):
        check(proceed, start / len(has))
        group = has[start : start + _GROUP]
        places = zip(offsets[group].tolist(), sizes[group].tolist(), strict=True)
        data = np.frombuffer(b"".join([index.file.read(*place) for place in places]), np.uint8)
        payloads, wheels = _find(data, sizes[group], actor_id)
        found_frames.append(group[payloads] + frames.start)
        found.append(wheels)
    index.check_unchanged()
    return np.concatenate(found_frames), np.concatenate(found)


def _find(data: NDArray[np.uint8], sizes: Ints, actor_id: int) -> tuple[Ints, Records]:
    """Return which payload each wheel comes from, and the wheels, given payloads joined together."""
    ends = np.cumsum(sizes)
    at = ends - sizes + COUNT_SIZE
    lists_left = _numbers(data, at - COUNT_SIZE, _U16)
    wheels = np.zeros(len(sizes), np.int64)  # of the vehicle, in each payload
    active = np.flatnonzero((lists_left > 0) & (at + LIST_HEAD.size <= ends))
    while len(active):  # in step: the first list of all payloads, the second, …
        ids = _numbers(data, at[active], _U32)
        counts = _numbers(data, at[active] + _U32.itemsize, _U32)
        at[active] += LIST_HEAD.size
        following = at[active] + counts * WHEEL.itemsize
        whole = following <= ends[active]
        mine = whole & (ids == actor_id)
        wheels[active[mine]] = counts[mine]
        on = whole & ~mine
        at[active[on]] = following[on]
        lists_left[active] -= 1
        active = active[on]
        active = active[(lists_left[active] > 0) & (at[active] + LIST_HEAD.size <= ends[active])]
    payloads = np.repeat(np.arange(len(sizes)), wheels)
    number = np.arange(len(payloads)) - np.repeat(np.cumsum(wheels) - wheels, wheels)
    starts = at[payloads] + number * WHEEL.itemsize
    return payloads, records_at(data, WHEEL, starts)


def _numbers(data: NDArray[np.uint8], places: Ints, dtype: np.dtype[np.unsignedinteger]) -> Ints:
    """Return the numbers that stand at some bytes, shape (K,)."""
    return anywhere(data, dtype)[places].astype(np.int64)
