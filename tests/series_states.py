"""What a signal of states says, for tests."""

from __future__ import annotations

from viewer.signals import Series


def state_at(series: Series, elapsed: float) -> str:
    """The state in force at a time in words, empty where there is none."""
    value = series.at(elapsed)
    return (
        series.states[int(value)] if series.states is not None and 0.0 <= value < len(series.states) else ""
    )
