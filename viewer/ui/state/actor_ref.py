"""An actor of one of the recordings that are open in the window."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

PRIMARY = 0
"""Number of the recording that the window is about; references have others."""


class ActorRef(NamedTuple):
    """Names an actor wherever one part of the window tells another of it.

    Attributes:
        recording: number of its recording in the workspace.
        row: its row in the actor table of that recording.

    """

    recording: int
    row: int


Refs = tuple[ActorRef, ...]


def ref_of(row: int | None, recording: int = PRIMARY) -> ActorRef | None:
    """Return how the actor of a row is called outside; None for nobody."""
    return None if row is None else ActorRef(recording, row)


def refs_of(rows: Iterable[int], recording: int = PRIMARY) -> Refs:
    """Return how the actors of some rows are called outside."""
    return tuple(ActorRef(recording, row) for row in rows)


def row_in(ref: ActorRef | None, recording: int = PRIMARY) -> int | None:
    """Return the row of an actor, None for nobody and for one of another recording."""
    return ref.row if ref is not None and ref.recording == recording else None


def rows_in(refs: Iterable[ActorRef], recording: int = PRIMARY) -> tuple[int, ...]:
    """Return the rows of those actors that are of a recording."""
    return tuple(ref.row for ref in refs if ref.recording == recording)
