"""Signals over time as curves and ribbons, under the map."""

from viewer.ui.plots.book import PlotBook
from viewer.ui.plots.panel import PlotsPanel
from viewer.ui.signal_mime import SIGNAL_MIME, SignalOf, signal_mime

__all__ = ["SIGNAL_MIME", "PlotBook", "PlotsPanel", "SignalOf", "signal_mime"]
