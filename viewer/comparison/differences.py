"""Differences of partners: all runs of common times in which they differ for long enough."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import TIME_ROUNDING, Flags, Floats, Ints
from viewer.cancellation import ShouldContinue, always, check
from viewer.comparison.common import Common, Pairs
from viewer.comparison.control import (
    HeroControl,
    control_gaps,
    differing_doors,
    held_values,
    weather_at,
)
from viewer.comparison.existence import find_blueprints, find_existence
from viewer.comparison.runs import NO_PAIR, RUN, Stretch, What, find_runs, joined_runs
from viewer.comparison.samples import Window, lengths, windows
from viewer.comparison.side import UNKNOWN, Side
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState
from viewer.logfile.fields import PacketKind
from viewer.recording.actors import FIXED, VEHICLES, Category
from viewer.recording.read.changes import changes_of, door_changes

_WEATHER_STEP = 1e-3
"""Smallest difference of a value of the weather."""


@dataclass(frozen=True, eq=False)
class Differences:
    """Result of comparing N pairs.

    Attributes:
        times: all common times on the shared clock in seconds.
        runs: runs of times in which a pair differs, dtype ``RUN``, by pair, what and time.
        largest: largest distance of each pair in metres, NaN if it is never known, shape (N,).
        largest_times: time of that distance, shape (N,).
    """

    times: Floats
    runs: NDArray[np.void]
    largest: Floats
    largest_times: Floats


class Comparer:
    """Comparison of two recordings at their common times."""

    def __init__(self, common: Common) -> None:
        self._common, self._a, self._b, self._tolerance = common, common.a, common.b, common.tolerance
        self._times, tolerance = common.times, common.tolerance
        step = max(self._a.usual_step, self._b.usual_step, 1e-3)
        half = math.ceil(tolerance.time / step) * 2
        self._shifts = np.linspace(-tolerance.time, tolerance.time, 2 * half + 1).tolist() if half else [0.0]

    def compare(self, pairs: Pairs, should_continue: ShouldContinue = always) -> Differences:
        """Compare poses, lights, lamps, doors, control, existence and blueprints of ``pairs``.

        Raises:
            ChangedError: a file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        count = len(pairs.rows_a)
        self._largest, self._largest_times = np.full((2, count), np.nan)
        self._last_known = np.full(count, -1)
        found = [np.empty(0, RUN), *self._of_poses(pairs, should_continue)]
        category = self._a.index.actors.category[pairs.rows_a]
        for what, kind, field, which in (
            (What.LAMP, packets.VEHICLE_LIGHT, "lights", np.isin(category, VEHICLES)),
            (What.LIGHT, packets.TRAFFIC_LIGHT_STATE, "state", category == Category.TRAFFIC_LIGHT),
        ):
            if self._a.records(kind) and self._b.records(kind):
                found += self._of_states(what, kind, field, pairs, np.flatnonzero(which), should_continue)
        found += [self._of_control(pairs, should_continue), self._of_doors(pairs)]
        quantities = joined_runs(np.concatenate(found), self._times, 0.0)
        lasting = self._common.lasting(quantities, self._last_known[quantities["pair"]])
        runs = joined_runs(quantities[lasting], self._times, self._tolerance.hold)
        runs = np.concatenate(
            (runs, find_existence(self._common, pairs), find_blueprints(self._common, pairs))
        )
        runs = runs[np.lexsort((runs["first"], runs["what"], runs["pair"]))]
        return Differences(self._times, runs, self._largest, self._largest_times)

    # -- quantities

    def _of_poses(self, pairs: Pairs, should_continue: ShouldContinue) -> list[NDArray[np.void]]:
        fixed = np.isin(self._a.index.actors.category[pairs.rows_a], tuple(FIXED))
        found = []
        for window in self._windows(pairs, np.flatnonzero(~fixed)):
            check(should_continue, window.begin / len(self._times))
            found += self._of_window(window)
        return found

    def _of_window(self, window: Window) -> list[NDArray[np.void]]:
        poses_a, poses_b, slack = window.poses()
        apart, turned = _distances(poses_a, poses_b)
        far, askew = self._beyond(apart, turned, slack)
        for shift in self._shifts if far.any() or askew.any() else ():
            if shift:
                first, later, its_slack = window.poses(shift)
                again, turned_again = self._beyond(*_distances(first, later), its_slack)
                far &= again
                askew &= turned_again
        known = np.isfinite(apart)
        self._note(window, apart, known)
        stretch = self._stretch(window, poses_a, poses_b)
        found = [
            find_runs(What.POSITION, stretch, far, apart),
            find_runs(What.HEADING, stretch, askew, turned),
        ]
        return [self._pruned(each, window) for each in found]

    def _beyond(
        self, apart: NDArray[np.floating], turned: NDArray[np.floating], slack: Floats | None
    ) -> tuple[Flags, Flags]:
        position, heading = self._tolerance.position, self._tolerance.heading
        with np.errstate(invalid="ignore"):
            if slack is None:
                return np.asarray(apart > position), np.asarray(turned > heading)
            return np.asarray(apart > position + slack[..., 0]), np.asarray(turned > heading + slack[..., 1])

    def _note(self, window: Window, apart: NDArray[np.floating], known: Flags) -> None:
        """Store the largest distance of each pair, and the last time at which both poses are known."""
        filled = np.where(known, apart, -1.0)
        best = filled.argmax(axis=1)
        values = filled[np.arange(len(filled)), best].astype(np.float64)
        here = window.pairs
        greater = (values >= 0.0) & ~(self._largest[here] >= values)
        self._largest[here[greater]] = values[greater]
        self._largest_times[here[greater]] = window.times[best[greater]]
        last = known.shape[1] - 1 - known[:, ::-1].argmax(axis=1)
        seen = known.any(axis=1)
        self._last_known[here[seen]] = window.begin + last[seen]

    def _pruned(self, runs: NDArray[np.void], window: Window) -> NDArray[np.void]:
        """Return ``runs`` without those that are too short, whatever the next window has."""
        lasts = self._times[runs["last"]] - self._times[runs["first"]]
        inside = (runs["first"] > window.begin) & (runs["last"] < window.begin + len(window.times) - 1)
        short = inside & (lasts < self._tolerance.hold - TIME_ROUNDING)
        kept: NDArray[np.void] = runs[~short | (runs["last"] == self._last_known[runs["pair"]])]
        return kept

    def _stretch(
        self, window: Window, poses_a: NDArray[np.floating], poses_b: NDArray[np.floating]
    ) -> Stretch:
        """Return the stretch of a window; the distance to the hero is the smaller one of A and B."""
        columns = slice(window.begin, window.begin + len(window.times))

        @cache
        def distance() -> NDArray[np.floating]:
            one, other = (
                lengths(poses[..., :3] - places[columns].astype(poses.dtype))
                for poses, places in zip((poses_a, poses_b), self._common.hero_places, strict=True)
            )
            return np.asarray(np.fmin(one, other))

        return Stretch(window.pairs, window.begin, window.times, distance)

    def _whole(self, pair: int) -> Stretch:
        """Return the stretch of all common times of one pair, which is as near as the hero itself."""
        return Stretch(np.array([pair]), 0, self._times, lambda: np.zeros((1, len(self._times))))

    def _of_control(self, pairs: Pairs, should_continue: ShouldContinue) -> NDArray[np.void]:
        kind, found = packets.ANIM_VEHICLE, [np.empty(0, RUN)]
        heroes = np.isin(pairs.rows_a, self._a.heroes) & np.isin(pairs.rows_b, self._b.heroes)
        for pair in (
            np.flatnonzero(heroes).tolist() if self._a.records(kind) and self._b.records(kind) else ()
        ):
            one, other = (
                HeroControl(side, int(rows[pair]), should_continue)
                for side, rows in ((self._a, pairs.rows_a), (self._b, pairs.rows_b))
            )
            gaps = control_gaps(one, other, self._times, self._shifts)
            known = np.flatnonzero(np.isfinite(gaps).any(axis=1))
            self._last_known[pair] = max(int(self._last_known[pair]), int(known[-1]) if len(known) else -1)
            values = np.nan_to_num(gaps).max(axis=1, initial=0.0)
            beyond = (values > self._tolerance.control)[None]
            runs = find_runs(What.CONTROL, self._whole(pair), beyond, values[None])
            runs["part"] = np.nan_to_num(gaps[runs["first"]]).argmax(axis=1)
            found.append(runs)
        return np.concatenate(found)

    # -- states

    def _of_states(
        self,
        what: What,
        kind: PacketKind,
        field: str,
        pairs: Pairs,
        which: Ints,
        should_continue: ShouldContinue,
    ) -> list[NDArray[np.void]]:
        found = []
        for window in self._windows(pairs, which):
            check(should_continue, window.begin / len(self._times))
            one, other = window.states(kind, field)
            if what is What.LIGHT:
                for states in (one, other):
                    states[states == TrafficLightState.UNKNOWN] = UNKNOWN
            differ = one != other
            if not differ.any():
                continue
            differ &= (one != UNKNOWN) & (other != UNKNOWN)
            if differ.any():
                few = np.flatnonzero(differ.any(axis=1))
                part = replace(
                    window, pairs=window.pairs[few], rows_a=window.rows_a[few], rows_b=window.rows_b[few]
                )
                stretch = self._stretch(part, *self._places(part))
                found.append(find_runs(what, stretch, differ[few], states=(one[few], other[few])))
        return found

    def _places(self, window: Window) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """Return where the actors of a window are, shape (P, T, ≥ 3) each, in metres; lights never move."""
        places = []
        for side, rows in ((self._a, window.rows_a), (self._b, window.rows_b)):
            still = side.index.actors.location[rows][:, None]
            places.append(np.broadcast_to(still, (len(rows), len(window.times), 3)))
        if np.isin(self._a.index.actors.category[window.rows_a], tuple(FIXED)).all():
            return places[0], places[1]
        poses_a, poses_b, _ = window.poses()
        return poses_a, poses_b

    def _of_doors(self, pairs: Pairs) -> NDArray[np.void]:
        if not (self._a.records(packets.VEHICLE_DOOR) and self._b.records(packets.VEHICLE_DOOR)):
            return np.empty(0, RUN)
        doors_a, doors_b = door_changes(self._a.index), door_changes(self._b.index)
        found = [np.empty(0, RUN)]
        for pair in differing_doors(doors_a, doors_b, pairs.rows_a, pairs.rows_b).tolist():
            row_a, row_b = int(pairs.rows_a[pair]), int(pairs.rows_b[pair])
            one = held_values(self._a, doors_a, doors_a.records, row_a, self._times)
            other = held_values(self._b, doors_b, doors_b.records, row_b, self._times)
            both = _exists(self._a, row_a, self._times) & _exists(self._b, row_b, self._times)
            differ = (one != other) & both
            for window in self._windows(Pairs(pairs.rows_a[[pair]], pairs.rows_b[[pair]]), np.array([0])):
                columns = slice(window.begin, window.begin + len(window.times))
                if differ[columns].any():
                    states = one[None, columns], other[None, columns]
                    stretch = self._stretch(window, *self._places(window))
                    stretch = stretch._replace(pairs=np.array([pair]))
                    found.append(find_runs(What.DOOR, stretch, differ[None, columns], states=states))
        return np.concatenate(found)

    def of_weather(self) -> NDArray[np.void]:
        """Return the runs in which the weather differs, with the largest difference of its values."""
        if not (self._a.records(packets.WEATHER) and self._b.records(packets.WEATHER)):
            return np.empty(0, RUN)
        one, other = (
            weather_at(side, changes_of(side.index, packets.WEATHER), self._times)
            for side in (self._a, self._b)
        )
        if one.shape != other.shape:
            return np.empty(0, RUN)
        values = np.nan_to_num(np.abs(one - other)).max(axis=1, initial=0.0)
        beyond = (values > _WEATHER_STEP)[None]
        runs = find_runs(What.WEATHER, self._whole(NO_PAIR), beyond, values[None])
        return runs[self._common.lasting(runs, np.full(len(runs), -1))]

    def _windows(self, pairs: Pairs, which: Ints) -> Iterator[Window]:
        for window in windows(self._a, self._b, self._times, pairs.rows_a[which], pairs.rows_b[which]):
            yield replace(window, pairs=which[window.pairs])


def _distances(
    one: NDArray[np.floating], other: NDArray[np.floating]
) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return metres and degrees between poses, shape (P, T) each; NaN where one is unknown."""
    steps = one - other
    apart = lengths(steps[..., :3])
    turned = np.abs(steps[..., 3])
    turned = np.where(turned > 180.0, np.abs(turned - 360.0 * np.round(turned / 360.0)), turned)  # noqa: PLR2004
    return apart, turned


def _exists(side: Side, row: int, times: Floats) -> Flags:
    return np.asarray((times >= side.spawned[row] - TIME_ROUNDING) & (times < side.destroyed[row]))
