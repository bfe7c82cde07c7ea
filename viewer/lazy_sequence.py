"""Sequences of things that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class LazySequence(Sequence[T]):
    """Things that are made from their numbers, each time they are asked for: there may be very many.

    >>> squares = LazySequence(1_000_000, lambda number: number**2)
    >>> squares[-1], squares[2:5]
    (999998000001, [4, 9, 16])
    """

    def __init__(self, count: int, make: Callable[[int], T]) -> None:
        """Take how many there are, and what makes them."""
        self._count, self._make = count, make

    def __len__(self) -> int:
        """Return how many there are."""
        return self._count

    @overload
    def __getitem__(self, number: int) -> T: ...
    @overload
    def __getitem__(self, number: slice) -> list[T]: ...
    def __getitem__(self, number: int | slice) -> T | list[T]:
        """Make one, or several."""
        if isinstance(number, slice):
            return [*map(self._make, range(self._count)[number])]
        return self._make(range(self._count)[number])
