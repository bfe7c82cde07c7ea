"""Who is attached to whom."""

from __future__ import annotations

from enum import Enum

_DEEPEST = 16
"""Attachments above one another; more is no vehicle with its sensors but a trap."""


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
