"""Common samples of two recordings: values of partners at the times at which either has a frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Floats, Ints
from viewer.comparison.side import UNKNOWN, Positions, Side
from viewer.lazy import lazy
from viewer.logfile.fields import PacketKind

_BUDGET = 400_000
"""Number of samples, each of one pair of partners at one time, that are in memory at once."""
_MOST = 2 * _BUDGET
"""Largest such number where actors come and go."""
_FEWEST_TIMES = 16
"""Least number of times that are read together; with very many actors, not all of them are."""
_AROUND = 2
"""Frames that are read before and after the times of a window: speeds are differences."""


def common_times(a: Side, b: Side) -> Floats:
    """Return the times at which A or B has a frame, while both last, ascending, on the shared clock."""
    if not (len(a.times) and len(b.times)):
        return np.empty(0)
    begin, end = max(a.times[0], b.times[0]), min(a.times[-1], b.times[-1])
    times = np.sort(np.concatenate((a.times, b.times)))
    times = times[(times >= begin - TIME_ROUNDING) & (times <= end + TIME_ROUNDING)]
    return np.asarray(times[np.diff(times, prepend=-np.inf) > TIME_ROUNDING])


@dataclass(frozen=True, eq=False)
class Window:
    """Stretch of the common times, and the pairs of actors that exist in it.

    Attributes:
        a: recording A.
        b: recording B.
        times: seconds on the shared clock, shape (T,).
        begin: index of ``times[0]`` among all common times.
        pairs: indices of the pairs, shape (P,).
        rows_a: rows of their actors in A's actor table, shape (P,).
        rows_b: the same for B.
    """

    a: Side
    b: Side
    times: Floats
    begin: int
    pairs: Ints
    rows_a: Ints
    rows_b: Ints

    @lazy
    def sides(self) -> tuple[_WindowSide, _WindowSide]:
        """Return what A and B have in this window."""
        return _WindowSide(self.a, self.rows_a, self.times), _WindowSide(self.b, self.rows_b, self.times)

    def poses(self, shift: float = 0.0) -> tuple[NDArray[np.floating], NDArray[np.floating], Floats | None]:
        """Return poses of the partners at ``times``, and by how much they may differ by interpolation.

        Args:
            shift: seconds that B's poses are taken later.

        Returns:
            Poses in A and in B: x, y, z in metres, yaw in degrees, shape (P, T, 4); NaN where unknown. And
            metres and degrees, shape (P, T, 2), None if nothing is interpolated.
        """
        a, b = self.sides
        if shift:
            b = _WindowSide(self.b, self.rows_b, self.times + shift)
        slack = [side.slack for side in (a, b) if not side.at.exact.all()]
        return a.values, b.values, sum(slack[1:], slack[0]) if slack else None

    def states(self, kind: PacketKind, field: str) -> tuple[Ints, Ints]:
        """Return an integer field of the partners' records at ``times``, shape (P, T) each; states hold."""
        a, b = self.sides
        return a.states(kind, field), b.states(kind, field)


