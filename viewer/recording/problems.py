"""What is wrong with a recording, or merely odd about it (DESIGN.md §6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

_MOST = 1_000
"""Problems told one by one; a file can be damaged everywhere."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    Attributes:
        what: what was found, as a sentence without a full stop.
        action: what was done about it.
        damage: True for damage, False for a note that is no fault of the file.
        offset: byte offset in the file, if it has one.
        frame: index into the frame table (0-based) near which it was found, if known.
        count: how many equal findings this one stands for.
        lost_frames: whether frames in the middle of the recording could not be read.

    """

    what: str
    action: str
    damage: bool
    offset: int | None = None
    frame: int | None = None
    count: int = 1
    lost_frames: bool = False


class ProblemList:
    """Collects problems; what is too much to tell one by one is counted."""

    def __init__(self) -> None:
        """Start without any."""
        self._problems: list[Problem] = []

    def __iter__(self) -> Iterator[Problem]:
        """Iterate in the order in which they were found."""
        return iter(self._problems)

    def add(self, problem: Problem) -> None:
        """Add one."""
        if len(self._problems) < _MOST:
            self._problems.append(problem)
            return
        last = self._problems[-1]
        self._problems[-1] = replace(
            last,
            what="more damage like that before it",
            action="as was done there",
            count=last.count + problem.count,
            lost_frames=last.lost_frames or problem.lost_frames,
        )
