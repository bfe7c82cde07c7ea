"""Common time of two recordings: its samples, the hero's places, and how long a difference must last."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Flags, Floats, Ints
from viewer.comparison.runs import WHATS
from viewer.comparison.samples import common_times
from viewer.comparison.side import Side
from viewer.comparison.tolerance import Tolerance
from viewer.lazy import lazy


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of actors to compare: row in A's and in B's actor table, shape (N,) each."""

    rows_a: Ints
    rows_b: Ints


@dataclass(frozen=True, eq=False)
class Common:
    """Time that two recordings share.

    Attributes:
        a: recording A.
        b: recording B.
        tolerance: how far apart partners may be and still agree.
    """

    a: Side
    b: Side
    tolerance: Tolerance

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both recordings, A first."""
        return self.a, self.b

    @lazy
    def times(self) -> Floats:
        """Times at which A or B has a frame while both last, on the shared clock, shape (T,)."""
        return common_times(self.a, self.b)

    @lazy
    def hero_places(self) -> tuple[Floats, Floats]:
        """Return where A's and B's hero is at ``times``, in metres, shape (T, 3) each; NaN where unknown."""
        return self.a.hero_places(self.times), self.b.hero_places(self.times)

    def lasting(self, runs: NDArray[np.void], last_known: Ints) -> Flags:
        """Return which of ``runs`` are long enough: held, or to the end; states longer than a frame, too.

        ``last_known`` is the last common time at which the pair of each run is known.
        """
        is_state = np.isin(runs["what"], [WHATS.index(what) for what in WHATS if what.is_state])
        last = len(self.times) - 1
        after = np.minimum(runs["last"] + is_state, last)
        lasts = self.times[after] - self.times[runs["first"]]
        to_the_end = (runs["last"] == last) | (runs["last"] == last_known)
        least = np.where(
            is_state, np.maximum(self.tolerance.time, self._frames_near(runs["first"], after)), -1.0
        )
        held = lasts >= self.tolerance.hold - TIME_ROUNDING
        return np.asarray((held | to_the_end) & (lasts > least + TIME_ROUNDING))

    def _frames_near(self, first: Ints, last: Ints) -> Floats:
        """Return the longest frame of A and B around each pair of common times, in seconds, shape (K,).

        A long run is longer than any frame: only those at its ends count.
        """
        longest = np.zeros(len(first))
        for side in self.sides:
            steps = side.steps if len(side.steps) else np.zeros(1)
            for times, offsets in ((first, (-1, 0, 1)), (last, (-1, 0))):
                frames = side.positions(self.times[times]).frames
                for offset in offsets:
                    longest = np.maximum(longest, steps[np.clip(frames + offset, 0, len(steps) - 1)])
        return longest
