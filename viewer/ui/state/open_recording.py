"""One recording as it is open: its file, what is read of it and what has been found in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from viewer.cancellation import Proceed, check
from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem, ProblemList
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.signals.series import Series
from viewer.signals.table import read_speed
from viewer.ui.background.derived import Derived
from viewer.ui.background.latest import Latest
from viewer.ui.background.reader import RecordingReader
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.changes import Changes, What

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.recording.check import Examination


_TELL_EVERY = 0.25  # seconds between two lists while more is found


class Examiner(QObject):
    """Examines the open recording, and only what is new when it has grown.

    An error ends it: whoever shows the recording meets it, too.
    """

    found = Signal()
    """``problems`` has changed."""
    _came_further = Signal(object, object)
    """The RecordingIndex that is examined, and an Examination that has found more."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        """What has been found so far."""
        self._index: RecordingIndex | None = None
        self._examined = 0
        self._before: tuple[Problem, ...] = ()
        self._came_further.connect(self._take_more, Qt.ConnectionType.QueuedConnection)
        self._latest = Latest(tasks, self, self._take_all, Priority.LATER)

    @property
    def done(self) -> bool:
        """Whether all of a recording has been examined."""
        return self._index is not None and self._examined == len(self._index.heads)

    def examine(self, index: RecordingIndex) -> None:
        """Examine a recording that has been read, or go on with it."""
        if not same_opening(self._index, index) or len(index.heads) < self._examined:
            self.forget()
        self._index, first, tell = index, self._examined, self._came_further.emit

        def look(proceed: Proceed) -> Examination:
            from viewer.recording.check import Examination, examine  # noqa: PLC0415 - not before

            due, told = 0.0, 0
            step = Examination(1.0, ())
            for step in examine(index, first):
                check(proceed, step.fraction)
                number, now = sum(problem.count for problem in step.problems), time.monotonic()
                if number > told and now >= due:
                    due, told = now + _TELL_EVERY, number
                    tell(index, step)
            return step

        self._latest.ask(look)

    def forget(self) -> None:
        """Stop, and know of no problem."""
        self._latest.cancel()
        self._index = None
        self._examined = 0
        self.problems = self._before = ()

    @Slot(object, object)
    def _take_more(self, index: RecordingIndex, step: Examination) -> None:
        if index is self._index:
            together = ProblemList()
            together.extend((*self._before, *step.problems))
            self.problems = tuple(together)
            self.found.emit()

    @Slot(object)
    def _take_all(self, step: Examination) -> None:
        if self._index is not None:
            self._examined = len(self._index.heads)
            self._take_more(self._index, step)
            self._before = self.problems


@dataclass(frozen=True, eq=False)
class ActorPath:
    """An actor over its life: where it was and how fast."""

    row: int
    poses: Trajectory
    speed: Series


def actor_path(index: RecordingIndex, row: int, proceed: Proceed) -> ActorPath:
    """Return the path of an actor as far as its recording has been read; errors as ``trajectory``."""
    poses = trajectory(index, row, proceed=proceed)
    return ActorPath(row, poses, read_speed(index, row, poses, proceed=proceed))


class OpenRecording(QObject):
    """Reads one file, and another one in its place when that is asked for.

    Attributes:
        index: what has been read, None without a recording.
        series: signals of its actors over time.

    """

    opened = Signal(object, bool)
    """RecordingIndex that was open before, or None; and whether this is another reading of the same file."""
    extended = Signal()
    """More has been read."""
    failed = Signal(object)
    """RecordingError: a file cannot be opened, or the open one can no longer be read."""
    file_changed = Signal(object)
    """FileChange: what has become of the open file."""

    def __init__(self, tasks: Tasks, changes: Changes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changes = changes
        self.index: RecordingIndex | None = None
        self._wanted_path: int | None = None
        self._again = False
        self._reader = RecordingReader(self)
        self._reader.opened.connect(self._replace)
        self._reader.grown.connect(self._extend)
        self._reader.changed.connect(self._take_change)
        self._reader.failed.connect(self._fail)
        self._tasks = tasks
        self._examiner = Examiner(tasks, self)
        self._examiner.found.connect(partial(changes.tell, What.PROBLEMS))
        self._path = Derived(tasks, self, self._path_needs, actor_path)
        self._path.changed.connect(lambda _path: changes.tell(What.PATH))
        self._path.failed.connect(self._reader.explain)
        self.series = SeriesStore(tasks, self)

    # -- what is known

    @property
    def loading(self) -> bool:
        """Whether a file is being read."""
        return self._reader.loading

    @property
    def busy(self) -> bool:
        """Whether something that is shown is still being read, or has not been told."""
        return self.loading or self._path.busy or self._tasks.telling or self._changes.pending

    @property
    def path(self) -> ActorPath | None:
        """The path of the actor that is wanted, None as long as it is not known."""
        path: ActorPath | None = self._path.value
        return path

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is known to be wrong with the recording or odd about it: more is found after reading."""
        index = self.index
        return () if index is None else (*index.problems, *self._unread(index), *self._examiner.problems)

    def _unread(self, index: RecordingIndex) -> Iterable[Problem]:
        """Tell what was not looked at because reading was stopped."""
        if not index.complete and not self._reader.reading:
            rest = index.size - index.bytes_read
            what = f"reading was stopped before the last {rest:,} bytes"
            yield Problem(what, "nothing is known of them", damage=False, offset=index.bytes_read)

    @property
    def checking(self) -> bool:
        """Whether more problems may be found in what is read or has been read."""
        index = self.index
        if index is None or index.growing:
            return False
        return not self._examiner.done if index.complete else self._reader.reading

    # -- what is asked for

    def prepare(self, find: Callable[[RecordingIndex], object]) -> None:
        """Have the reading thread call this with each view before it is told; what it finds is kept."""
        self._reader.prepare.append(find)

    def open(self, path: Path) -> None:
        """Start to read a file; the open one stays until the first frames of the new one are there."""
        self._again = False
        self._reader.open(path)

    def reload(self, needed: float) -> None:
        """Read the open file again; the new reading takes its place when it has ``needed`` seconds."""
        if self.index is not None:
            self._again = True
            self._reader.open(self.index.path, needed=needed)

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Tell why something that was asked for cannot be read."""
        self._reader.explain(error)

    @Slot()
    def look_at_file(self) -> None:
        """Find out what has become of the open file, and tell it."""
        self._reader.look()

    @Slot()
    def cancel(self) -> None:
        """Stop reading; what has been read stays."""
        self._reader.cancel()
        self._tell()

    def close(self) -> None:
        """Let go of the recording."""
        self._again = False
        self._reader.close()
        self._replace(None)

    def want_path(self, row: int | None) -> None:
        """Look for the path of an actor, or for none."""
        if row != self._wanted_path:
            self._wanted_path = row
            self._path.forget()
            self._path.look()

    def _path_needs(self) -> tuple[RecordingIndex, int] | None:
        row, index = self._wanted_path, self.index
        return None if row is None or index is None else (index, row)

    def shut_down(self) -> None:
        """Close, and wait for the threads that read."""
        self.close()
        self._reader.shut_down()

    # -- what is found

    @Slot(object)
    def _replace(self, index: RecordingIndex | None) -> None:
        self._examiner.forget()
        self._wanted_path = None
        self._path.forget()
        before, self.index = self.index, index
        self.series.set_recording(index)
        self.opened.emit(before, self._again and index is not None)
        self._examine()

    @Slot(object)
    def _extend(self, index: RecordingIndex) -> None:
        self.index = index
        self.series.set_recording(index)
        self.extended.emit()
        self._path.look()
        self._examine()

    def _examine(self) -> None:
        index = self.index
        if index is not None and index.complete and not index.growing:
            self._examiner.examine(index)

    @Slot(object)
    def _take_change(self, change: FileChange) -> None:
        self.file_changed.emit(change)
        self._tell()

    @Slot(object)
    def _fail(self, error: RecordingError) -> None:
        self.failed.emit(error)
        self._tell()

    def _tell(self) -> None:
        """Tell that nothing more is read."""
        self._changes.tell(What.RECORDING | What.PROBLEMS)
