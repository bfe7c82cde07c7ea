"""Cache of sampled positions of all actors around the playhead, filled in the background."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.cancellation import ShouldContinue, check
from viewer.recording.index import RecordingIndex, same_opening
from viewer.replay.paths.trajectory import NO_TRAILS, Sample, Trails, sample, sample_indices, trails
from viewer.ui.background.latest import Latest
from viewer.ui.background.tasks import Tasks

_AT_ONCE = 16
"""Largest number of samples (positions of all actors at one time) that one background job reads.

It is small, so that scrubbing does not wait for positions no longer needed.
"""
_MOST_KEPT = 600  # samples: at 5,000 actors 50 MB


class TrailCache(QObject):
    """Cache of samples (positions of all actors at one time), read around the playhead in the background."""

    grown = Signal()
    """Emitted when more of the requested positions of actors have been read from the file."""

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._index: RecordingIndex | None = None
        self._samples: dict[int, Sample] = {}
        self._wanted: Sequence[int] = range(0)
        self._latest = Latest(tasks, self, self._on_read)
        self._latest.failed.connect(self._give_up)
        self._broken = False
        self._version = 0
        self._asked: tuple[int, Sequence[int], bytes | None] | None = None
        self._answer = NO_TRAILS

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Set the recording, None for none; cached samples of another recording are dropped.

        A sample is the positions of all actors at one time. If ``index`` only has more frames of the same
        opened file, all samples but the last one are kept.
        """
        before, self._index = self._index, index
        self._broken = False
        self._version += 1
        if not same_opening(before, index):
            self._samples.clear()
            self._latest.cancel()
        else:  # the last frame may have been incomplete
            self._samples.pop(max(self._samples, default=-1), None)

    def around(self, elapsed: float, behind: float, ahead: float, rows: NDArray[np.int64] | None) -> Trails:
        """Return the known trails around a time, and start reading the missing samples.

        Args:
            elapsed: time in seconds.
            behind: seconds before ``elapsed``.
            ahead: seconds after ``elapsed``.
            rows: rows of the actors, ascending; None for all vehicles and bicycles.
        """
        if self._index is None or not len(self._index.frame_starts):
            return NO_TRAILS
        self._wanted = sample_indices(self._index, elapsed, behind, ahead)
        self._read_on()
        asked = (self._version, self._wanted, None if rows is None else rows.tobytes())
        if asked != self._asked:
            self._asked = asked
            self._answer = trails(self._samples, self._wanted, rows)
        return self._answer

    def _read_on(self) -> None:
        missing = [number for number in self._wanted if number not in self._samples]
        if self._latest.busy or self._index is None or self._broken or not missing:
            return
        self._latest.ask(partial(_read, self._index, missing[-_AT_ONCE:]))

    @Slot(object)
    def _on_read(self, found: dict[int, Sample]) -> None:
        self._samples |= found
        self._version += 1
        if len(self._samples) > _MOST_KEPT:
            keep = set(self._wanted)
            self._samples = {number: each for number, each in self._samples.items() if number in keep}
        self._read_on()
        self.grown.emit()

    @Slot()
    def _give_up(self) -> None:
        """Stop reading samples, because the file cannot be read any more; the error is shown elsewhere."""
        self._broken = True


def _read(
    index: RecordingIndex, numbers: Sequence[int], should_continue: ShouldContinue
) -> dict[int, Sample]:
    found: dict[int, Sample] = {}
    for number in numbers:
        check(should_continue, len(found) / len(numbers))
        found[number] = sample(index, number)
    return found
