"""Table of recordings: what the file of each tells, and how its hero drove."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np

from viewer.analysis.event_table import RANKS, Events, FoundEvent, FoundEvents
from viewer.analysis.hero_standing import (
    is_blocked,
    is_out_of_time,
    out_of_time_text,
    standing_by_cause,
    standing_time,
)
from viewer.analysis.incidents import by_weight
from viewer.analysis.route_run import RouteRun
from viewer.analysis.run_facts import RunFacts, facts_of, facts_of_criteria
from viewer.analysis.scenario_results import Criteria
from viewer.analysis.stand_cause import HeroStand
from viewer.analysis.stand_words import stand_words
from viewer.file_error import plain, printable
from viewer.lazy import lazy
from viewer.recording.actors import Category
from viewer.recording.index import NO_COLLISION_SENSOR, RecordingIndex
from viewer.replay.paths.trajectory import Trajectory, trajectory
from viewer.signals.series import MotionStats, motion_stats
from viewer.signals.table import read_speed
from viewer.tables.column import Column
from viewer.tables.recording_facts import FACTS
from viewer.tables.route_runs import RESULTS, ROUTE

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.criteria import CriterionCount, RunnerView
    from viewer.analysis.result_files import Results


@dataclass(frozen=True, eq=False)
class Run:
    """What is known of one recording; each part but ``path`` and ``name`` may be None.

    Attributes:
        path: path of the file, as text for people.
        name: its name without the folder.
        size: its size in bytes.
        modified: when it was last written.
        index: the recording, as far as it was read.
        found: its events.
        results: results of the run, joined to the recording.
        of_route: the run by its record in the results.
        criteria: results of ScenarioRunner about the run.
        hero: row of the hero in the actor table.
        why_no_hero: why there is no hero, as text.
        notes: further texts on what is not known, such as why a map cannot be used.
        holds: what an agent's folder beside the recording holds, in words.
        error: why the file or its events cannot be used.
    """

    path: str
    name: str
    size: int | None = None
    modified: datetime | None = None
    index: RecordingIndex | None = None
    found: FoundEvents | None = None
    results: Results | None = None
    of_route: RouteRun | None = None
    criteria: Criteria | None = None
    hero: int | None = None
    why_no_hero: str = ""
    notes: Sequence[str] = ()
    holds: str = ""
    error: str | None = None

    @classmethod
    def of(cls, index: RecordingIndex, **more: Any) -> Run:  # noqa: ANN401 - attributes of this class
        """Return what the recording ``index`` tells; ``more`` are further attributes by name."""
        return cls(str(index.path), plain(index.path.name), index.size, index=index, **more)

    @property
    def heroes(self) -> Sequence[int]:
        """Rows of the hero's lifetimes in the actor table, the earliest first; empty without a hero."""
        return () if self.hero is None or self.found is None else self.found.heroes

    @lazy
    def hero_events(self) -> Events:
        """Events that concern the hero."""
        events = Events() if self.found is None else self.found.events
        return events.take(events.about(*self.heroes))

    @lazy
    def view(self) -> RunnerView | None:
        """The hero as ScenarioRunner and the Leaderboard judge it; None without a hero."""
        if self.hero is None or self.index is None or self.found is None:
            return None
        from viewer.analysis.criteria import runner_view

        return runner_view(self.index, self.found)

    @lazy
    def facts(self) -> RunFacts | None:
        """What the record of the run, or ScenarioRunner, tells; None without either."""
        if self.of_route is not None:
            return facts_of(self.of_route)
        return None if self.criteria is None else facts_of_criteria(self.criteria)

    def criterion(self, name: str) -> CriterionCount | None:
        """Return the count of the criterion with the Leaderboard's ``name``; None without a hero."""
        counts = () if self.view is None else self.view.counts
        return next((each for each in counts if each.criterion.name == name), None)

    @lazy
    def unjudged(self) -> frozenset[str]:
        """Ids of the kinds of events that could not be judged for the hero."""
        judged = () if self.found is None else self.found.not_judged
        return frozenset(each.kind for each in judged if each.concerns(self.heroes))

    @lazy
    def hero_paths(self) -> list[tuple[int, Trajectory]]:
        """Row and poses of each lifetime of the hero with known poses."""
        if self.index is None:
            return []
        index = self.index
        return [(row, poses) for row in self.heroes if len(poses := trajectory(index, row))]

    @lazy
    def motions(self) -> list[MotionStats]:
        """Distance and speeds of each of ``hero_paths``."""
        if self.index is None:
            return []
        index = self.index
        return [
            motion_stats(index, poses, read_speed(index, row, poses), (0.0, index.duration))
            for row, poses in self.hero_paths
        ]

    def count(self, kind: str) -> int | None:
        """Return the number of events of ``kind``; None if events were not searched for."""
        return None if self.found is None else int((self.found.events["kind"] == RANKS[kind]).sum())

    def hero_count(self, kind: str) -> int | None:
        """Return the number of the hero's events of ``kind``; None without a hero."""
        return None if self.hero is None else int((self.hero_events["kind"] == RANKS[kind]).sum())

    def least(self, kind: str) -> float | None:
        """Return the least value of the events of ``kind`` whose main actor is the hero; None if none."""
        events = self.hero_events
        values = events["value"][(events["kind"] == RANKS[kind]) & np.isin(events["actor"], self.heroes)]
        return float(values.min()) if len(values) else None

    @lazy
    def records_hero_collisions(self) -> bool:
        """Whether collisions of the hero would be recorded."""
        if self.index is None or self.found is None:
            return False
        from viewer.analysis.criteria import records_hero_collisions

        return records_hero_collisions(self.index.actors, self.found)

    @lazy
    def worst(self) -> FoundEvent | None:
        """Most important event of the hero, or of all actors if the hero has none; None without events.

        If results say that the run ended as the hero was blocked or out of time, it is the hero's last stand,
        unless the hero collided.
        """
        if self.found is None:
            return None
        events = self.hero_events
        if self.results is not None and is_blocked(self.results.status):
            stands = events.take(events["kind"] == RANKS["standing"])
            if len(stands) and not events.of_kind("is_contact").any():
                return stands[int(stands["start"].argmax())]
        ordered = by_weight(self.hero_events or self.found.events, self.heroes)
        return ordered[0] if ordered else None

    @lazy
    def stands(self) -> Sequence[HeroStand] | None:
        """Stands of the hero of 1 s or longer; None without a hero, or if they were not searched for."""
        return None if self.hero is None or self.found is None else self.found.hero_stands

    @lazy
    def hero_time(self) -> float:
        """Seconds for which the hero exists."""
        return sum(float(poses.elapsed[-1] - poses.elapsed[0]) for _, poses in self.hero_paths)

    @lazy
    def out_of_time(self) -> str:
        """Why the run ran out of time, as text; empty if it did not, or if an event of standing tells."""
        status = "" if self.results is None else self.results.status
        if self.stands is None or not is_out_of_time(status) or self.hero_count("standing"):
            return ""
        return out_of_time_text(self.stands, self.hero_time, _distance(self))

    @property
    def why(self) -> str | None:
        """Why the run failed, as text: why the hero stood, else as the record says; None if neither."""
        own: str | None = self.out_of_time
        if not own and self.worst is not None and self.index is not None:
            own = stand_words(self.worst, self.index.actors)
        return own or (self.facts.why if self.facts is not None else None)

    def not_judged(self) -> list[str] | None:
        """Return what is not known: a column or kind of events, a colon, and why; None without frames."""
        if self.index is None or not len(self.index.frame_starts):
            return None
        return list(dict.fromkeys(self._reasons()))

    def _reasons(self) -> Iterator[str]:
        if self.why_no_hero:
            yield f"hero_id: {self.why_no_hero}"
        yield from self.notes
        if self.index is not None and not self.index.records_collisions:
            yield f"collisions: {NO_COLLISION_SENSOR}"
        yield from self._hero_reasons()
        for each in () if self.results is None else self.results.infractions:
            if each.time is None:
                yield f"results: {each.sentence}: {each.reason}"
        for judged in () if self.found is None else self.found.not_judged:
            if self.hero is None or judged.concerns(self.heroes):
                yield f"{judged.kind}: {judged.reason}"

    def _hero_reasons(self) -> Iterator[str]:
        if self.view is None:
            return
        for column, kind in _LEAST.items():
            if self.least(kind) is None and kind not in self.unjudged:
                yield f"{column}: none of the hero is beyond the threshold"
        for column, name in _CRITERIA.items():
            if (count := self.criterion(name)) and count.reason:
                yield f"{column}: {count.reason}"
        if not self.records_hero_collisions:
            yield "hero_collisions: no collision sensor of the hero is recorded"
        if without := ", ".join(count.criterion.label for count in self.view.not_in_penalty):
            yield f"penalty: it is without {without}"


