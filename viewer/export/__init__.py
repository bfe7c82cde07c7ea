"""Exporting recordings: tables, scenes, trajectories, videos, and cutting them."""
