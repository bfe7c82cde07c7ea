"""Widgets that do not depend on recordings."""