_LEAST = {"hero_least_ttc": "ttc", "hero_hardest_braking": "harsh_braking"}
"""Kinds of events by the columns that have the least value of the hero's events of that kind."""
_CRITERIA = {"hero_red_lights": "red_light", "hero_stop_signs": "stop_infraction"}
"""The Leaderboard's names of criteria by the columns that have their count."""


def _index(get: Callable[[RecordingIndex], Any]) -> Callable[[Run], list[Any]]:
    """Return a function that gets a value from a run's recording by ``get``; None if it was not read."""
    return lambda run: [None if run.index is None else get(run.index)]


def _of_index(column: Column[RecordingIndex]) -> Column[Run]:
    """Return the column of a recording's file as one of runs; None if the recording was not read."""
    return Column(
        column.name, column.type, column.unit, column.doc,
        lambda run: [None] if run.index is None else column.get(run.index),
    )  # fmt: skip


def _run(get: Callable[[Run], Any]) -> Callable[[Run], list[Any]]:
    """Return a function that gets a value from a run by ``get``."""
    return lambda run: [get(run)]


def _category(category: Category) -> Callable[[Run], list[Any]]:
    """Return a function that counts the actors of ``category`` in a run's recording."""
    return _index(
        lambda index: int((index.actors.category == category).sum()) if len(index.frame_starts) else None
    )


