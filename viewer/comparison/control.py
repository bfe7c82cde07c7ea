"""Control of the hero, doors and weather in two recordings at their common times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, always
from viewer.comparison.side import Side
from viewer.logfile import packets
from viewer.recording.read.changes import Changes
from viewer.recording.read.records import gather
from viewer.replay.paths.trajectory import lifetime_of

PARTS = ("steer", "throttle", "brake", "hand_brake", "reverse")
"""Parts of the control of a vehicle."""


class HeroControl:
    """Control of one lifetime of the hero in a recording."""

    def __init__(self, side: Side, row: int, should_continue: ShouldContinue = always) -> None:
        self._side = side
        self._frames, records = gather(
            side.index, packets.ANIM_VEHICLE, int(side.index.actors.actor_id[row]),
            lifetime_of(side.index, row), should_continue=should_continue,
        )  # fmt: skip
        self._values = np.column_stack(
            [records[name].astype(np.float64) for name in PARTS[:4]]
            + [(records["gear"] < 0).astype(np.float64)]
        )

    def range_at(self, times: Floats) -> tuple[Floats, Floats]:
        """Return the least and the greatest value that each part may have had at ``times``, (T, 5) each.

        Both are the recorded value where a frame begins. Between two frames, the control may have changed at
        any time. NaN where unknown.
        """
        least = np.full((len(times), len(PARTS)), np.nan)
        most = least.copy()
        if not len(self._frames):
            return least, most
        at = self._side.positions(times)
        here = np.searchsorted(self._frames, at.frames, side="right") - 1
        known = (here >= 0) & (self._frames[here] == at.frames)
        least[known] = most[known] = self._values[here[known]]
        after = np.minimum(here + 1, len(self._frames) - 1)
        between = np.flatnonzero(known & ~at.exact)
        following = between[self._frames[after[between]] == at.frames[between] + 1]
        least[following] = np.minimum(least[following], self._values[after[following]])
        most[following] = np.maximum(most[following], self._values[after[following]])
        least[np.setdiff1d(between, following)] = np.nan
        return least, most


def control_gaps(one: HeroControl, other: HeroControl, times: Floats, shifts: Iterable[float]) -> Floats:
    """Return by how much each part of two controls differs at least at ``times``, shape (T, 5).

    Args:
        one: the hero's control in A.
        other: the hero's control in B.
        times: seconds on the shared clock, shape (T,).
        shifts: seconds that the other control may be taken later.
    """
    least, most = one.range_at(times)
    found = np.full(least.shape, np.inf)
    for shift in shifts:
        low, high = other.range_at(times + shift)
        gaps = np.fmax(np.maximum(least - high, low - most), 0.0)
        gaps[np.isnan(least) | np.isnan(low)] = np.nan
        found = np.fmin(found, gaps)
    return np.where(np.isinf(found), np.nan, found)


def held_values(side: Side, changes: Changes, values: NDArray[Any], row: int, times: Floats) -> Ints:
    """Return a value that holds until it changes, such as the open doors of an actor, at ``times``, (T,).

    Args:
        side: the recording.
        changes: the changes, K of them.
        values: value after each change, shape (K,); 0 before the first.
        row: row of the actor in the actor table.
        times: seconds on the shared clock.
    """
    mine = np.flatnonzero(changes.rows == row)
    at = np.searchsorted(changes.frames[mine], side.positions(times).frames, side="right")
    return np.append(0, values[mine].astype(np.int64))[at]


def weather_at(side: Side, changes: Changes, times: Floats) -> Floats:
    """Return the weather at ``times``, shape (T, fields); NaN before the first record.

    ``changes`` are the records of Weather, whose fields are all numbers.
    """
    names = changes.records.dtype.names or ()
    table = np.array([changes.records[name] for name in names], np.float64).reshape(len(names), -1).T
    table = np.concatenate((np.full((1, len(names)), np.nan), table))
    found: Floats = table[np.searchsorted(changes.frames, side.positions(times).frames, side="right")]
    return found


def differing_doors(doors_a: Changes, doors_b: Changes, rows_a: Ints, rows_b: Ints) -> Ints:
    """Return the indices of the pairs of which a door moves in either recording."""
    return np.flatnonzero(np.isin(rows_a, doors_a.rows) | np.isin(rows_b, doors_b.rows))
