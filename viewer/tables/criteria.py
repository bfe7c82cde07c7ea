"""Table of ScenarioRunner's criteria: how often each would count something of the hero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viewer.analysis.criteria import CriterionCount, RunnerView
from viewer.tables.column import Column


def _each(get: Callable[[CriterionCount], Any]) -> Callable[[RunnerView], list[Any]]:
    """Return a function that gets a value from the count of each criterion by ``get``."""
    return lambda view: [*map(get, view.counts)]


CRITERIA: tuple[Column[RunnerView], ...] = (
    Column(
        "name", "string", "", "name in the Leaderboard's results",
        _each(lambda each: each.criterion.name),
    ),
    Column("test", "string", "", "name in ScenarioRunner's results", _each(lambda each: each.criterion.test)),
    Column(
        "kind", "string", "", "kind of events of which it counts some",
        _each(lambda each: each.criterion.kind),
    ),
    Column("count", "int64", "", "how many; null if that is not known", _each(lambda each: each.number)),
    Column(
        "times", "list<double>", "s", "when each is counted",
        _each(lambda each: [*each.times]),
    ),
    Column(
        "alone", "int64", "", "how many of them no rule of this program finds",
        _each(lambda each: each.alone),
    ),
    Column(
        "others", "int64", "", "how many more the rules find that it would not, or may not, count",
        _each(lambda each: each.others),
    ),
    Column(
        "factor", "double", "", "factor of the Leaderboard 2.0's penalty for each",
        _each(lambda each: each.criterion.factor),
    ),
    Column(
        "coefficient", "double", "", "coefficient of the Leaderboard 2.1's penalty for each",
        _each(lambda each: each.criterion.coefficient or None),
    ),
    Column(
        "reason", "string", "", "why the count is not known; empty if it is",
        _each(lambda each: each.reason),
    ),
)  # fmt: skip
"""Columns of the table of criteria; a row is one criterion."""
