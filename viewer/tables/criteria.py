"""Table of ScenarioRunner's criteria: how often each would count something of the hero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viewer.analysis.criteria import CriterionCount, RunnerView
from viewer.tables.column import Column


def _column(
    name: str, column_type: str, doc: str, get: Callable[[CriterionCount], Any], unit: str = ""
) -> Column[RunnerView]:
    """Return a column, as ``Column``, of what ``get`` returns for the count of each criterion."""
    return Column(name, column_type, unit, doc, lambda view: [*map(get, view.counts)])


CRITERIA = (
    _column("name", "string", "name in the Leaderboard's results", lambda each: each.criterion.name),
    _column("test", "string", "name in ScenarioRunner's results", lambda each: each.criterion.test),
    _column("kind", "string", "kind of events of which it counts some", lambda each: each.criterion.kind),
    _column("count", "int64", "how many; null if that is not known", lambda each: each.number),
    _column("times", "list<double>", "when each is counted", lambda each: [*each.times], "s"),
    _column("alone", "int64", "how many of them no rule of this program finds", lambda each: each.alone),
    _column(
        "others", "int64", "how many more the rules find that it would not, or may not, count",
        lambda each: each.others,
    ),
    _column(
        "factor", "double", "factor of the Leaderboard 2.0's penalty for each",
        lambda each: each.criterion.factor,
    ),
    _column(
        "coefficient", "double", "coefficient of the Leaderboard 2.1's penalty for each",
        lambda each: each.criterion.coefficient or None,
    ),
    _column("reason", "string", "why the count is not known; empty if it is", lambda each: each.reason),
)  # fmt: skip
"""Columns of the table of criteria; a row is one criterion."""
