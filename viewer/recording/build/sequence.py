"""What ids, times and durations of all frames together tell about the recording (FORMAT.md §2.2)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags
from viewer.logfile import packets
from viewer.recording.problems import Problem
from viewer.recording.times import LONGEST, believable, from_zero, longest_series


def possible_durations(heads: NDArray[np.void]) -> Flags:
    """Tell which durations, as written, can be the time to a next frame, shape (F,)."""
    with np.errstate(invalid="ignore"):
        possible: Flags = (heads["duration"] >= 0.0) & (heads["duration"] < LONGEST)
    return possible


def problems_of_sequence(
    heads: NDArray[np.void], offsets: NDArray[np.int64], after_gaps: NDArray[np.int64]
) -> Iterator[Problem]:
    """Yield what is wrong with the order of the frames.

    Args:
        heads: FrameStart of each frame, shape (F,).
        offsets: byte offset of each frame, shape (F,).
        after_gaps: indices of the frames before which bytes were left out.

    """
    if not len(heads):
        return

    def problem(what: str, action: str, wrong: Flags) -> Iterator[Problem]:
        frames = np.flatnonzero(wrong)
        if len(frames):
            first, last = int(frames[0]), int(frames[-1])
            yield Problem(
                what, action, damage=True, offset=int(offsets[first]), frame=first, count=len(frames),
                last_frame=last if last > first else None,
            )  # fmt: skip

    written = heads["elapsed"]
    elapsed = from_zero(written)
    good = believable(elapsed)
    yield from problem(
        "the time of a frame lies before 0", "times count from the first", good & (elapsed != written)
    )
    yield from problem(
        "the time of a frame goes backwards or is no time",
        "it is taken for the time of the frame before",
        ~good,
    )
    wrong_durations = ~possible_durations(heads)
    wrong_durations[-1] &= heads["duration"][-1] != packets.LAST_DURATION
    yield from problem(
        "the duration of a frame is negative or no number",
        "the time to the next frame is taken",
        wrong_durations,
    )
    in_order = _in_order(heads["frame"])
    yield from problem(
        "the id of a frame is not greater than those before it", "the frame is kept in its place", ~in_order
    )
    yield from problem(
        "frames are missing before this one: its id skips some",
        "time goes on where this frame says",
        _skips(heads["frame"], in_order, after_gaps),
    )


def _in_order(ids: NDArray[np.uint64]) -> Flags:
    """Tell which ids belong to the longest series that always increases, shape (F,)."""
    everything = np.ones(len(ids), np.bool_)
    if (ids[1:] > ids[:-1]).all():
        return everything
    return longest_series(ids.astype(np.float64), everything, strict=True)


def _skips(ids: NDArray[np.uint64], in_order: Flags, after_gaps: NDArray[np.int64]) -> Flags:
    """Tell before which frames the ids skip some although no bytes were left out there, shape (F,)."""
    places = np.flatnonzero(in_order)
    steps = np.diff(ids[places], prepend=np.uint64(0)).astype(np.float64)
    skips = np.zeros(len(ids), np.bool_)
    gaps = np.zeros(len(ids) + 1, np.int64)
    np.add.at(gaps, after_gaps, 1)
    gaps_until = np.cumsum(gaps)[:-1]
    told = np.diff(gaps_until[places], prepend=0) > 0
    skips[places] = (steps > np.diff(places, prepend=-1)) & ~told
    return skips
