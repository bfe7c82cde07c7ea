"""Poses over time: trajectories, trails, driven paths, contacts."""
