"""Positions, sizes and shapes of actors on the map as arrays, computed before painting."""
