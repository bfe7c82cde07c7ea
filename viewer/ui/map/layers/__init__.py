"""Layers of the map, one module each."""
