"""One open recording: its file, the index read so far, its problems and what is computed from it."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from viewer.cancellation import ShouldContinue, check
from viewer.logfile.errors import RecordingError
from viewer.recording.follow import FileChange
from viewer.recording.index import RecordingIndex, same_opening
from viewer.recording.problems import Problem, ProblemList
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.signals.series import Series
from viewer.signals.table import read_speed
from viewer.ui.background.derived import Derived, same_value
from viewer.ui.background.latest import Latest
from viewer.ui.background.reader import RecordingReader
from viewer.ui.background.series_store import SeriesStore
from viewer.ui.background.tasks import Priority, Tasks
from viewer.ui.state.changes import Changes

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.recording.check import Examination


_REPORT_EVERY = 0.25  # seconds between reports of new problems


class RecordChecker(QObject):
    """Checks the records of a complete recording in the background for problems.

    If the recording has grown, only what is new is checked. A read error ends the check without a message:
    the rest of the window meets and reports the same error.
    """

    found = Signal()
    """Emitted when ``problems``, those found in the recording so far, has changed."""
    _came_further = Signal(object, object)
    """Emitted during the check of a recording with its RecordingIndex and the Examination so far.

    An Examination has the progress and the problems found.
    """

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self.problems: tuple[Problem, ...] = ()
        """What has been found so far."""
        self._index: RecordingIndex | None = None
        self._examined = 0
        self._before: tuple[Problem, ...] = ()
        self._came_further.connect(self._on_more, Qt.ConnectionType.QueuedConnection)
        self._latest = Latest(tasks, self, self._on_all, Priority.LATER)

    @property
    def done(self) -> bool:
        """Whether the records in all frames of the recording have been checked for problems."""
        return self._index is not None and self._examined == len(self._index.frame_starts)

    def examine(self, index: RecordingIndex) -> None:
        """Start or continue to check the records of the recording ``index`` for problems."""
        if not same_opening(self._index, index) or len(index.frame_starts) < self._examined:
            self.forget()
        self._index, first, report = index, self._examined, self._came_further.emit

        def look(should_continue: ShouldContinue) -> Examination:
            from viewer.recording.check import Examination, examine  # noqa: PLC0415 - not before

            due, reported = 0.0, 0
            step = Examination(1.0, ())
            for step in examine(index, first):
                check(should_continue, step.fraction)
                number, now = sum(problem.count for problem in step.problems), time.monotonic()
                if number > reported and now >= due:
                    due, reported = now + _REPORT_EVERY, number
                    report(index, step)
            return step

        self._latest.ask(look)

    def forget(self) -> None:
        """Stop checking the recording and drop all problems found in it."""
        self._latest.cancel()
        self._index = None
        self._examined = 0
        self.problems = self._before = ()

    @Slot(object, object)
    def _on_more(self, index: RecordingIndex, step: Examination) -> None:
        if index is self._index:
            together = ProblemList()
            together.extend((*self._before, *step.problems))
            self.problems = tuple(together)
            self.found.emit()

    @Slot(object)
    def _on_all(self, step: Examination) -> None:
        if self._index is not None:
            self._examined = len(self._index.frame_starts)
            self._on_more(self._index, step)
            self._before = self.problems


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
        self._changes = changes
        self.index: RecordingIndex | None = None
        self._wanted_path: int | None = None
        self._problems: tuple[object, tuple[Problem, ...]] = None, ()
        self._again = False
        self._reader = RecordingReader(self)
        self._reader.opened.connect(self._replace)
        self._reader.grown.connect(self._extend)
        self._reader.changed.connect(self._on_change)
        self._reader.failed.connect(self._fail)
        self._tasks = tasks
        self._record_checker = RecordChecker(tasks, self)
        self._record_checker.found.connect(changes.touch)
        self._path = Derived(tasks, self, self._path_needs, actor_path)
        self._path.changed.connect(lambda _path: changes.touch())
        self._path.failed.connect(self._reader.explain)
        self.series = SeriesStore(tasks, self)

    # -- state

    @property
    def loading(self) -> bool:
        """Whether the file is still being read; False once it is only watched for growth."""
        return self._reader.loading

    @property
    def busy(self) -> bool:
        """Whether work is in progress: reading the file or an actor's path, or updating the widgets."""
        return self.loading or self._path.busy or self._tasks.turns.waiting or self._changes.pending

    @property
    def path(self) -> ActorPath | None:
        """Poses and speed of the actor passed to ``want_path``; None until they have been read."""
        path: ActorPath | None = self._path.value
        return path

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All known problems of the recording, damage and notes; the list grows while records are checked."""
        index = self.index
        if index is None:
            self._problems = None, ()
            return ()
        made_of = index, self._reader.reading, self._record_checker.problems
        if not same_value(made_of, self._problems[0]):
            self._problems = made_of, (*index.problems, *self._unread(index), *self._record_checker.problems)
        return self._problems[1]

    def _unread(self, index: RecordingIndex) -> Iterable[Problem]:
        """Yield a problem if the reading of the file was stopped before its end, else nothing.

        ``index`` has what was read before.
        """
        if not index.complete and not self._reader.reading:
            rest = index.size - index.bytes_read
            what = f"reading was stopped before the last {rest:,} bytes"
            yield Problem(what, "nothing is known of them", damage=False, offset=index.bytes_read)

    @property
    def checking(self) -> bool:
        """Whether the recording is being checked, so that more problems may still be found in it."""
        index = self.index
        if index is None or index.growing:
            return False
        return not self._record_checker.done if index.complete else self._reader.reading

    # -- commands

    def prepare(self, find: Callable[[RecordingIndex], object]) -> None:
        """Have ``find`` called in the reading thread with the index of each file opened later.

        It is called before the index is shown, so that ``find`` can fill the caches of the index without
        blocking the window.
        """
        self._reader.prepare.append(find)

    def open(self, path: Path, known_as: Path | None = None) -> None:
        """Start to read the file ``path``; the open one stays until the new one's first frames are there.

        The user knows it as ``known_as``, if it was made of something else.
        """
        self._again = False
        self._reader.open(path, known_as=known_as)

    def reload(self, needed: float) -> None:
        """Read the open file again, because it may have changed.

        The old index stays in use until the new one covers ``needed`` seconds of recorded time.
        """
        if self.index is not None:
            self._again = True
            self._reader.open(self.index.file.stored, needed, self.index.path)

    @Slot(object)
    def explain(self, error: RecordingError) -> None:
        """Check whether the file has changed, after reading it failed with ``error``.

        Emits ``file_changed`` if it has, and otherwise ``failed`` with ``error``.
        """
        self._reader.explain(error)

    @Slot()
    def check_file(self) -> None:
        """Check now whether the open file has changed, and emit ``file_changed`` with the result.

        The signal is emitted even if the file has not changed.
        """
        self._reader.check_file()

    @Slot()
    def cancel(self) -> None:
        """Stop reading the file; the part that has been read stays open."""
        self._reader.cancel()
        self._report_end()

    def stop_opening(self) -> None:
        """Stop reading the file that is to replace the open one, if there is one."""
        self._reader.stop_opening()
        self._report_end()

    def close(self) -> None:
        """Close the open recording; afterwards none is open."""
        self._again = False
        self._reader.close()
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
        self._reader.shut_down()

    # -- results

    @Slot(object)
    def _replace(self, index: RecordingIndex | None) -> None:
        self._record_checker.forget()
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
        self._path.update()
        self._examine()

    def _examine(self) -> None:
        index = self.index
        if index is not None and index.complete and not index.growing:
            self._record_checker.examine(index)

    @Slot(object)
    def _on_change(self, change: FileChange) -> None:
        self.file_changed.emit(change)
        self._report_end()

    @Slot(object)
    def _fail(self, error: RecordingError) -> None:
        self.failed.emit(error)
        self._report_end()

    def _report_end(self) -> None:
        """Report that recording and problems have changed, because the reading of the file has ended."""
        self._changes.touch()
