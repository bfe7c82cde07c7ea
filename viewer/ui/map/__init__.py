"""Top-down map of the actors."""

from viewer.ui.map.view import MapView

__all__ = ["MapView"]