def _hero(get: Callable[[Run], Any]) -> Callable[[Run], list[Any]]:
    """Return a function that gets a value from a run by ``get``; None without a hero."""
    return lambda run: [None if run.hero is None or run.found is None else get(run)]


def _hero_id(run: Run) -> list[int | None]:
    return [None if run.hero is None or run.index is None else int(run.index.actors.actor_id[run.hero])]


def _collisions(run: Run) -> int | None:
    return run.count("collision") if run.index is not None and run.index.records_collisions else None


def _count(name: str) -> Callable[[Run], list[Any]]:
    """Return a function that gets the count of the criterion with the Leaderboard's ``name``."""
    return lambda run: [None if (count := run.criterion(name)) is None else count.number]


def _distance(run: Run) -> float | None:
    distances = np.array([each.distance for each in run.motions])
    return float(np.nansum(distances)) if np.isfinite(distances).any() else None


def _mean_speed(run: Run) -> float | None:
    """Return the hero's mean speed in m/s over all its lifetimes, weighted by length; None if unknown."""
    means = np.array([each.mean for each in run.motions])
    seconds = np.array([poses.elapsed[-1] - poses.elapsed[0] for _, poses in run.hero_paths])
    timed = np.isfinite(means) & (seconds > 0.0)
    if timed.sum() > 1:
        return float(np.average(means[timed], weights=seconds[timed]))
    return _finite(np.fmax.reduce(means)) if len(means) else None


def _standing_share(run: Run) -> float | None:
    return standing_time(run.stands) / run.hero_time if run.stands is not None and run.hero_time else None


def _top_speed(run: Run) -> float | None:
    tops = [each.most for each in run.motions]
    return _finite(np.fmax.reduce(tops)) if tops else None


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _of_route(column: Column[Sequence[RunFacts]]) -> Column[Run]:
    """Return the column of a run in the results as one of recordings; None without a record."""
    return Column(
        column.name, column.type, column.unit, column.doc,
        lambda run: [None] if run.facts is None else column.get([run.facts]),
    )  # fmt: skip


def _route(run: Run) -> str | None:
    if run.of_route is not None and run.of_route.route:
        return run.of_route.route
    return None if run.found is None else printable(run.found.route) or None


def _penalty(run: Run) -> float | None:
    return None if run.view is None or run.view.not_in_penalty else run.view.penalty


