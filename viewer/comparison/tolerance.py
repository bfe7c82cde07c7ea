"""Tolerances of a comparison: how far apart two recordings may be and still agree."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Largest differences at which partners still agree.

    Attributes:
        position: metres between their origins, in 3-D.
        heading: degrees between their headings.
        control: difference of steering, throttle or brake.
        time: seconds by which one may be later than the other.
        hold: seconds for which a difference must last, unless it lasts to the end.
    """

    position: float = 0.1
    heading: float = 2.0
    control: float = 0.05
    time: float = 0.0
    hold: float = 0.1

    @classmethod
    def parse(cls, text: str) -> Tolerance:
        """Return the tolerances in ``text``, such as ``position=0.2,time=0.05``; others are the usual ones.

        Raises:
            ValueError: there is no such tolerance, or a value is no number from 0 on.
        """
        values: dict[str, float] = {}
        for part in filter(None, map(str.strip, text.split(","))):
            name, _, number = part.partition("=")
            try:
                values[name.strip()] = float(number)
            except ValueError:
                values[name.strip()] = math.nan
        return cls.of(values)

    @classmethod
    def of(cls, values: Mapping[str, float]) -> Tolerance:
        """Return the tolerances in ``values``, by name; the others are the usual ones.

        Raises:
            ValueError: there is no such tolerance, or a value is no number from 0 on.
        """
        names = [each.name for each in fields(cls)]
        for name, value in values.items():
            if name not in names:
                raise ValueError(f"there is no tolerance '{name}'; there are {', '.join(names)}")
            if not 0.0 <= value < math.inf:
                raise ValueError(f"the tolerance {name} is no number from 0 on: give {name}=NUMBER")
        return replace(cls(), **values)

    @property
    def values(self) -> dict[str, float]:
        """Values by name."""
        return asdict(self)
