"""Rows of the inspector about what the agent wrote at its step: numbers, flags and short texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from viewer.ui.format import count
from viewer.ui.inspector.row import Row, Value, field
from viewer.ui.inspector.values import InspectorContext, as_written, figure, plain, quantity
from viewer.ui.speed_unit import MPS
from viewer.ui.translation import tr, translated

if TYPE_CHECKING:
    from viewer.signals import SeriesKey

_MOST = 100
_LONGEST = 80
"""Most letters of a text that is shown."""
_PREFIX = "agent."
"""Beginning of the names of the agent's signals."""


def agent_rows(context: InspectorContext, row: int) -> Iterator[Row]:
    """Yield rows with the values that the agent wrote at the playhead, or last before it.

    ``row`` is an actor's row in the actor table; only the hero has such values.
    """
    view = context.view
    step, folder = view.agent_step, view.run_folder.folder
    if step is None or folder is None or row != view.hero:
        return
    yield field("agent step", tr("Step"), plain(count(step.step)))
    if step.problem:
        yield field("agent problem", tr("Problem"), plain(translated(step.problem)))
    shown = ((name, _value(context, row, name, value)) for name, value in step.values.items())
    known = [(name, value) for name, value in shown if value is not None]
    yield from (field(f"agent {name}", plain(name).text, value) for name, value in known[:_MOST])


def _value(context: InspectorContext, row: int, name: str, value: object) -> Value | None:
    """Return ``value`` for the inspector; None if it is no number, flag or short text."""
    folder = context.view.run_folder.folder
    if isinstance(value, bool):
        return plain(tr("yes") if value else tr("no"), raw=value, signals=_signals(context, row, name))
    if isinstance(value, (int, float)) and folder is not None:
        unit, signals = folder.contents.units.get(name, ""), _signals(context, row, name)
        if unit == MPS:
            return quantity(value, 2, unit, signals=signals)
        return as_written(figure(value), value, unit, signals=signals)
    if isinstance(value, str) and value and len(value) <= _LONGEST:
        return plain(value)
    return None


def _signals(context: InspectorContext, row: int, name: str) -> tuple[SeriesKey, ...]:
    known = f"{_PREFIX}{name}"
    return context.keys(known, row) if known in context.view.signals else ()