RECORDINGS: tuple[Column[Run], ...] = (
    Column("path", "string", "", "the file", _run(lambda run: run.path)),
    Column("name", "string", "", "the file's name without its folder", _run(lambda run: run.name)),
    Column("size", "int64", "bytes", "size of the file", _run(lambda run: run.size)),
    Column(
        "modified", "timestamp[ms, UTC]", "", "when the file was last written", _run(lambda run: run.modified)
    ),
    *map(_of_index, FACTS[2:-1]),
    Column(
        "beside", "string", "", "what the agent wrote beside the recording: cameras, plan, signals, log",
        _run(lambda run: run.holds or None),
    ),
    Column(
        "hero_id", "int64", "", "id of the hero, the first one if it came again with another",
        _hero_id,
    ),
    Column(
        "hero_lifetimes", "int64", "", "how often the hero was spawned: its values are of all of these",
        _hero(lambda run: len(run.heroes)),
    ),
    Column("hero_distance", "double", "m", "how far the hero drove", _hero(_distance)),
    Column("hero_mean_speed", "double", "m/s", "the hero's speed on average", _hero(_mean_speed)),
    Column("hero_top_speed", "double", "m/s", "the hero's highest speed", _hero(_top_speed)),
    Column(
        "vehicles", "int64", "", "vehicles but bicycles that lived at any time",
        _category(Category.VEHICLE),
    ),
    Column("walkers", "int64", "", "walkers that lived at any time", _category(Category.WALKER)),
    Column("bicycles", "int64", "", "bicycles that lived at any time", _category(Category.BICYCLE)),
    Column(
        "collisions", "int64", "", "recorded collisions of all actors, one for each pair and touch",
        _run(_collisions),
    ),
    Column(
        "hero_collisions", "int64", "", "recorded collisions of the hero",
        _hero(lambda run: run.hero_count("collision") if run.records_hero_collisions else None),
    ),
    Column(
        "hero_contacts", "int64", "", "contacts of the hero that were found by boxes and not recorded",
        _hero(lambda run: None if "contact" in run.unjudged else run.hero_count("contact")),
    ),
    Column(
        "hero_least_ttc", "double", "s", "the hero's least time to collision among the events",
        _hero(lambda run: run.least("ttc")),
    ),
    Column(
        "hero_hardest_braking", "double", "m/s²", "the hero's hardest braking among the events; negative",
        _hero(lambda run: run.least("harsh_braking")),
    ),
    Column(
        "hero_red_lights", "int64", "", "red lights that the hero ran, as ScenarioRunner counts them",
        _count("red_light"),
    ),
    Column(
        "hero_stop_signs", "int64", "", "stop signs that the hero ran, as ScenarioRunner counts them",
        _count("stop_infraction"),
    ),
    Column(
        "hero_standing_time", "double", "s", "how long the hero stood, in all its stands of 1 s or longer",
        _run(lambda run: None if run.stands is None else standing_time(run.stands)),
    ),
    Column(
        "hero_standing_share", "double", "", "share of the hero's time in which it stood",
        _run(_standing_share),
    ),
    Column(
        "hero_standing_by_cause", "json", "", "how long the hero stood in seconds, by cause",
        _run(lambda run: None if run.stands is None else standing_by_cause(run.stands)),
    ),
    Column(
        "hero_incidents", "int64", "", "incidents of the hero",
        _hero(lambda run: len(run.hero_events.incidents)),
    ),
    Column(
        "worst", "string", "", "kind of the worst event: the hero's, of all if the hero has none",
        _run(lambda run: run.worst and run.worst.kind),
    ),
    Column(
        "worst_at", "double", "s", "when the worst event begins",
        _run(lambda run: run.worst and run.worst.start),
    ),
    Column(
        "why", "string", "", "why the run failed: why the hero stood, else what the results say; else null",
        _run(lambda run: run.why),
    ),
    Column(
        "penalty", "double", "", "product of the Leaderboard's factors; null if not all of them are judged",
        _run(_penalty),
    ),
    Column(
        "penalty_at_most", "double", "", "product of the factors that are judged: at least the penalty",
        _run(lambda run: run.view and run.view.penalty),
    ),
    Column(
        ROUTE.name, ROUTE.type, ROUTE.unit, ROUTE.doc,
        _run(_route),
    ),
    *map(_of_route, RESULTS),
    Column(
        "not_judged", "list<string>", "", "what is not known: a column or kind, a colon, and why",
        _run(lambda run: run.not_judged()),
    ),
    _of_index(FACTS[-1]),
    Column(
        "error", "string", "", "why the file or its events cannot be used; null if they can",
        _run(lambda run: run.error),
    ),
)  # fmt: skip
"""Columns of the table of recordings; a row is one recording."""
