"""Signals over time, read in the background and kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from viewer.cancellation import ReadingCancelledError
from viewer.logfile.errors import RecordingError
from viewer.recording.index import RecordingIndex
from viewer.replay.series import Series, read_series
from viewer.replay.series.key import SeriesKey
from viewer.ui.background.job import Course, Job

BUDGET = 64 << 20
"""Bytes up to which series are kept that nobody wants at the moment, together with those that are wanted."""
_REST = 4.0
"""Times as long as reading took is waited before it is read again in a file that grows."""
_PATIENCE = 0.3
"""Seconds of reading after which its progress is told."""
_PERIOD = 100


@dataclass(eq=False)
class _Fetch:
    """What a thread reads, and since when."""

    keys: tuple[SeriesKey, ...]
    frames: int
    asked: float
    course: Course = field(default_factory=Course)


@dataclass(frozen=True)
class _Kept:
    """A series, how many frames of the recording it covers, and when it may be read again."""

    series: Series
    frames: int
    due: float


class SeriesStore(QObject):
    """Answers who wants what with series, one thread at a time.

    Whoever shows series says which ones it wants now, under a name of its own; what nobody wants any more is
    no longer read. A file that grows is read again, with pauses.
    """

    ready = Signal(object, object)
    """SeriesKey and Series: one that is wanted, or a longer version of it."""
    failed = Signal(object)
    """RecordingError: the file cannot be read."""
    progress = Signal(float)
    """Share of what is being read, 0 to 1, if it takes long; 1 once it is there."""
    idle = Signal()
    """Everything that is wanted is there."""

    def __init__(
        self, clock: Callable[[], float], parent: QObject | None = None, *, budget: int = BUDGET
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._budget = budget
        self._index: RecordingIndex | None = None
        self._wanted: dict[str, tuple[SeriesKey, ...]] = {}
        self._kept: OrderedDict[SeriesKey, _Kept] = OrderedDict()
        self._unreadable = False
        self._fetch: _Fetch | None = None
        self._job: Job | None = None
        self._watch = QTimer(self)
        self._watch.setInterval(_PERIOD)
        self._watch.timeout.connect(self._tell_progress)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """Whether something is being read."""
        return self._fetch is not None

    @property
    def nbytes(self) -> int:
        """Bytes that the kept series take."""
        return sum(kept.series.nbytes for kept in self._kept.values())

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take a recording, or a longer view of the one there is; all is forgotten for another, or None."""
        before = self._index
        self._index = index
        self._unreadable = False
        if before is None or index is None or before.file is not index.file:
            self._cancel()
            self._wanted.clear()
            self._kept.clear()
            self._again.stop()
        self._go_on()

    def want(self, owner: str, keys: Iterable[SeriesKey]) -> None:
        """Say which series an owner wants from now on; those that are kept are told at once."""
        self._wanted[owner] = tuple(keys)
        if self._fetch is not None and not self._all_wanted() & set(self._fetch.keys):
            self._cancel()
        for key in self._wanted[owner]:
            series = self.get(key)
            if series is not None:
                self.ready.emit(key, series)
        self._go_on()

    def get(self, key: SeriesKey) -> Series | None:
        """Return a series if it is there."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept.series

    def shut_down(self) -> None:
        """Stop, and wait for every thread."""
        self.set_recording(None)
        for job in self.findChildren(Job):
            job.wait()

    def _all_wanted(self) -> set[SeriesKey]:
        return {key for keys in self._wanted.values() for key in keys}

    def _cancel(self) -> None:
        if self._fetch is not None:
            self._fetch.course.cancel()
            self._end()

    def _end(self) -> None:
        self._fetch = self._job = None
        self._watch.stop()

    @Slot()
    def _go_on(self) -> None:
        """Read the next of what is wanted."""
        index = self._index
        if self._fetch is not None or index is None:
            return
        keys = () if self._unreadable else self._next(index)
        if not keys:
            self._wait_for_more(index)
            self.idle.emit()
            return
        fetch = self._fetch = _Fetch(keys, len(index.heads), self._clock())

        def ask() -> tuple[Series, ...] | None:
            names = [key.name for key in keys]
            try:
                return read_series(
                    index, names, keys[0].row, other=keys[0].other, proceed=fetch.course.proceed
                )
            except ReadingCancelledError:
                return None

        self._job = Job(ask, self)
        self._job.answered.connect(self._take)
        self._job.failed.connect(self._fail)
        self._job.start()
        self._watch.start()

    def _next(self, index: RecordingIndex) -> tuple[SeriesKey, ...]:
        """Return what to read together: what one owner wants of one actor, because it shares its sources."""
        for keys in self._wanted.values():
            missing = [key for key in dict.fromkeys(keys) if self._is_missing(index, key)]
            if missing:
                return tuple(key for key in missing if key[1:] == missing[0][1:])
        return ()

    def _is_missing(self, index: RecordingIndex, key: SeriesKey) -> bool:
        """Return whether a series is to be read: not there, or there is more of it by now."""
        kept = self._kept.get(key)
        if kept is None:
            return True
        return self._is_short(index, key, kept) and index.complete and kept.due <= self._clock()

    @staticmethod
    def _is_short(index: RecordingIndex, key: SeriesKey, kept: _Kept) -> bool:
        """Return whether the recording has gone on while the actor lives."""
        frames = len(index.heads)
        if key.row is not None:
            frames = min(int(index.actors.destroy_frame[key.row]) + 1, frames)
        return kept.frames < frames

    def _wait_for_more(self, index: RecordingIndex) -> None:
        """Come back when what is wanted and has grown may be read again."""
        wanted = ((key, self._kept[key]) for key in self._all_wanted() if key in self._kept)
        dues = [kept.due for key, kept in wanted if self._is_short(index, key, kept)]
        if dues and index.complete and not self._unreadable:
            self._again.start(max(round((min(dues) - self._clock()) * 1e3), 1))

    @Slot(object, object)
    def _take(self, job: Job, answer: tuple[Series, ...] | None) -> None:
        fetch = self._fetch
        if job is not self._job or fetch is None or answer is None:
            return
        self._tell_progress()
        self._end()
        now = self._clock()
        growing = self._index is not None and self._index.growing
        due = now + _REST * (now - fetch.asked) if growing else 0.0
        for key, series in zip(fetch.keys, answer, strict=True):
            self._kept[key] = _Kept(series, fetch.frames, due)
            self._kept.move_to_end(key)
        self._make_room()
        if now - fetch.asked > _PATIENCE:
            self.progress.emit(1.0)
        wanted = self._all_wanted()
        for key, series in zip(fetch.keys, answer, strict=True):
            if key in wanted:
                self.ready.emit(key, series)
        self._go_on()

    @Slot(object, object)
    def _fail(self, job: Job, error: Exception) -> None:
        if job is self._job:
            self._end()
            self._unreadable = True
            if isinstance(error, RecordingError):
                self.failed.emit(error)
            self._go_on()

    @Slot()
    def _tell_progress(self) -> None:
        fetch = self._fetch
        if fetch is not None and self._clock() - fetch.asked > _PATIENCE:
            self.progress.emit(fetch.course.share)

    def _make_room(self) -> None:
        """Forget what was not asked for the longest, but nothing that is wanted."""
        wanted = self._all_wanted()
        size = self.nbytes
        for key in [key for key in self._kept if key not in wanted]:
            if size <= self._budget:
                return
            size -= self._kept.pop(key).series.nbytes
