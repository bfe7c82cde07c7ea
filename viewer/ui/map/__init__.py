"""The top-down map of actors."""

from viewer.ui.map.view import MapView

__all__ = ["MapView"]
