"""A range of time, and the frames it begins and ends with."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Range = tuple[float, float]
"""Start and end in elapsed seconds, both included; start < end."""


def snapped(elapsed: NDArray[np.float64], chosen: Range) -> Range | None:
    """Return a range from frame to frame, the nearest ones; None if it holds less than two times."""
    start, end = (
        (float(elapsed[nearest(elapsed, time)]) for time in sorted(chosen)) if len(elapsed) else (0.0, 0.0)
    )
    return (start, end) if start < end else None


def nearest(elapsed: NDArray[np.float64], time: float) -> int:
    """Return the index of the frame that begins nearest to a time, 0 ≤ index < len(elapsed)."""
    after = min(int(np.searchsorted(elapsed, time)), len(elapsed) - 1)
    before = max(after - 1, 0)
    return before if time - elapsed[before] < elapsed[after] - time else after
