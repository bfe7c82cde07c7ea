"""Problems of a recording: damage, and oddities that are no fault of the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from viewer.arrays import Ints

_MAX_LISTED = 20
"""Largest number of problems that are listed one by one if their texts differ only in digits.

Further such problems of a recording are counted together as one more problem.
"""

_NUMBER = re.compile(r"\d[\d,]*")


@dataclass(frozen=True, slots=True)
class Problem:
    """Damage or oddity found in a recording, or several equal ones.

    Attributes:
        what: what was found, as a sentence without its full stop.
        action: how the program deals with it.
        damage: True for damage, False for a note that is no fault of the file.
        offset: byte offset in the file of the first occurrence, if known.
        frame: index into the frame table (from 0) at or near which the first occurrence is, if known.
        count: number of occurrences.
        lost_frames: True if frames in the middle of the recording could not be read.
        last_frame: index of the frame of the last occurrence, if there are several.
    """

    what: str
    action: str
    damage: bool
    offset: int | None = None
    frame: int | None = None
    count: int = 1
    lost_frames: bool = False
    last_frame: int | None = None

    @classmethod
    def in_frames(
        cls,
        what: str,
        action: str,
        frames: Ints,
        offset: int,
        *,
        damage: bool = True,
        count: int | None = None,
    ) -> Problem:
        """Return a problem that occurs in each of ``frames``.

        Args:
            what: what was found, as a sentence without its full stop.
            action: how the program deals with it.
            frames: frame indices, ascending, shape (K,).
            offset: byte offset in the file of the first occurrence.
            damage: True for damage, False for a note that is no fault of the file.
            count: number of occurrences; None for one per frame.
        """
        first, last = int(frames[0]), int(frames[-1])
        return cls(
            what, action, damage=damage, offset=offset, frame=first,
            count=len(frames) if count is None else count, last_frame=last if last > first else None,
        )  # fmt: skip


class ProblemList:
    """Problems in order of appearance, where problems with equal texts become one with their total count.

    If very many texts differ only in digits, as in an actor's id, the later ones become one problem, too.
    """

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._indices: dict[Hashable, int] = {}
        self._alike: Counter[Hashable] = Counter()

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def add(self, problem: Problem) -> None:
        """Add ``problem``, or raise the count of an equal one that is in the list already.

        Equal means the same ``what``, ``action`` and ``damage``. Many problems that differ only in numbers
        are counted together.
        """
        key: Hashable = (problem.what, problem.action, problem.damage)
        if key not in self._indices:
            shape = (_NUMBER.sub("#", problem.what), _NUMBER.sub("#", problem.action), problem.damage)
            self._alike[shape] += 1
            if self._alike[shape] > _MAX_LISTED:
                key = shape
                problem = replace(problem, what=f"{problem.what}, and others like it")
        index = self._indices.setdefault(key, len(self._problems))
        if index == len(self._problems):
            self._problems.append(problem)
            return
        first = self._problems[index]
        last = problem.last_frame if problem.last_frame is not None else problem.frame
        self._problems[index] = replace(
            first,
            count=first.count + problem.count,
            lost_frames=first.lost_frames or problem.lost_frames,
            last_frame=last if last is not None else first.last_frame,
        )

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add ``problems`` to the list; one with the text of an entry only raises the count of that entry."""
        for problem in problems:
            self.add(problem)
