"""Signals over time as curves and ribbons, under the map."""
