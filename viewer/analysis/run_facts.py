"""Values of one run of a route that the tables show, from its record in the Leaderboard's results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from viewer.analysis.bench2drive import abilities_of, efficiency, is_passed
from viewer.analysis.penalties import penalties
from viewer.analysis.route_run import RouteRun, as_text, finite_number
from viewer.analysis.scenario_results import FAILED, Criteria
from viewer.file_error import last_name

MISSING = "missing"
"""Status of a route of which there is no record and no recording; all other statuses are those of records."""
_TOWN = re.compile(r"_rep\d+_(Town\w+?)_", re.IGNORECASE)
INFRACTIONS = {
    "collisions_pedestrian": ("hit a pedestrian", "hit {} pedestrians"),
    "collisions_vehicle": ("hit a vehicle", "hit {} vehicles"),
    "collisions_layout": ("hit an object", "hit {} objects"),
    "red_light": ("ran a red light", "ran {} red lights"),
    "stop_infraction": ("ran a stop sign", "ran {} stop signs"),
    "outside_route_lanes": ("left the lanes of its route", "left the lanes of its route"),
    "min_speed_infractions": ("was slower than the traffic", "was slower than the traffic"),
    "yield_emergency_vehicle_infractions": (
        "did not yield to an emergency vehicle", "did not yield to an emergency vehicle",
    ),
    "scenario_timeouts": ("timed out a scenario", "timed out {} scenarios"),
    "route_dev": ("deviated from its route", "deviated from its route"),
    "vehicle_blocked": ("was blocked", "was blocked"),
    "route_timeout": ("ran out of time", "ran out of time"),
}  # fmt: skip
"""Texts for one and for several infractions of a kind, by the Leaderboard's name of the kind, worst first."""
_NO_FAULT = "min_speed_infractions"
_ENDS = {
    "blocked": "blocked{}",
    "deviated": "deviated from the route{}",
    "timed": "ran out of time{}",
    "tickruntime": "ran out of time{}",
    "simulation": "the simulation crashed{}",
    "sensors": "the agent's sensors were invalid",
    "couldn't": "the agent could not be set up",
    "crashed": "the agent crashed{}",
    "started": "the run was cut off{}",
}
"""Why a run ended, by a word of its status in lower case; ``{}`` is the way that it had driven by then."""
_FAULTS = {name: words for name, words in INFRACTIONS.items() if name != "min_speed_infractions"}
_NOTHING: Mapping[str, Any] = {}


class RunFacts(NamedTuple):
    """Values of one run of a route; None is not known.

    Attributes:
        run: the run.
        name: its ``save_name``, else its ``route_id``, else the route's id.
        map_name: town of its record, of its name, or of its route.
        scenario_name: scenario of its record or of its route.
        weather_id: number of the weather, as text.
        ability: Bench2Drive's abilities that the scenario tests.
        status: status in the results, or ``MISSING``.
        passed: whether it is a success by Bench2Drive's rule.
        score_composed: score, 0 to 100.
        score_route: share of the route that was driven, in %.
        score_penalty: penalty by the results, 0 to 1.
        penalty_2_1: penalty of the Leaderboard 2.1 for its infractions.
        counts: numbers of infractions in the order of ``INFRACTIONS``.
        duration_game: simulated seconds.
        duration_system: seconds on the clock.
        efficiency: speed in % of that of the traffic.
        why: why it failed, as text without full stop; None if it passed.
    """

    run: RouteRun
    name: str
    map_name: str | None
    scenario_name: str | None
    weather_id: str | None
    ability: Sequence[str] | None
    status: str | None
    passed: bool | None
    score_composed: float | None
    score_route: float | None
    score_penalty: float | None
    penalty_2_1: float | None
    counts: Sequence[int | None]
    duration_game: float | None
    duration_system: float | None
    efficiency: float | None
    why: str | None


NO_COUNTS = (None,) * len(INFRACTIONS)


