"""Piecewise cubic polynomials of many owners at once: widths, borders, offsets and heights along roads."""

from __future__ import annotations

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.arrays import keys

_SAME = np.array([1e-6, 1e-7, 1e-8, 1e-9])
"""Differences of coefficients that move nothing by more than a millimetre within 10 m."""


class Cubics:
    """Polynomials a + b·d + c·d² + e·d³, d metres after the start of their piece; each piece has an owner."""

    def __init__(self, owners: Ints, starts: Floats, coefficients: Floats) -> None:
        """Sort the pieces by owner and start, shape (N,), (N,) and (N, 4)."""
        unsorted = keys(owners, starts)
        order = np.argsort(unsorted, kind="stable")
        self._keys = unsorted[order]
        # One piece more than there are, for row −1: where an owner has no piece, everything is 0.
        self._owners = np.append(owners[order], -1)
        self._starts = np.append(starts[order], 0.0)
        self._coefficients = np.concatenate([coefficients[order], np.zeros((1, 4))])

    def __len__(self) -> int:
        """Return the number of pieces."""
        return len(self._keys)

    @property
    def owners(self) -> Ints:
        """Whose pieces they are, shape (N,)."""
        return self._owners[:-1]

    @property
    def starts(self) -> Floats:
        """Where the pieces begin, metres, shape (N,)."""
        return self._starts[:-1]

    def merged(self) -> Cubics:
        """Return the same polynomials without the pieces that only go on as the one before them does."""
        if len(self) <= 1:
            return self
        coefficients = self._coefficients[:-1]
        d = np.diff(self.starts)
        a, b, c, e = coefficients[:-1].T
        onward = np.column_stack(
            [a + d * (b + d * (c + d * e)), b + d * (2 * c + 3 * d * e), c + 3 * d * e, e]
        )
        same = (np.abs(onward - coefficients[1:]) <= _SAME).all(axis=1)
        kept = np.concatenate([[True], ~(same & (self.owners[1:] == self.owners[:-1]))])
        return Cubics(self.owners[kept], self.starts[kept], coefficients[kept])

    def jumps(self, height: float) -> Ints:
        """Return the pieces that begin more than ``height`` away from where the one before them ends."""
        rows = np.arange(1, len(self))
        step = np.abs(self._coefficients[rows, 0] - self.value(rows - 1, self._starts[rows]))
        found: Ints = rows[(step > height) & (self._owners[rows] == self._owners[rows - 1])]
        return found

    def find(self, owners: Ints, s: Floats) -> Ints:
        """Return the pieces that hold at ``s``, −1 for owners without any; the first also holds before it."""
        rows = np.searchsorted(self._keys, keys(owners, s), side="right") - 1
        rows += self._owners[rows] != owners
        found: Ints = np.where(self._owners[rows] == owners, rows, -1)
        return found

    def starts_of(self, rows: Ints) -> Floats:
        """Return where the pieces ``rows`` begin, metres."""
        starts: Floats = self._starts[rows]
        return starts

    def value(self, rows: Ints, s: Floats) -> Floats:
        """Return the values at ``s`` by the pieces ``rows``; 0 where there is none (−1)."""
        d, (a, b, c, e) = self._at(rows, s)
        value: Floats = a + d * (b + d * (c + d * e))
        return value

    def slope(self, rows: Ints, s: Floats) -> Floats:
        """Return the first derivatives."""
        d, (_, b, c, e) = self._at(rows, s)
        slope: Floats = b + d * (2 * c + 3 * d * e)
        return slope

    def bend(self, rows: Ints, s: Floats) -> Floats:
        """Return the second derivatives."""
        d, (_, _, c, e) = self._at(rows, s)
        bend: Floats = 2 * c + 6 * d * e
        return bend

    def _at(self, rows: Ints, s: Floats) -> tuple[Floats, Floats]:
        return np.maximum(s - self._starts[rows], 0.0), self._coefficients[rows].T
