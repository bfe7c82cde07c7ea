"""The columns of the list of actors, a row each: what they are called and where their values come from."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from viewer.recording.actors import ActorTable, Category
from viewer.ui.actors.facts import ActorFacts, Life, LifeColumns, MomentColumns
from viewer.ui.format import number
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn


class ActorValues(NamedTuple):
    """Where the values of columns come from."""

    actors: ActorTable
    facts: ActorFacts
    lives: LifeColumns
    moment: MomentColumns


@dataclass(frozen=True, kw_only=True)
class ActorColumn(TableColumn):
    """A column of the list.

    Attributes:
        values: returns the values of all rows: numbers, NaN for unknown ones, or a TextColumn.
        changes: whether they change with time.

    """

    values: Callable[[ActorValues], Any] = field(compare=False)
    changes: bool = False


def actor_columns() -> tuple[ActorColumn, ...]:
    """Return all columns in the order of the list; those that change with time stand together."""
    metres = partial(_column, text=partial(number, digits=1), number=True)
    times = partial(_column, text=partial(number, digits=2), number=True)
    return (
        _column("id", tr("Id"), lambda of: of.actors.actor_id),
        _column("category", tr("Category"), lambda of: of.actors.category, text=_category),
        _column("blueprint", tr("Blueprint"), lambda of: of.facts.short_blueprints),
        _column("role", tr("Role"), lambda of: of.facts.roles),
        _column(
            "parent", tr("On"), lambda of: of.lives.parents, tr("Attached to"), text=_parent, number=True
        ),
        _column(
            "speed", speed_unit(), lambda of: of.moment.speeds, tr("Speed"), text=_speed,
            number=True, changes=True,
        ),
        metres(
            "distance", tr("m to hero"), lambda of: of.moment.distances,
            tr("Distance to hero, between centres"), changes=True,
        ),
        metres(
            "to_selected", tr("m to sel."), lambda of: of.moment.distances_to_selected,
            tr("Distance to selected actor, between centres"), changes=True,
        ),
        metres("travelled", tr("m travelled"), lambda of: of.lives.travelled, tr("Distance travelled")),
        _column(
            "collisions", tr("Hits"), lambda of: of.lives.collisions, tr("Number of collisions"),
            text=partial(number, digits=0), number=True,
        ),
        times("spawned", tr("s spawned"), lambda of: of.lives.spawned, tr("Spawn time")),
        times("destroyed", tr("s destroyed"), lambda of: of.lives.destroyed, tr("Destroy time")),
        times("lifetime", tr("s alive"), lambda of: of.lives.durations, tr("Lifetime")),
        _column("state", tr("State"), lambda of: of.moment.states, text=_state, changes=True),
    )  # fmt: skip


def _column(
    name: str,
    title: str,
    values: Callable[[ActorValues], Any],
    long_title: str = "",
    **more: Any,  # noqa: ANN401
) -> ActorColumn:
    return ActorColumn(name, title, values=values, long_title=long_title, tip=long_title or title, **more)


def below_text(metres: float) -> str:
    """Return how far below the road a scenario keeps an actor; empty if it does not."""
    return tr("{0} m below").format(number(metres, 0)) if metres > 0.0 else ""


def _category(value: int) -> str:
    return tr(Category(int(value)).label)


def _parent(value: float) -> str:
    """Return an id as text: it is a name, and its figures are not grouped."""
    return "" if math.isnan(value) else str(int(value))


def _speed(value: float) -> str:
    return number(in_shown_unit(value, MPS), 1)


def _state(value: float) -> str:
    """Return what a value of ``MomentColumns.states`` says."""
    if value >= len(Life):
        return below_text(value - len(Life))
    return (tr("alive"), tr("not spawned"), tr("destroyed"))[int(value)]
