"""Which actors are hidden on the map, by rules that the user made, and which stay in sight."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.recording.actors import ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.ui.state.changes import Changes, What
from viewer.ui.state.settings import PinnedLife, Settings

RuleKind = Literal["actor", "category", "blueprint", "role"]


class Rule(NamedTuple):
    """Actors that are meant: one by its row, or all of a category, with a blueprint or with a role."""

    kind: RuleKind
    value: int | str


class Visibility:
    """Rules about who is hidden and who is isolated; an isolated actor is shown alone with others such."""

    def __init__(self, changes: Changes) -> None:
        """Take who is told."""
        self._changes = changes
        self._table: ActorTable | None = None
        self._hidden: tuple[Rule, ...] = ()
        self._isolated: tuple[Rule, ...] = ()
        self._shown: frozenset[int] = frozenset()
        self.hidden_rows: NDArray[np.bool_] = np.zeros(0, np.bool_)
        """Whether each row of the actor table is hidden, shape (N,)."""

    @property
    def rules(self) -> tuple[tuple[Rule, ...], tuple[Rule, ...], frozenset[int]]:
        """Who is hidden, who is isolated, and the rows of those who are shown all the same."""
        return self._hidden, self._isolated, self._shown

    def restore(self, rules: tuple[tuple[Rule, ...], tuple[Rule, ...], frozenset[int]]) -> None:
        """Have the rules that there were before."""
        self._set(*rules)

    def hide(self, *rules: Rule) -> None:
        """Hide the actors that any of some rules means, too."""
        self._set(tuple(dict.fromkeys((*self._hidden, *rules))), self._isolated, self._still_shown(rules))

    def isolate(self, *rules: Rule) -> None:
        """Show the actors that any of some rules means, and nobody else."""
        self._set((), rules)

    def show_all(self) -> None:
        """Hide nobody."""
        self._set((), ())

    def show(self, *rows: int) -> None:
        """Show some actors though a rule hides them, by their rows."""
        rules = tuple(rule for rule in self._hidden if rule not in [Rule("actor", row) for row in rows])
        self._set(rules, self._isolated, self._shown | frozenset(rows))

    def _still_shown(self, rules: tuple[Rule, ...]) -> frozenset[int]:
        """Return who stays an exception when more rules hide actors."""
        if self._table is None or not self._shown:
            return self._shown
        hidden = np.logical_or.reduce([meant(self._table, rule) for rule in rules])
        return frozenset(row for row in self._shown if not hidden[row])

    def _set(
        self, hidden: tuple[Rule, ...], isolated: tuple[Rule, ...], shown: frozenset[int] = frozenset()
    ) -> None:
        if (hidden, isolated, shown) != (self._hidden, self._isolated, self._shown):
            self._hidden, self._isolated, self._shown = hidden, isolated, shown
            self._resolve()

    def forget(self) -> None:
        """Have no rules: rows are about to mean others."""
        self._hidden = self._isolated = ()
        self._shown = frozenset()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Apply the rules to a recording, or to the next view of it."""
        self._table = index.actors if index is not None else None
        self._resolve()

    def _resolve(self) -> None:
        table = self._table
        hidden = np.zeros(0 if table is None else len(table), np.bool_)
        if table is not None:
            for rule in self._hidden:
                hidden |= meant(table, rule)
            if self._isolated:
                hidden |= ~np.logical_or.reduce([meant(table, rule) for rule in self._isolated])
            hidden[list(self._shown)] = False
        if not np.array_equal(hidden, self.hidden_rows):
            self.hidden_rows = hidden
            self._changes.tell(What.HIDDEN)


def meant(table: ActorTable, rule: Rule) -> NDArray[np.bool_]:
    """Return which rows a rule means, shape (N,); by a single actor its children are meant, too."""
    if rule.kind == "actor":
        rows = np.arange(len(table))
        return np.asarray((rows == rule.value) | (table.parent == rule.value))
    if rule.kind == "category":
        return np.asarray(table.category == rule.value)
    if rule.kind == "blueprint":
        return table.descriptions.of_each(lambda blueprint: blueprint.type_id == rule.value, np.bool_)
    return table.descriptions.of_each(lambda blueprint: blueprint.role_name == rule.value, np.bool_)


def rules_of(table: ActorTable, row: int) -> tuple[Rule, ...]:
    """Return the rules that mean an actor, the narrowest first; by its role only if it has one."""
    description = table.descriptions[row]
    rules = [
        Rule("actor", row),
        Rule("category", int(Category(table.category[row]))),
        Rule("blueprint", description.type_id),
        Rule("role", description.role_name),
    ]
    return tuple(rule for rule in rules if rule.value != "")


class Pins:
    """The pinned actors of the open recording, remembered for its file."""

    def __init__(self, settings: Settings, changes: Changes) -> None:
        """Take who remembers them, and who is told."""
        self._changes = changes
        self._settings = settings
        self._index: RecordingIndex | None = None
        self._lives: tuple[PinnedLife, ...] = ()
        self.pinned: tuple[int, ...] = ()
        """The pinned actors, as far as they have been read."""

    def toggle(self, actor: int) -> None:
        """Pin an actor, or let go of it."""
        self.toggle_all((actor,))

    def toggle_all(self, actors: tuple[int, ...]) -> None:
        """Pin actors; if all of them are pinned, let go of them."""
        index, rows = self._index, actors
        if index is None or not rows:
            return
        table = index.actors
        lives = [PinnedLife(int(table.actor_id[row]), int(table.spawn_frame[row])) for row in rows]
        if set(actors) <= set(self.pinned):
            self._lives = tuple(life for life in self._lives if life not in lives)
        else:
            self._lives = tuple(dict.fromkeys((*self._lives, *lives)))
        self._settings.pins_of[index.path] = self._lives
        self._resolve()

    def restore(self, index: RecordingIndex | None) -> None:
        """Pin who was pinned in a file when it was open last."""
        self._index = None
        self._lives = () if index is None else self._settings.pins_of[index.path]
        self._resolve()

    def set_recording(self, index: RecordingIndex | None) -> None:
        """Look again in a longer view, once all panels have it."""
        self._index = index
        self._resolve()

    def _resolve(self) -> None:
        """Find those who are pinned; while a file is being read, more of them are found."""
        rows: list[int] = []
        if self._index is not None and self._lives:
            table = self._index.actors
            for life in self._lives:
                rows += [
                    row for row in table.rows_of(life.actor_id) if table.spawn_frame[row] == life.spawn_frame
                ]
        pinned = tuple(rows)
        if pinned != self.pinned:
            self.pinned = pinned
            self._changes.tell(What.PINS)
