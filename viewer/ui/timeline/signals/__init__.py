"""Lanes of signals (plotted quantities) that the user chose, and how the choice is stored."""
