"""Having a command of this program write something, in a process of its own.

The window stays smooth however much is written, and what it writes is what the command line writes.
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

_PATIENCE = 3_000
"""Milliseconds for a process to end that has been told to."""
_DAMAGED = 3
"""The exit status of what was written from a damaged recording (README)."""


class ExportWriter(QObject):
    """Runs one command at a time."""

    progress = Signal(float)
    """Share that is written, 0 to 1."""
    written = Signal(object, str)
    """Path of what was written, and what the command says of a damaged recording; empty for a sound one."""
    failed = Signal(str)
    """Why it cannot be written, as the command says it."""
    ended = Signal()
    """After ``written`` or ``failed``, or alone where it was cancelled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._target = Path()
        self._said: list[str] = []
        self._cancelled = False
        self._process: QProcess | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return self._process is not None

    def write(self, words: Sequence[str], target: Path) -> None:
        """Run a command that writes to ``target``."""
        self._target, self._said, self._cancelled = target, [], False
        self._process = process = process_of(words, self, **{PROGRESS_VARIABLE: "1"})
        process.setReadChannel(QProcess.ProcessChannel.StandardError)
        process.readyReadStandardError.connect(self._listen)
        process.finished.connect(self._finish)
        process.errorOccurred.connect(self._fail_to_start)
        process.start()

    @Slot()
    def cancel(self) -> None:
        """Write no further; nothing is left of what was written."""
        if self._process is None:
            return
        self._cancelled = True
        partial = partial_path(self._target, self._process.processId())
        self._process.kill()
        self._process.waitForFinished(_PATIENCE)
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink(missing_ok=True)

    @Slot()
    def _listen(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            self._take(bytes(process.readLine().data()).decode(errors="replace").rstrip())

    def _take(self, line: str) -> None:
        share = share_in(line)
        if share is not None:
            self.progress.emit(share)
        elif line:
            self._said.append(translated(line))

    @Slot(QProcess.ProcessError)
    def _fail_to_start(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and self._process is not None:
            self._said.append(self._process.errorString())
            self._end()
            self.failed.emit("\n".join(self._said))
            self.ended.emit()

    @Slot(int)
    def _finish(self, status: int) -> None:
        if self._process is None:
            return
        rest = bytes(self._process.readAllStandardError().data()).decode(errors="replace")
        for line in rest.splitlines():
            self._take(line)
        self._end()
        said = "\n".join(self._said)
        if not self._cancelled:
            if status in (0, _DAMAGED):
                self.written.emit(self._target, said)
            else:
                self.failed.emit(said or tr("The command ended with status {0}").format(status))
        self.ended.emit()

    def _end(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
            self._process = None
