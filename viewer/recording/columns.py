"""Numpy arrays that grow at their end while earlier views of them stay valid."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class GrowingColumn:
    """Array to which values can be appended; arrays that ``view`` returned before are not changed by that."""

    def __init__(self, dtype: DTypeLike, width: tuple[int, ...] = ()) -> None:
        """Create an empty array of ``dtype`` whose entries have the shape ``width``."""
        self._dtype = np.dtype(dtype)
        # As plain bytes numpy copies a record at once, which is much faster than field by field.
        plain = self._dtype if self._dtype.names is None else np.dtype((np.void, self._dtype.itemsize))
        self._values: NDArray[Any] = np.empty((0, *width), plain)
        self._joined = self._length = 0
        self._added: list[NDArray[Any]] = []  # appended, not yet copied to _values

    def __len__(self) -> int:
        return self._length

    def extend(self, values: NDArray[Any]) -> None:
        """Append ``values``, which must not be changed afterwards: they are copied at the next ``view``."""
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

    def put(self, indices: NDArray[Any], values: NDArray[Any]) -> None:
        """Set the entries at ``indices`` to ``values``, also in views returned earlier."""
        self._all()[indices] = self._plain(values)

    def _plain(self, values: NDArray[Any]) -> NDArray[Any]:
        return values if self._dtype.names is None else values.view(self._values.dtype)

    def replace_last(self, value: Any) -> None:  # noqa: ANN401 - whatever the dtype takes
        """Set the last entry of the column to ``value``; array views returned earlier keep the old value."""
        self._values = self._all().copy()
        self._values.view(self._dtype)[-1] = value

    def view(self) -> NDArray[Any]:
        """Return all entries as a read-only array, without copying."""
        return read_only(self._all().view(self._dtype))


def read_only(values: NDArray[Any]) -> NDArray[Any]:
    """Make ``values`` itself read-only (not a copy), and return it."""
    values.flags.writeable = False
    return values