def facts_of(run: RouteRun) -> RunFacts:
    """Return the values of ``run`` that the tables show.

    >>> record = {"status": "Failed - Agent got blocked", "scores": {"score_route": 10.0},
    ...           "meta": {"route_length": 310.0}}
    >>> facts_of(RouteRun(record, "1")).why
    'blocked at 31 m'
    """
    get = run.record.get
    name: str = _text(get("save_name")) or _text(get("route_id")) or run.route
    scenario = _text(get("scenario_name")) or run.scenario_name or None
    weather, town = _text(get("weather_id")), _text(get("town_name"))
    if town is None:
        named = _TOWN.search(name)
        town = named[1] if named else run.map_name or None
    ability = [*_abilities(scenario)] if scenario else None
    if not run.record:
        why = "there is no record of this route"
        return RunFacts(
            run, name, town, scenario, None, ability, MISSING, None, None, None, None, None, NO_COUNTS,
            None, None, None, why,
        )  # fmt: skip
    status = _text(get("status"))
    passed = None if status is None else is_passed(run.record)
    listed, scores, meta = get("infractions"), _object(get("scores")), _object(get("meta"))
    counts: Sequence[int | None] = NO_COUNTS
    rescored = efficient = None
    if isinstance(listed, dict):
        lists = [listed.get(kind) for kind in INFRACTIONS]
        counts = tuple([len(each) if type(each) is list else None for each in lists])
        rescored, efficient = penalties(run.record).penalty_2_1, efficiency(run.record)
    driven = finite_number(scores.get("score_route"))
    failure = None
    if passed is False:
        failure = _why_failed(status or "", counts, driven, finite_number(meta.get("route_length")))
    return RunFacts(
        run, last_name(name), town, scenario, None if weather == "None" else weather, ability, status, passed,
        finite_number(scores.get("score_composed")), driven, finite_number(scores.get("score_penalty")),
        rescored, counts, finite_number(meta.get("duration_game")),
        finite_number(meta.get("duration_system")), efficient, failure,
    )  # fmt: skip


_abilities = lru_cache(maxsize=512)(abilities_of)


def facts_of_criteria(criteria: Criteria) -> RunFacts:
    """Return what the table of recordings shows of a run by its ``criteria``: success and why it failed."""
    failed = {name: each for name, each in criteria.items() if each.get("test_status") == FAILED}
    why = "; ".join(f"{as_text(name)} failed" for name in failed)
    seconds = finite_number(criteria.get("Duration", {}).get("actual_value"))
    return RunFacts(
        RouteRun({}, ""), "", None, None, None, None, FAILED if failed else "SUCCESS", not failed,
        None, None, None, None, NO_COUNTS, seconds, None, None, why or None,
    )  # fmt: skip


def _why_failed(
    status: str, counts: Sequence[int | None], driven: float | None, length: float | None
) -> str | None:
    """Return why a run failed, as text without full stop.

    Args:
        status: its status in the results.
        counts: numbers of infractions in the order of ``INFRACTIONS``.
        driven: share of its route that was driven in %, None if not known.
        length: length of the route in metres, None if not known.
    """
    words_of = status.casefold()
    for word, end in _ENDS.items():
        if word in words_of:
            return end.format(_way(driven, length))
    faults = [
        words[count > 1].format(count)
        for (name, words), count in zip(INFRACTIONS.items(), counts, strict=True)
        if name in _FAULTS and count
    ]
    if faults:
        return "; ".join(faults)
    return f"{status or 'ended'}{_way(driven, length)}"


def _way(driven: float | None, length: float | None) -> str:
    """Return where a run ended, as text that follows a word: `` at 31 m``; empty if that is not known."""
    if driven is None:
        return ""
    return f" at {driven:.0f} % of the route" if length is None else f" at {driven / 100.0 * length:.0f} m"


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else _NOTHING


def _text(value: object) -> str | None:
    """Return ``value`` of a record as text; None if there is none."""
    return None if value is None or value == "" else as_text(value)
