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
        series, place = self.series, self._place(elapsed)
        if place < 0:
            return np.nan
        ends = series.values[place : place + 2]
        if series.steps or not np.isfinite(ends).all():
            return float(ends[0])
        return float(np.interp(elapsed, series.elapsed[place : place + 2], ends))

    def sample_at(self, elapsed: float) -> tuple[float, float] | None:
        """Return time and value of the sample that is in force at a time, None if there is none."""
        place = self._place(elapsed)
        if place < 0 or not np.isfinite(self.series.values[place]):
            return None
        return float(self.series.elapsed[place]), float(self.series.values[place])

    def _place(self, elapsed: float) -> int:
        return int(np.searchsorted(self.series.elapsed, elapsed, side="right")) - 1
