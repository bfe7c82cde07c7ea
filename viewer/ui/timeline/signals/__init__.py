"""Signals that the user chose to see: lanes of curves and ribbons, and how they are remembered."""
