"""Signals over time, read in the background and kept as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import Proceed
from viewer.recording.index import RecordingIndex, same_opening
from viewer.signals import SIGNALS, Series, read_series
from viewer.signals.series import SeriesKey
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

CHOSEN = "chosen"
"""Under this name is wanted what a person asked for: it is read before everything else."""
BUDGET = 64 << 20
"""Bytes up to which series are kept that nobody wants at the moment, together with those that are wanted."""
_SHARE, _LEAST = 4, 1 << 20
"""Of a short recording no more than one part in so many of its bytes, or this many bytes: it is soon read
again, and what is kept of everybody who was ever selected would grow for as long as the window is used."""


@dataclass(frozen=True)
class _Kept:
    """A series, and how many frames of the recording it covers."""

    series: Series
    frames: int


@dataclass(frozen=True)
class _Fetch:
    """What has been read together."""

    keys: tuple[SeriesKey, ...]
    frames: int
    found: tuple[Series, ...]


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

    def __init__(self, tasks: Tasks, parent: QObject | None = None, *, budget: int = BUDGET) -> None:
        super().__init__(parent)
        self.tasks = tasks
        self._budget = budget
        self._index: RecordingIndex | None = None
        self._road_map: RoadMap | None = None
        self._route: PlannedRoute | None = None
        self._wanted: dict[str, tuple[SeriesKey, ...]] = {}
        self._kept: OrderedDict[SeriesKey, _Kept] = OrderedDict()
        self._unreadable = False
        self._asked: tuple[SeriesKey, ...] = ()
        self._latest = Latest(tasks, self, self._take)
        self._latest.failed.connect(self._give_up)
        self._latest.unreadable.connect(self.failed)
        self._latest.progress.connect(self.progress)

    @property
    def nbytes(self) -> int:
        """Bytes that the kept series take."""
        return sum(kept.series.nbytes for kept in self._kept.values())

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Take a recording, or a longer view of the one there is; all is forgotten for another, or None."""
        before, self._index = self._index, index
        self._unreadable = False
        if not same_opening(before, index):
            self._latest.cancel()
            self._wanted.clear()
            self._kept.clear()
        self._go_on()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Take the roads under the actors; what they make better is read again."""
        if road_map is not self._road_map:
            self._road_map = road_map
            self._read_again("uses_roads")

    @Slot(object)
    def set_route(self, route: PlannedRoute | str) -> None:
        """Take the hero's route, or why there is none; what is about it is read again."""
        self._route = None if isinstance(route, str) else route
        self._read_again("uses_route")

    def _read_again(self, uses: str) -> None:
        """Forget the signals with this attribute."""
        if any(getattr(SIGNALS[key.name], uses) for key in self._asked):
            self._latest.cancel()
        for key in [key for key in self._kept if getattr(SIGNALS[key.name], uses)]:
            del self._kept[key]
        self._go_on()

    def want(self, owner: str, keys: Iterable[SeriesKey]) -> None:
        """Say which series an owner wants from now on, if others; those that are kept are told at once."""
        before, self._wanted[owner] = self._wanted.get(owner, ()), tuple(keys)
        if self._wanted[owner] == before:
            return
        if not any(key in self._all_wanted() for key in self._asked) or self._must_hurry():
            self._latest.cancel()
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

    def _all_wanted(self) -> dict[SeriesKey, None]:
        return dict.fromkeys(key for keys in self._wanted.values() for key in keys)

    def _must_hurry(self) -> bool:
        """Return whether somebody waits for what is chosen while other things are read."""
        chosen = self._wanted.get(CHOSEN, ())
        return not set(self._asked) <= set(chosen) and any(key not in self._kept for key in chosen)

    def _go_on(self) -> None:
        """Read the next of what is wanted."""
        index = self._index
        if self._latest.busy or self._unreadable or index is None:
            return
        keys = self._next(index)
        if not keys:
            return
        self._asked = keys
        road_map, route = self._road_map, self._route

        def read(proceed: Proceed) -> _Fetch:
            names = [key.name for key in keys]
            row, other = keys[0].row, keys[0].other
            found = read_series(
                index, names, row, other=other, road_map=road_map, route=route, proceed=proceed
            )
            return _Fetch(keys, len(index.heads), found)

        self._latest.ask(read, patient=index.growing and keys[0] in self._kept)

    def _next(self, index: RecordingIndex) -> tuple[SeriesKey, ...]:
        """Return what to read together: what is wanted of one actor, because it shares its sources.

        What is not there comes first, before all what is chosen, then the shortest of what there is more of
        by now.
        """
        wanted = self._all_wanted()
        chosen = [key for key in self._wanted.get(CHOSEN, ()) if key not in self._kept]
        keys = chosen or [key for key in wanted if key not in self._kept]
        if not keys and index.complete:
            keys = sorted(
                (key for key in wanted if self._is_short(index, key)), key=lambda key: self._kept[key].frames
            )
        return tuple(key for key in keys if key[1:] == keys[0][1:])

    def _is_short(self, index: RecordingIndex, key: SeriesKey) -> bool:
        """Return whether the recording has gone on while the actor lives."""
        frames = len(index.heads)
        if key.row is not None:
            frames = min(int(index.actors.destroy_frame[key.row]) + 1, frames)
        return self._kept[key].frames < frames

    @Slot(object)
    def _take(self, fetch: _Fetch) -> None:
        for key, series in zip(fetch.keys, fetch.found, strict=True):
            self._kept[key] = _Kept(series, fetch.frames)
            self._kept.move_to_end(key)
        self._make_room()
        wanted = self._all_wanted()
        for key, series in zip(fetch.keys, fetch.found, strict=True):
            if key in wanted:
                self.ready.emit(key, series)
        self._go_on()

    @Slot()
    def _give_up(self) -> None:
        self._unreadable = True

    def _make_room(self) -> None:
        """Forget what was not asked for the longest, but nothing that is wanted."""
        wanted = self._all_wanted()
        size, recorded = self.nbytes, 0 if self._index is None else self._index.size
        room = min(self._budget, max(recorded // _SHARE, _LEAST))
        for key in [key for key in self._kept if key not in wanted]:
            if size <= room:
                return
            size -= self._kept.pop(key).series.nbytes
