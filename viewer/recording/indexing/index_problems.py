"""Problems of a recording as a whole: unknown or impossible packets, and the order of its frames."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Ints
from viewer.logfile import packets
from viewer.logfile.errors import RecordingError
from viewer.logfile.fields import COUNT_SIZE, PacketKind, Shape
from viewer.recording.index import RecordingIndex
from viewer.recording.layouts import HEADER_SIZE
from viewer.recording.problems import Problem
from viewer.recording.times import LONGEST, believable, longest_series

_ASKED = 100  # packets per kind whose count is read to find the length of their records

_OUT_OF_ORDER = (
    ("the time of a frame goes backwards or is no time", "it is taken for the time of the frame before"),
    ("the duration of a frame is negative or no number", "the time to the next frame is taken"),
    ("the id of a frame is not greater than those before it", "the frame is kept in its place"),
    ("frames are missing before this one: its id skips some", "time goes on where this frame says"),
)
"""Messages on wrong times, durations and ids of frames, each with a second one on what is done about it."""


def frameless_error(index: RecordingIndex) -> RecordingError:
    """Return the error for a recording without any complete frame, saying why it has none and what to do."""
    damage = next((problem for problem in index.problems if problem.damage), None)
    return RecordingError(
        index.path,
        "there is no complete frame in this recording",
        found="" if damage is None else damage.what,
        offset=None if damage is None else damage.offset,
        advice="Recording ended at once, or the file was cut: record it again, or look for a complete copy.",
    )


def possible_durations(frame_starts: NDArray[np.void]) -> Flags:
    """Return a mask, shape (F,), of the ``frame_starts`` whose duration is not negative, NaN or absurd."""
    with np.errstate(invalid="ignore"):
        possible: Flags = (frame_starts["duration"] >= 0.0) & (frame_starts["duration"] < LONGEST)
    return possible


def problems_of_sequence(
    frame_starts: NDArray[np.void], offsets: NDArray[np.int64], after_gaps: NDArray[np.int64]
) -> Iterator[Problem]:
    """Yield the problems of the times, durations and ids of frames.

    Args:
        frame_starts: FrameStart record of each frame, shape (F,).
        offsets: byte offset of each frame in the file, shape (F,).
        after_gaps: indices of frames before which bytes were skipped.
    """
    if not len(frame_starts):
        return

    good, in_order = believable(frame_starts["elapsed"]), _in_order(frame_starts["frame"])
    wrong_durations = ~possible_durations(frame_starts)
    wrong_durations[-1] &= frame_starts["duration"][-1] != packets.LAST_DURATION
    masks = (~good, wrong_durations, ~in_order, _skips(frame_starts["frame"], in_order, after_gaps))
    for (what, action), wrong in zip(_OUT_OF_ORDER, masks, strict=True):
        frames = np.flatnonzero(wrong)
        if len(frames):
            yield Problem.in_frames(what, action, frames, int(offsets[frames[0]]))


def _in_order(ids: NDArray[np.uint64]) -> Flags:
    everything = np.ones(len(ids), np.bool_)
    if (ids[1:] > ids[:-1]).all():
        return everything
    return longest_series(ids.astype(np.float64), everything, strict=True)


def _skips(ids: NDArray[np.uint64], in_order: Flags, after_gaps: NDArray[np.int64]) -> Flags:
    """Return a mask, shape (F,), of frames before which frames are missing, by their ids.

    Frames before which bytes were skipped are not among them.

    Args:
        ids: recorded id of each frame, shape (F,).
        in_order: False for frames whose id does not fit the ascending ids of the others, shape (F,).
        after_gaps: indices of frames before which bytes were skipped.
    """
    indices = np.flatnonzero(in_order)
    steps = np.diff(ids[indices], prepend=np.uint64(0)).astype(np.float64)
    skips = np.zeros(len(ids), np.bool_)
    explained = np.diff(np.searchsorted(after_gaps, indices, side="right"), prepend=0) > 0
    skips[indices] = (steps > np.diff(indices, prepend=-1)) & ~explained
    return skips


def problems_of_packets(index: RecordingIndex) -> Iterator[Problem]:
    """Yield the problems of packets: unknown ids, impossible sizes, and kinds that occur twice in a frame."""
    layouts, dialect = index.layouts, index.dialect
    for packet_id, count in index.packet_counts.items():
        if dialect.kind_of(packet_id) is None:
            whose = packets.FOREIGN.get(packet_id)
            what = f"packets with id {packet_id} are not known" + (f" ({whose})" if whose else "")
            having = np.flatnonzero(layouts.first_payloads(packet_id)[0] >= 0)
            yield _problem(index, what, "they are kept raw", packet_id, having, count=count)
    for packet_id, misfits in layouts.misfits(dialect.possible_sizes).items():
        kind = dialect.kind_of(packet_id)
        if kind is not None:  # unknown ids may have any size
            yield _misfitting(index, kind, packet_id, misfits)
    for packet_id, doubled in layouts.doubled().items():
        kind = dialect.kind_of(packet_id)
        if kind is not None:
            what = f"a frame has more than one packet {kind.name}"
            yield _problem(index, what, "they are read as one", packet_id, doubled, damage=True)


def kinds_of_other_length(index: RecordingIndex) -> frozenset[PacketKind]:
    """Return the kinds of packets whose records all have a length that no known CARLA build writes.

    These packets stay undecoded.
    """
    found = index.layouts.misfits(index.dialect.possible_sizes).items()
    kinds = ((index.dialect.kind_of(packet_id), packet_id, misfits) for packet_id, misfits in found)
    return frozenset(
        kind
        for kind, packet_id, misfits in kinds
        if kind is not None and _other_length(index, kind, packet_id, misfits) is not None
    )


def _misfitting(index: RecordingIndex, kind: PacketKind, packet_id: int, misfits: Ints) -> Problem:
    length = _other_length(index, kind, packet_id, misfits)
    if length is not None:
        expected = index.dialect.dtype(kind).itemsize
        what = f"{kind.name} has {length} bytes a record instead of {expected}, as no known build writes"
        return _problem(index, what, "it is kept raw", packet_id, misfits)
    sizes = np.unique(index.layouts.first_payloads(packet_id)[1][misfits])
    what = f"{kind.name} cannot have {sizes[0]:,} bytes" + (", nor others it has" if len(sizes) > 1 else "")
    return _problem(index, what, "this packet is left out", packet_id, misfits, damage=True)


def _other_length(index: RecordingIndex, kind: PacketKind, packet_id: int, misfits: Ints) -> int | None:
    """Return the size in bytes of a record in packets of ``kind`` if no known CARLA build writes that size.

    None if a known build does, if the size differs between packets, or if it cannot be told because no packet
    holds more than one record. ``misfits`` are the indices of the layouts in which packets with the id
    ``packet_id`` have an impossible size.
    """
    offsets, sizes = index.layouts.first_payloads(packet_id)
    fitting = np.setdiff1d(np.flatnonzero(sizes > COUNT_SIZE), misfits)
    if kind.shape is not Shape.RECORDS or len(fitting):
        return None
    lengths, counts = set(), set()
    for layout in misfits[:_ASKED].tolist():
        frame = int((index.layout_indices == layout).argmax())
        written = index.file.read(int(index.offsets[frame] + offsets[layout]), COUNT_SIZE)
        count = int.from_bytes(written, "little")
        length, rest = divmod(int(sizes[layout]) - COUNT_SIZE, max(count, 1))
        if count == 0 or rest:
            return None
        lengths.add(length)
        counts.add(count)
    # A single record would agree with any length.
    return lengths.pop() if len(lengths) == 1 and max(counts) > 1 else None


def _problem(
    index: RecordingIndex,
    what: str,
    action: str,
    packet_id: int,
    layouts: Ints,
    *,
    count: int | None = None,
    damage: bool = False,
) -> Problem:
    frames = np.flatnonzero(np.isin(index.layout_indices, layouts))
    offset = index.layouts.first_payloads(packet_id)[0][index.layout_indices[frames[0]]] - HEADER_SIZE
    at = int(index.offsets[frames[0]] + offset)
    return Problem.in_frames(what, action, frames, at, damage=damage, count=count)
