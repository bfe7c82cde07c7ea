"""Table of problems: damage of a file, and notes that are no fault of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from viewer.recording.index import RecordingIndex
from viewer.recording.problems import Problem
from viewer.tables.column import Column, Values, columns_by, picked


@dataclass(frozen=True, eq=False)
class ProblemRows:
    """Problems to show, and the recording in which they are."""

    index: RecordingIndex
    problems: Sequence[Problem]

    def in_frames(self, name: str, values: NDArray[Any]) -> list[Any]:
        """Return from ``values``, one per frame, that of each problem's frame; None if it has none.

        ``name`` is the attribute of ``Problem`` with the frame: ``frame`` or ``last_frame``.
        """
        return picked(values, (getattr(each, name) for each in self.problems))


@columns_by
def _stored(source: ProblemRows, name: str) -> Values:
    return [getattr(each, name) for each in source.problems]


PROBLEMS: tuple[Column[ProblemRows], ...] = (
    _stored("damage", "bool", "", "whether something is lost; else it is a note"),
    _stored("what", "string", "", "what is wrong"),
    _stored("action", "string", "", "how the program deals with it"),
    _stored("offset", "int64", "bytes", "where in the file the first one is"),
    Column(
        "frame", "int64", "", "id of the frame at or near which the first one is",
        lambda source: source.in_frames("frame", source.index.frame_ids),
    ),
    Column(
        "elapsed", "double", "s", "elapsed time of that frame",
        lambda source: source.in_frames("frame", source.index.elapsed),
    ),
    Column(
        "last_frame", "int64", "", "id of the frame of the last one",
        lambda source: source.in_frames("last_frame", source.index.frame_ids),
    ),
    _stored("count", "int64", "", "how often it occurs"),
)  # fmt: skip
"""Columns of the table of problems; a row is one problem, or several equal ones."""
