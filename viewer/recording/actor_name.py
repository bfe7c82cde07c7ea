"""How an actor is named wherever somebody names one: its id, ``hero``, or ``role=NAME``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from viewer.recording.actors import MOVERS, ActorTable

HERO = "hero"
NO_HERO = "there is no hero: nobody is called hero, ego_vehicle or ego by its role_name"
_ROLE = "role="
_LARGEST = (1 << 32) - 1
_TOLD = 8
"""Of more actors than this, an error says how many there are."""


class ActorNotFoundError(LookupError):
    """The recording has no such actor, or several; the message is a sentence without its full stop."""


@dataclass(frozen=True, slots=True)
class ActorName:
    """A name for an actor: with neither an id nor a role it is the hero.

    An id, and a role, may be used again after their actor died; all these lives are meant.

    Attributes:
        actor_id: its id while recording.
        role_name: its attribute ``role_name``.

    """

    actor_id: int | None = None
    role_name: str | None = None

    @classmethod
    def parse(cls, text: str) -> ActorName:
        """Read ``ID``, ``hero`` or ``role=NAME``; ValueError for anything else."""
        if text == HERO:
            return cls()
        if text.startswith(_ROLE) and text != _ROLE:
            return cls(role_name=text.removeprefix(_ROLE))
        if text.isdecimal() and len(text) <= len(str(_LARGEST)) and int(text) <= _LARGEST:
            return cls(int(text))
        raise ValueError(f"'{text}' is no actor: give an id, {HERO}, or {_ROLE}NAME")

    def __str__(self) -> str:
        if self.actor_id is not None:
            return str(self.actor_id)
        return HERO if self.role_name is None else f"{_ROLE}{self.role_name}"

    def rows(self, actors: ActorTable) -> list[int]:
        """Return the rows of everybody who is called so, the earliest first.

        What moves goes before what is attached to it and has its role.

        Raises:
            ActorNotFoundError: nobody is.

        """
        if self.actor_id is not None:
            found = actors.rows_of(self.actor_id)
            missing = f"there is no actor {self.actor_id}"
        elif self.role_name is None:
            found = [*actors.hero_lifetimes]
            missing = NO_HERO
        else:
            has_role = actors.descriptions.of_each(lambda each: each.role_name == self.role_name, np.bool_)
            moves = np.isin(actors.category, MOVERS)
            found = np.flatnonzero(has_role & moves if np.any(has_role & moves) else has_role).tolist()
            missing = f"there is no actor with the role_name {self.role_name}"
        if not found:
            raise ActorNotFoundError(missing)
        return found

    def lives(self, actors: ActorTable) -> list[int]:
        """Return the rows of one actor, whose lives follow each other, the earliest first.

        Raises:
            ActorNotFoundError: nobody is called so, or several are at the same time.

        """
        rows = sorted(self.rows(actors), key=lambda row: int(actors.spawn_frame[row]))
        if self.role_name is not None and _overlap(actors, rows):
            raise self._ambiguous(actors, rows)
        return rows

    def row(self, actors: ActorTable, frame: int) -> int:
        """Return the row of who is called so at a frame index, else of the first who is at any time.

        Raises:
            ActorNotFoundError: nobody is called so, or several are.

        """
        rows = self.rows(actors)
        alive = [row for row in rows if actors.spawn_frame[row] <= frame < actors.destroy_frame[row]]
        if len(alive) > 1 and self.role_name is not None:
            raise self._ambiguous(actors, alive)
        return alive[-1] if alive else self.lives(actors)[0]

    def _ambiguous(self, actors: ActorTable, rows: Sequence[int]) -> ActorNotFoundError:
        ids = list(dict.fromkeys(actors.actor_id[rows].tolist()))
        told = ", ".join(map(str, ids[:_TOLD])) + (", …" if len(ids) > _TOLD else "")
        return ActorNotFoundError(
            f"there are {len(ids):,} actors with the role_name {self.role_name}: give the id of one ({told})"
        )


def ids_of(actors: ActorTable, names: Iterable[ActorName | int]) -> list[int]:
    """Return the ids of everybody who has one of some names, or ids, each once.

    Raises:
        ActorNotFoundError: there is nobody for one of them.

    """
    rows = [
        row
        for each in names
        for row in (each if isinstance(each, ActorName) else ActorName(each)).rows(actors)
    ]
    return list(dict.fromkeys(actors.actor_id[rows].tolist()))


def _overlap(actors: ActorTable, rows: Sequence[int]) -> bool:
    return bool(np.any(actors.spawn_frame[rows[1:]] < actors.destroy_frame[rows[:-1]]))
