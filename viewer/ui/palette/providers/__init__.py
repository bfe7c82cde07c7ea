"""Providers of the palette, one module per kind of entry."""
