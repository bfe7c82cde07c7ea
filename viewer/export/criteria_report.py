"""The hero as its evaluators judge it, as text and for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from viewer.analysis.criteria_view import CriterionCount
from viewer.analysis.result_files import Infraction, Results
from viewer.analysis.runner_view import RunnerView
from viewer.file_error import printable

_LABELS = {
    "collisions_pedestrian": "collisions with walkers",
    "collisions_vehicle": "collisions with vehicles",
    "collisions_layout": "collisions with what stands",
    "red_light": "red lights",
    "stop_infraction": "stop signs",
    "sidewalk": "on the sidewalk",
    "outside_route_lanes": "outside the lanes",
    "wrong_lane": "on the wrong way",
    "vehicle_blocked": "blocked",
}
"""Criteria by name, for people."""


def view_lines(view: RunnerView, hero_id: int) -> Iterator[str]:
    """Yield what people read: a line for each criterion, then the files beside the recording."""
    yield f"  as ScenarioRunner would count {hero_id}, with the factors of the Leaderboard 2.0:"
    for count in view.counts:
        yield f"    {_LABELS[count.criterion.name]:28}{_counted(count)}"
    yield f"    {'penalty':28}× {view.penalty:.3f}"
    for results in view.results:
        yield from _file_lines(results)
    for trouble in view.troubles:
        yield f"  {trouble}"


def _counted(count: CriterionCount) -> str:
    if not count.judged:
        return f"not judged: {count.reason}"
    factor = count.criterion.factor
    many = len(count.events)
    times = ", ".join(f"{event.start:.2f} s" for event in count.events)
    words = f"{many}"
    if factor is not None:
        words += f" (× {factor:.2f} each: × {count.factor:.3f})"
    if times:
        words += f" at {times}"
    if count.others:
        words += f"; {count.others} more of ours that it would not count, or of which that is not known"
    return words


def _file_lines(results: Results) -> Iterator[str]:
    yield f"  {printable(results.path.name)}:"
    for name, value in results.scores.items():
        yield f"    {name} {value:g}"
    for told in results.counts:
        yield f"    {told.test} {told.status}{'' if told.value is None else f' {told.value:g}'}"
    for each in results.infractions:
        when = f"{each.time:9.3f} s" if each.time is not None else f"time unknown ({each.reason})"
        yield f"    {when}  {each.name}: {each.sentence}"


def view_document(view: RunnerView, hero: dict[str, int]) -> dict[str, Any]:
    """Return what JSON says."""
    return {
        "hero": hero,
        "penalty": view.penalty,
        "criteria": [
            {
                "name": count.criterion.name,
                "test": count.criterion.test,
                "kind": count.criterion.kind,
                "count": len(count.events) if count.judged else None,
                "times": [event.start for event in count.events],
                "others": count.others,
                "factor": count.criterion.factor,
                "reason": count.reason,
            }
            for count in view.counts
        ],
        "results": [
            {
                "file": str(results.path),
                "scores": dict(results.scores),
                "criteria": [
                    {"test": told.test, "status": told.status, "value": told.value} for told in results.counts
                ],
                "infractions": [_infraction(each) for each in results.infractions],
            }
            for results in view.results
        ],
        "troubles": list(view.troubles),
    }


def _infraction(each: Infraction) -> dict[str, Any]:
    return {
        "name": each.name,
        "sentence": each.sentence,
        "id": each.actor_id,
        "place": None if each.place is None else list(each.place),
        "time": each.time,
        "reason": each.reason,
    }
