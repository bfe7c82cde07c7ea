"""Writer of exports: runs a command of this program in a process of its own.

The window stays smooth however much is written, and the output is that of the command line.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal, Slot

from viewer.export.target import partial_path
from viewer.program import PROGRESS_VARIABLE, share_in
from viewer.ui.background.own_process import process_of
from viewer.ui.translation import tr, translated

_KILL_TIMEOUT = 3_000
"""Milliseconds to wait until an export process that was killed has ended."""
_DAMAGED = 3
"""Exit status of an export command that has written its output, but from a damaged recording."""


class ExportWriter(QObject):
    """Writer that runs one export command at a time, each in a process of its own."""

    progress = Signal(float)
    """Emitted during an export with the share of it that has been written, 0 to 1."""
    written = Signal(object, str)
    """Emitted when a file has been written: its path, and remarks on a damaged recording, or ""."""
    failed = Signal(str)
    """Emitted when an export has failed, with an error message."""
    ended = Signal()
    """Emitted after ``written`` or ``failed``, or alone if the export was cancelled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._target = Path()
        self._messages: list[str] = []
        self._cancelled = False
        self._process: QProcess | None = None

    @property
    def busy(self) -> bool:
        """Whether an export to a file is running."""
        return self._process is not None

    def write(self, words: Sequence[str], target: Path) -> None:
        """Run this program with the arguments ``words``, which must include the output path ``target``."""
        self._target, self._messages, self._cancelled = target, [], False
        self._process = process = process_of(words, self, **{PROGRESS_VARIABLE: "1"})
        process.setReadChannel(QProcess.ProcessChannel.StandardError)
        process.readyReadStandardError.connect(self._listen)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail_to_start)
        process.start()

    @Slot()
    def cancel(self) -> None:
        """Kill the running export and delete its partial output."""
        if self._process is None:
            return
        self._cancelled = True
        partial = partial_path(self._target, self._process.processId())
        self._process.kill()
        self._process.waitForFinished(_KILL_TIMEOUT)
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)

    @Slot()
    def _listen(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            self._handle_line(bytes(process.readLine().data()).decode(errors="replace").rstrip())

    def _handle_line(self, line: str) -> None:
        share = share_in(line)
        if share is not None:
            self.progress.emit(share)
        elif line:
            self._messages.append(translated(line))

    @Slot(QProcess.ProcessError)
    def _fail_to_start(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._messages.append(self._process.errorString())
            self._end()
            self.failed.emit("\n".join(self._messages))
            self.ended.emit()

    @Slot(int)
    def _finish(self, status: int) -> None:
        if self._process is None:
            return
        rest = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        for line in rest.splitlines():
            self._handle_line(line)
        self._end()
        message = "\n".join(self._messages)
        if not self._cancelled:
            if status in (0, _DAMAGED):
                self.written.emit(self._target, message)
            else:
                self.failed.emit(message or tr("The command ended with status {0}").format(status))
        self.ended.emit()

    def _end(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
            self._process = None
