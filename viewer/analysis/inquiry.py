"""What the rules are asked to judge, and where they put what they find."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.event_table import EventSource, EventWriter, FoundEvent, NotJudged, Severity
from viewer.analysis.kinds import KINDS
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.traffic import Traffic
from viewer.cancellation import Proceed, always
from viewer.recording.actors import VEHICLES
from viewer.roads.road_map import RoadMap


class Measurement(NamedTuple):
    """What a rule measured: a value in the unit of the kind, and what it was compared with."""

    value: float
    threshold: float
    severity: Severity = Severity.MEDIUM
    note: str = ""
    scenario_runner: bool | None = None
    light: int | None = None
    contact: int | None = None
    at_least: bool = False
    lasts: bool = False
    """Whether the value is how long it lasted."""


_FINE = 1e-6


@dataclass(eq=False)
class Inquiry:
    """One look through a recording.

    Attributes:
        traffic: who moves through it.
        thresholds: by name.
        judged: whose events are asked for, by life, shape (N,).
        hero: number of the hero's life, or None.
        road_map: where they drive, None if it is not known.
        route: of the hero, None if it is not known.
        no_route: why it is not known.
        proceed: whether to go on.
        events: what was found so far.
        only_theirs: what ScenarioRunner's rules find beyond it.
        not_judged: what could not be judged, in order.

    """

    traffic: Traffic
    thresholds: Mapping[str, float]
    judged: NDArray[np.bool_]
    hero: int | None = None
    road_map: RoadMap | None = None
    route: PlannedRoute | None = None
    no_route: str = ""
    proceed: Proceed = always
    events: EventWriter = field(default_factory=EventWriter)
    only_theirs: EventWriter = field(default_factory=EventWriter)
    not_judged: dict[NotJudged, None] = field(default_factory=dict)

    @property
    def drivers(self) -> list[int]:
        """Numbers of the vehicles and bicycles to judge."""
        drive = self.judged & self.traffic.moves & np.isin(self.traffic.category, VEHICLES)
        found: list[int] = np.flatnonzero(drive).tolist()
        return found

    def add(
        self,
        kind: str,
        moments: tuple[int, int],
        lives: tuple[int | None, ...],
        finding: Measurement,
        place: NDArray[np.float64] | None = None,
        source: EventSource = EventSource.DERIVED,
        *,
        ours: bool = True,
    ) -> None:
        """Add an event from one moment to another; without a place it is where the first one is.

        One that is not ``ours`` is none by the rule here, but is, or may be, by ScenarioRunner's.
        """
        traffic = self.traffic
        first, last = moments
        if place is None and lives and lives[0] is not None:
            place = traffic.places_at(np.array([lives[0]]), np.array([first]))[0, :3]
        where = None if place is None or not np.isfinite(place).all() else tuple(map(float, place))
        before, after = self._open(kind, moments, lives)
        (self.events if ours else self.only_theirs).add(
            FoundEvent(
                kind=kind,
                start=float(traffic.times[first]),
                end=float(traffic.times[last]),
                actors=tuple(None if life is None else int(traffic.rows[life]) for life in lives),
                value=float(finding.value),
                threshold=float(finding.threshold),
                frame=int(traffic.frames[first]),
                place=where if where is None else (where[0], where[1], where[2]),
                severity=finding.severity,
                note=finding.note,
                source=source,
                scenario_runner=finding.scenario_runner,
                light=finding.light,
                contact=finding.contact,
                at_least=finding.at_least or (finding.lasts and (before or after)),
                began_before=before,
                goes_on=after,
            )
        )

    def _open(self, kind: str, moments: tuple[int, int], lives: tuple[int | None, ...]) -> tuple[bool, bool]:
        """Tell whether what lasts may have begun before the recording, and may go on behind its end."""
        traffic, (first, last) = self.traffic, moments
        those = [life for life in lives if life is not None]
        if last <= first or not those:
            return False, False
        times, finder = traffic.times, KINDS[kind].finder
        begin, end = finder.unseen
        last_told = times[max(len(times) - 1 - traffic.pose_lag, 0)]
        return (
            bool((traffic.begins[those] == 0).all() and times[first] <= times[0] + begin + _FINE),
            bool((traffic.ends[those] == len(times)).all() and times[last] >= last_told - end - _FINE),
        )

    def skip(self, kind: str, reason: str, lives: tuple[int, ...] = ()) -> None:
        """Tell that a rule could not judge some actors, or nobody; said once."""
        rows = tuple(int(self.traffic.rows[life]) for life in lives)
        self.not_judged[NotJudged(kind, rows, reason)] = None

    def in_order(self, first: int, second: int) -> tuple[int, int]:
        """Return two lives, the hero first: not who was asked for, so that an event is always told alike."""
        return (second, first) if second == self.hero else (first, second)
