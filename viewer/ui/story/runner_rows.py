"""What the table of the hero's evaluators says: what they would count here, beside their own results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from viewer.analysis.criteria import CRITERIA, Criterion, CriterionCount, RunnerView
from viewer.analysis.result_files import Results
from viewer.ui.format import TimeText, plain
from viewer.ui.translation import tr

_NOT_OF_THE_LEADERBOARD = ("sidewalk", "wrong_lane")
"""Criteria of ScenarioRunner that the Leaderboard's results never count."""


class RunnerRow(NamedTuple):
    """A line of the table: a criterion, what it would count here, what the results say, and more."""

    label: str
    here: str = ""
    theirs: str = ""
    tip: str = ""


def runner_rows(view: RunnerView, time_text: TimeText) -> Iterator[RunnerRow]:
    """Yield the lines: criteria, the penalty, what else the results tell, infractions, and troubles."""
    told, labels = view.results, _labels()
    seen: set[str] = set()
    for count in view.counts:
        name = count.criterion.name
        times = ", ".join(time_text(event.start) for event in count.events)
        theirs = ", ".join(filter(None, (_theirs(count.criterion, results, seen) for results in told)))
        tip = "\n".join(filter(None, (count.reason, times)))
        yield RunnerRow(labels.get(name, name), _counted(count), theirs, tip)
        seen.add(count.criterion.test)
    scores = [results.scores for results in told]
    penalty = next((each["score_penalty"] for each in scores if "score_penalty" in each), None)
    here = tr("not judged") if view.penalty is None else f"× {view.penalty:.3f}"
    tip = tr("Product of the factors of the Leaderboard 2.0")
    yield RunnerRow(tr("Penalty"), here, "" if penalty is None else f"× {penalty:.3f}", tip)
    missing = [labels.get(count.criterion.name, count.criterion.name) for count in view.not_in_penalty]
    if missing:
        tip = tr("They were not judged, or not wholly: the penalty may be a lower one.")
        yield RunnerRow(tr("Penalty is without"), ", ".join(missing), "", tip)
    tests = {criterion.test for criterion in CRITERIA}
    for results in told:
        for name, value in results.scores.items():
            if name != "score_penalty":
                yield RunnerRow(plain(name), "", f"{value:g}", plain(results.path.name))
        for other in results.counts:
            if other.test not in tests:
                yield RunnerRow(
                    plain(other.test), "", plain(_state(other.status, other.value)), plain(results.path.name)
                )
        for each in results.infractions:
            when = tr("time unknown") if each.time is None else time_text(each.time)
            yield RunnerRow(plain(each.sentence), "", when, plain(each.reason))
    yield from (RunnerRow(plain(trouble)) for trouble in view.troubles)


def _labels() -> Mapping[str, str]:
    """Return what the criteria are called for people, by their names."""
    return {
        "collisions_pedestrian": tr("Collisions with walkers"),
        "collisions_vehicle": tr("Collisions with vehicles"),
        "collisions_layout": tr("Collisions with static objects"),
        "red_light": tr("Red lights"),
        "stop_infraction": tr("Stop signs"),
        "sidewalk": tr("On the sidewalk"),
        "outside_route_lanes": tr("Outside the lanes"),
        "wrong_lane": tr("On the wrong way"),
        "vehicle_blocked": tr("Blocked"),
    }


def _counted(count: CriterionCount) -> str:
    if not count.judged and not count.events:
        return tr("not judged")
    text = str(len(count.events)) if count.judged else tr("at least {0}").format(len(count.events))
    has_factor = count.criterion.factor is not None and count.factor is not None and count.events
    return f"{text} · × {count.factor:.3f}" if has_factor else text


def _theirs(criterion: Criterion, results: Results, seen: set[str]) -> str:
    """Return what a file says of a criterion; ScenarioRunner counts all collisions together."""
    if results.counts:
        told = (each for each in results.counts if each.test == criterion.test and each.test not in seen)
        return ", ".join(_state(each.status, each.value) for each in told)
    if criterion.name in _NOT_OF_THE_LEADERBOARD:
        return ""
    return str(sum(each.name == criterion.name for each in results.infractions))


def _state(status: str, value: float | None) -> str:
    return status if value is None else f"{value:g} · {status}"
