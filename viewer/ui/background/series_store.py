"""Cache of series (signals over time), which are read in the background."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex, same_opening
from viewer.signals import SIGNALS, Series, Signals, read_series
from viewer.signals import Signal as SignalRow
from viewer.signals.series import SeriesKey
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

CHOSEN = "chosen"
"""Owner under whose name the series for plots that the user chose are wanted; they are read before others."""
BUDGET = 64 << 20
"""Limit in bytes for all cached series (signals over time) of a recording.

Beyond it, series that no part of the window shows at present are removed from the cache.
"""
_SHARE, _LEAST = 4, 1 << 20
"""Numbers for the cache limit of a short recording's series (signals over time).

The limit is the file's size divided by ``_SHARE``, but at least ``_LEAST`` bytes. It is low because such
series are quickly read again.
"""


@dataclass(frozen=True)
class _Kept:
    """A cached series (a signal over time), and the number of frames read when it was computed."""

    series: Series
    frames: int


@dataclass(frozen=True)
class _Fetch:
    """Series (signals over time) that were read together, and the number of frames that they cover."""

    keys: tuple[SeriesKey, ...]
    frames: int
    found: tuple[Series, ...]


class SeriesStore(QObject):
    """Cache of series (signals over time) that are read in the background.

    Each owner, a part of the window such as a row of the timeline, says under its own name which series it
    wants now; a series that no owner wants is not read. While the recording is growing, its series are read
    again from time to time.
    """

    ready = Signal(object, object)
    """Emitted with SeriesKey and Series when a wanted series is there.

    It is emitted again when the series has become longer, as the file grows.
    """
    failed = Signal(object)
    """Carries the RecordingError: the file cannot be read."""
    progress = Signal(float)
    """Progress of reading series from the file, 0 to 1, if it takes long; then 1 when it ends."""

    def __init__(self, tasks: Tasks, parent: QObject | None = None, *, budget: int = BUDGET) -> None:
        super().__init__(parent)
        self.tasks = tasks
        self._budget = budget
        self._index: RecordingIndex | None = None
        self._signals = SIGNALS
        self._road_map: RoadMap | None = None
        self._route: PlannedRoute | None = None
        self._wanted: dict[str, tuple[SeriesKey, ...]] = {}
        self._kept: OrderedDict[SeriesKey, _Kept] = OrderedDict()
        self._unreadable = False
        self._asked: tuple[SeriesKey, ...] = ()
        self._latest = Latest(tasks, self, self._on_fetched)
        self._latest.failed.connect(self._give_up)
        self._latest.unreadable.connect(self.failed)
        self._latest.progress.connect(self.progress)

    @property
    def nbytes(self) -> int:
        """Size of the cached series (signals over time) in bytes."""
        return sum(kept.series.nbytes for kept in self._kept.values())

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Read series from ``index``; None for no recording.

        The cache is cleared, unless ``index`` continues the recording that was set before.
        """
        before, self._index = self._index, index
        self._unreadable = False
        if not same_opening(before, index):
            self._latest.cancel()
            self._wanted.clear()
            self._kept.clear()
        self._go_on()

    @Slot(object)
    def set_road_map(self, road_map: RoadMap | None) -> None:
        """Store ``road_map``, None if there is none, and read the series again that are computed with it."""
        if road_map is not self._road_map:
            self._road_map = road_map
            self._read_again(lambda signal: signal.uses_roads)

    @Slot(object)
    def set_route(self, route: PlannedRoute | str) -> None:
        """Store ``route``, the planned route of the hero (actor under test), or a text on why there is none.

        Series that are computed with the route are read again.
        """
        self._route = None if isinstance(route, str) else route
        self._read_again(lambda signal: signal.uses_route)

    @Slot(object)
    def set_signals(self, signals: Signals) -> None:
        """Store which ``signals`` there are; series of signals that are others than before are read again."""
        before, self._signals = self._signals, signals
        self._read_again(lambda signal: before.get(signal.name) is not signal)

    def _read_again(self, is_stale: Callable[[SignalRow], bool]) -> None:
        """Drop the cached series of signals that ``is_stale`` or are gone, and read the wanted ones again."""
        signals = self._signals.values()
        fresh = {signal.name for signal in signals if not is_stale(signal)}
        if any(key.name not in fresh for key in self._asked):
            self._latest.cancel()
        for key in [key for key in self._kept if key.name not in fresh]:
            del self._kept[key]
        self._go_on()

    def want(self, owner: str, keys: Iterable[SeriesKey]) -> None:
        """Replace the set of series that ``owner`` (the name of a part of the window) wants, and read them.

        ``ready`` is emitted at once for those that are cached, and for the others when they have been read.
        """
        before, self._wanted[owner] = self._wanted.get(owner, ()), tuple(keys)
        if self._wanted[owner] == before:
            return
        if not any(key in self._all_wanted() for key in self._asked) or self._should_cancel():
            self._latest.cancel()
        for key in self._wanted[owner]:
            series = self.get(key)
            if series is not None:
                self.ready.emit(key, series)
        self._go_on()

    def get(self, key: SeriesKey) -> Series | None:
        """Return the series (signal over time) ``key`` if it is cached, else None; nothing is read."""
        kept = self._kept.get(key)
        if kept is None:
            return None
        self._kept.move_to_end(key)
        return kept.series

    def _all_wanted(self) -> dict[SeriesKey, None]:
        wanted = (key for keys in self._wanted.values() for key in keys)
        return dict.fromkeys(key for key in wanted if key.name in self._signals)

    def _should_cancel(self) -> bool:
        """Return whether to cancel the running read, so that series that the user asked for are read first.

        That is so if the owner ``CHOSEN`` wants a series that is not cached, and the running read also reads
        series that ``CHOSEN`` does not want.
        """
        chosen, wanted = self._wanted.get(CHOSEN, ()), self._all_wanted()
        missing = any(key in wanted and key not in self._kept for key in chosen)
        return missing and not set(self._asked) <= set(chosen)

    def _go_on(self) -> None:
        """Start to read the next of the requested series (signals over time), unless one is being read."""
        index = self._index
        if self._latest.busy or self._unreadable or index is None:
            return
        keys = self._next(index)
        if not keys:
            return
        self._asked = keys
        road_map, route, signals = self._road_map, self._route, self._signals

        def read(should_continue: ShouldContinue) -> _Fetch:
            names = [key.name for key in keys]
            row, other = keys[0].row, keys[0].other
            found = read_series(
                index,
                names,
                row,
                other=other,
                signals=signals,
                road_map=road_map,
                route=route,
                should_continue=should_continue,
            )
            return _Fetch(keys, len(index.frame_starts), found)

        self._latest.ask(read, coalesced=index.growing and keys[0] in self._kept)

    def _next(self, index: RecordingIndex) -> tuple[SeriesKey, ...]:
        """Return the keys of the series (signals over time) to read next: all wanted ones of the same actors.

        They are read together, as they share data. Series that are not cached come first, and among them
        those that the user asked for. For a growing file, cached series that lack the latest frames follow.
        """
        wanted, first = self._all_wanted(), self._wanted.get(CHOSEN, ())
        chosen = [key for key in first if key in wanted and key not in self._kept]
        keys = chosen or [key for key in wanted if key not in self._kept]
        if not keys and index.complete:
            keys = sorted(
                (key for key in wanted if self._is_short(index, key)), key=lambda key: self._kept[key].frames
            )
        return tuple(key for key in keys if key[1:] == keys[0][1:])

    def _is_short(self, index: RecordingIndex, key: SeriesKey) -> bool:
        """Return whether newer frames of its actor have been read since the series ``key`` was cached."""
        frames = len(index.frame_starts)
        if key.row is not None:
            frames = min(int(index.actors.destroy_frame[key.row]) + 1, frames)
        return self._kept[key].frames < frames

    def _on_fetched(self, fetch: _Fetch) -> None:
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
        """Remove series that no part of the window wants from the cache until it fits its limit.

        Those that were least recently used are removed first.
        """
        wanted = self._all_wanted()
        size, recorded = self.nbytes, 0 if self._index is None else self._index.size
        room = min(self._budget, max(recorded // _SHARE, _LEAST))
        for key in [key for key in self._kept if key not in wanted]:
            if size <= room:
                return
            size -= self._kept.pop(key).series.nbytes
