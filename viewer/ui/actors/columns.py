"""Table of the columns of the actor list: titles and values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from viewer.recording.actors import ActorTable, Category
from viewer.ui.actors.facts import ActorFacts, LifetimeColumns, LifetimeState, PresentColumns
from viewer.ui.format import number
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_unit
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn


class ActorValues(NamedTuple):
    """Objects from which the columns of the actor list take their values.

    All have one value per row of the actor table.

    Attributes:
        actors: the actor table.
        facts: texts that do not change with time.
        lifetimes: numbers about each actor's lifetime.
        present: numbers that change with time, at the present time.
    """

    actors: ActorTable
    facts: ActorFacts
    lifetimes: LifetimeColumns
    present: PresentColumns


@dataclass(frozen=True, kw_only=True)
class ActorColumn(TableColumn):
    """A column of the actor list.

    Attributes:
        values: function of ActorValues that returns one value per actor row: an array (NaN if unknown) or a
            TextColumn.
        changes: whether the values change while the recording plays.
    """

    values: Callable[[ActorValues], Any] = field(compare=False)
    changes: bool = False


def actor_columns() -> tuple[ActorColumn, ...]:
    """Return all columns of the actor list in order; those that change with time are adjacent."""
    metres = partial(_column, text=partial(number, digits=1), number=True)
    times = partial(_column, text=partial(number, digits=2), number=True)
    return (
        _column("id", tr("Id"), lambda of: of.actors.actor_id),
        _column("category", tr("Category"), lambda of: of.actors.category, text=_category),
        _column("blueprint", tr("Blueprint"), lambda of: of.facts.short_blueprints),
        _column("role", tr("Role"), lambda of: of.facts.roles),
        _column(
            "parent", tr("On"), lambda of: of.lifetimes.parents, tr("Attached to"), text=_parent, number=True
        ),
        _column(
            "speed", speed_unit(), lambda of: of.present.speeds, tr("Speed"), text=_speed,
            number=True, changes=True,
        ),
        metres(
            "distance", tr("m to hero"), lambda of: of.present.distances,
            tr("Distance to hero, between centres"), changes=True,
        ),
        metres(
            "to_selected", tr("m to sel."), lambda of: of.present.distances_to_selected,
            tr("Distance to selected actor, between centres"), changes=True,
        ),
        metres("travelled", tr("m travelled"), lambda of: of.lifetimes.travelled, tr("Distance travelled")),
        _column(
            "collisions", tr("Hits"), lambda of: of.lifetimes.collisions, tr("Number of collisions"),
            text=partial(number, digits=0), number=True,
        ),
        times("spawned", tr("s spawned"), lambda of: of.lifetimes.spawned, tr("Spawn time")),
        times("destroyed", tr("s destroyed"), lambda of: of.lifetimes.destroyed, tr("Destroy time")),
        times("lifetime", tr("s alive"), lambda of: of.lifetimes.durations, tr("Lifetime")),
        _column("state", tr("State"), lambda of: of.present.states, text=_state, changes=True),
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
    """Return "12 m below", or "" if ``metres`` is 0 or NaN.

    Args:
        metres: depth below the road at which a scenario has parked an unused actor.
    """
    return tr("{0} m below").format(number(metres, 0)) if metres > 0.0 else ""


def _category(value: int) -> str:
    return tr(Category(int(value)).label)


def _parent(value: float) -> str:
    """Return the actor id of a parent, ``value``, as text without digit grouping; "" for NaN (no parent)."""
    return "" if math.isnan(value) else str(int(value))


def _speed(value: float) -> str:
    return number(in_shown_unit(value, MPS), 1)


def _state(value: float) -> str:
    """Return the text for a value of an actor's state over time.

    Args:
        value: a LifetimeState; or ``len(LifetimeState)`` plus the depth in metres below the road at which a
            scenario has parked the actor.
    """
    if value >= len(LifetimeState):
        return below_text(value - len(LifetimeState))
    return (tr("alive"), tr("not spawned"), tr("destroyed"))[int(value)]
