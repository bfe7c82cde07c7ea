"""Findings of a recording: a strip of chips above the map, and a panel that lists all found events."""
