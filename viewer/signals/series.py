"""Series (the values of a signal over time), their statistics in a range, and their table as CSV."""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TextIO

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy
from viewer.recording.columns import read_only
from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, Times, counts_between
from viewer.replay.paths.trajectory import Trajectory
from viewer.replay.time.time_range import Range

_LARGEST = 1e9
"""Absolute value above which a recorded number is taken for damage; no signal reaches it."""


class SeriesKey(NamedTuple):
    """Key of a series: name of a signal, and rows in the actor table of the actors it is about.

    ``row`` is None for a signal of the whole recording. ``other`` is the second actor of a signal about a
    pair, else None.
    """

    name: str
    row: int | None = None
    other: int | None = None


class Samples(NamedTuple):
    """Samples of a signal: numbers or flags ``values`` (K,) at frame indices ``frames`` (K,), ascending.

    ``recorded`` is False if any of the values were derived.
    """

    frames: Ints
    values: NDArray[Any]
    recorded: bool = True


@dataclass(frozen=True, eq=False)
class Series:
    """Values of a signal over time.

    Attributes:
        name: id of the signal.
        label: name shown to people.
        unit: unit of the values, empty if they have none.
        elapsed: time of each value in seconds, never decreasing, shape (K,).
        values: shape (K,); NaN begins a gap that lasts until the next value.
        recorded: whether the values are in the file (else derived).
        steps: whether each value holds until the next one; else a line joins them when plotted.
        states: texts for the values 0, 1, …; None if values are plain numbers.
    """

    name: str
    label: str
    unit: str
    elapsed: Floats
    values: Floats
    recorded: bool
    steps: bool = False
    states: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"Series({self.name!r}, values={len(self)}, unit={self.unit!r}, recorded={self.recorded})"

    def __len__(self) -> int:
        """Return the number of values in the series, gaps included."""
        return len(self.elapsed)

    @property
    def known(self) -> bool:
        """Whether the series has any value that is not a gap."""
        return bool(np.isfinite(self.values).any())

    @property
    def nbytes(self) -> int:
        """Memory in bytes that the series takes: its values and their times."""
        return self.elapsed.nbytes + self.values.nbytes

    @lazy
    def whole(self) -> bool:
        """Whether its values hold until the next one and are whole numbers, as those of a gear."""
        known = self.values[np.isfinite(self.values)]
        return self.steps and bool((known == np.rint(known)).all())

    def at(self, elapsed: float) -> float:
        """Return the latest value of the signal at or before ``elapsed`` seconds.

        NaN before the first value and in gaps.
        """
        at = int(np.searchsorted(self.elapsed, elapsed, side="right")) - 1
        return float(self.values[at]) if at >= 0 else np.nan

    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Return start times, end times and values of the stretches with one value, without gaps; (S,) each.

        The last stretch ends at the time of the last value.
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
    """Return the times in seconds and the values of ``samples``, with a NaN where a gap begins.

    ``index`` is the recording, which has the times. A gap begins at the first frame that has no sample.
    Values that are not finite, or absurdly large, become NaN. Both arrays have the same length.
    """
    frames = samples.frames
    with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
        values = samples.values.astype(np.float64)
        values = np.where(np.abs(values) < _LARGEST, values, np.nan)
    following = np.append(frames[1:], len(index.frame_starts))
    ends = np.flatnonzero(following > frames + 1)
    indices = np.insert(frames, ends + 1, frames[ends] + 1)
    return read_only(index.elapsed[indices]), read_only(np.insert(values, ends + 1, np.nan))


def held(series: Series, times: Floats) -> Floats:
    """Return the value of ``series`` in force at each of ``times``, shape (K,): the last one until then.

    It is NaN before the first value.
    """
    indices = np.searchsorted(series.elapsed, times, side="right") - 1
    return np.asarray(np.append(series.values, np.nan)[indices])


class SeriesStats(NamedTuple):
    """Statistics of a signal in a range; NaN if unknown. A value is in force until the next one.

    Attributes:
        mean: mean of the values, weighted by the time that each is in force.
        least: lowest value in force.
        most: highest value in force.
        change: value in force at the end minus that at the start.
    """

    mean: float
    least: float
    most: float
    change: float


def series_stats(series: Series, chosen: Range) -> SeriesStats:
    """Return mean, minimum, maximum and change of ``series`` in the time range ``chosen`` (seconds).

    A value counts from its time until the next one; gaps do not count.
    """
    begin, end, values = in_force(series, chosen)
    change = series.at(chosen[1]) - series.at(chosen[0]) if np.isfinite(values).any() else np.nan
    return SeriesStats(*averages(values, end - begin), change)


def averages(values: Floats, weights: Floats) -> tuple[float, float, float]:
    """Return mean by ``weights``, minimum and maximum of ``values`` (K,) without NaN; NaN if all are NaN."""
    known = np.isfinite(values)
    if not known.any():
        return np.nan, np.nan, np.nan
    weights, values = weights[known], values[known]
    total = float(weights.sum())
    mean = float((weights * values).sum()) / total if total > 0.0 else float(values.mean())
    return mean, float(values.min()), float(values.max())


def time_in_states(series: Series, chosen: Range) -> dict[int, float]:
    """Return how many seconds of the range ``chosen`` each state of ``series`` lasts, by state, ascending.

    States are the values of a signal such as the colour of a traffic light: indices into ``series.states``.
    Those that do not occur are left out; ``chosen`` is in elapsed seconds.
    """
    begin, end, values = in_force(series, chosen)
    known = np.isfinite(values)
    states, indices = np.unique(values[known].astype(np.int64), return_inverse=True)
    seconds = np.bincount(indices, (end - begin)[known], minlength=len(states))
    return {int(state): float(each) for state, each in zip(states, seconds, strict=True) if each > 0.0}


