"""Ids, times and durations that follow CARLA's rules, as near to the recorded ones as these allow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.recording.build.findings import possible_durations
from viewer.recording.index import RecordingIndex
from viewer.recording.times import TOLERANCE, believable, from_zero


def mended_heads(index: RecordingIndex) -> NDArray[np.void]:
    """Return FrameStart of each frame, shape (F,), by the rules of ``resources/guide/format.md``.

    Ids count from 1, times begin at 0, and each is exactly the one before plus its duration. A duration
    stays if it leads to the next frame; where frames are missing, it is the time to the next that is there.
    """
    heads = index.heads.copy()
    heads["frame"] = np.arange(1, len(heads) + 1)
    durations = _durations(index)
    heads["duration"] = durations
    # Added one by one, as the simulator does: the sums must be exact.
    heads["elapsed"] = np.cumsum(np.concatenate(([0.0], durations[:-1])))[: len(heads)]
    return heads


def _durations(index: RecordingIndex) -> NDArray[np.float64]:
    elapsed, written = from_zero(index.heads["elapsed"]), index.heads["duration"]
    known, possible = believable(elapsed), possible_durations(index.heads)
    durations = np.full(len(elapsed), packets.LAST_DURATION)
    upcoming = _upcoming(elapsed, known)
    start = float(index.elapsed[0]) if len(elapsed) else 0.0
    now = 0.0
    for frame in range(len(elapsed) - 1):
        if known[frame + 1]:
            stays = (
                possible[frame]
                and known[frame]
                and abs(written[frame] - (elapsed[frame + 1] - elapsed[frame])) <= TOLERANCE
            )
            ahead = max(float(elapsed[frame + 1]) - start - now, 0.0)
        else:  # as long as it says, if that leaves room for what follows
            stays = possible[frame] and now + written[frame] <= upcoming[frame + 1] - start
            ahead = 0.0
        durations[frame] = written[frame] if stays else np.float32(ahead)
        now += float(durations[frame])
    return durations


def _upcoming(elapsed: NDArray[np.float64], known: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the next time that is known from each frame on, or infinity, shape (F,)."""
    times = np.where(known, elapsed, np.inf)
    smallest: NDArray[np.float64] = np.minimum.accumulate(times[::-1])[::-1]
    return smallest
