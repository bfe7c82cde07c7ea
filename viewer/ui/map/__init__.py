"""The top-down map of actors: told what to show by methods, asking for things by signals."""

from viewer.ui.map.view import MapView

__all__ = ["MapView"]
