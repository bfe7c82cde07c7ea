"""Values to pixels and back, and the round ones at its ends. No Qt."""

from __future__ import annotations

import math

import numpy as np

from viewer.arrays import Floats
from viewer.quick_dataclass import dataclass
from viewer.ui import format as fmt

_PADDING = 0.06
"""Part of the values' range that is shown beyond it."""
_NEAR_ZERO = 0.4
"""Zero is shown if it is nearer to the values than this part of the farthest one."""
_FINEST = 1e-9
_WIDEST = 1e12
_FARTHEST = 1e5
"""Pixels beyond the plot at which coordinates are cut off."""


@dataclass(frozen=True)
class ValueAxis:
    """A range of values on a strip of pixels; ``low`` lies at the bottom."""

    low: float
    high: float

    @classmethod
    def around(cls, least: float, most: float) -> ValueAxis:
        """Return an axis on which these values are seen well, with zero if it is near; NaN: 0 to 1."""
        if not (math.isfinite(least) and math.isfinite(most)):
            return cls(0.0, 1.0)
        if least > 0.0 and least < (1.0 - _NEAR_ZERO) * most:
            least = 0.0
        elif most < 0.0 and most > (1.0 - _NEAR_ZERO) * least:
            most = 0.0
        if most - least <= _FINEST * max(abs(least), abs(most), 1.0):
            half = max(abs(most) * 0.05, 0.5)
            least, most = least - half, most + half
        padding = _PADDING * (most - least)
        return cls(least - padding, most + padding)

    def y(self, value: float, top: float, height: float) -> float:
        """Return where a value lies."""
        return top + (self.high - value) / (self.high - self.low) * height

    def ys(self, values: Floats, top: float, height: float) -> Floats:
        """Return where many values lie, cut off far beyond the strip."""
        ys = top + (self.high - values) * (height / (self.high - self.low))
        return np.clip(ys, top - _FARTHEST, top + height + _FARTHEST)

    def value(self, y: float, top: float, height: float) -> float:
        """Return the value at a pixel."""
        return self.high - (y - top) / height * (self.high - self.low)

    def zoomed(self, value: float, factor: float) -> ValueAxis:
        """Return an axis ``factor`` times closer; a value stays where it is."""
        low, high = value - (value - self.low) / factor, value + (self.high - value) / factor
        span = high - low
        far = max(abs(low), abs(high))
        return ValueAxis(low, high) if _FINEST * max(far, 1.0) < span and far < _WIDEST else self

    def panned(self, values: float) -> ValueAxis:
        """Return an axis that shows higher values."""
        return ValueAxis(self.low + values, self.high + values)

    @property
    def ends(self) -> tuple[tuple[float, str], tuple[float, str]]:
        """The greatest and the least round value on the axis, with their texts."""
        power = math.floor(math.log10((self.high - self.low) / 2) + 1e-9)
        step, digits = 10.0**power, max(0, -power)
        low = math.ceil(self.low / step - 1e-9) * step
        high = math.floor(self.high / step + 1e-9) * step
        return (high, fmt.number(high, digits)), (low, fmt.number(low, digits))
