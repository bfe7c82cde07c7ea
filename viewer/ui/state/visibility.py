"""Rules that hide actors on the map, and actors pinned to the top of lists."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.ui.state.changes import Changes
from viewer.ui.state.settings import PinnedActor, Settings

RuleKind = Literal["actor", "category", "blueprint", "role"]


class Rule(NamedTuple):
    """Rule on which actors of the map are hidden, or are the only ones shown.

    Attributes:
        kind: what of an actor is compared with ``value``: "actor", "category", "blueprint" or "role".
        value: for "actor" a row in the actor table, which stands for this actor and its children, such as
            sensors; for "category" the int of a Category; else a blueprint id or role_name.
    """

    kind: RuleKind
    value: int | str


class Rules(NamedTuple):
    """Rules by which actors are hidden on the map.

    Attributes:
        hidden: rules that hide actors.
        isolated: rules on the only actors that are shown; empty to show all.
        shown: rows of actors in the actor table that are shown in spite of the rules.
    """

    hidden: tuple[Rule, ...] = ()
    isolated: tuple[Rule, ...] = ()
    shown: frozenset[int] = frozenset()


class Visibility:
    """Rules that hide or isolate actors on the map; if actors are isolated, only they are shown."""

    def __init__(self, changes: Changes) -> None:
        """Begin with no actor hidden; report changes to ``changes``."""
        self._changes = changes
        self._table: ActorTable | None = None
        self.rules = Rules()
        self.hidden_rows: NDArray[np.bool_] = np.zeros(0, np.bool_)
        """Whether each row of the actor table is hidden, shape (N,)."""

    def restore(self, rules: Rules) -> None:
        """Replace all rules by ``rules``."""
        if rules != self.rules:
            self.rules = rules
            self._resolve()

    def hide(self, *rules: Rule) -> None:
        """Hide the actors that ``rules`` match, in addition to those hidden already."""
        hidden = tuple(dict.fromkeys((*self.rules.hidden, *rules)))
        self.restore(self.rules._replace(hidden=hidden, shown=self._still_shown(rules)))

    def isolate(self, *rules: Rule) -> None:
        """Show only the actors to which at least one of ``rules`` applies; earlier rules are removed."""
        self.restore(Rules(isolated=rules))

    def show_all(self) -> None:
        """Remove all rules, so that no actor is hidden on the map."""
        self.restore(Rules())

    def show(self, *rows: int) -> None:
        """Show the actors in ``rows`` of the actor table on the map, even if a rule hides them."""
        own = [Rule("actor", row) for row in rows]
        hidden = tuple(rule for rule in self.rules.hidden if rule not in own)
        self.restore(self.rules._replace(hidden=hidden, shown=self.rules.shown | frozenset(rows)))

    def _still_shown(self, rules: tuple[Rule, ...]) -> frozenset[int]:
        """Return the rows of the actors that ``show`` made visible and that none of ``rules`` hides."""
        shown = self.rules.shown
        if self._table is None or not shown:
            return shown
        hidden = np.logical_or.reduce([meant(self._table, rule) for rule in rules])
        return frozenset(row for row in shown if not hidden[row])

    def forget(self) -> None:
        """Remove all rules that hide actors, because another recording has other actors in the same rows."""
        self.rules = Rules()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find out which actors the user's rules hide in the recording ``index``; None if none is open."""
        self._table = index.actors if index is not None else None
        self._resolve()

    def _resolve(self) -> None:
        table, rules = self._table, self.rules
        hidden = np.zeros(0 if table is None else len(table), np.bool_)
        if table is not None:
            for rule in rules.hidden:
                hidden |= meant(table, rule)
            if rules.isolated:
                hidden |= ~np.logical_or.reduce([meant(table, rule) for rule in rules.isolated])
            hidden[list(rules.shown)] = False
        if not np.array_equal(hidden, self.hidden_rows):
            self.hidden_rows = hidden
            self._changes.touch()


def meant(table: ActorTable, rule: Rule) -> NDArray[np.bool_]:
    """Return which actors ``rule`` matches, as a mask of the rows of ``table``, shape ``(N,)``.

    A rule for one actor also matches its children: the actors attached to it, such as its sensors.
    """
    if rule.kind == "actor":
        rows = np.arange(len(table))
        return np.asarray((rows == rule.value) | (table.parent == rule.value))
    if rule.kind == "category":
        return np.asarray(table.category == rule.value)
    if rule.kind == "blueprint":
        return table.descriptions.of_each(lambda blueprint: blueprint.type_id == rule.value, np.bool_)
    return table.descriptions.of_each(lambda blueprint: blueprint.role_name == rule.value, np.bool_)


def rules_of(table: ActorTable, row: int) -> tuple[Rule, ...]:
    """Return the rules by which the actor in ``row`` of ``table`` can be hidden on the map or shown alone.

    There is one for the actor itself, and one each for its category, its blueprint and its role_name, if any.
    """
    description = table.descriptions[row]
    rules = [
        Rule("actor", row),
        Rule("category", int(Category(table.category[row]))),
        Rule("blueprint", description.type_id),
        Rule("role", description.role_name),
    ]
    return tuple(rule for rule in rules if rule.value != "")


class Pins:
    """Actors of the open recording that the user pinned to the top of lists; settings store them by file."""

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Store the pinned actors in ``settings``; report changes to ``changes``."""
        self._changes = changes
        self._settings = settings
        self._index: RecordingIndex | None = None
        self._stored: tuple[PinnedActor, ...] = ()
        self.pinned: tuple[int, ...] = ()
        """The pinned actors, as far as they have been read."""

    def toggle(self, actor: int) -> None:
        """Pin the actor in row ``actor`` of the actor table to the top of lists, or unpin a pinned one."""
        self.toggle_all((actor,))

    def toggle_all(self, actors: tuple[int, ...]) -> None:
        """Pin the actors in rows ``actors`` of the actor table, or unpin them if all of them are pinned."""
        index, rows = self._index, actors
        if index is None or not rows:
            return
        table = index.actors
        actors_pinned = [PinnedActor(int(table.actor_id[row]), int(table.spawn_frame[row])) for row in rows]
        if set(actors) <= set(self.pinned):
            self._stored = tuple(actor for actor in self._stored if actor not in actors_pinned)
        else:
            self._stored = tuple(dict.fromkeys((*self._stored, *actors_pinned)))
        self._settings.pins_of[index.path] = self._stored
        self._resolve()

    def restore(self, index: RecordingIndex | None) -> None:
        """Replace the pinned actors by those that the settings have for the file of ``index``; None for none.

        ``set_recording`` must be called then: it finds the rows of these actors.
        """
        self._index = None
        self._stored = () if index is None else self._settings.pins_of[index.path]
        self._resolve()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Find the rows of the pinned actors in the recording ``index``; None for no recording."""
        self._index = index
        self._resolve()

    def _resolve(self) -> None:
        """Find the rows of the pinned actors in the actor table, as far as the file has been read."""
        rows: list[int] = []
        if self._index is not None and self._stored:
            table = self._index.actors
            for actor in self._stored:
                rows += [
                    row
                    for row in table.rows_of(actor.actor_id)
                    if table.spawn_frame[row] == actor.spawn_frame
                ]
        pinned = tuple(rows)
        if pinned != self.pinned:
            self.pinned = pinned
            self._changes.touch()
