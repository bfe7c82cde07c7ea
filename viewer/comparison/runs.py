"""Runs: stretches of common times in which partners differ in one respect, found window by window."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Flags, Floats, Ints


class What(str, Enum):
    """Respect in which two recordings differ."""

    CONTROL = "control"
    POSITION = "position"
    HEADING = "heading"
    EXISTENCE = "existence"
    BLUEPRINT = "blueprint"
    LIGHT = "light"
    LAMP = "lamp"
    DOOR = "door"
    WEATHER = "weather"

    @property
    def is_state(self) -> bool:
        """Whether it is a state that holds until it changes, not a quantity."""
        return self not in (What.CONTROL, What.POSITION, What.HEADING)


WHATS = tuple(What)
UNITS = {What.POSITION: "m", What.HEADING: "°"}
"""Units of values; controls have their name in place of one."""
RUN = np.dtype([
    ("pair", "i8"), ("what", "u1"), ("first", "i8"), ("last", "i8"), ("value", "f8"), ("a", "f8"),
    ("b", "f8"), ("distance", "f8"), ("largest", "f8"), ("largest_time", "f8"), ("near", "i8"),
    ("near_value", "f8"), ("near_distance", "f8"), ("part", "u1"),
])  # fmt: skip
"""dtype of a run: ``pair`` is the index of the partners, ``what`` an index in ``WHATS``.

``first`` and ``last`` are indices of common times; ``value`` and ``distance`` (to the hero in metres) are
those at ``first``; ``a`` and ``b`` are states there. ``near`` is the index of the first of these times at
which an actor is near the hero, −1 for none, with its value and distance. ``part`` is the control that
differs.
"""
NEAR = 100.0
"""Metres from the hero within which a difference can be what made the runs part."""
NO_PAIR = -1
"""Index in place of a pair for differences that are not of two actors: weather, actors without a partner."""

Distance = Callable[[], NDArray[np.floating]]
"""Function that returns the distances in metres of P pairs to the hero at T times, shape (P, T)."""


class Stretch(NamedTuple):
    """Pairs of actors and common times that are searched for runs together.

    Attributes:
        pairs: index of each pair, shape (P,).
        begin: index of the first of ``times`` among all common times.
        times: seconds, shape (T,).
        distance: function that returns distances to the hero.
    """

    pairs: Ints
    begin: int
    times: Floats
    distance: Distance


def find_runs(
    what: What,
    stretch: Stretch,
    beyond: Flags,
    values: NDArray[np.floating] | None = None,
    states: tuple[Ints, Ints] | None = None,
) -> NDArray[np.void]:
    """Return the runs of a stretch, dtype ``RUN``.

    Args:
        what: respect in which partners differ.
        stretch: P pairs and T times.
        beyond: where they differ, shape (P, T).
        values: by how much, shape (P, T); None for states.
        states: states in A and in B, shape (P, T) each.
    """
    rows, columns = np.nonzero(beyond)
    if not len(rows):
        return np.empty(0, RUN)
    new = np.ones(len(rows), np.bool_)
    new[1:] = (np.diff(rows) != 0) | (np.diff(columns) != 1)
    starts = np.flatnonzero(new)
    number = np.cumsum(new) - 1
    runs = np.zeros(len(starts), RUN)
    runs["pair"], runs["what"] = stretch.pairs[rows[starts]], WHATS.index(what)
    runs["first"] = stretch.begin + columns[starts]
    runs["last"] = stretch.begin + columns[np.append(starts[1:], len(rows)) - 1]
    amounts = np.full(len(rows), np.nan) if values is None else values[rows, columns].astype(np.float64)
    apart = stretch.distance()[rows, columns].astype(np.float64)
    runs["value"], runs["distance"] = amounts[starts], apart[starts]
    runs["largest"], runs["largest_time"] = np.nan, np.nan
    if values is not None:
        runs["largest"] = np.maximum.reduceat(amounts, starts)
        peaks = np.flatnonzero(amounts == runs["largest"][number])
        peaks = peaks[np.diff(number[peaks], prepend=-1) > 0]
        runs["largest_time"] = stretch.times[columns[peaks]]
    runs["a"] = runs["b"] = np.nan
    if states is not None:
        runs["a"], runs["b"] = (each[rows[starts], columns[starts]] for each in states)
    runs["near"], runs["near_value"], runs["near_distance"] = -1, np.nan, np.nan
    close = np.flatnonzero(apart <= NEAR)
    close = close[np.diff(number[close], prepend=-1) > 0]
    which = number[close]
    runs["near"][which] = stretch.begin + columns[close]
    runs["near_value"][which], runs["near_distance"][which] = amounts[close], apart[close]
    return runs


def joined_runs(runs: NDArray[np.void], times: Floats, gap: float) -> NDArray[np.void]:
    """Return ``runs``, by pair and what in order of time, with those joined that are less than ``gap`` apart.

    Runs that meet at the border of two windows are joined, too. ``times`` are all common times in seconds.
    """
    if not len(runs):
        return runs
    runs = runs[np.lexsort((runs["first"], runs["what"], runs["pair"]))]
    same = (np.diff(runs["pair"]) == 0) & (np.diff(runs["what"]) == 0)
    meets = runs["first"][1:] == runs["last"][:-1] + 1
    with np.errstate(invalid="ignore"):
        meets |= times[runs["first"][1:]] - times[runs["last"][:-1]] < gap - TIME_ROUNDING
    starts = np.flatnonzero(np.append(True, ~(same & meets)))
    joined = runs[starts].copy()
    joined["last"] = np.maximum.reduceat(runs["last"], starts)
    number = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(runs))))
    largest = np.where(np.isnan(runs["largest"]), -np.inf, runs["largest"])
    joined["largest"] = np.maximum.reduceat(largest, starts)
    peaks = np.flatnonzero(largest == joined["largest"][number])
    peaks = peaks[np.diff(number[peaks], prepend=-1) > 0]
    joined["largest_time"] = runs["largest_time"][peaks]
    joined["largest"][np.isinf(joined["largest"])] = np.nan
    close = np.flatnonzero(runs["near"] >= 0)
    close = close[np.diff(number[close], prepend=-1) > 0]
    for name in ("near", "near_value", "near_distance"):
        joined[name][number[close]] = runs[name][close]
    return joined
