"""Back and forward through the moments one has jumped away from."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.index import RecordingIndex
from viewer.replay.time.history import MomentHistory
from viewer.ui.state.open_recording import OpenRecording
from viewer.ui.state.playback import Playback


class Visits(QObject):
    """Listens to where one jumps, and takes it back there."""

    changed = Signal()
    """``can_go_back`` or ``can_go_forward`` is another."""

    def __init__(
        self, recording: OpenRecording, playback: Playback, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(playback)
        self._playback = playback
        self._clock = clock
        self._visited = MomentHistory()
        self._path: Path | None = None
        self._going = False
        playback.sought.connect(self._take)
        recording.opened.connect(self._open)

    @property
    def can_go_back(self) -> bool:
        """Whether there is a moment to go back to."""
        return self._visited.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from somewhere."""
        return self._visited.can_go_forward

    @Slot()
    def go_back(self) -> None:
        """Go to where one was before the last jump."""
        if self._visited.can_go_back:
            self._go(self._visited.go_back(self._playback.transport.playhead))

    @Slot()
    def go_forward(self) -> None:
        """Go to where one was before going back."""
        if self._visited.can_go_forward:
            self._go(self._visited.go_forward(self._playback.transport.playhead))

    def _go(self, elapsed: float) -> None:
        self._going = True
        self._playback.seek(elapsed)
        self._going = False
        self._tell()

    @Slot(float, float, bool)
    def _take(self, before: float, after: float, named: bool) -> None:
        if not self._going:
            self._visited.move(before, after, self._clock(), named=named)
            self._tell()

    @Slot(object)
    def _open(self, index: RecordingIndex | None) -> None:
        """Forget the moments of another file; one that is read again keeps them."""
        path = index.path if index is not None else None
        if path != self._path:
            self._path = path
            self._visited.clear()
            self._tell()

    def _tell(self) -> None:
        self.changed.emit()
