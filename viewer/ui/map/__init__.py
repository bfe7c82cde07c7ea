"""The top-down map of actors: told what to show by methods, asking for things by signals."""

from viewer.ui.map.quick_pyqtgraph import import_pyqtgraph

import_pyqtgraph()  # before any module of the map imports it

from viewer.ui.map.view import MapView  # noqa: E402

__all__ = ["MapView"]
