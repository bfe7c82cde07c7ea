"""Reading attributes: numbers and words of elements, with what a missing one means, and what was wrong."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from xml.etree.ElementTree import Element

import numpy as np

from viewer.arrays import Floats, Ints
from viewer.roads.errors import RoadProblem

LEFT_OUT = "it is left out"
"""What is done about an element that is unusable."""

_MOST_FINDINGS = 200  # that differ
_ABSURD = 1e9  # metres, and more than any coefficient of a road is


class UnusableError(ValueError):
    """An element lacks what it cannot be read without, or has no number where one belongs."""


class Numbers:
    """Which attributes of an element are numbers; those with a default may be missing."""

    def __init__(self, *required: str, **defaults: float) -> None:
        """Take the names in the order of the columns, the required ones first."""
        self.names = (*required, *defaults)
        self._defaults = defaults
        self._pick: Callable[[Mapping[str, str]], tuple[str, ...]] = (
            itemgetter(*self.names) if len(self.names) > 1 else self._pick_one
        )

    def read(self, attributes: Mapping[str, str]) -> tuple[float, ...]:
        """Return the numbers in the order of the names.

        Raises:
            UnusableError: a required one is missing, or one is no number or an absurd one.

        """
        try:
            row = tuple(map(float, self._pick(attributes)))
        except (KeyError, ValueError):
            row = tuple(self._one(attributes, name) for name in self.names)
        if not sum(map(abs, row)) < _ABSURD:  # one of them may be absurd, or none
            for name, number in zip(self.names, row, strict=True):
                if not -_ABSURD < number < _ABSURD:
                    raise UnusableError(f'{name}="{attributes[name]}" is no usable number')
        return row

    def _pick_one(self, attributes: Mapping[str, str]) -> tuple[str, ...]:
        return (attributes[self.names[0]],)

    def _one(self, attributes: Mapping[str, str], name: str) -> float:
        text = attributes.get(name, "").strip()
        if not text:
            if name in self._defaults:
                return self._defaults[name]
            raise UnusableError(f'"{name}" is missing')
        try:
            return float(text)
        except ValueError:
            raise UnusableError(f'{name}="{text}" is no usable number') from None


class Rows:
    """A growing table: rows of as many numbers, each with the row of another table that it belongs to."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._owners = array("q")
        self._values = array("d")

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._owners)

    def add(self, owner: int, row: tuple[float, ...]) -> int:
        """Append a row; return its number."""
        self._owners.append(owner)
        self._values.extend(row)
        return len(self._owners) - 1

    def rows_from(self, first: int) -> Iterator[tuple[float, ...]]:
        """Yield the rows from one on."""
        for place in range(first * self._width, len(self._values), self._width):
            yield tuple(self._values[place : place + self._width])

    @property
    def owners(self) -> Ints:
        """What the rows belong to, shape (N,)."""
        return np.array(self._owners, np.int64)

    @property
    def values(self) -> Floats:
        """The numbers, shape (N, width)."""
        return np.array(self._values, np.float64).reshape(-1, self._width)


class Findings:
    """Collects what is wrong, equal findings once with their number."""

    def __init__(self) -> None:
        self.where = ""
        """The place that is being read, in words."""
        self._found: dict[tuple[str, str], tuple[str, int]] = {}

    def note(self, what: str, action: str) -> None:
        """Remember a finding."""
        if len(self._found) >= _MOST_FINDINGS and (what, action) not in self._found:
            what, action = "there is more of this kind", "it is not listed"
        where, count = self._found.get((what, action), (self.where, 0))
        self._found[what, action] = where, count + 1

    def attempt(self, read: Callable[[int, Element], None], row: int, element: Element) -> None:
        """Read an element for a row of a table; one that is unusable is left out."""
        try:
            read(row, element)
        except UnusableError as error:
            self.note(f"{element.tag}: {error}", LEFT_OUT)

    def problems(self) -> tuple[RoadProblem, ...]:
        """Return all findings, in the order of their first place."""
        return tuple(
            RoadProblem(what, action, where, count) for (what, action), (where, count) in self._found.items()
        )
