"""What the actor list asks about actors, as columns: texts are numbered, so that each is looked at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable, Category, DescriptionTable
from viewer.ui.format import plain, short_blueprint

CATEGORY_WORDS = tuple(category.label.replace(" ", "_") for category in Category)
"""The word a filter finds each category by; without blanks, which separate terms."""


class TextColumn:
    """One text per row, or None; equal texts share a number."""

    def __init__(self, texts: Iterable[str | None] = ()) -> None:
        self._number: dict[str | None, int] = {}
        self.codes: NDArray[np.int32] = np.empty(0, np.int32)
        """The number of each row's text in ``distinct``, shape (N,)."""
        self.extend(texts)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.codes)

    def __getitem__(self, row: int) -> str | None:
        """Return the text of a row."""
        return self.distinct[int(self.codes[row])]

    def extend(self, texts: Iterable[str | None], which: NDArray[np.integer] | None = None) -> None:
        """Append a row for each text, or, with ``which``, for each place among the texts, shape (K,)."""
        number = self._number
        codes = np.array([number.setdefault(text, len(number)) for text in texts], np.int32)
        self.codes = np.concatenate((self.codes, codes if which is None else codes[which]))
        self.distinct: tuple[str | None, ...] = tuple(number)

    def take(self, other: TextColumn, rows: NDArray[np.integer]) -> None:
        """Append rows of another column, by their numbers, shape (K,); all come from the same one."""
        self._number, self.distinct = other._number, other.distinct
        self.codes = np.concatenate((self.codes, other.codes[rows]))

    def where(self, test: Callable[[str], bool]) -> NDArray[np.bool_]:
        """Tell for each row whether its text passes a test; None never does. Shape (N,)."""
        passed = np.fromiter(
            (text is not None and test(text) for text in self.distinct), np.bool_, len(self.distinct)
        )
        return passed[self.codes]

    def ranks(self) -> NDArray[np.float64]:
        """Return each row's place in alphabetical order, shape (N,); NaN for None and the empty text."""
        order = sorted(range(len(self.distinct)), key=lambda code: (self.distinct[code] or "").casefold())
        ranks = np.empty(len(order))
        ranks[order] = np.arange(len(order))
        ranks[[not text for text in self.distinct]] = np.nan
        return ranks[self.codes]


class ActorFacts:
    """The texts of an actor table that the list shows, sorts by and searches.

    A table that is still being read only grows, so ``extend`` looks at its new rows alone.
    """

    def __init__(self) -> None:
        self._descriptions: DescriptionTable | None = None
        self._attributes: dict[str, TextColumn] = {}
        self._ids = TextColumn()
        self._types, self._shorts, self._roles = TextColumn(), TextColumn(), TextColumn()
        self.blueprints = TextColumn()
        self.short_blueprints = TextColumn()
        self.roles = TextColumn()
        self.categories = TextColumn()

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._descriptions) if self._descriptions is not None else 0

    def extend(self, actors: ActorTable) -> None:
        """Take in the rows that are new."""
        done = len(self)
        new = actors.descriptions[done:]
        self._descriptions = actors.descriptions
        self._attributes.clear()
        shared = new.blueprints[len(self._types) : int(new.number.max(initial=-1)) + 1]
        self._types.extend(plain(each.type_id) for each in shared)
        self._roles.extend(plain(each.role_name) for each in shared)
        texts = self._types.distinct[len(self._shorts) :]
        self._shorts.extend(short_blueprint(each or "") for each in texts)
        self.blueprints.take(self._types, new.number)
        self.short_blueprints.take(self._shorts, self._types.codes[new.number])
        self.roles.take(self._roles, new.number)
        categories, which = _used(actors.category[done:])
        self.categories.extend((CATEGORY_WORDS[category] for category in categories), which)

    @property
    def ids(self) -> TextColumn:
        """The ids as text; written when they are asked for, since no two are equal."""
        if self._descriptions is not None and len(self._ids) < len(self):
            self._ids.extend(map(str, self._descriptions.actor_id[len(self._ids) :].tolist()))
        return self._ids

    def attribute(self, name: str) -> TextColumn:
        """Return the values of an attribute, None for actors that do not have it."""
        found = self._attributes.get(name)
        if found is None:
            values = []
            if self._descriptions is not None:
                values = self._descriptions.of_each(lambda each: each.attributes.get(name), object).tolist()
            found = self._attributes[name] = TextColumn(values)
        return found


def _used(numbers: NDArray[np.integer]) -> tuple[Sequence[int], NDArray[np.intp]]:
    """Return the different numbers, ascending, and which of them each one is, shape (N,)."""
    used = np.flatnonzero(np.bincount(numbers))
    return used.tolist(), np.searchsorted(used, numbers)
