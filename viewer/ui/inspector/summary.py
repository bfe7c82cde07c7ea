"""What the inspector says of a recording while nobody is selected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.ui.format import UNKNOWN, bytes_, capital, count, date, number
from viewer.ui.inspector.sheet import Piece, Row, RowKind, Value, fact, heading
from viewer.ui.inspector.values import plain, quantity
from viewer.ui.translation import tr


def summary_rows(
    index: RecordingIndex, problems: Sequence[Problem] | None = None, *, checking: bool = False
) -> Iterator[Row]:
    """Yield the hint, the recording's facts and its actors by category.

    ``problems`` are those of the index unless more have been found; ``checking`` says that some may yet be.
    """
    found = index.problems if problems is None else problems
    hint = tr("No actor selected. Click one on the map or in the list to see all about it.")
    yield Row("hint", (Piece(hint),), kind=RowKind.NOTE)
    yield fact("map", tr("Map"), plain(index.header.map_name, index.header.map))
    yield fact("date", tr("Recorded"), plain(date(index.header.date)))
    yield fact("frames", tr("Frames"), plain(count(len(index.elapsed))))
    yield fact("length", tr("Length"), quantity(index.duration, 3, "s"))
    yield fact("frame_time", tr("Frame time"), _frame_time(index))
    yield fact("size", tr("File size"), plain(bytes_(index.size)))
    yield fact("additional_data", tr("Velocities and boxes recorded"), _additional_data(index))
    yield fact("collisions", tr("Collisions"), _collisions(index))
    yield fact("problems", tr("Problems"), _problems(found, checking=checking))
    yield heading("actors", tr("Actors"))
    numbers = np.bincount(index.actors.category, minlength=len(Category)).tolist()
    for category in Category:
        if numbers[category]:
            label = capital(category.label)
            yield fact(f"category {category}", label, plain(count(numbers[category])))


def _frame_time(index: RecordingIndex) -> Value:
    """Return the usual time from frame to frame, or the range where it varies."""
    durations = np.diff(index.elapsed)
    if not len(durations):
        return plain(tr("one frame") if len(index.elapsed) else UNKNOWN)
    shortest, longest = number(float(durations.min()), 3), number(float(durations.max()), 3)
    text = shortest if shortest == longest else f"{shortest} – {longest}"
    return Value((Piece(text), Piece(" s", unit=True)))


def _additional_data(index: RecordingIndex) -> Value:
    tip = tr("Velocities, bounding boxes and more, if start_recorder was asked for them")
    yes = index.has_additional_data
    return plain(tr("yes") if yes else tr("no"), tip)


def _collisions(index: RecordingIndex) -> Value:
    """Return how many there are; where no sensor could have told of any, that none are recorded."""
    if index.tells_collisions:
        return plain(count(len(index.contacts)))
    tip = tr("There is no collision sensor in this file")
    return plain(tr("none recorded"), tip)


def _problems(problems: Sequence[Problem], *, checking: bool) -> Value:
    damage = sum(problem.count for problem in problems if problem.damage)
    notes = sum(problem.count for problem in problems if not problem.damage)
    parts = []
    if damage:
        word = tr("{0} problem") if damage == 1 else tr("{0} problems")
        parts.append(word.format(count(damage)))
    if notes:
        word = tr("{0} remark") if notes == 1 else tr("{0} remarks")
        parts.append(word.format(count(notes)))
    tip = "\n".join(problem.what for problem in problems[:10])
    if checking:
        return plain(", ".join([*parts, tr("checking…")]), tip)
    return plain(", ".join(parts) or tr("none"), tip)
