"""Who lives when, and who is attached to whom: an account that is kept frame after frame."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import NEVER

_BY_ID = 1 << 20
"""Ids below it have places in an array; greater ones would make it too long."""

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""


class Lives:
    """All lives so far; a life's row is its number.

    Attributes:
        spawned: index of the first frame with each.
        destroyed: index of the first frame without it, or NEVER.

    """

    def __init__(self) -> None:
        """Start with nobody."""
        self.spawned, self.destroyed = array("i"), array("i")
        self._alive: dict[int, int] = {}  # rows by id
        self._gone: dict[int, int] = {}  # the same of those who are destroyed in the frame at hand
        self._frame = 0
        # By id, 1 for who lives; the last one stands for all that are greater.
        self._is_present = np.zeros(_BY_ID + 1, np.uint8)
        self._present = self._is_present.data

    def go_to(self, frame: int) -> None:
        """Let what follows happen in a frame."""
        self._frame = frame
        self._gone = {}

    def rows(self, ids: Sequence[int]) -> list[int]:
        """Return the rows of those who live under some ids, −1 where nobody does."""
        return [self._alive.get(each, -1) for each in ids]

    def rows_meanwhile(self, ids: Sequence[int]) -> list[int]:
        """Return the same, also of those who are destroyed in this frame."""
        return [self._alive.get(each, self._gone.get(each, -1)) for each in ids]

    def begin(self, ids: Sequence[int]) -> dict[int, int]:
        """Begin lives, which get the next rows; return the rows of those who had their ids, by new row."""
        first, replaced = len(self.spawned), {}
        self.spawned.extend([self._frame] * len(ids))
        self.destroyed.extend([NEVER] * len(ids))
        for row, actor_id in enumerate(ids, first):
            if actor_id in self._alive:
                replaced[row] = before = self._alive[actor_id]
                self.destroyed[before] = self._frame
            self._alive[actor_id] = row
            if actor_id < _BY_ID:
                self._present[actor_id] = 1
        return replaced

    def end(self, ids: Sequence[int]) -> list[int]:
        """End lives; return their rows, −1 where nobody lives under an id."""
        rows = []
        for actor_id in ids:
            row = self._alive.pop(actor_id, -1)
            rows.append(row)
            if row >= 0:
                self.destroyed[row] = self._frame
                self._gone[actor_id] = row
                if actor_id < _BY_ID:
                    self._present[actor_id] = 0
        return rows

    def missing(self, ids: NDArray[np.uint32]) -> list[int]:
        """Return those of some ids, each once, under which nobody lives."""
        present = self._is_present.take(ids, mode="clip").tobytes()
        if 0 not in present:  # as bytes, which takes a fraction of the time
            return []
        return sorted(set(ids.tolist()) - self._alive.keys())


class Refusal(Enum):
    """Why an actor is not attached to another: what is told, what was done, and whether it is damage."""

    NO_CHILD = "actor {child} is attached to {parent}, but it is not there", "nothing is attached", True
    NO_PARENT = "the parent {parent} of actor {child} is not recorded", "where it was is not known", False
    LATE = (
        "actor {child} is attached to {parent} after the frame that adds it", "it keeps its own place", False,
    )  # fmt: skip
    CIRCLE = (
        "actor {child} is attached to {parent}, which is attached to it",
        "they are not attached in a circle",
        True,
    )
    DISORDER = (
        "actor {child} is attached to {parent} after others were attached to it",
        "it keeps its own place",
        True,
    )
    DEPTH = (
        "actor {child} is attached to {parent} at the end of a long chain", "the chain is cut there", True,
    )  # fmt: skip


class Attachments:
    """Who is attached to whom, by rows.

    Attributes:
        parents: row of the actor that each of those who are attached is attached to.

    """

    def __init__(self) -> None:
        """Start with nobody."""
        self.parents: dict[int, int] = {}
        self._depths: dict[int, int] = {}
        self._with_children: set[int] = set()

    def attach(self, child: int, parent: int, *, is_new: bool) -> Refusal | None:
        """Attach the actor of a row, which this frame adds if it ``is_new``; return why it is not, if so.

        Only then is the child's transform relative. Who has children is not attached any
        more, so there are no circles; CARLA spawns parents first.
        """
        refusal = self._refusal(child, parent, is_new=is_new)
        if refusal is None:
            self.parents[child] = parent
            self._depths[child] = self._depths.get(parent, 0) + 1
            self._with_children.add(parent)
        return refusal

    def _refusal(self, child: int, parent: int, *, is_new: bool) -> Refusal | None:
        if child < 0:
            return Refusal.NO_CHILD
        if parent < 0:
            return Refusal.NO_PARENT
        if not is_new:
            return Refusal.LATE
        if child == parent or self._hangs_on(parent, child):
            return Refusal.CIRCLE
        if child in self._with_children:
            return Refusal.DISORDER
        return None if self._depths.get(parent, 0) < _DEEPEST else Refusal.DEPTH

    def _hangs_on(self, row: int, ancestor: int) -> bool:
        while row >= 0 and row != ancestor:
            row = self.parents.get(row, -1)
        return row == ancestor
