"""What lanes of the timeline need of signals: asked of the recording, given to the timeline."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.background.series_store import CHOSEN
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.timeline.view import TimelineView


class TimelineSeries(QObject):
    """Wants the signals that lanes say they need."""

    def __init__(self, recording: OpenRecording, timeline: TimelineView) -> None:
        super().__init__(timeline)
        self._recording = recording
        self._model = timeline.model
        self._owners: frozenset[str] = frozenset()
        recording.extended.connect(self._want)
        self._model.signals_changed.connect(self._want)
        recording.series.ready.connect(self._give)
        recording.series.progress.connect(self._show_progress)
        recording.series.failed.connect(recording.explain)
        self._want()

    @Slot()
    def _want(self) -> None:
        """Ask for what lanes need, once they know the recording."""
        if self._recording.index is not self._model.context.index:
            return
        signals = self._model.signals
        for owner in self._owners - signals.keys():
            self._recording.want_series(f"timeline {owner}", ())
        chosen = {curve.key for curve in self._model.sheet.curves}
        needed = (key for keys in signals.values() for key in keys)
        self._recording.want_series(CHOSEN, [key for key in dict.fromkeys(needed) if key in chosen])
        for owner, keys in signals.items():
            self._recording.want_series(f"timeline {owner}", keys)
        self._owners = frozenset(signals)

    @Slot(float)
    def _show_progress(self, share: float) -> None:
        self._model.tell(read=round(share, 2) if share < 1.0 else None)

    @Slot(object, object)
    def _give(self, key: SeriesKey, _series: Series) -> None:
        """Give all that is there at once: what one lane needs of one actor is read together."""
        wanted = [each for keys in self._model.signals.values() for each in keys]
        if key not in wanted:
            return
        found = {each: self._recording.series.get(each) for each in wanted}
        there = {each: series for each, series in found.items() if series is not None}
        if there != self._model.series:
            self._model.take(there)
