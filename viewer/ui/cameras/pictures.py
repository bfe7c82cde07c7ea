"""Pictures of a run's folder, read in the background into one cache of limited size."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from concurrent.futures import wait
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QSize, QTimer, Signal, Slot

from viewer.ui.background.tasks import Priority, Task, Tasks
from viewer.ui.cameras.sources import Picture, Source, source_of

if TYPE_CHECKING:
    from viewer.run_folder.contents import Stream

_LIMIT = 200 << 20
"""Bytes of all pictures in the cache."""
_MOST_TASKS = 4
"""Most pictures that are read ahead at a time while playing, or wait for a thread."""


class PictureKey(NamedTuple):
    """Index of a stream in its folder, and index of a picture in that stream."""

    stream: int
    number: int


class Pictures(QObject):
    """Cache of pictures; those that were wanted longest ago are dropped first."""

    changed = Signal(object)
    """Emitted when one more picture was read, with the index of its stream."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._sources: list[Source] = []
        self._known: dict[PictureKey, Picture] = {}
        self._size = 0
        self._wanted: dict[PictureKey, QSize] = {}
        self._now, self._most = 0, 1
        self._running: dict[PictureKey, Task] = {}
        # Without an interval: due when no event is left, so after painting.
        self._others = QTimer(self, singleShot=True)
        self._others.timeout.connect(self._start_others)
        tasks.ended.connect(self._on_ended)
        self.destroyed.connect(partial(_close, self._sources))

    def set_streams(self, streams: Sequence[Stream]) -> None:
        """Drop all pictures; from now on the keys are of ``streams``."""
        self.want(())
        _close(self._sources)
        self._known.clear()
        self._size = 0
        self._sources[:] = [source_of(stream) for stream in streams]

    def room(self, bound: QSize) -> int:
        """Return how many pictures as large as ``bound`` fill half of the cache."""
        return _LIMIT // 2 // max(4 * bound.width() * bound.height(), 1)

    def want(
        self, wanted: Iterable[tuple[PictureKey, QSize]], now: int = 0, *, playing: bool = False
    ) -> None:
        """Read pictures, the most important first, in place of those wanted before.

        Args:
            wanted: key of each, and the size in pixels into which it is fitted if it is larger.
            now: number of pictures that are read alone, before the others.
            playing: whether all others will be shown; else one is read at a time, so that a seek finds a
                thread that is free.
        """
        self._wanted, self._now, self._most = dict(wanted), now, _MOST_TASKS if playing else 1
        for key in reversed(self._wanted):
            if (picture := self._known.pop(key, None)) is not None:
                self._known[key] = picture  # now the last to be dropped
        for key in self._running.keys() - self._wanted.keys():
            call = self._running[key].future
            begun = call is not None and (call.running() or call.done())
            if not (begun and self._wanted):
                self._tasks.cancel(self._running.pop(key))  # else it ends: while playing, all may be late
        self._start()

    def distance(self, key: PictureKey) -> float:
        """Return how many pictures lie between ``key`` and the nearest one of its stream that was read."""
        known = self.nearest(key)
        return math.inf if known is None else abs(known[0] - key.number)

    def nearest(self, key: PictureKey) -> tuple[int, Picture] | None:
        """Return the picture ``key``, or the nearest of its stream that was read, and its index there."""
        if (picture := self._known.get(key)) is not None:
            return key.number, picture
        numbers = [each.number for each in self._known if each.stream == key.stream]
        if not numbers:
            return None
        number = min(numbers, key=lambda each: abs(each - key.number))
        return number, self._known[PictureKey(key.stream, number)]

    def finish(self, within: float | None = None) -> None:
        """Block until the pictures that come before the others were read, at most ``within`` seconds."""
        if within is None:
            self._tasks.turns.finish()  # no task begins before
        running = [self._running[key] for key in self._first() if key in self._running]
        futures = {task.future: task for task in running if task.future is not None}
        for future in wait(futures, within).done:
            self._on_ended(futures[future])

    def _first(self) -> list[PictureKey]:
        return list(islice(self._wanted, self._now))

    def _start(self) -> None:
        """Start to read the pictures that come before the others; without any, the others after painting."""
        first = self._first()
        if self._start_of(first, len(first)):
            self._tasks.begin()  # not after painting: reading takes longer, and runs beside it
        elif self._wanted and len(self._running) < self._most:
            self._others.start()

    @Slot()
    def _start_others(self) -> None:
        if not any(key in self._running for key in self._first()):
            self._start_of(self._wanted, self._most - len(self._running))

    def _start_of(self, keys: Iterable[PictureKey], most: int) -> bool:
        """Start to read at most ``most`` of ``keys`` that are not known; return whether one was started."""
        started = 0
        for key in keys:
            if started >= most:
                break
            if key not in self._running and not self._is_known(key):
                read = partial(self._sources[key.stream].read, key.number, self._wanted[key])
                task = self._tasks.start(read, Priority.PICTURE)
                if task is None:
                    break
                self._running[key] = task
                started += 1
        return started > 0

    def _is_known(self, key: PictureKey) -> bool:
        picture = self._known.get(key)
        if picture is None:
            return False
        bound, before = self._wanted[key], picture.bound
        return picture.whole or (bound.width() <= before.width() and bound.height() <= before.height())

    @Slot(object)
    def _on_ended(self, task: Task) -> None:
        key = next((key for key, running in self._running.items() if running is task), None)
        if key is None:
            return
        del self._running[key]
        if task.error is None:
            self._drop(key)
            self._known[key] = task.answer
            self._size += _bytes(task.answer)
            while self._size > _LIMIT and len(self._known) > 1:
                self._drop(next(iter(self._known)))
            self.changed.emit(key.stream)
        self._start()

    def _drop(self, key: PictureKey) -> None:
        if (picture := self._known.pop(key, None)) is not None:
            self._size -= _bytes(picture)


def _close(sources: list[Source]) -> None:
    for source in sources:
        source.close()
    sources.clear()


def _bytes(picture: Picture) -> int:
    return 0 if picture.image is None else picture.image.sizeInBytes()
