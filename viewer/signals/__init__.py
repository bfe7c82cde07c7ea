"""Signals (quantities over time, as speed or throttle): the table of all, and functions to read them."""

from viewer.signals.series import Series, SeriesKey, SeriesStats, series_stats, time_in_states, write_table
from viewer.signals.signal import Scope, Signal, Signals, signal_of
from viewer.signals.table import SIGNALS, read_series

__all__ = [
    "SIGNALS",
    "Scope",
    "Series",
    "SeriesKey",
    "SeriesStats",
    "Signal",
    "Signals",
    "read_series",
    "series_stats",
    "signal_of",
    "time_in_states",
    "write_table",
]
