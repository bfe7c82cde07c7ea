"""The chosen signals of the chosen actors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from viewer.analysis.route_line import NO_ROUTE
from viewer.cancellation import Proceed
from viewer.export.errors import ExportError
from viewer.export.selection import Part
from viewer.signals import SIGNALS, Scope, Series, read_series


def read_signals(part: Part, proceed: Proceed) -> list[tuple[str, Series]]:
    """Return the wanted series with their titles: the signal, the actor's id, and the unit.

    Without chosen actors those of the hero. Of an id that is used again, each life has series of its own.

    Raises:
        ExportError: there is no such signal, nobody who has it, or no route that it needs.
        ReadingCancelledError: ``proceed`` said no.

    """
    index, names, route = part.index, part.signals, part.route
    for name in names:
        if name not in SIGNALS:
            raise ExportError(f"there is no signal '{name}'; there are {', '.join(SIGNALS)}")
        if SIGNALS[name].scope is Scope.PAIR:
            raise ExportError(f"'{name}' is about two actors, and cannot be exported")
        if SIGNALS[name].uses_route and isinstance(route, str):
            raise ExportError(f"'{name}' needs the hero's route: {route or NO_ROUTE}")
    of_scene = [
        name for name in names if SIGNALS[name].scope is Scope.SCENE and SIGNALS[name].possible(index)
    ]
    rows: list[int] = []
    if any(SIGNALS[name].scope is Scope.ACTOR for name in names):
        rows = part.rows() if part.actor_ids is not None else [*index.actors.hero_lifetimes]
        if part.actor_ids is None and not rows:
            raise ExportError("the recording has no hero: choose actors with --actors")
    wanted: list[tuple[int | None, list[str]]] = [(None, of_scene)] if of_scene else []
    wanted += [(row, [name for name in names if SIGNALS[name].possible(index, row)]) for row in rows]
    columns: list[tuple[str, Series]] = []
    for number, (row, possible) in enumerate(wanted):

        def ask(share: float, done: int = number) -> bool:
            return proceed((done + share) / len(wanted))

        found = read_series(
            index, possible, row, road_map=part.roads,
            route=None if isinstance(route, str) else route, proceed=ask,
        )  # fmt: skip
        columns += [(_title(each, part, row), _within(part, each)) for each in found]
    if not columns:
        raise ExportError(f"nobody who was chosen has {' or '.join(names)}")
    return columns


def _title(series: Series, part: Part, row: int | None) -> str:
    unit = f" ({series.unit})" if series.unit else ""
    return f"{series.name}{unit}" if row is None else f"{series.name}_{part.numbered(row)}{unit}"


def _within(part: Part, series: Series) -> Series:
    first, last = part.span
    span = slice(
        int(np.searchsorted(series.elapsed, first)), int(np.searchsorted(series.elapsed, last, side="right"))
    )
    return replace(series, elapsed=series.elapsed[span], values=series.values[span])
