"""What identifies a series within a recording."""

from __future__ import annotations

from typing import NamedTuple


class SeriesKey(NamedTuple):
    """Which signal of whom: a name of SIGNALS, and rows of the actor table for those it is about."""

    name: str
    row: int | None = None
    other: int | None = None
