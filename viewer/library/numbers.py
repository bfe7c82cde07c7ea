"""Numbers of a benchmark over many runs, as Bench2Drive's tools compute them, from rows of recordings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import fsum
from statistics import fmean, stdev
from typing import Any, NamedTuple

from viewer.analysis.bench2drive import ABILITIES, TRAFFIC_SIGNS, scenario_type
from viewer.analysis.penalties import MIN_SPEED
from viewer.analysis.run_facts import INFRACTIONS, MISSING
from viewer.library.columns import Columns

NEEDED = (
    "route", "status", "counts", "passed", "scenario_name", "ability", "score_composed", "score_route",
    "efficiency", "comfort", *INFRACTIONS,
)  # fmt: skip
"""Columns of the table ``recordings`` from which the numbers are computed."""
MEAN = "mean"
"""Name of the mean of all abilities, beside their names."""
_DONE = 100.0
_SOURCES = {"efficiency": "a message about the speed", "comfort": "a metric_info.json"}
"""Origin of columns that runs often lack, in words."""


class Share(NamedTuple):
    """Runs of one scenario type.

    Attributes:
        found: number of routes of this type with a record.
        passed: number of these that are passed; of a repeated route, the share of its runs.
        driving_score: mean of their scores, 0 to 100.
        missing: number of routes of this type without a record.
    """

    found: int
    passed: float
    driving_score: float | None
    missing: int


class Repetitions(NamedTuple):
    """Scores of several runs of one route: their number, mean, spread (n − 1), best and worst, 0 to 100."""

    route: str
    n: int
    mean: float
    spread: float
    best: float
    worst: float
    passed: int


class Summary(NamedTuple):
    """Numbers of a benchmark. A route with several runs counts as one, with the mean of its runs.

    Attributes:
        expected: number of routes in the routes files; None without any.
        found: number of routes with a record (of those expected).
        missing: ids of the expected routes without a record: they count as 0.
        foreign: ids of routes with a record that are not among those expected: they do not count.
        driving_score: sum of the scores, 0 to 100, over the number of routes expected; else of those found.
        driving_score_found: the same over the number of routes found.
        passed: number of routes passed, a whole number unless routes are repeated.
        success_rate: ``passed`` over the number of routes expected, 0 to 1; else over those found.
        success_rate_found: ``passed`` over the number of routes found.
        abilities: share of the routes found that are passed, by Bench2Drive's ability, and their mean.
        scenarios: numbers by type of scenario.
        efficiency: mean of the runs' speed in % of the traffic's, over routes that have it.
        comfort: mean of the runs' comfort, 0 to 1, over routes that have it.
        reasons: number of runs that are not passed, by status; of a complete run, with its worst infraction.
        repetitions: scores of the routes that have several runs.
        notes: sentences on numbers that are not known, or only in part.
    """

    expected: int | None
    found: int
    missing: tuple[str, ...]
    foreign: tuple[str, ...]
    driving_score: float | None
    driving_score_found: float | None
    passed: float
    success_rate: float | None
    success_rate_found: float | None
    abilities: Mapping[str, float | None]
    scenarios: Mapping[str, Share]
    efficiency: float | None
    comfort: float | None
    reasons: Mapping[str, int]
    repetitions: tuple[Repetitions, ...]
    notes: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the numbers as a JSON object, keys as the attributes."""
        scenarios = {name: share._asdict() for name, share in self.scenarios.items()}
        repetitions = [each._asdict() for each in self.repetitions]
        return self._asdict() | {"scenarios": scenarios, "repetitions": repetitions}


class _Run(NamedTuple):
    """Row of the table of recordings, as a mapping; ``weight``: 1 over the number of runs of its route."""

    row: Mapping[str, Any]
    weight: float

    @property
    def passed(self) -> float:
        return float(bool(self.row["passed"]))

    @property
    def score(self) -> float:
        return self.row["score_composed"] or 0.0


