"""One actor's records over many frames, without decoding the frames."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Ints
from viewer.cancellation import Proceed, always, check
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records, anywhere, records_at
from viewer.recording.events import EventType
from viewer.recording.index import RecordingIndex
from viewer.recording.read.records import Payloads, read_payloads

_MOST = 4_096
"""Frames that are looked at together."""
_WORTH = 64
"""Frames in which a place must have been right for the next search to be a short one."""
_SMALL = 2 << 10
"""Bytes of a frame, on average, up to which its packet is read as fast as a record in it."""

_ID = np.dtype("<u4")


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
    plain = np.dtype((np.void, item.itemsize))  # copied at once, not field by field
    offsets, counts = index.payload_offsets(kind, frames)
    has = np.flatnonzero(counts)
    offsets, counts, numbers = offsets[has], counts[has], has + frames.start
    turns = _turns(index, numbers)
    small = len(has) > 0 and offsets[-1] - offsets[0] <= _SMALL * len(has)
    found = [(np.empty(0, np.int64), np.empty(0, plain))]
    at, place, together, searched, right = 0, -1, _WORTH, _MOST if small else 1, 0
    while at < len(has):
        check(proceed, at / len(has))
        if place >= 0 and not small:
            turn = int(np.searchsorted(turns, at))
            stop = at + 1 if turns[turn] == at else min(at + together, int(turns[turn]))
            records = _at_place(index, item, actor_id, offsets[at:stop], counts[at:stop], place)
            found.append((numbers[at : at + len(records)], records.view(plain)))
            at += len(records)
            right += len(records)
            if at == stop:
                together = min(4 * together, _MOST)
                continue
            searched = 1 if right >= _WORTH or turns[turn] == at else min(2 * searched, _MOST)
            together, right = _WORTH, 0
        stop = min(at + searched, len(has))
        for block in read_payloads(index, kind, numbers[at:stop]):
            places = _places(block, actor_id, max(place, 0))
            mine = np.flatnonzero(places >= 0)
            there = block.places[mine] + places[mine] * item.itemsize
            found.append((block.frames[mine], records_at(block.data, plain, there)))
            if len(mine):
                place = int(places[mine[-1]])
            else:
                searched = min(2 * searched, _MOST)
        at = stop
    index.check_unchanged()
    return np.concatenate([each for each, _ in found]), np.concatenate([each for _, each in found]).view(item)


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


def _places(block: Payloads, actor_id: int, guess: int) -> Ints:
    """Return the place of an actor among the records of each packet, shape (P,), −1 where it is not there."""
    ids = anywhere(block.data, _ID)  # whose a record is stands first
    places = np.full(len(block.frames), -1, np.int64)
    possible = np.flatnonzero(block.counts > guess)
    there = block.places[possible] + guess * block.item.itemsize
    places[possible[ids[there] == actor_id]] = guess
    owners, there = block.spread(np.flatnonzero(places < 0))
    hits = np.flatnonzero(ids[there] == actor_id)
    found, first = np.unique(owners[hits], return_index=True)
    places[found] = (there[hits[first]] - block.places[found]) // block.item.itemsize
    return places