class _WindowSide:
    """One recording's part of a window."""

    def __init__(self, side: Side, rows: Ints, times: Floats) -> None:
        self.at: Positions = side.positions(times)
        self._side, self._rows = side, rows
        first, last = int(self.at.frames[0]), int(self.at.frames[-1])
        around = 0 if self.at.exact.all() else _AROUND
        self._first = max(first - around, 0)
        self._stop = min(last + around + 1, len(side.times))

    @lazy
    def _is_whole(self) -> bool:
        """Whether the times of the window are those of all its frames."""
        is_each = len(self.at.frames) == self._stop - self._first
        return bool(is_each and self.at.exact.all() and (np.diff(self.at.frames) == 1).all())

    @lazy
    def _poses(self) -> NDArray[np.floating]:
        return self._side.poses(self._rows, self._first, self._stop)

    @lazy
    def values(self) -> NDArray[np.floating]:
        """Poses at the times of the window, shape (P, T, 4)."""
        if self._is_whole:
            return self._poses
        if self.at.exact.all():
            return self._poses.take(self.at.frames - self._first, axis=1)
        return self._side.between(self._poses, self._first, self.at)

    @lazy
    def slack(self) -> Floats:
        """Largest error of interpolation in metres and degrees, shape (P, T, 2): |v₂ − v₁| Δt / 8.

        v₁ and v₂ are the speeds at both ends of the step between frames, Δt is its length. 0 at frames.
        """
        slack = np.zeros((*self._poses.shape[:1], len(self.at.frames), 2))
        columns = np.flatnonzero(~self.at.exact)
        if self._poses.shape[1] < 2:  # noqa: PLR2004 - a step has two ends
            return slack
        steps = np.diff(self._poses, axis=1)
        steps[..., 3] -= 360.0 * np.round(steps[..., 3] / 360.0)
        seconds = self._side.steps[self._first : self._stop - 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            speeds = steps / seconds[:, None]
        here = np.clip(self.at.frames[columns] - self._first, 0, speeds.shape[1] - 1)
        speed = speeds[:, here]
        before, after = (
            speeds[:, np.maximum(here - 1, 0)],
            speeds[:, np.minimum(here + 1, speeds.shape[1] - 1)],
        )
        change = np.where(np.isnan(after), speed, after) - np.where(np.isnan(before), speed, before)
        change *= seconds[here, None] / 16.0  # half of the change over three steps is that over one
        slack[:, columns, 0] = np.nan_to_num(np.linalg.norm(change[..., :3], axis=2))
        slack[:, columns, 1] = np.nan_to_num(np.abs(change[..., 3]))
        return slack

    def states(self, kind: PacketKind, field: str) -> Ints:
        found = self._side.states(kind, field, self._rows, self._first, self._stop)
        if self._is_whole:
            return found
        values = found[:, np.maximum(self.at.frames - self._first, 0)]
        values[:, self.at.frames < 0] = UNKNOWN
        lost = ~self.at.exact & np.append(self._side.gaps, True)[np.maximum(self.at.frames, 0)]
        values[:, lost] = UNKNOWN
        return values


def windows(a: Side, b: Side, times: Floats, rows_a: Ints, rows_b: Ints) -> Iterator[Window]:
    """Yield stretches of ``times`` with the pairs of actors that exist in them, small enough for the memory.

    Args:
        a: recording A.
        b: recording B.
        times: all common times, shape (T,).
        rows_a: rows of N actors in A's actor table.
        rows_b: rows of their partners in B's.
    """
    begins = np.maximum(a.spawned[rows_a], b.spawned[rows_b])
    ends = np.minimum(a.destroyed[rows_a], b.destroyed[rows_b])
    lasting = np.flatnonzero(begins < ends)
    first = np.searchsorted(times, begins[lasting] - TIME_ROUNDING)
    last = np.searchsorted(times, ends[lasting] - TIME_ROUNDING)
    changes = np.zeros(len(times) + 1, np.int64)
    np.add.at(changes, first, 1)
    np.add.at(changes, last, -1)
    alive = np.cumsum(changes)[:-1]
    begun = np.append(0, np.cumsum(np.bincount(first, minlength=len(times))))
    by_begin = np.argsort(first, kind="stable")
    starts = first[by_begin]
    current = np.empty(0, np.int64)
    begin = taken = 0
    while begin < len(times):
        count = min(max(_BUDGET // max(int(alive[begin]), 1), _FEWEST_TIMES), len(times) - begin)
        # Who exists for a part of the window only takes as much memory as who exists throughout.
        while count > _FEWEST_TIMES and (alive[begin] + begun[begin + count] - begun[begin]) * count > _MOST:
            count = max(count * 3 // 4, _FEWEST_TIMES)
        stop = begin + count
        upto = int(np.searchsorted(starts, stop))
        current = np.concatenate((current[last[current] > begin], by_begin[taken:upto]))
        taken = upto
        here = np.sort(lasting[current[last[current] > begin]])
        here = here[np.argsort(rows_a[here], kind="stable")]
        for part in np.array_split(here, len(here) * count // _MOST + 1):
            if len(part):
                yield Window(a, b, times[begin:stop], begin, part, rows_a[part], rows_b[part])
        begin = stop


def lengths(steps: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the lengths of vectors, shape (P, T, 3); several times faster than numpy.linalg.norm."""
    return np.asarray(np.sqrt(np.einsum("ptc,ptc->pt", steps, steps)))
