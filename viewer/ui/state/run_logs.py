"""Text logs of the open recording's run, read and placed in the background once its folder is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Slot

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue
from viewer.recording.index import RecordingIndex
from viewer.ui.background.derived import Derived, Needs
from viewer.ui.background.tasks import Tasks
from viewer.ui.state.changes import Changes
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.run_folders import RunFolders

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.run_folder.contents import Contents
    from viewer.run_folder.folder import RunFolder
    from viewer.run_folder.log_lines import LogLines
    from viewer.run_folder.text_log import TextLog


LEVEL_ROLES = ("", "light_yellow", "light_red")
"""Names of the colours of levels in the theme: of other lines, of warnings and of errors."""


class LogGroups(NamedTuple):
    """Lines of one level at one time, as one: K groups in order of time.

    Attributes:
        times: elapsed seconds, shape (K,).
        levels: index of the level, shape (K,).
        logs: index of the log, shape (K,).
        lines: index of the first of the lines in its log, shape (K,).
        counts: number of lines, shape (K,).
    """

    times: Floats
    levels: Ints
    logs: Ints
    lines: Ints
    counts: Ints


class RunLogsState(NamedTuple):
    """Text logs of the run.

    Attributes:
        logs: lines of each log, placed logs first.
        troubles: sentences on what cannot be read.
        groups: lines that have a time, by time and level.
        reading: whether logs are being read.
    """

    logs: tuple[LogLines, ...] = ()
    troubles: tuple[str, ...] = ()
    groups: LogGroups | None = None
    reading: bool = False


class RunLogs(QObject):
    """Reader of the text logs of the run's folder; they are placed again when the folder is moved.

    Attributes:
        state: the logs, as far as they have been read.
    """

    def __init__(
        self, tasks: Tasks, recording: OpenRecording, folders: RunFolders, changes: Changes, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._recording, self._folders, self._changes = recording, folders, changes
        self.state = RunLogsState()
        self._read = Derived(tasks, self, self._needs, _read)
        self._placed = Derived(tasks, self, self._needs_of_place, _place)
        self._read.changed.connect(self.update)
        self._placed.changed.connect(self._show)
        for each in (self._read, self._placed):
            each.failed.connect(recording.explain)

    @Slot()
    def update(self) -> None:
        """Read and place the logs in the background if folder or recording have changed."""
        if self._needs() is None:
            self._read.forget()
        else:
            self._read.update()
        if self._needs_of_place() is None:
            self._placed.forget()
        else:
            self._placed.update()
        self._show()

    def _needs(self) -> Needs | None:
        folder = self._folders.state.folder
        return None if folder is None or not folder.contents.logs else (folder.contents,)

    def _needs_of_place(self) -> Needs | None:
        folder, index, read = self._folders.state.folder, self._recording.index, self._read.value
        if folder is None or index is None or read is None or self._read.asked != (folder.contents,):
            return None
        return folder, index, read

    @Slot()
    def _show(self) -> None:
        placed: tuple[tuple[LogLines, ...], LogGroups] | None = self._placed.value
        read: tuple[list[TextLog], list[str]] | None = self._read.value
        lines, groups = placed or ((), None)
        reading = self._needs() is not None and placed is None
        self.state = RunLogsState(lines, () if read is None else tuple(read[1]), groups, reading)
        self._changes.touch()


def _read(contents: Contents, should_continue: ShouldContinue) -> tuple[list[TextLog], list[str]]:
    from viewer.run_folder.log_lines import read_logs  # noqa: PLC0415 - not loaded before the first picture

    return read_logs(contents, should_continue)


def _place(
    folder: RunFolder, index: RecordingIndex, read: tuple[list[TextLog], list[str]], _proceed: ShouldContinue
) -> tuple[tuple[LogLines, ...], LogGroups]:
    lines = folder.placed_lines(read[0], index)
    for each in lines:
        each.keys  # noqa: B018 - computed here, not while the window paints
    return lines, grouped(lines)


def grouped(logs: tuple[LogLines, ...]) -> LogGroups:
    """Return the lines of ``logs`` that have a time, those of one log, time and level as one."""
    parts = []
    for number, log in enumerate(logs):
        lines = np.flatnonzero(np.isfinite(log.times))
        levels = log.levels[lines].astype(np.int64)
        order = np.lexsort((levels, log.times[lines]))
        lines, levels = lines[order], levels[order]
        times = log.times[lines]
        new = np.append(True, (np.diff(times) > 0) | (np.diff(levels) != 0))[: len(lines)]
        begins = np.flatnonzero(new)
        counts = np.diff(np.append(begins, len(lines)))
        parts.append((times[begins], levels[begins], np.full(len(begins), number), lines[begins], counts))
    if not parts:
        nothing = np.empty(0, np.int64)
        return LogGroups(np.empty(0), nothing, nothing, nothing, nothing)
    times, levels, of_log, first, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(times, kind="stable")
    return LogGroups(times[order], levels[order], of_log[order], first[order], counts[order])
