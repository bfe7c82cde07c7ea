"""Exit statuses of all commands."""

from __future__ import annotations

import sys
from collections.abc import Collection
from enum import IntEnum
from typing import TYPE_CHECKING

from viewer.file_error import printable

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
    HAPPENED = 4
    """An event happened that must not (``events --fail-on``)."""
    NOT_JUDGED = 5
    """It could not be judged whether such an event happened."""


def status_of(index: RecordingIndex) -> Status:
    """Return the status for a recording that could be read; notes are no damage."""
    return Status.DAMAGED if any(problem.damage for problem in index.problems) else Status.FINE


def refused(reason: str) -> Status:
    """Say why what was asked for cannot be done, a sentence without its full stop; return the status."""
    print(f"{printable(reason)}.", file=sys.stderr)
    return Status.WRONG_USAGE


def worst(statuses: Collection[Status]) -> Status:
    """Return the status for several files."""
    order = (Status.WRONG_USAGE, Status.NOTHING, Status.DAMAGED)
    return next((status for status in order if status in statuses), Status.FINE)
