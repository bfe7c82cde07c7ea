"""What is wrong with a recording, or merely odd about it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace

from viewer.arrays import Ints

_TOLD = 20
"""Of findings that differ in nothing but their numbers, so many are told one by one."""

_NUMBER = re.compile(r"\d[\d,]*")


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding, or several equal ones.

    Attributes:
        what: what was found, as a sentence without a full stop.
        action: what was done about it.
        damage: True for damage, False for a note that is no fault of the file.
        offset: byte offset in the file of the first one, if it has one.
        frame: index into the frame table (0-based) near which the first one was found, if known.
        count: how many findings this one stands for.
        lost_frames: whether frames in the middle of the recording could not be read.
        last_frame: index of the frame of the last one, if there are several.

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
        """Return what was found in frames of these indices, ascending, (K,), first at an offset.

        Once in each of them, if no other count is given.
        """
        first, last = int(frames[0]), int(frames[-1])
        return cls(
            what, action, damage=damage, offset=offset, frame=first,
            count=len(frames) if count is None else count, last_frame=last if last > first else None,
        )  # fmt: skip


class ProblemList:
    """Collects problems: equal ones are counted, and of those alike only the first are told one by one."""

    def __init__(self) -> None:
        self._problems: list[Problem] = []
        self._places: dict[Hashable, int] = {}
        self._alike: Counter[Hashable] = Counter()

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._problems)

    def add(self, problem: Problem) -> None:
        """Add one."""
        key: Hashable = (problem.what, problem.action, problem.damage)
        if key not in self._places:
            shape = (_NUMBER.sub("#", problem.what), _NUMBER.sub("#", problem.action), problem.damage)
            self._alike[shape] += 1
            if self._alike[shape] > _TOLD:
                key = shape
                problem = replace(problem, what=f"{problem.what}, and others like it")
        place = self._places.setdefault(key, len(self._problems))
        if place == len(self._problems):
            self._problems.append(problem)
            return
        first = self._problems[place]
        last = problem.last_frame if problem.last_frame is not None else problem.frame
        self._problems[place] = replace(
            first,
            count=first.count + problem.count,
            lost_frames=first.lost_frames or problem.lost_frames,
            last_frame=last if last is not None else first.last_frame,
        )

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add several."""
        for problem in problems:
            self.add(problem)
