"""All signals over time: those of the recording alone, and those that need the town's lanes or everybody."""

from viewer.analysis.series.table import SIGNALS, possible_signals, read_series

__all__ = ["SIGNALS", "possible_signals", "read_series"]
