"""Signals over time: one table of what can be asked, read in numpy from strided reads."""

from viewer.replay.series.read import read_series
from viewer.replay.series.series import Series
from viewer.replay.series.signals import SIGNALS, Scope, Signal, possible_signals

__all__ = ["SIGNALS", "Scope", "Series", "Signal", "possible_signals", "read_series"]
