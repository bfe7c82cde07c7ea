"""What every rule reads, and the list of events that rules add to."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from viewer.analysis.centre_lanes import CentreLanes
from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import EventSource, FoundEvent, NotJudged, RunnerCount, Severity
from viewer.analysis.route_line import PlannedRoute
from viewer.analysis.stand_cause import HeroStand, StandCause
from viewer.analysis.traffic import TrackMotion, Traffic
from viewer.analysis.traffic_lights import MappedTrafficLights
from viewer.arrays import TIME_ROUNDING, Flags
from viewer.cancellation import ShouldContinue, always, check
from viewer.lazy import lazy
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.replay.paths.driven_paths import moving_poses
from viewer.roads.road_map import RoadMap

HEIGHTS_FIT = 0.3
"""Largest median difference in metres between a usable map's heights and those of vehicles."""


@dataclass(eq=False)
class RuleContext:
    """Input that all rules read, and the list of events that they add to.

    Tracks are indices into ``traffic``; a track is one actor from spawn to destruction.

    Attributes:
        traffic: tracks of all actors.
        thresholds: values by name.
        judged: True for tracks whose events are asked for, shape (N,).
        heroes: tracks of the hero (one per spawn), the earliest first; empty without a hero.
        road_map: map of the roads, None without one.
        route: route of the hero; or why there is none, as text, which may be empty.
        should_continue: is called now and then; if it returns False, the search is cancelled.
        events: events found so far.
        counts: what ScenarioRunner's criteria count by their own rules, whether an event is like it or not.
        not_judged: rules that could not judge some actors, as the keys of a dict, in order.
        without_limits: tracks that drive only where the map has no speed limits.
        hero_stands: all stands of the hero, however short, found with the events of the kind "standing".
    """

    traffic: Traffic
    thresholds: Mapping[str, float]
    judged: Flags
    heroes: tuple[int, ...] = ()
    road_map: RoadMap | None = None
    route: PlannedRoute | str = ""
    should_continue: ShouldContinue = always
    events: list[FoundEvent] = field(default_factory=list)
    counts: list[RunnerCount] = field(default_factory=list)
    not_judged: dict[NotJudged, None] = field(default_factory=dict)
    hero_stands: list[HeroStand] = field(default_factory=list)
    without_limits: list[int] = field(default_factory=list)
    _centre_lanes: tuple[int, CentreLanes] | None = None

    @lazy
    def mapped_lights(self) -> MappedTrafficLights | None:
        """Traffic lights and the lanes that they control; None without a road map."""
        road_map = self.road_map
        return None if road_map is None else MappedTrafficLights(self.traffic.index, road_map)

    @lazy
    def height_map(self) -> RoadMap | None:
        """The road map, if its heights fit those of the vehicles that move; else None."""
        if self.road_map is None:
            return None
        places, yaws = moving_poses(self.traffic.index)
        error = np.abs(places[:, 2] - self.road_map.locate(places, yaws)["z"])
        known = error[np.isfinite(error)]
        return self.road_map if not len(known) or float(np.median(known)) < HEIGHTS_FIT else None

    def centre_lanes(self, road_map: RoadMap, motion: TrackMotion) -> CentreLanes:
        """Return the lanes under the centre of the box of the vehicle with ``motion``.

        They are looked up once for all rules that ask for one vehicle after another.
        """
        if self._centre_lanes is None or self._centre_lanes[0] != motion.track:
            self._centre_lanes = motion.track, CentreLanes.of(self.traffic, road_map, motion)
        return self._centre_lanes[1]

    @property
    def drivers(self) -> list[int]:
        """Indices in ``traffic`` of the vehicles and bicycles to judge.

        Their events are asked for (``judged``), and they have a trajectory.
        """
        drive = self.judged & self.traffic.moves & np.isin(self.traffic.category, VEHICLES)
        return [*map(int, np.flatnonzero(drive))]

    @property
    def movers(self) -> list[int]:
        """Indices in ``traffic`` of the vehicles and walkers to judge that have a trajectory."""
        move = self.judged & self.traffic.moves & np.isin(self.traffic.category, MOVERS)
        return [*map(int, np.flatnonzero(move))]

    def motions(self, tracks: list[int]) -> Iterator[TrackMotion]:
        """Yield the motion of each of ``tracks``, which are indices of tracks in ``Traffic``.

        Raises ReadingCancelledError if ``should_continue`` returns False.
        """
        for number, track in enumerate(tracks):
            check(self.should_continue, number / len(tracks))
            yield self.traffic.motion_of(track)

    def add(  # noqa: PLR0913 - one for each field of an event
        self,
        kind: str,
        samples: tuple[int, int],
        tracks: tuple[int | None, ...],
        value: float,
        threshold: float,
        *,
        severity: Severity = Severity.MEDIUM,
        note: str = "",
        place: Iterable[float] | None = None,
        source: EventSource = EventSource.DERIVED,
        light: int | None = None,
        contact: int | None = None,
        lasts: bool = False,
        at_least: bool = False,
        cause: StandCause | None = None,
    ) -> None:
        """Add an event to ``events``.

        Args:
            kind: id of its kind in ``KINDS``.
            samples: first and last sample (indices into ``traffic.times``).
            tracks: the actors, the main one first; None for an actor without a track.
            value: measured value; NaN if nothing is measured.
            threshold: value that it was compared with; NaN if there is none.
            severity: how serious it is.
            note: text on this one event that is added to its kind's rule.
            place: x, y, z in metres; by default where the first actor is at the first sample.
            source: recorded, derived, or both.
            light: row of the controlling traffic light in the actor table.
            contact: index of its first record in ``RecordingIndex.contacts``.
            lasts: whether ``value`` is the event's duration, which the recording may cut short.
            at_least: whether ``value`` is another duration that the recording cuts short.
            cause: why a vehicle stands.
        """
        traffic, (first, last) = self.traffic, samples
        if place is None and tracks and tracks[0] is not None:
            place = traffic.positions_at(np.array([tracks[0]]), np.array([first]))[0, :3]
        x, y, z = (np.nan,) * 3 if place is None else map(float, place)
        rows = tuple(None if track is None else int(traffic.rows[track]) for track in tracks)
        before, after = self._cut_off(kind, samples, [track for track in tracks if track is not None])
        self.events.append(
            FoundEvent(
                kind=kind,
                start=float(traffic.times[first]),
                end=float(traffic.times[last]),
                rows=rows,
                value=float(value),
                threshold=float(threshold),
                frame=int(traffic.frames[first]),
                place=(x, y, z) if np.isfinite((x, y, z)).all() else None,
                severity=severity,
                note=note,
                source=source,
                light=light,
                contact=contact,
                at_least=at_least or (lasts and (before or after)),
                began_before=before,
                goes_on=after,
                actors=tuple(None if row is None else traffic.index.actor(row) for row in rows),
                cause=cause,
            )
        )

    def count(
        self,
        kind: str,
        samples: tuple[int, int],
        track: int,
        *,
        other: int | None = None,
        at: int | None = None,
        known: bool = True,
    ) -> None:
        """Add to ``counts`` something of ``track`` that a criterion of ScenarioRunner counts, or may count.

        Args:
            kind: id of the kind of events that are like it.
            samples: first and last sample at which the criterion's rule sees the actor at fault.
            track: index of the judged track.
            other: row of the other actor or the traffic light in the actor table, None without one.
            at: sample at which it counts, None for the first one.
            known: whether the recording shows that it counts.
        """
        times, row = self.traffic.times, int(self.traffic.rows[track])
        start, end = times[list(samples)].tolist()
        time = math.nan if at is None else float(times[at])
        self.counts.append(RunnerCount(kind, row, other, start, end, time, known))

    def _cut_off(self, kind: str, samples: tuple[int, int], tracks: list[int]) -> tuple[bool, bool]:
        """Return whether an event may have begun before the recording, and whether it may go on after it.

        Args:
            kind: id of its kind, whose ``Finder.unseen`` says how many seconds at either end are not seen.
            samples: first and last sample of the event; if they are equal, both results are False.
            tracks: its actors; a result is False unless all of them exist at that end of the recording.
        """
        traffic, times, (first, last) = self.traffic, self.traffic.times, samples
        if last <= first or not tracks:
            return False, False
        begin, end = KINDS[kind].finder.unseen
        last_told = times[max(len(times) - 1 - traffic.pose_lag, 0)]
        return (
            bool((traffic.begins[tracks] == 0).all() and times[first] <= times[0] + begin + TIME_ROUNDING),
            bool(
                (traffic.ends[tracks] == len(times)).all() and times[last] >= last_told - end - TIME_ROUNDING
            ),
        )

    def skip(self, kind: str, reason: str, tracks: tuple[int, ...] = ()) -> None:
        """Record in ``not_judged`` that the rule of ``kind`` could not judge ``tracks``, and the ``reason``.

        Empty ``tracks`` mean all actors.
        """
        rows = tuple(int(self.traffic.rows[track]) for track in tracks)
        self.not_judged[NotJudged(kind, rows, reason)] = None

    def in_order(self, first: int, second: int) -> tuple[int, int]:
        """Return the tracks ``first`` and ``second``, swapped if ``second`` is a track of the hero.

        The order does not depend on which actor's events are asked for: an event always reads the same.
        """
        return (second, first) if second in self.heroes else (first, second)
