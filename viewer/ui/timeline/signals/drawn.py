"""A series ready to be drawn: what is worked out of it once."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats
from viewer.lazy import lazy
from viewer.replay.series import Series


class Drawn:
    """A series, its extent, and its values as ``column_range`` wants them."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.padded: Floats = np.append(series.values, np.nan)
        finite = series.values[np.isfinite(series.values)]
        self.least = float(finite.min()) if len(finite) else np.nan
        self.most = float(finite.max()) if len(finite) else np.nan

    @lazy
    def spans(self) -> tuple[Floats, Floats, Floats]:
        """Begin, end and value of the stretches in which a state stays, (S,) each."""
        return self.series.spans()

    def span_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return begin and end of the stretch in which a state stays at a time, None if there is none."""
        begins, ends, _ = self.spans
        number = int(np.searchsorted(begins, elapsed, side="right")) - 1
        return None if number < 0 or elapsed > ends[number] else (float(begins[number]), float(ends[number]))

    def drawn_at(self, elapsed: float) -> float:
        """Return the value at which the curve is drawn at a time, NaN where it is not."""
        series = self.series
        place = int(np.searchsorted(series.elapsed, elapsed, side="right")) - 1
        if place < 0:
            return np.nan
        here = float(series.values[place])
        following = series.values[place + 1 : place + 2]
        if series.steps or not np.isfinite(following).all() or not len(following):
            return here
        before, after = series.elapsed[place : place + 2].tolist()
        return here + (float(following[0]) - here) * float((elapsed - before) / (after - before))

    def sample_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return time and value of the sample that is in force at a time, None if there is none."""
        series = self.series
        place = int(np.searchsorted(series.elapsed, elapsed, side="right")) - 1
        if place < 0 or not np.isfinite(series.values[place]):
            return None
        return float(series.elapsed[place]), float(series.values[place])
