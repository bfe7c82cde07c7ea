"""Reading pictures of a run's folder in the background, into one cache of limited size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QImage, QImageReader

from viewer.cancellation import ShouldContinue, check
from viewer.file_error import printable
from viewer.regular_file import read_regular, reason
from viewer.ui.background.tasks import Priority, Task, Tasks
from viewer.ui.format import count
from viewer.ui.translation import tr, translated

_LIMIT = 200 << 20
"""Bytes of all pictures in the cache."""
_LONGEST_SIDE = 16_384
_MOST_TASKS = 4
"""Most pictures that are read at a time, or wait for a thread."""


class PictureKey(NamedTuple):
    """Index of a stream in its folder, and index of a picture in that stream."""

    stream: int
    number: int


class Picture(NamedTuple):
    """Picture as read.

    Attributes:
        image: the picture; None if it cannot be read.
        error: why it cannot be read, as a sentence; else empty.
        bound: size in pixels into which it was fitted.
    """

    image: QImage | None
    error: str
    bound: QSize


def read_picture(path: Path, bound: QSize) -> Picture:
    """Return the picture in the file ``path``, made smaller to fit into ``bound`` if it is larger."""
    try:
        data = read_regular(path)
    except OSError as error:
        return Picture(None, _sentence(path, translated(reason(error)[0])), bound)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if max(size.width(), size.height()) > _LONGEST_SIDE:
        why = tr("it is larger than {0} × {0} pixels").format(count(_LONGEST_SIDE))
        return Picture(None, _sentence(path, why), bound)
    if size.width() > bound.width() or size.height() > bound.height():
        reader.setScaledSize(size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    if image.isNull():
        return Picture(None, _sentence(path, tr("it is no whole picture")), bound)
    return Picture(image, "", bound)


def _sentence(path: Path, why: str) -> str:
    return tr("{name} cannot be read: {reason}").format(name=printable(path.name), reason=why)


class Pictures(QObject):
    """Cache of pictures; those that were wanted longest ago are dropped first."""

    changed = Signal()
    """Emitted when one more picture was read."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._paths: Sequence[Sequence[Path]] = ()
        self._known: dict[PictureKey, Picture] = {}
        self._size = 0
        self._bound = QSize()
        self._wanted: tuple[PictureKey, ...] = ()
        self._running: dict[PictureKey, Task] = {}
        tasks.ended.connect(self._on_ended)

    def set_paths(self, paths: Sequence[Sequence[Path]]) -> None:
        """Drop all pictures; from now on picture i of stream s is in the file ``paths[s][i]``."""
        self.want((), self._bound)
        self._known.clear()
        self._size = 0
        self._paths = paths

    def room(self, bound: QSize) -> int:
        """Return how many pictures as large as ``bound`` fill half of the cache."""
        return _LIMIT // 2 // max(4 * bound.width() * bound.height(), 1)

    def want(self, keys: Iterable[PictureKey], bound: QSize) -> None:
        """Read the pictures ``keys``, the most important first, in place of those wanted before.

        They are made smaller to fit into ``bound`` (pixels).
        """
        self._wanted, self._bound = tuple(keys), bound
        for key in reversed(self._wanted):
            if (picture := self._known.pop(key, None)) is not None:
                self._known[key] = picture  # now the last to be dropped
        for key in self._running.keys() - set(self._wanted):
            self._tasks.cancel(self._running.pop(key))
        self._start()

    def nearest(self, key: PictureKey) -> tuple[int, Picture] | None:
        """Return the picture ``key``, or the nearest of its stream that was read, and its index there."""
        if (picture := self._known.get(key)) is not None:
            return key.number, picture
        numbers = [each.number for each in self._known if each.stream == key.stream]
        if not numbers:
            return None
        number = min(numbers, key=lambda each: abs(each - key.number))
        return number, self._known[PictureKey(key.stream, number)]

    def _start(self) -> None:
        for key in self._wanted:
            if len(self._running) >= _MOST_TASKS:
                return
            if key not in self._running and not self._is_known(key):
                read = partial(_read, self._paths[key.stream][key.number], self._bound)
                task = self._tasks.start(read, Priority.SOON)
                if task is None:
                    return
                self._running[key] = task

    def _is_known(self, key: PictureKey) -> bool:
        picture = self._known.get(key)
        if picture is None:
            return False
        bound, before = self._bound, picture.bound
        return picture.image is None or (
            bound.width() <= before.width() and bound.height() <= before.height()
        )

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
            self.changed.emit()
        self._start()

    def _drop(self, key: PictureKey) -> None:
        if (picture := self._known.pop(key, None)) is not None:
            self._size -= _bytes(picture)


def _read(path: Path, bound: QSize, should_continue: ShouldContinue) -> Picture:
    check(should_continue, 0.0)
    return read_picture(path, bound)


def _bytes(picture: Picture) -> int:
    return 0 if picture.image is None else picture.image.sizeInBytes()
