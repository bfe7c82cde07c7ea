"""One open recording: its file, the index read so far, its problems and what is computed from it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import ShouldContinue
from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange, FileStatus
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.signals.series import Series
from viewer.signals.table import read_speed
from viewer.ui.background.derived import Derived, same_value
from viewer.ui.background.reader import Loader
from viewer.ui.background.record_checker import RecordChecker
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.changes import Changes


@dataclass(frozen=True, eq=False)
class ActorPath:
    """Poses and speed of one actor over its lifetime, with times.

    Attributes:
        row: row of the actor in the actor table.
        poses: locations (metres) and rotations (degrees) in CARLA's frame, one per frame with a pose.
        speed: speed over time; the series names its unit.
    """

    row: int
    poses: Trajectory
    speed: Series


def actor_path(index: RecordingIndex, row: int, should_continue: ShouldContinue) -> ActorPath:
    """Return poses and speed of the actor in row ``row``, as far as the recording has been read.

    Raises RecordingError if the file cannot be read, ReadingCancelledError if ``should_continue`` returns
    False.
    """
    poses = trajectory(index, row, should_continue=should_continue)
    return ActorPath(row, poses, read_speed(index, row, poses, should_continue=should_continue))


def recording_key(index: RecordingIndex) -> str:
    """Return the hash under which the settings store values of the recording ``index``, wherever it lies.

    It is made of the header and the file's name, since recordings that were cut from one share its header.
    """
    return hashlib.sha256(index.header.raw + os.fsencode(index.path.name)).hexdigest()


class OpenRecording(QObject):
    """Recording that is read in the background, and replaced when another file is opened.

    Attributes:
        index: the index of what has been read so far, None without a recording.
        series: cache of plotted quantities of its actors over time, such as speed, read in the background.
    """

    opened = Signal(object, bool)
    """Emitted when another recording has been opened, or the open one was closed.

    Carries the RecordingIndex that was open before, or None; and True if the same file was read again.
    """
    extended = Signal()
    """Emitted when more of the file has been read: ``index`` is longer."""
    failed = Signal(object)
    """Emitted with a RecordingError if a file cannot be opened, or the open one can no longer be read."""
    file_changed = Signal(object)
    """Emitted with a FileChange: the open file was replaced, cut, deleted or the like.

    After ``check_file`` it is also emitted if the file is intact.
    """

    def __init__(self, tasks: Tasks, changes: Changes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks, self._changes = tasks, changes
        self.index: RecordingIndex | None = None
        self._wanted_path: int | None = None
        self._problems: tuple[object, tuple[Problem, ...]] = None, ()
        self._again = self._reading = False
        self._needed = 0.0
        self._prepare: list[Callable[[RecordingIndex], object]] = []
        self._loader: Loader | None = None  # of the open file
        self._next: Loader | None = None  # of the file that is to replace it
        self._trouble: RecordingError | None = None
        self._question = 0
        self._record_checker = RecordChecker(tasks, self)
        self._record_checker.found.connect(changes.touch)
        self._path: Derived[ActorPath | None] = Derived(tasks, self, self._path_needs, actor_path)
        self._path.changed.connect(changes.touch)
        self._path.failed.connect(self.explain)
        self.series = SeriesStore(tasks, self)

    # -- state

    @property
    def loading(self) -> bool:
        """Whether a file is being read; False once the open one is only watched for growth."""
        return self._next is not None or self._reading

    @property
    def busy(self) -> bool:
        """Whether work is in progress: reading the file or an actor's path, or updating the widgets."""
        return self.loading or self._path.busy or self._tasks.turns.waiting or self._changes.pending

    @property
    def path(self) -> ActorPath | None:
        """Poses and speed of the actor passed to ``want_path``; None until they have been read."""
        return self._path.value

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All known problems of the recording, damage and notes; the list grows while records are checked."""
        index = self.index
        if index is None:
            self._problems = None, ()
            return ()
        made_of = index, self._reading, self._record_checker.problems
        if not same_value(made_of, self._problems[0]):
            self._problems = made_of, (*index.problems, *self._unread(index), *self._record_checker.problems)
        return self._problems[1]

    def _unread(self, index: RecordingIndex) -> Iterable[Problem]:
        """Yield a problem if the reading of the file was stopped before its end, else nothing.

        ``index`` has what was read before.
        """
        if not index.complete and not self._reading:
            rest = index.size - index.bytes_read
            what = f"reading was stopped before the last {rest:,} bytes"
            yield Problem(what, "nothing is known of them", damage=False, offset=index.bytes_read)

    @property
    def checking(self) -> bool:
        """Whether the recording is being checked, so that more problems may still be found in it."""
        index = self.index
        if index is None or index.growing:
            return False
        return not self._record_checker.done if index.complete else self._reading

    # -- commands

    def prepare(self, find: Callable[[RecordingIndex], object]) -> None:
        """Have ``find`` called in the reading thread with the index of each file opened later.

        It is called before the index is shown, so that ``find`` can fill the caches of the index without
        blocking the window.
        """
        self._prepare.append(find)

    def open(self, path: Path, known_as: Path | None = None) -> None:
        """Start to read the file ``path``; the open one stays until the new one's first frames are there.

        The user knows it as ``known_as``, if it was made of something else.
        """
        self._again = False
        self._read(path, known_as)

    def reload(self, needed: float) -> None:
        """Read the open file again, because it may have changed.

        The old index stays in use until the new one covers ``needed`` seconds of recorded time.
        """
        if self.index is not None:
            self._again = True
            self._read(self.index.file.stored, self.index.path, needed)

    def _read(self, path: Path, known_as: Path | None, needed: float = 0.0) -> None:
        if self._next is not None:
            self._next.stop()
        self._needed = needed
        self._next = loader = Loader(path, self, self._prepare, known_as)
        loader.grown.connect(self._on_grown)
        loader.changed.connect(self._on_changed)
        loader.refused.connect(self._on_refused)
        loader.start()

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Check whether the file has changed, after reading it failed with ``error``.

        Emits ``file_changed`` if it has, and otherwise ``failed`` with ``error``.
        """
        if self._loader is None:
            self._fail(error)
        else:
            self._trouble = error
            self._question = self._loader.check_file()

    @Slot()
    def check_file(self) -> None:
        """Check the open file for changes now, not only the next time that its thread does so.

        ``file_changed`` is emitted later, even if the file is intact.
        """
        if self._loader is not None:
            self._loader.check_file()

    @Slot()
    def cancel(self) -> None:
        """Stop reading the file; the part that has been read stays open."""
        if self._next is not None:
            self.stop_opening()
        else:
            self._stop()
            self._changes.touch()

    def stop_opening(self) -> None:
        """Stop reading the file that is to replace the open one, if there is one."""
        if self._next is not None:
            self._next.stop()
            self._next = None
        self._changes.touch()

    def _stop(self) -> None:
        """Stop all threads without waiting for them."""
        for loader in (self._next, self._loader):
            if loader is not None:
                loader.stop()
        self._next = self._loader = self._trouble = None
        self._reading = False

    def close(self) -> None:
        """Close the open recording; afterwards none is open."""
        self._again = False
        self._stop()
        self._replace(None)

    def want_path(self, row: int | None) -> None:
        """Start to read ``path``, poses and speed of the actor in row ``row``; None for no actor."""
        if row != self._wanted_path:
            self._wanted_path = row
            self._path.forget()
            self._path.update()

    def _path_needs(self) -> tuple[RecordingIndex, int] | None:
        row, index = self._wanted_path, self.index
        return None if row is None or index is None else (index, row)

    def shut_down(self) -> None:
        """Close the recording, and wait for the threads that read its file to end."""
        self.close()
        for loader in self.findChildren(Loader):
            loader.stop()
            loader.wait()

    # -- results

    @Slot(object, object)
    def _on_grown(self, loader: Loader, index: RecordingIndex) -> None:
        if index is not loader.newest:
            return  # a longer index has been emitted, too
        if loader is self._next:
            if index.duration < self._needed and not index.complete:
                return
            if self._loader is not None:
                self._loader.stop()
            self._loader, self._next, self._trouble = loader, None, None
            self._question = 0
            self._reading = not index.complete
            self._replace(index)
        elif loader is self._loader:
            self._reading = not index.complete
            self.index = index
            self.series.set_recording(index)
            self.extended.emit()
            self._path.update()
            self._examine()

    def _replace(self, index: RecordingIndex | None) -> None:
        self._record_checker.forget()
        self._wanted_path = None
        self._path.forget()
        before, self.index = self.index, index
        self.series.set_recording(index)
        self.opened.emit(before, self._again and index is not None)
        self._examine()

    def _examine(self) -> None:
        index = self.index
        if index is not None and index.complete and not index.growing:
            self._record_checker.examine(index)

    @Slot(object, object)
    def _on_changed(self, loader: Loader, change: FileChange) -> None:
        if loader is not self._loader:
            return
        is_intact = change.status is FileStatus.INTACT
        if is_intact and change.answers < self._question:
            return  # this check began before the error occurred
        trouble, self._trouble = self._trouble, None
        self._reading = False
        if is_intact and trouble is not None:
            self._fail(trouble)
        else:
            self.file_changed.emit(change)
            self._changes.touch()

    @Slot(object, object)
    def _on_refused(self, loader: Loader, error: RecordingError) -> None:
        if loader is self._next:
            self._next = None
        elif loader is self._loader:
            self._loader = None
            self._reading = False
        else:
            return
        self._fail(error)

    def _fail(self, error: RecordingError) -> None:
        self.failed.emit(error)
        self._changes.touch()