def in_force(series: Series, chosen: Range) -> tuple[Floats, Floats, Floats]:
    """Return start times, end times and values of the parts of ``series`` within ``chosen``; (K,) each.

    A value counts from its time (at least the start of the range) to the next value (at most the end).
    """
    start, stop = chosen
    first = max(int(np.searchsorted(series.elapsed, start, side="right")) - 1, 0)
    last = int(np.searchsorted(series.elapsed, stop, side="right"))
    begin = np.maximum(series.elapsed[first:last], start)
    return begin, np.append(begin[1:], stop)[: len(begin)], series.values[first:last]


# -- what a range of time holds


class RangeStats(NamedTuple):
    """Frames and events in a range of time.

    Attributes:
        start: elapsed seconds.
        end: elapsed seconds.
        first: index of the first frame in the range.
        last: index of the last frame in the range, −1 (and ``first`` 0) if there is none.
        events: number of events by kind; kinds not searched yet are missing.
    """

    start: float
    end: float
    first: int
    last: int
    events: Mapping[EventKind, int]

    @property
    def length(self) -> float:
        """Length of the range in seconds."""
        return self.end - self.start

    @property
    def frames(self) -> int:
        """Number of frames that begin within the time range, its two ends included."""
        return self.last - self.first + 1


class MotionStats(NamedTuple):
    """Motion of one actor in a range; NaN if unknown.

    Attributes:
        distance: metres driven or walked, without gaps and teleports.
        mean: mean speed in m/s: that of the recorded speeds, weighted by the duration of each frame; if none
            are recorded, the distance divided by the time.
        least: lowest speed in m/s.
        most: highest speed in m/s.
    """

    distance: float
    mean: float
    least: float
    most: float

    @property
    def unknown(self) -> bool:
        """Whether all values are NaN: the actor was absent, or does not move."""
        return all(np.isnan(self))


def range_stats(index: RecordingIndex, times: Mapping[EventKind, Times], chosen: Range) -> RangeStats:
    """Return which frames and how many events of the recording ``index`` are in the range ``chosen``.

    ``times`` are the times of the events by kind; these and ``chosen`` are in elapsed seconds.
    """
    start, end = chosen
    first = int(np.searchsorted(index.elapsed, start, side="left"))
    last = int(np.searchsorted(index.elapsed, end, side="right")) - 1
    if last < first:
        first, last = 0, -1
    return RangeStats(start, end, first, last, counts_between(times, start, end))


def motion_stats(index: RecordingIndex, poses: Trajectory, speed: Series, chosen: Range) -> MotionStats:
    """Return distance and speeds of an actor in the range ``chosen``, in elapsed seconds.

    ``poses`` and ``speed`` are those of the actor, ``index`` is the recording. Where frames are missing, from
    the file or of the actor, nothing is assumed: such a stretch adds no distance and has no weight.
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
    """Return whether frames are missing from the file right after each of ``frames``, shape as given.

    ``frames`` are frame indices in the recording ``index``. A frame that is followed by missing ones seems to
    last until the next one in the file, although nothing is known of the time between. Only these frames are
    checked: this runs while a range is dragged.
    """
    ids = index.frames["frame"]
    following = np.minimum(frames + 1, len(ids) - 1)
    return np.asarray((following > frames) & (ids[following] != ids[frames] + 1))


# -- as a table


def rows_of(index: RecordingIndex, columns: Sequence[tuple[str, Series]]) -> tuple[Floats, Ints]:
    """Return the times in any of the series, and the ids of the frames at these times, shape (K,) each."""
    times = np.unique(np.concatenate([np.empty(0), *(series.elapsed for _, series in columns)]))
    frames = np.maximum(np.searchsorted(index.elapsed, times, side="right") - 1, 0)
    return times, index.frame_ids[frames]


_BLOCK = 4096
"""Number of rows of an exported CSV table of signals that are computed at once."""


def write_table(
    index: RecordingIndex,
    columns: Sequence[tuple[str, Series]],
    stream: TextIO,
    *,
    delimiter: str = ",",
    should_continue: ShouldContinue = always,
) -> None:
    """Write series as CSV: elapsed seconds, id of the frame at that time, and a column for each series.

    There is a row for each time in any of the series. Each value holds until the next one of its series;
    before the first and in gaps the cell is empty. States are written as text.

    Args:
        index: the recording.
        columns: heading and series of each column.
        stream: a text file opened with ``newline=""``.
        delimiter: character between two cells.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        OSError: the file cannot be written.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(["elapsed (s)", "frame", *(title for title, _ in columns)])
    times, frames = rows_of(index, columns)
    for begin in range(0, len(times), _BLOCK):
        check(should_continue, begin / len(times))
        part = slice(begin, begin + _BLOCK)
        cells = [_cells(series, times[part]) for _, series in columns]
        seconds = map(repr, times[part].tolist())
        writer.writerows(zip(seconds, frames[part].tolist(), *cells, strict=True))


def _cells(series: Series, times: Floats) -> list[str]:
    values, states = held(series, times).tolist(), series.states
    if states is None:
        return ["" if math.isnan(value) else f"{value:.9g}" for value in values]
    return [states[int(value)] if 0.0 <= value < len(states) else "" for value in values]
