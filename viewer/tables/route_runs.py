"""Columns of the table of recordings that the Leaderboard's results tell, one row per run of a route."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from viewer.analysis.run_facts import INFRACTIONS, RunFacts
from viewer.tables.column import Column

Runs = Sequence[RunFacts]


def _each(get: Callable[[RunFacts], Any]) -> Callable[[Runs], list[Any]]:
    """Return a function that gets a value from each of several runs by ``get``."""
    return lambda runs: [*map(get, runs)]


def _fact(name: str, column_type: str, unit: str, doc: str) -> Column[Runs]:
    """Return the column of the value ``name`` of a run."""
    return Column(name, column_type, unit, doc, _each(attrgetter(name)))


def _of_record(get: Callable[[RunFacts], Any]) -> Callable[[Runs], list[Any]]:
    """Return a function that gets a value from each run by ``get``; None for a route without a record."""
    return _each(lambda facts: get(facts) if facts.run.record else None)


def _count(at: int, name: str) -> Column[Runs]:
    words = INFRACTIONS[name][1].format("…")
    return Column(
        name, "int64", "", f"infractions in the results: {words}", _each(lambda facts: facts.counts[at])
    )  # fmt: skip


ROUTE: Column[Runs] = Column(
    "route", "string", "", "the route's id, as in the file of routes",
    _each(lambda facts: facts.run.route or None),
)  # fmt: skip
"""Column with the route; that of a recording may also be found by its start."""
WHY = _fact("why", "string", "", "why the run failed, by its record")
RESULTS: tuple[Column[Runs], ...] = (
    Column(
        "repetition", "int64", "", "number of the repetition, from 0",
        _each(attrgetter("run.repetition")),
    ),
    Column(
        "attempt", "int64", "", "1 for the oldest of different records of this route and repetition, then 2",
        _of_record(attrgetter("run.attempt")),
    ),
    Column(
        "counts", "bool", "", "false if a newer attempt counts instead",
        _of_record(attrgetter("run.counts")),
    ),
    _fact("scenario_name", "string", "", "the route's scenario"),
    _fact("weather_id", "string", "", "number of the weather in Bench2Drive"),
    _fact("ability", "list<string>", "", "Bench2Drive's abilities that the scenario tests"),
    _fact("status", "string", "", "status in the results, word for word; missing: no record, no recording"),
    _fact("passed", "bool", "", "whether the run is a success by Bench2Drive's rule"),
    _fact("score_composed", "double", "", "score in the results, 0 to 100"),
    _fact("score_route", "double", "%", "share of the route that was driven, in the results"),
    _fact("score_penalty", "double", "", "penalty in the results, 0 to 1"),
    _fact("penalty_2_1", "double", "", "penalty of the Leaderboard 2.1 for the infractions in the results"),
    *(_count(at, name) for at, name in enumerate(INFRACTIONS)),
    _fact("duration_game", "double", "s", "simulated time in the results"),
    _fact("duration_system", "double", "s", "time on the clock in the results"),
    _fact("efficiency", "double", "%", "the hero's speed relative to the traffic's, in the results"),
    Column(
        "comfort", "double", "", "share of the run that is comfortable by Bench2Drive's rule",
        _each(attrgetter("run.comfort")),
    ),
)  # fmt: skip
"""Columns that only the results of a run tell; a row is one run of one route."""

OF_RECORD: tuple[Column[Runs], ...] = (
    _fact("name", "string", "", "name of the run"),
    _fact("map_name", "string", "", "town of the run"),
    WHY,
    ROUTE,
    *RESULTS,
)
"""Columns of the table of recordings that a run without a recording has."""
