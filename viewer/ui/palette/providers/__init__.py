"""Providers of the palette's entries, one module per kind: actions, recorded things, signals, times."""
