"""When events of each kind happen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.events import EventKind, Times, indexed_times, next_time


class EventTimes(QObject):
    """When events of each kind happen, as far as that is known.

    The index knows some kinds; of the others, whoever finds them tells by ``set_times``.
    """

    changed = Signal()
    """Times of some kind are others than before."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._indexed: Mapping[EventKind, Times] = {}
        self._told: dict[EventKind, Times] = {}

    @property
    def by_kind(self) -> Mapping[EventKind, Times]:
        """Ascending elapsed seconds of each kind that is known, each of shape (E,)."""
        return MappingProxyType({**self._indexed, **self._told})

    @Slot(object)
    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take what an index knows; what was told stays until other times are told."""
        self._indexed = indexed_times(index) if index is not None and len(index.elapsed) else {}
        self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Know nothing: another recording is opened."""
        self._indexed = {}
        self._told = {}
        self.changed.emit()

    def set_times(self, kind: EventKind, times: Times) -> None:
        """Take the times of a kind, in seconds, ascending, shape (E,)."""
        self._told[kind] = times
        self.changed.emit()

    def next(self, kinds: Collection[EventKind], elapsed: float, direction: int) -> float | None:
        """Return the time of the next (1) or previous (−1) event of these kinds, None if there is no more."""
        known = self.by_kind
        found = (next_time(known[kind], elapsed, direction) for kind in kinds if kind in known)
        times = [time for time in found if time is not None]
        return (min(times) if direction > 0 else max(times)) if times else None
