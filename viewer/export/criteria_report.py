"""The hero as its evaluators judge it, as text and for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from viewer.analysis.criteria import CRITERIA, CriterionCount, RunnerView
from viewer.analysis.result_files import Infraction, Results
from viewer.file_error import printable

_NAMES = max(len(criterion.label) for criterion in CRITERIA)
"""Letters of the longest name of a criterion."""


def view_lines(view: RunnerView, hero_id: int) -> Iterator[str]:
    """Yield what people read: a line for each criterion, then the files beside the recording."""
    yield f"  as ScenarioRunner would count {hero_id}, with the factors of the Leaderboard 2.0:"
    for count in view.counts:
        yield _row(count.criterion.label, counted(count))
    yield _row("penalty", penalty_words(view))
    for results in view.results:
        yield from _file_lines(results)
    for trouble in view.troubles:
        yield f"  {trouble}"


def _row(name: str, words: str) -> str:
    return f"    {name:{_NAMES}}  {words}"


def counted(count: CriterionCount) -> str:
    """Return in words how many there are, or why that is not known."""
    many, factor = len(count.events), count.criterion.factor
    words = []
    if count.judged or many:
        words.append(f"{many}" if count.judged else f"at least {many}")
        if factor is not None and count.factor is not None:
            words[0] += f" (× {factor:.2f} each: × {count.factor:.3f})"
        if many:
            words[0] += f" at {', '.join(f'{event.start:.2f} s' for event in count.events)}"
    if count.alone:
        words.append(f"{count.alone} of them by its rule alone")
    if not count.judged:
        words.append(f"not judged: {printable(count.reason)}")
    if count.others:
        words.append(f"{count.others} more of ours that it would not count, or of which that is not known")
    return "; ".join(words)


def penalty_words(view: RunnerView) -> str:
    """Return the penalty, and what it is without."""
    product = "not judged" if view.penalty is None else f"× {view.penalty:.3f}"
    missing = ", ".join(count.criterion.label for count in view.not_in_penalty)
    return f"{product}, without what was not judged: {missing}" if missing else product


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
        "penalty_without": [count.criterion.name for count in view.not_in_penalty],
        "criteria": [
            {
                "name": count.criterion.name,
                "test": count.criterion.test,
                "kind": count.criterion.kind,
                "count": count.number,
                "times": [event.start for event in count.events],
                "alone": count.alone,
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