def summarise(
    recordings: Columns,
    expected: Collection[str] | None = None,
    junctions: Mapping[str, float | None] | None = None,
) -> Summary:
    """Return the numbers of a benchmark over the runs in ``recordings``.

    Args:
        recordings: columns ``NEEDED`` of the table of recordings. Older attempts do not count.
        expected: ids of the routes that should have been driven; None if that is not known.
        junctions: ``junction_share`` of routes by id, for the second chance in Bench2Drive's traffic signs.
    """
    rows = [dict(zip(recordings, row, strict=True)) for row in zip(*recordings.values(), strict=True)]
    recorded = [row for row in rows if row["counts"]]
    wanted = None if expected is None else {*expected}
    runs = [row for row in recorded if wanted is None or row["route"] in wanted]
    routes = _by_route(runs)
    counted = [_Run(row, 1.0 / len(group)) for group in routes.values() for row in group]
    found = len(routes)
    missing = () if expected is None else tuple(each for each in expected if each not in routes)
    of = found if expected is None else len(expected)
    passed = _sum(counted, lambda run: run.passed)
    score = _sum(counted, lambda run: run.score)
    abilities, signs = _abilities(counted, junctions or {})
    foreign = sorted({row["route"] or "" for row in recorded} - {row["route"] or "" for row in runs})
    efficiency, fast = _mean("efficiency", routes)
    comfort, smooth = _mean("comfort", routes)
    notes = (*_score_notes(counted), *_repetition_notes(routes), *signs, *fast, *smooth)
    return Summary(
        None if expected is None else of, found, missing, tuple(foreign),
        score / of if of else None, score / found if found else None,
        int(passed) if passed.is_integer() else passed,
        passed / of if of else None, passed / found if found else None,
        abilities, _scenarios(counted, rows, missing), efficiency, comfort,
        _reasons(counted, len(missing)), _repetitions(routes), notes,
    )  # fmt: skip


def undecided(recordings: Columns) -> set[str]:
    """Return the ids of the routes in ``recordings`` for which ``summarise`` needs the ``junctions``."""
    rows = (dict(zip(recordings, row, strict=True)) for row in zip(*recordings.values(), strict=True))
    return {row["route"] for row in rows if row["route"] and row["counts"] and _may_count(row)}


def _may_count(row: Mapping[str, Any]) -> bool:
    """Return whether the failed run of ``row`` counts for the traffic signs if it went on far enough."""
    is_tested = TRAFFIC_SIGNS in (row["ability"] or ())
    ran = row["red_light"] or row["stop_infraction"]
    return is_tested and not row["passed"] and not ran and bool(row["score_route"])


