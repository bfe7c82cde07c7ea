"""Widgets that know nothing of recordings."""
