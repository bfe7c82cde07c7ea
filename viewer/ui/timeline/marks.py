"""Events too close to be told apart become one mark. No Qt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.quick_dataclass import dataclass

NEAR = 6.0
"""Events closer than this many pixels share a mark."""
LONGEST = 56.0
"""A dense stretch is cut into marks this many pixels apart, so that there is room for their counts."""


@dataclass(frozen=True, eq=False)
class StripMarks:
    """Marks on a strip, ascending.

    Attributes:
        x: where each mark stands: at the first of its worst events, shape (M,).
        event: number of that event, shape (M,).
        begin: number of its first event, shape (M,).
        count: how many events it stands for, shape (M,).

    """

    x: NDArray[np.float64]
    event: NDArray[np.int64]
    begin: NDArray[np.int64]
    count: NDArray[np.int64]

    def __len__(self) -> int:
        """Return the number of marks."""
        return len(self.x)


def merge(
    x: NDArray[np.float64], rank: NDArray[np.integer], near: float = NEAR, longest: float = LONGEST
) -> StripMarks:
    """Merge events that are near each other.

    A chain of events, each near the one before, is one mark, or several if it is long. Where chains begin
    and are cut depends on the scale alone, not on the window, so that marks stand still while it moves.

    Args:
        x: pixels of the events, ascending, not cut off, shape (E,).
        rank: the less the worse, shape (E,); the worst one gives the mark its place.
        near: pixels between two events of a chain at most.
        longest: pixels between the marks a long chain is cut into.

    """
    if not len(x):
        none = np.empty(0, np.int64)
        return StripMarks(np.empty(0), none, none, none)
    first_of_chain = np.append(True, np.diff(x) > near)
    chain = np.cumsum(first_of_chain) - 1
    part = ((x - x[first_of_chain][chain]) // longest).astype(np.int64)
    begin = np.flatnonzero(first_of_chain | np.append(True, np.diff(part) != 0))
    # The least key is that of the first among the worst.
    key = rank.astype(np.int64) * len(x) + np.arange(len(x))
    event = np.minimum.reduceat(key, begin) % len(x)
    return StripMarks(x[event], event, begin, np.diff(np.append(begin, len(x))))