def _by_route(rows: Iterable[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    """Return ``rows`` by the id of their route; a run without one is alone, under a name of its own."""
    routes = defaultdict(list)
    for at, row in enumerate(rows):
        routes[row["route"] or f"\0{at}"].append(row)
    return routes


def _sum(runs: Iterable[_Run], value: Callable[[_Run], float]) -> float:
    """Return the sum of the mean ``value`` of each route, over the routes of ``runs``.

    Sums of thirds are made whole again.
    """
    return round(fsum(run.weight * value(run) for run in runs), 9)


def _mean(column: str, routes: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[float | None, list[str]]:
    """Return the mean over ``routes`` of the mean of ``column`` over their runs, where it is known.

    A sentence says of how many routes it is known, unless of all.
    """
    values = ([row[column] for row in rows if row[column] is not None] for rows in routes.values())
    means = [fmean(known) for known in values if known]
    notes = [f"{column}: {len(means):,} of {len(routes):,} routes have {_SOURCES[column]}."]
    return fmean(means) if means else None, notes if len(means) < len(routes) else []


def _abilities(
    runs: Iterable[_Run], junctions: Mapping[str, float | None]
) -> tuple[dict[str, float | None], list[str]]:
    """Return the share of routes passed by ability, with their mean, and sentences on what is not known.

    A failed run counts as passed for the traffic signs if it ran no light or stop sign, and went on beyond
    its route's first junction: beyond the share in ``junctions``.
    """
    shares: dict[str, float | None] = {}
    unknown = 0
    for ability in ABILITIES:
        tested = [run for run in runs if ability in (run.row["ability"] or ())]
        gained = 0.0
        for run in tested if ability == TRAFFIC_SIGNS else ():
            if _may_count(run.row):
                beyond = junctions.get(run.row["route"])
                unknown += beyond is None
                gained += run.weight * (beyond is not None and run.row["score_route"] / _DONE > beyond)
        found = _sum(tested, lambda _: 1.0)
        shares[ability] = (_sum(tested, lambda run: run.passed) + gained) / found if found else None
    known = [share for share in shares.values() if share is not None]
    shares[MEAN] = fmean(known) if len(known) == len(ABILITIES) else None
    why = (
        f"{TRAFFIC_SIGNS}: {unknown} failed runs without a red light or stop sign may count in the benchmark"
    )
    return shares, [f"{why}: their routes or maps are not here."] if unknown else []


def _scenarios(
    runs: Iterable[_Run], rows: Iterable[Mapping[str, Any]], missing: Collection[str]
) -> dict[str, Share]:
    """Return the numbers by type of scenario, in the order of the types' names."""
    found = defaultdict(list)
    for run in runs:
        if run.row["scenario_name"]:
            found[scenario_type(run.row["scenario_name"])].append(run)
    absent = {
        row["route"]: scenario_type(row["scenario_name"])
        for row in rows
        if row["scenario_name"] and row["route"] in missing
    }
    lacking = Counter(absent.values())
    return {name: _share(found[name], lacking[name]) for name in sorted({*found, *lacking})}


def _share(runs: Collection[_Run], missing: int) -> Share:
    found = round(_sum(runs, lambda _: 1.0))
    score = _sum(runs, lambda run: run.score) / found if found else None
    return Share(found, _sum(runs, lambda run: run.passed), score, missing)


def _reasons(runs: Iterable[_Run], missing: int) -> dict[str, int]:
    """Return the number of runs that are not passed by the reason, the most frequent first."""
    reasons = Counter(_reason(run.row) for run in runs if not run.passed)
    return dict((reasons + Counter({MISSING: missing})).most_common())


def _reason(row: Mapping[str, Any]) -> str:
    """Return why the run of ``row`` is not passed: its status; if complete, with the worst infraction."""
    status = row["status"] or "no status"
    if status.startswith("Failed"):
        return str(status)
    worst = (words[0] for name, words in INFRACTIONS.items() if row[name] and name != MIN_SPEED)
    return ": ".join(filter(None, (status, next(worst, ""))))


def _repetitions(routes: Mapping[str, list[Mapping[str, Any]]]) -> tuple[Repetitions, ...]:
    """Return the scores of each of ``routes`` with several runs."""
    groups = []
    for route, rows in sorted(routes.items()):
        scores = [row["score_composed"] for row in rows if row["score_composed"] is not None]
        if len(scores) > 1:
            passed = sum(bool(row["passed"]) for row in rows)
            worst, best = min(scores), max(scores)
            groups.append(Repetitions(route, len(scores), fmean(scores), stdev(scores), best, worst, passed))
    return tuple(groups)


def _score_notes(runs: Iterable[_Run]) -> Iterable[str]:
    if without := sum(run.row["score_composed"] is None for run in runs):
        yield f"driving score: {without} records have no score and count as 0."


def _repetition_notes(routes: Mapping[str, list[Mapping[str, Any]]]) -> Iterable[str]:
    numbers = {len(rows) for rows in routes.values()}
    if len(numbers) > 1:
        yield f"routes have {min(numbers)} to {max(numbers)} runs each; the mean of a route's runs counts."
