"""Finding the defects of single records: reading everything once, after the recording has been opened.

Opening checks structure; what is wrong with single numbers is looked for here, by ``check`` and in the
background of the window.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from viewer.logfile.fields import Shape
from viewer.recording.build.findings import possible_durations
from viewer.recording.check.record_checks import RecordChecks
from viewer.recording.check.varying_checks import VaryingChecks
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem, ProblemList
from viewer.recording.read.life_lookup import LifeLookup
from viewer.recording.read.records import read_blocks
from viewer.recording.times import TOLERANCE, believable, from_zero


@dataclass(frozen=True)
class Examination:
    """How far the examination has come.

    Attributes:
        fraction: of the frames, from 0 to 1.
        problems: what has been found so far; problems of the index itself are not among them.

    """

    fraction: float
    problems: tuple[Problem, ...]


def examine(index: RecordingIndex, first: int = 0) -> Iterator[Examination]:
    """Examine all records of the frames from an index on; to cancel, stop iterating.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    found = ProblemList()
    found.extend(_times(index, first))
    lives = LifeLookup(index.actors)
    fixed, varying = RecordChecks(index.actors, lives, found), VaryingChecks(index.dialect, found)
    yield Examination(0.0, tuple(found))
    for block in read_blocks(index, first):
        for batch in block.batches:
            checks = varying if batch.kind.shape is Shape.VARIABLE else fixed
            checks.check(batch)
        if block.stop < len(index.heads):
            yield Examination((block.stop - first) / (len(index.heads) - first), tuple(found))
    yield Examination(1.0, tuple(found))


def _times(index: RecordingIndex, first: int) -> Iterator[Problem]:
    """Tell where a duration does not lead to the time of the next frame."""
    heads = index.heads[max(first - 1, 0) :]
    good = believable(from_zero(heads["elapsed"]))
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(heads["elapsed"][:-1] + heads["duration"][:-1] - heads["elapsed"][1:])
        follows = heads["frame"][1:] - heads["frame"][:-1] == 1
    wrong = (errors > TOLERANCE) & follows & good[:-1] & good[1:] & possible_durations(heads)[:-1]
    frames = np.flatnonzero(wrong) + max(first - 1, 0)
    if len(frames):
        yield Problem(
            "the duration of a frame does not lead to the time of the next",
            "the times count",
            damage=True,
            offset=int(index.offsets[frames[0]]),
            frame=int(frames[0]),
            count=len(frames),
            last_frame=int(frames[-1]) if len(frames) > 1 else None,
        )
