"""Which actors are hidden on the map, by rules that the user made."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from viewer.recording.actors import ActorTable, Category
from viewer.recording.index import RecordingIndex
from viewer.ui.state.open_recording import OpenRecording

RuleKind = Literal["actor", "category", "blueprint", "role"]


class Rule(NamedTuple):
    """Actors that are meant: one by its row, or all of a category, with a blueprint or with a role."""

    kind: RuleKind
    value: int | str


class Visibility(QObject):
    """Rules about who is hidden and who is isolated; an isolated actor is shown alone with others such."""

    changed = Signal()
    """Somebody is hidden or shown who was not."""

    def __init__(self, recording: OpenRecording, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: ActorTable | None = None
        self._hidden: tuple[Rule, ...] = ()
        self._isolated: tuple[Rule, ...] = ()
        self._shown: frozenset[int] = frozenset()
        self.hidden_rows: NDArray[np.bool_] = np.zeros(0, np.bool_)
        """Whether each row of the actor table is hidden, shape (N,)."""
        recording.opened.connect(self._begin)
        recording.index_changed.connect(self._take_index)

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

    @Slot()
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

    @Slot(object)
    def _begin(self, _index: RecordingIndex | None) -> None:
        self._hidden = self._isolated = ()
        self._shown = frozenset()

    @Slot(object)
    def _take_index(self, index: RecordingIndex | None) -> None:
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
            self.changed.emit()


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
