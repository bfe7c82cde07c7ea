"""What a range of time holds: frames, events, and how one actor moved in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from viewer.arrays import Flags, Ints
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, Times, counts_between
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.time.time_range import Range
from viewer.signals.series import Series, averages, in_force


class RangeStats(NamedTuple):
    """Frames and events of a range.

    Attributes:
        start: elapsed seconds.
        end: elapsed seconds.
        first: index of the first frame in it.
        last: index of the last frame in it, −1 (and ``first`` 0) if there is none.
        events: how many there are of each kind that is known.

    """

    start: float
    end: float
    first: int
    last: int
    events: Mapping[EventKind, int]

    @property
    def length(self) -> float:
        """Seconds from start to end."""
        return self.end - self.start

    @property
    def frames(self) -> int:
        """How many frames begin in it, those at its start and its end included."""
        return self.last - self.first + 1


class MotionStats(NamedTuple):
    """How one actor moved in a range; NaN is what cannot be known.

    Attributes:
        distance: metres along its way, without gaps and teleports.
        mean: m/s, each frame weighted by how long it lasts: of the recorded speeds, or, where they are
            derived from poses, of those from frame to frame, so that it is the distance by the time.
        least: lowest speed in m/s.
        most: highest speed in m/s.

    """

    distance: float
    mean: float
    least: float
    most: float

    @property
    def unknown(self) -> bool:
        """Whether nothing is known: the actor was not there, or does not move."""
        return all(np.isnan(self))


def range_stats(index: RecordingIndex, times: Mapping[EventKind, Times], chosen: Range) -> RangeStats:
    """Return what a range holds, given when events of each kind happen."""
    start, end = chosen
    first = int(np.searchsorted(index.elapsed, start, side="left"))
    last = int(np.searchsorted(index.elapsed, end, side="right")) - 1
    if last < first:
        first, last = 0, -1
    return RangeStats(start, end, first, last, counts_between(times, start, end))


def motion_stats(index: RecordingIndex, poses: Trajectory, speed: Series, chosen: Range) -> MotionStats:
    """Return how the actor of these poses and speeds moved in a range.

    Where frames are missing, from the file or of the actor, nothing is assumed: such a stretch adds no
    distance and has no weight.
    """
    begin = int(np.searchsorted(poses.elapsed, chosen[0], side="left"))
    end = max(int(np.searchsorted(poses.elapsed, chosen[1], side="right")), begin + 1)
    known = ~poses.broken[begin : end - 1] & ~_lost_after(index, poses.frames[begin : end - 1])
    steps = np.linalg.norm(np.diff(poses.locations[begin:end], axis=0), axis=1)[known]
    durations = np.diff(poses.taken[begin:end])[known]
    timed = np.isfinite(durations)
    seconds = float(durations[timed].sum())
    between = float(steps[timed].sum()) / seconds if seconds > 0 else np.nan
    since, until, speeds = in_force(speed, chosen)
    frames = np.searchsorted(index.elapsed, since, side="right") - 1
    mean, least, most = averages(speeds, np.where(_lost_after(index, frames), 0.0, until - since))
    distance = float(steps.sum()) if len(steps) else np.nan
    return MotionStats(distance, mean if speed.recorded else between, least, most)


def _lost_after(index: RecordingIndex, frames: Ints) -> Flags:
    """Tell after which of these frames others are missing from the file, shape as given.

    The duration of such a frame is not its own. Only these are looked at: this runs while a range is dragged.
    """
    ids = index.frames["frame"]
    following = np.minimum(frames + 1, len(ids) - 1)
    return np.asarray((following > frames) & (ids[following] != ids[frames] + 1))
