"""Signals over time: one table of what can be asked, read in numpy from strided reads."""

from viewer.replay.series.read import read_series
from viewer.replay.series.series import Series
from viewer.replay.series.signals import SIGNALS, Scope, Signal, possible_signals
from viewer.replay.series.statistics import SeriesStats, series_stats, time_in_states
from viewer.replay.series.table import write_table

__all__ = [
    "SIGNALS",
    "Scope",
    "Series",
    "SeriesStats",
    "Signal",
    "possible_signals",
    "read_series",
    "series_stats",
    "time_in_states",
    "write_table",
]
