"""Signals over time: one table of what can be asked, read in numpy from strided reads."""

from viewer.replay.series.series import Series
from viewer.replay.series.signals import Scope, Signal
from viewer.replay.series.statistics import SeriesStats, series_stats, time_in_states
from viewer.replay.series.table import write_table

__all__ = [
    "Scope",
    "Series",
    "SeriesStats",
    "Signal",
    "series_stats",
    "time_in_states",
    "write_table",
]
