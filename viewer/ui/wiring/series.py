"""What lanes of the timeline need of signals: asked of the store, given to the timeline."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.series import Series
from viewer.replay.series.key import SeriesKey
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.state.session import Session
from viewer.ui.timeline import TimelineView


class TimelineSeries(QObject):
    """Wants the signals that lanes say they need."""

    def __init__(
        self, session: Session, store: SeriesStore, timeline: TimelineView, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._store = store
        self._model = timeline.model
        self._index: RecordingIndex | None = None
        self._owners: frozenset[str] = frozenset()
        session.index_changed.connect(self._take_index)
        self._model.signals_changed.connect(self._want)
        store.ready.connect(self._give)
        store.progress.connect(self._model.set_series_progress)
        store.failed.connect(self._explain)

    @Slot(object)
    def _explain(self, error: RecordingError) -> None:
        self._session.explain(error)

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
        self._index = index
        self._store.set_recording(index)
        self._want()

    @Slot()
    def _want(self) -> None:
        """Ask for what lanes need, once timeline and store know the same recording."""
        if self._index is not self._model.context.index:
            return
        signals = self._model.signals
        for owner in self._owners - signals.keys():
            self._store.want(f"timeline {owner}", ())
        for owner, keys in signals.items():
            self._store.want(f"timeline {owner}", keys)
        self._owners = frozenset(signals)

    @Slot(object, object)
    def _give(self, key: SeriesKey, _series: Series) -> None:
        """Give all that is there at once: what one lane needs of one actor is read together."""
        wanted = [each for keys in self._model.signals.values() for each in keys]
        if key in wanted:
            found = {each: self._store.get(each) for each in wanted}
            self._model.take({each: series for each, series in found.items() if series is not None})
