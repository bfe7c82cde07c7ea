"""Notes as whatever shows them needs them, made when they are looked at: there may be very many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar, overload

from viewer.notes import Note

Row = TypeVar("Row")


class LazyRows(Sequence[Row], Generic[Row]):
    """A row for each of some notes.

    Attributes:
        notes: the notes.

    """

    def __init__(self, notes: Sequence[Note], make: Callable[[Note], Row]) -> None:
        """Take the notes, and what makes the row of one."""
        self.notes = notes
        self._make = make
        self._made: dict[int, Row] = {}

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.notes)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        """Return a row, or those of some."""
        if isinstance(place, slice):
            return LazyRows(self.notes[place], self._make)
        if place not in self._made:
            self._made[place] = self._make(self.notes[place])
        return self._made[place]
