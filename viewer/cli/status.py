"""Exit statuses of all commands."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viewer.recording.index import RecordingIndex


class Status(IntEnum):
    """What a command's exit status means; of several files the worst of NOTHING, DAMAGED, FINE counts."""

    FINE = 0
    NOTHING = 1
    """Nothing usable: not a recording, not readable, or without a complete frame."""
    WRONG_USAGE = 2
    DAMAGED = 3
    """Damaged, but read."""


def status_of(index: RecordingIndex) -> Status:
    """Return the status for a recording that could be read; notes are no damage."""
    return Status.DAMAGED if any(problem.damage for problem in index.problems) else Status.FINE
