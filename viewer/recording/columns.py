"""A numpy array that grows at its end while views of what it held before stay valid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

_MOST_WAITING = 4_096


class GrowingColumn:
    """One growing column; adding to it never changes what an earlier view shows.

    What is added waits until there is much of it, or until it is asked for: one numpy call for each would
    take most of the time.
    """

    def __init__(self, dtype: DTypeLike, width: tuple[int, ...] = ()) -> None:
        """Start empty; ``width`` is the shape of one entry."""
        self._values: NDArray[Any] = np.empty((64, *width), dtype)
        self._length = 0  # without what waits
        self._entries: list[Any] = []
        self._parts: list[NDArray[Any]] = []
        self._in_parts = 0

    def __len__(self) -> int:
        """Return the number of entries."""
        return self._length + self._in_parts + len(self._entries)

    def append(self, value: Any) -> None:  # noqa: ANN401 - whatever the dtype takes
        """Add one entry."""
        self._entries.append(value)
        if len(self._entries) == _MOST_WAITING:
            self._gather()

    def extend(self, values: NDArray[Any]) -> None:
        """Add entries, which nobody may change any more."""
        self._part_entries()
        self._parts.append(values)
        self._in_parts += len(values)
        if len(self._parts) == _MOST_WAITING:
            self._gather()

    def replace_last(self, value: Any) -> None:  # noqa: ANN401 - as in append
        """Change the last entry; earlier views keep what they show."""
        self._gather()
        self._values = self._values.copy()
        self._values[self._length - 1] = value

    def view(self) -> NDArray[Any]:
        """Return what it holds now, read-only, without copying what was there before."""
        self._gather()
        return read_only(self._values[: self._length])

    def _part_entries(self) -> None:
        """Make a part of the entries that wait."""
        if self._entries:
            self._parts.append(np.array(self._entries, self._values.dtype))
            self._in_parts += len(self._entries)
            self._entries.clear()

    def _gather(self) -> None:
        """Copy what waits."""
        self._part_entries()
        end = self._length + sum(map(len, self._parts))
        if end > len(self._values):
            grown = np.empty((max(end, 2 * len(self._values)), *self._values.shape[1:]), self._values.dtype)
            grown[: self._length] = self._values[: self._length]
            self._values = grown
        if self._parts:
            np.concatenate(self._parts, out=self._values[self._length : end])
        self._parts.clear()
        self._length, self._in_parts = end, 0


class ChangingColumn:
    """One growing column whose entries change; a view of it is a copy."""

    def __init__(self, dtype: DTypeLike) -> None:
        """Start empty."""
        self._values: NDArray[Any] = np.empty(64, dtype)
        self._length = 0

    def __len__(self) -> int:
        """Return the number of entries."""
        return self._length

    @property
    def values(self) -> NDArray[Any]:
        """All entries, to be read and changed, until some are added."""
        return self._values[: self._length]

    def append(self, value: Any) -> None:  # noqa: ANN401 - whatever the dtype takes
        """Add one entry."""
        self._reserve(1)
        self._values[self._length - 1] = value

    def extend(self, values: ArrayLike, count: int) -> None:
        """Add so many entries: an array of them, or one that stands for all."""
        self._reserve(count)
        self._values[self._length - count : self._length] = values

    def view(self) -> NDArray[Any]:
        """Return a copy of what it holds now, read-only."""
        return read_only(self.values.copy())

    def _reserve(self, count: int) -> None:
        self._length += count
        if self._length > len(self._values):
            grown = np.empty(max(self._length, 2 * len(self._values)), self._values.dtype)
            grown[: len(self._values)] = self._values
            self._values = grown


def read_only(values: NDArray[Any]) -> NDArray[Any]:
    """Forbid to write to an array, and return it."""
    values.flags.writeable = False
    return values
