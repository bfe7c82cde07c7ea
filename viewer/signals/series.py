"""What a signal was over time, what that and a range amount to, and series as one table."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import Proceed, always, check
from viewer.recording.columns import read_only
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, Times, counts_between
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.time.time_range import Range

_LARGEST = 1e9
"""Beyond it a number is damage; nothing that is shown needs one."""


class SeriesKey(NamedTuple):
    """Which signal of whom: a name of SIGNALS, and rows of the actor table for those it is about."""

    name: str
    row: int | None = None
    other: int | None = None


class Samples(NamedTuple):
    """Numbers or flags (K,) at ascending frame indices (K,); ``recorded`` if all of them can be."""

    frames: Ints
    values: NDArray[Any]
    recorded: bool = True


@dataclass(frozen=True, eq=False)
class Series:
    """A signal over time. A value holds until the next one (``steps``) or is a point of a line.

    Attributes:
        name: id of the signal.
        label: what it is called.
        unit: of the values, empty if they have none.
        elapsed: seconds, never decreasing, shape (K,).
        values: shape (K,); NaN is a gap: from there on, until the next value, the signal is not known.
        recorded: whether the values stand in the file; else they are derived from what does.
        steps: whether the signal jumps from one value to the next.
        states: what the values 0, 1, … mean; None if they are numbers.

    """

    name: str
    label: str
    unit: str
    elapsed: Floats
    values: Floats
    recorded: bool
    steps: bool = False
    states: tuple[str, ...] | None = None

    def __len__(self) -> int:
        """Return the number of values, gaps included."""
        return len(self.elapsed)

    @property
    def known(self) -> bool:
        """Whether there is a value at all."""
        return bool(np.isfinite(self.values).any())

    @property
    def nbytes(self) -> int:
        """Bytes that the values and their times take."""
        return self.elapsed.nbytes + self.values.nbytes

    def at(self, elapsed: float) -> float:
        """Return the value in force at a time: that of the last frame up to it; NaN where there is none."""
        place = int(np.searchsorted(self.elapsed, elapsed, side="right")) - 1
        return float(self.values[place]) if place >= 0 else np.nan

    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Return begin, end and value of each stretch in which the value stays, without gaps; all (S,).

        The last one ends with the last sample.
        """
        if not len(self):
            return np.empty(0), np.empty(0), np.empty(0)
        values = self.values
        same = (values[1:] == values[:-1]) | (np.isnan(values[1:]) & np.isnan(values[:-1]))
        begin = np.append(0, np.flatnonzero(~same) + 1)
        end = np.append(begin[1:], len(values) - 1)
        kept = np.isfinite(values[begin])
        return self.elapsed[begin][kept], self.elapsed[end][kept], values[begin][kept]


def with_gaps(index: RecordingIndex, samples: Samples) -> tuple[Floats, Floats]:
    """Return times and values (K,) of samples, with a NaN at the first frame after each that has none.

    What is no number, or an absurd one, becomes NaN too.
    """
    frames = samples.frames
    with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
        values = samples.values.astype(np.float64)
        values = np.where(np.abs(values) < _LARGEST, values, np.nan)
    following = np.append(frames[1:], len(index.heads))
    ends = np.flatnonzero(following > frames + 1)
    places = np.insert(frames, ends + 1, frames[ends] + 1)
    return read_only(index.elapsed[places]), read_only(np.insert(values, ends + 1, np.nan))


def held(series: Series, times: Floats) -> Floats:
    """Return the values in force at ascending times (K,): NaN before the first one and in gaps."""
    places = np.searchsorted(series.elapsed, times, side="right") - 1
    return np.asarray(np.append(series.values, np.nan)[places])


class SeriesStats(NamedTuple):
    """A signal over a range; NaN is what is not known.

    Attributes:
        mean: each value weighted by how long it is in force.
        least: lowest value in force.
        most: highest value in force.
        change: value in force at the end less that at the start.

    """

    mean: float
    least: float
    most: float
    change: float


def series_stats(series: Series, chosen: Range) -> SeriesStats:
    """Return what a signal amounts to; a value is in force until the next one, a gap counts for nothing."""
    begin, end, values = in_force(series, chosen)
    change = series.at(chosen[1]) - series.at(chosen[0]) if np.isfinite(values).any() else np.nan
    return SeriesStats(*averages(values, end - begin), change)


def averages(values: Floats, weights: Floats) -> tuple[float, float, float]:
    """Return the weighted mean, the least and the greatest of some values (K,), NaN if none is known."""
    known = np.isfinite(values)
    if not known.any():
        return np.nan, np.nan, np.nan
    weights, values = weights[known], values[known]
    total = float(weights.sum())
    mean = float((weights * values).sum()) / total if total > 0.0 else float(values.mean())
    return mean, float(values.min()), float(values.max())


def time_in_states(series: Series, chosen: Range) -> dict[int, float]:
    """Return for how many seconds of a range each state is in force, those that are; ascending."""
    begin, end, values = in_force(series, chosen)
    known = np.isfinite(values)
    states, places = np.unique(values[known].astype(np.int64), return_inverse=True)
    seconds = np.bincount(places, (end - begin)[known], minlength=len(states))
    return {int(state): float(each) for state, each in zip(states, seconds, strict=True) if each > 0.0}


def in_force(series: Series, chosen: Range) -> tuple[Floats, Floats, Floats]:
    """Return from when to when within a range each value is in force, and the value; all (K,)."""
    start, stop = chosen
    first = max(int(np.searchsorted(series.elapsed, start, side="right")) - 1, 0)
    last = int(np.searchsorted(series.elapsed, stop, side="right"))
    begin = np.maximum(series.elapsed[first:last], start)
    return begin, np.append(begin[1:], stop)[: len(begin)], series.values[first:last]


# -- what a range of time holds


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


# -- as a table

_BLOCK = 4096
"""Rows that are made at once."""


def write_table(
    index: RecordingIndex,
    columns: Sequence[tuple[str, Series]],
    stream: TextIO,
    *,
    delimiter: str = ",",
    proceed: Proceed = always,
) -> None:
    """Write series as CSV: elapsed seconds, the number of the frame in force, and a column for each series.

    Rows are the times of all series together. Each value holds until the next one of its series; where a
    series has none yet, or a gap, its cell is empty. States are written by their names.

    Args:
        index: the recording.
        columns: what to write over each column, and the series in it.
        stream: a text file opened with ``newline=""``.
        delimiter: what stands between two cells.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        OSError: the file cannot be written.
        ReadingCancelledError: ``proceed`` said no.

    """
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(["elapsed (s)", "frame", *(title for title, _ in columns)])
    times = np.unique(np.concatenate([np.empty(0), *(series.elapsed for _, series in columns)]))
    for begin in range(0, len(times), _BLOCK):
        check(proceed, begin / len(times))
        part = times[begin : begin + _BLOCK]
        places = np.clip(np.searchsorted(index.elapsed, part, side="right") - 1, 0, None)
        frames = index.frames["frame"][places].tolist()
        cells = [_cells(series, part) for _, series in columns]
        seconds = (repr(time) for time in part.tolist())
        writer.writerows(zip(seconds, frames, *cells, strict=True))


def _cells(series: Series, times: Floats) -> list[str]:
    values, states = held(series, times).tolist(), series.states
    if states is None:
        return [f"{value:.9g}" if value == value else "" for value in values]  # noqa: PLR0124 - NaN is not itself
    return [states[int(value)] if 0.0 <= value < len(states) else "" for value in values]
