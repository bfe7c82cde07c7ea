"""A numpy array that grows at its end while views of what it held before stay valid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class GrowingColumn:
    """One growing column; adding to it never changes what an earlier view shows."""

    def __init__(self, dtype: DTypeLike, width: tuple[int, ...] = ()) -> None:
        """Start empty; ``width`` is the shape of one entry."""
        self._dtype = np.dtype(dtype)
        # Without fields numpy copies a record at once, which takes a small part of the time.
        plain = self._dtype if self._dtype.names is None else np.dtype((np.void, self._dtype.itemsize))
        self._values: NDArray[Any] = np.empty((0, *width), plain)
        self._joined = self._length = 0
        self._added: list[NDArray[Any]] = []  # what is not yet joined to the values

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Any]) -> None:
        """Add entries, which must not be changed afterwards: they are copied when all are looked at."""
        self._added.append(self._plain(values))
        self._length += len(values)

    def _all(self) -> NDArray[Any]:
        if self._joined < self._length:
            if self._length > len(self._values):
                size = max(self._length, 2 * len(self._values))
                grown = np.empty((size, *self._values.shape[1:]), self._values.dtype)
                grown[: self._joined] = self._values[: self._joined]
                self._values = grown
            np.concatenate(self._added, out=self._values[self._joined : self._length])
            self._joined = self._length
        self._added.clear()
        return self._values[: self._length]

    def put(self, places: NDArray[Any], values: NDArray[Any]) -> None:
        """Change some entries, also in earlier views."""
        self._all()[places] = self._plain(values)

    def _plain(self, values: NDArray[Any]) -> NDArray[Any]:
        return values if self._dtype.names is None else values.view(self._values.dtype)

    def replace_last(self, value: Any) -> None:  # noqa: ANN401 - whatever the dtype takes
        """Change the last entry; earlier views keep what they show."""
        self._values = self._all().copy()
        self._values.view(self._dtype)[-1] = value

    def view(self) -> NDArray[Any]:
        """Return what it holds now, read-only, without copying it."""
        return read_only(self._all().view(self._dtype))


def read_only(values: NDArray[Any]) -> NDArray[Any]:
    """Forbid to write to an array, and return it."""
    values.flags.writeable = False
    return values
