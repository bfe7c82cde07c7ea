"""Names and colours of a recording's actors, which depend on the hero and the selected actors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from PySide6.QtGui import QColor

from viewer.lazy import lazy
from viewer.recording.actors import MOVERS
from viewer.recording.index import RecordingIndex
from viewer.ui.theme import category_role, current_theme, selection_roles


@dataclass(frozen=True, eq=False)
class ActorStyles:
    """Names and colours of the actors of a recording; a row is an actor's index in the actor table.

    Attributes:
        index: the recording, None without one.
        selected: rows of the selected actors, the primary one last.
        hero: row of the hero, or None.
    """

    index: RecordingIndex | None = None
    selected: tuple[int, ...] = ()
    hero: int | None = None

    def knows(self, row: int | None) -> TypeGuard[int]:
        """Return whether ``row`` is an index in the table of actors; False without a recording."""
        return row is not None and self.index is not None and row < len(self.index.actors)

    def category(self, row: int | None) -> int | None:
        """Return the ``Category`` value of the actor in ``row`` of the table of actors, None if none."""
        return int(self.index.actors.category[row]) if self.index is not None and self.knows(row) else None

    def actor_id(self, row: int | None) -> str:
        """Return as text the id of the actor in ``row`` of the table of actors, empty if there is none."""
        return str(self.index.actors.actor_id[row]) if self.index is not None and self.knows(row) else ""

    @lazy
    def selection_roles(self) -> dict[int, str]:
        """Names of the theme's colours of the selected actors, by row of the actor table."""
        known = None if self.index is None else self.index.actors.category
        return {} if known is None else selection_roles(known, self.selected, self.hero)

    def role(self, row: int | None) -> str:
        """Return the name of the theme's colour for the actor in ``row`` of the table of actors.

        The name is empty if ``row`` is None or not an actor that can move.
        """
        category = self.category(row)
        if row is None or category is None or category not in MOVERS:
            return ""
        return self.selection_roles.get(row) or category_role(category, hero=row == self.hero)

    def color(self, row: int | None) -> QColor:
        """Return the colour of the actor in ``row`` of the table of actors; the accent colour for None."""
        category = self.category(row)
        return current_theme().color(
            self.role(row)
            or ("accent" if category is None else category_role(category, hero=row == self.hero))
        )
