"""The palette: one field that finds actions, actors, events, times and places."""

from viewer.ui.palette.palette import Palette

__all__ = ["Palette"]
