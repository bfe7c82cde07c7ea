"""What the actor list asks about actors, as columns: what many share is looked at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats
from viewer.lazy import lazy
from viewer.recording.actors import ActorTable, Category
from viewer.ui.format import plain, short_blueprint

CATEGORY_WORDS = tuple(category.label.replace(" ", "_") for category in Category)
"""The word a filter finds each category by; without blanks, which separate terms."""


@dataclass(frozen=True, eq=False)
class TextColumn:
    """One text per row, or None.

    Attributes:
        texts: all there are; some may be equal, or of no row.
        codes: the number of each row's text, shape (N,).

    """

    texts: Sequence[str | None]
    codes: NDArray[np.integer]

    def __getitem__(self, row: int) -> str | None:
        """Return the text of a row."""
        return self.texts[int(self.codes[row])]

    def where(self, test: Callable[[str], bool]) -> Flags:
        """Tell for each row whether its text passes a test; None never does. Shape (N,)."""
        passed: Flags = np.array([text is not None and test(text) for text in self.texts], np.bool_)[
            self.codes
        ]
        return passed

    def ranks(self) -> Floats:
        """Return each row's place in alphabetical order, shape (N,); NaN for None and the empty text."""
        distinct = sorted({text.casefold() for text in self.texts if text})
        places = {text: float(place) for place, text in enumerate(distinct)}
        ranks = [places[text.casefold()] if text else np.nan for text in self.texts]
        found: Floats = np.array(ranks, np.float64)[self.codes]
        return found


class ActorFacts:
    """The texts of an actor table that the list shows, sorts by and searches."""

    def __init__(self, actors: ActorTable | None = None) -> None:
        """Take the table; None for nobody."""
        self._actors = actors
        self._number = np.empty(0, np.int64) if actors is None else actors.descriptions.number
        most = int(self._number.max(initial=-1)) + 1
        self._shared = [] if actors is None else actors.descriptions.blueprints[:most]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._number)

    def _of_each(self, texts: Iterable[str | None]) -> TextColumn:
        return TextColumn([*texts], self._number)

    @lazy
    def blueprints(self) -> TextColumn:
        """The whole names of blueprints."""
        return self._of_each(plain(each.type_id) for each in self._shared)

    @lazy
    def short_blueprints(self) -> TextColumn:
        """The same without what goes without saying."""
        return self._of_each(short_blueprint(text or "") for text in self.blueprints.texts)

    @lazy
    def roles(self) -> TextColumn:
        """The roles, empty for those without one."""
        return self._of_each(plain(each.role_name) for each in self._shared)

    @lazy
    def categories(self) -> TextColumn:
        """The words of categories."""
        return TextColumn(CATEGORY_WORDS, self._number[:0] if self._actors is None else self._actors.category)

    @lazy
    def ids(self) -> TextColumn:
        """The ids as text."""
        ids = [] if self._actors is None else self._actors.actor_id.tolist()
        return TextColumn([*map(str, ids)], np.arange(len(ids)))

    def attribute(self, name: str) -> TextColumn:
        """Return the values of an attribute, None for actors that do not have it."""
        return self._of_each(each.attributes.get(name) for each in self._shared)
