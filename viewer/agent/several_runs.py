"""Answers about several runs: a list of them, SQL over them, and what differs between two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.agent.answers import Answer, AnswerError, Deadline, fitted
from viewer.agent.runs import Runs
from viewer.api import compare
from viewer.comparison.event_changes import compare_events
from viewer.comparison.tables import document
from viewer.library.columns import AtMost, dicts
from viewer.library.nights import compare_nights
from viewer.library.summary import shown_penalties, worst_first

Arguments = Mapping[str, Any]
_RUN = (
    "name", "map_name", "status", "duration", "hero_id", "collisions", "hero_collisions", "hero_red_lights",
    "hero_stop_signs", "hero_incidents", "hero_least_ttc", "worst", "worst_at", "score_composed", "passed",
    "why", "error",
)  # fmt: skip
"""Columns of the table of recordings that ``recordings`` lists."""


def recordings(runs: Runs, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return all runs, the worst first; ``arguments`` may have ``contains``, a part of their paths.

    Raises AnswerError if the library cannot be read or written.
    """
    library, remark = runs.library(deadline)
    columns = library.columns("recordings")
    wanted = str(arguments.get("contains", "")).casefold()
    names = [None if path is None else runs.name(path) for path in columns["path"]]
    penalties = shown_penalties(columns)
    listed = []
    for row in worst_first(columns):
        if wanted not in f"{names[row] or ''} {columns['name'][row]}".casefold():
            continue
        run = {name: columns[name][row] for name in _RUN}
        known = {name: value for name, value in run.items() if value is not None}
        listed.append({"recording": names[row], "penalty": _number(penalties[row]), **known})
    answer = {"count": len(listed), "recordings": listed, "remark": remark or None}
    return fitted(answer, {"recordings": "narrow the list with contains, or ask sql"})


def _number(value: object) -> object:
    return str(value) if isinstance(value, AtMost) else value


def sql(runs: Runs, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return the rows that ``query`` in ``arguments`` selects, one SELECT over the library's tables.

    Raises QueryError if it is none or has a mistake, AnswerError if the library cannot be read or written.
    """
    library, remark = runs.library(deadline)
    found = library.query(arguments["query"], deadline)
    columns = {name: found.column(at).to_pylist() for at, name in enumerate(found.column_names)}
    listed = [{name: _sql_value(value) for name, value in row.items()} for row in dicts(columns)]
    answer = {"count": len(listed), "rows": listed, "remark": remark or None}
    return fitted(answer, {"rows": "use fewer columns, WHERE, GROUP BY or LIMIT"})


def _sql_value(value: Any) -> Any:  # noqa: ANN401 - any value of a query
    return value if isinstance(value, (bool, int, float, str, list, type(None))) else str(value)


def diff(runs: Runs, arguments: Arguments, deadline: Deadline) -> Answer:
    """Return where two recordings part; of two folders, which of their runs got worse or better.

    ``arguments`` are ``a`` and ``b``, and maybe ``align`` and ``events``. Raises AnswerError if they cannot
    be compared.
    """
    a, b = runs.path(arguments["a"]), runs.path(arguments["b"])
    if a.is_dir() != b.is_dir():
        raise AnswerError("Give two recordings, or two folders of runs.")
    if a.is_dir():
        nights = compare_nights(
            runs.refreshed(arguments["a"], deadline), runs.refreshed(arguments["b"], deadline),
            should_continue=deadline,
        ).as_json()  # fmt: skip
        flips = {each: sum(run["flip"] == each for run in nights["runs"]) for each in ("worse", "better")}
        return fitted(flips | nights, {
            "runs": "those that got worse come first; ask for two recordings",
            "only_in_a": "ask recordings", "only_in_b": "ask recordings", "notes": "ask about fewer runs",
        })  # fmt: skip
    one, other = runs.recording(arguments["a"]), runs.recording(arguments["b"])
    try:
        compared = compare(
            one, other, align=arguments.get("align", "elapsed"), roads=runs.roads(arguments["a"]),
            should_continue=deadline,
        )  # fmt: skip
    except ValueError as error:
        raise AnswerError(f"{error}.") from error
    changes = None
    if not compared.reason and arguments.get("events"):
        changes = compare_events(compared, runs.roads(arguments["a"]), should_continue=deadline)
    answer = document(compared, changes)
    for side, key in (("a", "a"), ("b", "b")):
        answer[side]["file"] = arguments[key]
    answer["partners"] = [each for each in answer["partners"] if each["first"] is not None]
    return fitted(answer, {"partners": "each has a first difference; ask series about one actor"})
