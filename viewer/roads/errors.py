"""What can go wrong with a map, in words a person can act on."""

from __future__ import annotations

from viewer.file_error import FileError
from viewer.quick_dataclass import dataclass


class RoadMapError(FileError):
    """A file cannot be used as a map."""


@dataclass(frozen=True, slots=True)
class RoadProblem:
    """One finding in a map that can be used all the same.

    Attributes:
        what: what was found, as a sentence without a full stop.
        action: what was done about it.
        where: the first place it was found at: ``road 17``, ``line 2,041``.
        count: how many equal findings this one stands for.

    """

    what: str
    action: str
    where: str
    count: int = 1
