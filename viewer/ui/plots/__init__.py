"""Signals over time as curves and ribbons, under the map."""

from viewer.ui.plots.book import PlotBook
from viewer.ui.plots.mime import SIGNAL_MIME, SignalOf, signal_mime
from viewer.ui.plots.panel import PlotsPanel

__all__ = ["SIGNAL_MIME", "PlotBook", "PlotsPanel", "SignalOf", "signal_mime"]
