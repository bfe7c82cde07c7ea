"""Problems as they are listed: which ones, in which order, where in time, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.format import TimeText, capital, count, range_, seconds
from viewer.ui.translation import tr


class ProblemFilter(IntEnum):
    """Which problems are listed."""

    ALL = 0
    DAMAGE = 1
    NOTES = 2


def listed(problems: Sequence[Problem], wanted: ProblemFilter) -> list[Problem]:
    """Return the wanted problems, damage before notes, each as they were found."""
    damage = [problem for problem in problems if problem.damage and wanted is not ProblemFilter.NOTES]
    notes = [problem for problem in problems if not problem.damage and wanted is not ProblemFilter.DAMAGE]
    return damage + notes


def totals(problems: Sequence[Problem]) -> dict[ProblemFilter, int]:
    """Return how many findings there are of each sort; one problem can stand for many."""
    damage = sum(problem.count for problem in problems if problem.damage)
    every = sum(problem.count for problem in problems)
    return {ProblemFilter.ALL: every, ProblemFilter.DAMAGE: damage, ProblemFilter.NOTES: every - damage}


def time_of(index: RecordingIndex, problem: Problem) -> float | None:
    """Return the nearest time to a problem in seconds, None if it is nowhere or there is no frame."""
    if not len(index.elapsed):
        return None
    frame = problem.frame
    if frame is None and problem.offset is not None:
        frame = int(np.searchsorted(index.offsets, problem.offset, side="right")) - 1
    if frame is None:
        return None
    return float(index.elapsed[min(max(frame, 0), len(index.elapsed) - 1)])


def time_text(index: RecordingIndex, problem: Problem, written: TimeText = seconds) -> str:
    """Return when it is, from the first to the last of several; empty if it is nowhere.

    ``written`` writes a time in seconds.
    """
    first = time_of(index, problem)
    if first is None:
        return ""
    if problem.last_frame is None or not 0 <= problem.last_frame < len(index.elapsed):
        return written(first)
    return range_(written(first), written(float(index.elapsed[problem.last_frame])))


def what(problem: Problem) -> str:
    """Return what was found, as a sentence without a full stop."""
    text = capital(problem.what)
    return text if problem.count == 1 else f"{text} (× {count(problem.count)})"


def action(problem: Problem) -> str:
    """Return what was done about it, as a sentence without a full stop."""
    return capital(problem.action)


def copied(index: RecordingIndex, problem: Problem) -> str:
    """Return one problem in one line, with tabs between its parts."""
    parts = (
        tr("damage") if problem.damage else tr("remark"),
        "" if problem.offset is None else str(problem.offset),
        time_text(index, problem),
        str(problem.count),
        problem.what,
        problem.action,
    )
    return "\t".join(parts)


def copied_head() -> str:
    """Return the names of the parts of such a line."""
    return "\t".join((tr("kind"), tr("byte"), tr("time"), tr("count"), tr("what"), tr("what was done")))
