"""Everything about one run as its evaluators see it: their criteria on the recording, and their own files."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

from viewer.analysis.criteria_view import (
    CRITERIA,
    CriterionCount,
    count_as_scenario_runner,
    not_in_penalty,
    penalty,
)
from viewer.analysis.event_table import Events, EventSource, FoundEvent, FoundEvents, Severity
from viewer.analysis.result_files import Infraction, ResultFileError, Results, read_results, result_files
from viewer.quick_dataclass import dataclass
from viewer.recording.index import RecordingIndex

_KINDS = {criterion.name: criterion.kind for criterion in CRITERIA}
"""Of our events, what infractions are, by the names that the Leaderboard's results have for them."""


@dataclass(frozen=True, slots=True)
class RunnerView:
    """The hero as ScenarioRunner and the Leaderboard judge it.

    Attributes:
        hero: row of the hero.
        counts: what each criterion would count in the recording.
        penalty: product of the Leaderboard's factors for them; None if none of those is known that have one.
        not_in_penalty: counts with a factor that are not known, or not wholly: it may be lower.
        results: what the files beside the recording say.
        troubles: why a file that was named could not be used.

    """

    hero: int
    counts: tuple[CriterionCount, ...]
    penalty: float | None
    not_in_penalty: tuple[CriterionCount, ...]
    results: tuple[Results, ...]
    troubles: tuple[str, ...]


def runner_view(
    index: RecordingIndex, found: FoundEvents, files: Iterable[Path] | None = None
) -> RunnerView | None:
    """Return the hero as ScenarioRunner and the Leaderboard judge it; None if there is no hero.

    Args:
        index: the recording.
        found: its events, those of the hero at least.
        files: their results; those that lie beside the recording if None.

    Raises:
        ChangedError: the recording was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    if found.hero is None:
        return None
    results, troubles = [], []
    for path in result_files(index.path) if files is None else files:
        told = _read(path, index, found)
        if isinstance(told, str):
            troubles.append(told)
        else:
            results.append(told)
    counts = count_as_scenario_runner(index.actors, found)
    missing = not_in_penalty(counts)
    some = any(count.criterion.factor is not None and count.factor is not None for count in counts)
    product = penalty(counts) if some else None
    return RunnerView(found.hero, counts, product, missing, tuple(results), tuple(troubles))


def joined_events(index: RecordingIndex, hero: int, results: Iterable[Results]) -> Events:
    """Return the infractions of the results whose time is known, as events of the hero's row, by time."""
    events = [
        _event(index, hero, kind, each, each.time)
        for of_file in results
        for each in of_file.infractions
        if each.time is not None and (kind := _KINDS.get(each.name)) is not None
    ]
    return Events.of(sorted(events, key=lambda event: event.start))


def _event(index: RecordingIndex, hero: int, kind: str, told: Infraction, time: float) -> FoundEvent:
    frame = index.frame_at(time)
    other = None if told.actor_id is None else index.actors.find(told.actor_id, frame)
    return FoundEvent(
        kind=kind,
        start=time,
        end=time,
        actors=(hero, other) if kind == "collision" else (hero,),
        value=math.nan,
        threshold=math.nan,
        frame=frame,
        # Theirs is that of the hero, or of the light or sign; ours is where the line was crossed.
        place=None if told.event is None else told.event.place,
        severity=Severity.HIGH,
        note=told.sentence,
        source=EventSource.RESULTS,
        scenario_runner=True,
        light=other if kind == "red_light" else None,
        contact=None if told.event is None else told.event.contact,
    )


def _read(path: Path, index: RecordingIndex, found: FoundEvents) -> Results | str:
    try:
        return read_results(path, index, found)
    except ResultFileError as error:
        return str(error)
