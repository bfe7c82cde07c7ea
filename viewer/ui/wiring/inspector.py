"""Connects the inspector with the selection, the pins, the form of time, and signals over time."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.replay.series.key import SeriesKey
from viewer.replay.time.time_forms import TimeScale
from viewer.ui import format as fmt
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.state.pins import Pins
from viewer.ui.state.selection import Selection
from viewer.ui.window import MainWindow

_OWNER = "inspector"
"""Under this name the inspector wants its signals."""


class InspectorWiring(QObject):
    """Tells the inspector whom it is about and what it asked for."""

    def __init__(self, selection: Selection, store: SeriesStore, pins: Pins, window: MainWindow) -> None:
        super().__init__(window)
        self._inspector = window.inspector
        self._store = store
        self._scale: TimeScale | None = None
        selection.changed.connect(self._inspector.set_selected)
        pins.changed.connect(self._inspector.set_pinned)
        self._inspector.pin_requested.connect(pins.toggle)
        self._inspector.series_wanted.connect(self._want)
        store.ready.connect(self._inspector.set_series)

    @Slot(object)
    def set_time_scale(self, scale: TimeScale | None) -> None:
        """Write times as on this scale; None for elapsed."""
        before, self._scale = self._scale, scale
        if scale is None or before is None or not scale.writes_as(before):
            self._inspector.set_time_text(self._time_text)

    def _time_text(self, elapsed: float) -> str:
        return fmt.moment_text(elapsed, self._scale)

    @Slot(object)
    def _want(self, keys: tuple[SeriesKey, ...]) -> None:
        self._store.want(_OWNER, keys)
