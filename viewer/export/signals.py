"""Reading the signals that are selected for an export."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from viewer.analysis.route_line import NO_ROUTE
from viewer.cancellation import ShouldContinue, part_of
from viewer.export.errors import ExportError
from viewer.export.selection import Selection
from viewer.signals import Scope, Series, read_series


def read_signals(selection: Selection, should_continue: ShouldContinue) -> list[tuple[str, Series]]:
    """Return the selected signals (values over time), each with a title made of name, actor id and unit.

    If no actors are selected, the hero's signals are read. If CARLA gave an id to several actors one after
    the other, each of them has its own series.

    Raises:
        ExportError: there is no such signal, no selected actor has it, or the route that it needs is missing.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    index, names, route = selection.index, selection.signals, selection.route
    known = selection.known_signals
    for name in names:
        if name not in known:
            raise ExportError(f"there is no signal '{name}'; there are {', '.join(known)}")
        if known[name].scope is Scope.PAIR:
            raise ExportError(f"'{name}' is about two actors, and cannot be exported")
        if known[name].uses_route and isinstance(route, str):
            raise ExportError(f"'{name}' needs the hero's route: {route or NO_ROUTE}")
    rows: list[int | None] = [None]  # the scene
    if any(known[name].scope is Scope.ACTOR for name in names):
        rows += index.actors.hero_lifetimes if selection.actor_ids is None else selection.rows()
        if selection.actor_ids is None and not index.actors.hero_lifetimes:
            raise ExportError("the recording has no hero: choose actors with --actors")
    columns: list[tuple[str, Series]] = []
    for number, row in enumerate(rows):
        found = read_series(
            index, [name for name in names if known[name].possible(index, row)], row,
            signals=known, road_map=selection.roads, route=None if isinstance(route, str) else route,
            should_continue=part_of(should_continue, number / len(rows), 1 / len(rows)),
        )  # fmt: skip
        columns += [(_title(each, selection, row), within(selection, each)) for each in found]
    if not columns:
        raise ExportError(f"nobody who was chosen has {' or '.join(names)}")
    return columns


def _title(series: Series, selection: Selection, row: int | None) -> str:
    unit = f" ({series.unit})" if series.unit else ""
    return f"{series.name}{unit}" if row is None else f"{series.name}_{selection.unique_id(row)}{unit}"


def within(selection: Selection, series: Series) -> Series:
    """Return ``series`` without its values before or after the selected frames."""
    first, last = selection.span
    span = slice(
        int(np.searchsorted(series.elapsed, first)), int(np.searchsorted(series.elapsed, last, side="right"))
    )
    return replace(series, elapsed=series.elapsed[span], values=series.values[span])
