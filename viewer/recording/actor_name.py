"""Naming an actor on the command line or in the API: its id, ``hero``, or ``role=NAME``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from viewer.recording.actors import MOVERS, ActorTable

HERO = "hero"
NO_HERO = "there is no hero: nobody is called hero, ego_vehicle or ego by its role_name"
_ROLE = "role="
_LARGEST = (1 << 32) - 1
_MAX_LISTED = 8
"""Largest number of actor ids listed in the message of an error for a name that fits several actors."""


class ActorNotFoundError(LookupError):
    """Error raised if a name fits no actor, or several; its message is a sentence without full stop."""


@dataclass(frozen=True, slots=True)
class ActorName:
    """Name of an actor: an id, a role_name, or, with neither, the hero.

    An id or role_name may be used again after its actor was destroyed; the name means all these actors.

    Attributes:
        actor_id: actor id in the recording.
        role_name: value of the actor's attribute ``role_name``.
    """

    actor_id: int | None = None
    role_name: str | None = None

    @classmethod
    def parse(cls, text: str) -> ActorName:
        """Return ``text`` (``ID``, ``hero`` or ``role=NAME``) as a name; ValueError for anything else."""
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
        """Return the rows in ``actors`` of all actors with this name, the earliest first.

        If vehicles or walkers have the role_name, the sensors and props with it are left out.

        Raises:
            ActorNotFoundError: no actor has this name.
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

    def lifetimes(self, actors: ActorTable) -> list[int]:
        """Return the rows in ``actors`` of all lifetimes of the actor with this name, sorted by spawn frame.

        A lifetime lasts from a spawn to a destruction.

        Raises:
            ActorNotFoundError: no actor has this name, or several have this role_name at the same time.
        """
        rows = sorted(self.rows(actors), key=lambda row: int(actors.spawn_frame[row]))
        if self.role_name is not None and _overlap(actors, rows):
            raise self._ambiguous(actors, rows)
        return rows

    def row(self, actors: ActorTable, frame: int) -> int:
        """Return the row in ``actors`` of the actor with this name that exists at the frame index ``frame``.

        If none exists then, return the row of the earliest lifetime (from a spawn to a destruction).

        Raises:
            ActorNotFoundError: no actor has this name, or several have this role_name at the same time.
        """
        rows = self.rows(actors)
        alive = [row for row in rows if actors.spawn_frame[row] <= frame < actors.destroy_frame[row]]
        if len(alive) > 1 and self.role_name is not None:
            raise self._ambiguous(actors, alive)
        return alive[-1] if alive else self.lifetimes(actors)[0]

    def _ambiguous(self, actors: ActorTable, rows: Sequence[int]) -> ActorNotFoundError:
        ids = list(dict.fromkeys(actors.actor_id[rows].tolist()))
        listed = ", ".join(map(str, ids[:_MAX_LISTED])) + (", …" if len(ids) > _MAX_LISTED else "")
        return ActorNotFoundError(
            f"there are {len(ids):,} actors with the role_name {self.role_name}: "
            f"give the id of one ({listed})"
        )


def ids_of(actors: ActorTable, names: Iterable[ActorName | int]) -> list[int]:
    """Return the ids of all actors that ``names`` mean, each id once; a number in ``names`` is an id.

    Raises:
        ActorNotFoundError: no actor has one of the names.
    """
    named = (each if isinstance(each, ActorName) else ActorName(each) for each in names)
    rows = [row for each in named for row in each.rows(actors)]
    return list(dict.fromkeys(actors.actor_id[rows].tolist()))


def _overlap(actors: ActorTable, rows: Sequence[int]) -> bool:
    return bool(np.any(actors.spawn_frame[rows[1:]] < actors.destroy_frame[rows[:-1]]))
