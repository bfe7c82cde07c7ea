"""Comparison of two recordings: their partners, where they part, and what parted first."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, Ints
from viewer.cancellation import ShouldContinue, always, part_of, rising
from viewer.comparison.clock import Alignment, align
from viewer.comparison.common import Common, Pairs
from viewer.comparison.coverage import what_is_recorded, without_unrecorded
from viewer.comparison.differences import Comparer, Differences
from viewer.comparison.existence import find_unpaired
from viewer.comparison.partners import Partners, find_partners, settled
from viewer.comparison.runs import NO_PAIR, RUN, UNITS, WHATS, What
from viewer.comparison.sentence import sentences
from viewer.comparison.side import Side
from viewer.comparison.tolerance import Tolerance
from viewer.comparison.verdict import Candidate, Decision, Difference, Judge, Verdict, governing_lights
from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.roads import MapFile, RoadMap
from viewer.roads.town import town_key, town_name


class End(NamedTuple):
    """End of the recording that ends first.

    Attributes:
        which: ``a`` or ``b``.
        time: seconds on the shared clock.
        complete: whether its file is undamaged.
        frame: id of its last whole frame.
    """

    which: str
    time: float
    complete: bool
    frame: int


class Largest(NamedTuple):
    """Greatest difference of two partners: in what, how much, and when in seconds on the shared clock."""

    what: What
    value: float
    time: float
    unit: str


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two recordings compared. Times are elapsed seconds of A; those of B are greater by the offset.

    Attributes:
        a: recording A.
        b: recording B.
        alignment: offset between the clocks.
        tolerance: how far apart partners may be and still agree.
        ignore_unpaired: whether actors without a partner are not taken for differences.
        reason: why the recordings cannot be compared; empty if they can.
        times: times at which A or B has a frame while both last, shape (T,).
        partners: pairs of actors; groups that remain ambiguous are its ``doubts``.
        differences: runs of times in which pairs differ; their ``pair`` is an index of ``partners``.
        alone_a: runs in which actors exist only in A, and their rows.
        alone_b: the same for B.
        decision: verdict and the differences that it is about.
        ends: the recording that ends first, None if both end together.
        only_recorded_a: what only A records.
        only_recorded_b: what only B records.
        not_compared: what neither records.
        map_used: whether the traffic lights that govern the hero's lanes are known from a map.
    """

    a: Side
    b: Side
    alignment: Alignment
    tolerance: Tolerance
    ignore_unpaired: bool
    reason: str
    times: Floats
    partners: Partners
    differences: Differences
    alone_a: tuple[Ints, NDArray[np.void]]
    alone_b: tuple[Ints, NDArray[np.void]]
    decision: Decision
    ends: End | None
    only_recorded_a: tuple[str, ...] = ()
    only_recorded_b: tuple[str, ...] = ()
    not_compared: tuple[str, ...] = ()
    map_used: bool = False
    weather: NDArray[np.void] = field(default_factory=lambda: np.empty(0, RUN))

    @property
    def verdict(self) -> Verdict:
        """Answer of the comparison."""
        return self.decision.verdict

    @lazy
    def sentence(self) -> str:
        """Verdict as text: what parted first, and what was not compared."""
        return " ".join(self.sentences)

    @lazy
    def sentences(self) -> tuple[str, ...]:
        """Verdict, then what it leaves open, a sentence each."""
        return tuple(sentences(self))

    @property
    def differs(self) -> bool:
        """Whether any difference is listed; actors without a partner count unless they are ignored."""
        alone = 0 if self.ignore_unpaired else len(self.alone_a[1]) + len(self.alone_b[1])
        return bool(len(self.differences.runs) or len(self.weather) or alone)

    @lazy
    def partner_rows(self) -> tuple[Ints, Ints]:
        """Rows in B of the partners of A's actors, and rows in A of those of B's actors; −1 for none."""
        to_b = np.full(len(self.a.index.actors), -1)
        to_a = np.full(len(self.b.index.actors), -1)
        to_b[self.partners.rows_a], to_a[self.partners.rows_b] = self.partners.rows_b, self.partners.rows_a
        return to_b, to_a

    @lazy
    def firsts(self) -> tuple[Difference | None, ...]:
        """First difference of each pair of partners, None for pairs that agree."""
        runs = self.differences.runs
        judge = Judge(self.a, self.b, self.times) if len(self.times) else None
        found: list[Difference | None] = [None] * len(self.partners.rows_a)
        order = np.lexsort((runs["what"], runs["first"], runs["pair"]))
        pairs = runs["pair"][order]
        for number in order[np.diff(pairs, prepend=NO_PAIR) > 0].tolist() if judge is not None else ():
            run = runs[number]
            pair = int(run["pair"])
            rows = int(self.partners.rows_a[pair]), int(self.partners.rows_b[pair])
            if judge is not None:
                found[pair] = judge.difference(Candidate(run, *rows))
        return tuple(found)

    @lazy
    def unpaired(self) -> tuple[Difference, ...]:
        """Difference of each actor that exists in only one recording long enough to count, by time."""
        if not len(self.times):
            return ()
        judge = Judge(self.a, self.b, self.times)
        found = [judge.difference(each) for each in _alone(self.alone_a, self.alone_b)]
        return tuple(sorted(found, key=lambda each: each.time))

    @lazy
    def divergences(self) -> Floats:
        """Times at which a pair of partners begins to differ, or an actor appears in one only, ascending."""
        runs = [self.differences.runs, self.weather]
        if not self.ignore_unpaired:
            runs += [self.alone_a[1], self.alone_b[1]]
        found = (
            np.concatenate([self.times[each["first"]] for each in runs]) if len(self.times) else np.empty(0)
        )
        return np.unique(found)

    def parting_at(self, time: float) -> tuple[int | None, int | None]:
        """Return the rows in A and B of the actor that begins to differ at ``time``, one of ``divergences``.

        Of several it is the hero, else the one nearest to the hero. Both are None for the weather.
        """
        partners, heroes = self.partners, set(self.a.heroes)
        pairs = self.differences.runs["pair"]
        rows = [*zip(partners.rows_a[pairs].tolist(), partners.rows_b[pairs].tolist(), strict=True)]
        found: list[tuple[tuple[bool, float], int | None, int | None]] = []
        runs = [*self.differences.runs, *self.alone_a[1], *self.alone_b[1]]
        actors: list[tuple[int | None, int | None]] = [
            *rows,
            *((row, None) for row in self.alone_a[0].tolist()),
        ]
        actors += [(None, row) for row in self.alone_b[0].tolist()]
        for run, (row_a, row_b) in zip(runs, actors, strict=True):
            if self.times[run["first"]] == time:
                away = float(np.nan_to_num(run["distance"], nan=math.inf))
                found.append(((row_a not in heroes, away), row_a, row_b))
        return min(found, key=lambda each: each[0])[1:] if found else (None, None)

    def largest(self, pair: int) -> Largest | None:
        """Return the greatest difference of a pair: its distance, or what else differs; None if unknown."""
        distance = float(self.differences.largest[pair])
        if math.isfinite(distance):
            return Largest(What.POSITION, distance, float(self.differences.largest_times[pair]), "m")
        for run in self.intervals(pair):
            if math.isfinite(run["largest"]):
                what = WHATS[int(run["what"])]
                return Largest(what, float(run["largest"]), float(run["largest_time"]), UNITS.get(what, ""))
        return None

    def intervals(self, pair: int) -> NDArray[np.void]:
        """Return the runs, dtype ``RUN``, in which a pair differs, by what and time."""
        first, last = np.searchsorted(self.differences.runs["pair"], [pair, pair + 1])
        return self.differences.runs[first:last]

    def pair_of(self, row_a: int) -> int | None:
        """Return the index in ``partners`` of the actor in ``row_a`` of A's table; None without a partner."""
        found = np.flatnonzero(self.partners.rows_a == row_a)
        return int(found[0]) if len(found) else None

    def distances(self, row_a: int, *, should_continue: ShouldContinue = always) -> tuple[Floats, Floats]:
        """Return the distance of an actor of A to its partner over time: times and metres, shape (T,) each.

        Metres are NaN where a pose is unknown, and everywhere for an actor without a partner.

        Raises:
            ChangedError: a file was replaced or cut since it was opened.
            UnreadableError: the system cannot read.
            ReadingCancelledError: ``should_continue`` returned False.
        """
        row_b = int(self.partner_rows[0][row_a])
        if row_b < 0 or not len(self.times):
            return self.times, np.full(len(self.times), np.nan)
        places = []
        for side, row in ((self.a, row_a), (self.b, row_b)):
            poses = side.poses(np.array([row]), 0, len(side.times), should_continue=should_continue)
            places.append(side.between(poses, 0, side.positions(self.times))[0, :, :3])
        return self.times, np.asarray(np.linalg.norm(places[0] - places[1], axis=1), np.float64)


def compare_recordings(
    index_a: RecordingIndex,
    index_b: RecordingIndex,
    *,
    mode: str = "elapsed",
    tolerance: Tolerance | None = None,
    named: Sequence[tuple[int, int]] = (),
    ignore_unpaired: bool = False,
    roads: RoadMap | MapFile | None = None,
    should_continue: ShouldContinue = always,
) -> Comparison:
    """Compare two recordings.

    Args:
        index_a: recording A.
        index_b: recording B.
        mode: way to align their clocks, see ``viewer.comparison.clock.parse_mode``.
        tolerance: how far apart partners may be and still agree; the usual tolerances if None.
        named: rows in A and B of actors that are partners whatever the rules say; −1 for one that has none.
        ignore_unpaired: whether actors without a partner are not taken for differences.
        roads: map of the town, by which the traffic lights of the hero's lanes are known.
        should_continue: is called with the share done so far; returns False to cancel.

    Raises:
        viewer.comparison.clock.AlignError: the recordings lack what ``mode`` needs.
        ChangedError: a file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    should_continue = rising(should_continue)
    tolerance = Tolerance() if tolerance is None else tolerance
    a, b = (Side(index, 0.0, tuple(index.actors.hero_lifetimes)) for index in (index_a, index_b))
    reason = _why_not(index_a, index_b)
    if reason:
        return _not_comparable(a, b, Alignment(mode, 0.0), tolerance, reason)
    alignment = align(
        a, b, mode, accuracy=tolerance.position, should_continue=part_of(should_continue, 0.0, 0.1)
    )
    b = b.shifted(alignment.offset)
    common = Common(a, b, tolerance)
    times = common.times
    if not len(times):
        return _not_comparable(a, b, alignment, tolerance, _no_common_time(a, b))
    partners = find_partners(a, b, (float(times[0]), float(times[-1])), named)
    comparer = Comparer(common)
    partners, differences = _settle(partners, comparer, part_of(should_continue, 0.1, 0.7))
    only_a, only_b, neither = what_is_recorded(a, b)
    partners, missing_a, missing_b = without_unrecorded(a, b, partners)
    alone_a = find_unpaired(
        common, partners.only_a, in_a=True, should_continue=part_of(should_continue, 0.8, 0.05)
    )
    alone_b = find_unpaired(
        common, partners.only_b, in_a=False, should_continue=part_of(should_continue, 0.85, 0.05)
    )
    weather = comparer.of_weather()
    governing, map_used = _governing(a, b, differences, roads, part_of(should_continue, 0.9, 0.1))
    ends = _first_end(a, b)
    candidates = [
        *_candidates(a, b, partners, differences, governing),
        *(Candidate(run, None, None, governs=True) for run in weather),
        *(() if ignore_unpaired else _alone(alone_a, alone_b)),
    ]
    decision = Judge(a, b, times).decide(candidates, ends_early=ends is not None)
    return Comparison(
        a, b, alignment, tolerance, ignore_unpaired, "", times, partners, differences, alone_a, alone_b,
        decision, ends, (*only_a, *missing_b), (*only_b, *missing_a), neither, map_used, weather,
    )  # fmt: skip


def _why_not(index_a: RecordingIndex, index_b: RecordingIndex) -> str:
    """Return why two recordings cannot be compared, as a sentence without full stop; empty if they can."""
    towns = [town_name(index.header.map_name) for index in (index_a, index_b)]
    if all(towns) and town_key(towns[0]) != town_key(towns[1]):
        return f"A is in {towns[0]}, B in {towns[1]}"
    without = [name for name, index in (("A", index_a), ("B", index_b)) if not len(index.frame_starts)]
    return f"{' and '.join(without)} has no frame" if without else ""


def _no_common_time(a: Side, b: Side) -> str:
    return (
        f"they share no time: A lasts from {a.times[0]:.2f} to {a.times[-1]:.2f} s, "
        f"B from {b.times[0]:.2f} to {b.times[-1]:.2f} s on A's clock"
    )


def _not_comparable(a: Side, b: Side, alignment: Alignment, tolerance: Tolerance, reason: str) -> Comparison:
    none, nothing = np.empty(0, np.int64), np.empty(0, RUN)
    return Comparison(
        a, b, alignment, tolerance, False, reason, np.empty(0), Partners(none, none, none, (), none, none),  # noqa: FBT003
        Differences(np.empty(0), nothing, np.empty(0), np.empty(0)), (none, nothing), (none, nothing),
        Decision(Verdict.NOT_COMPARABLE, None, (), None), None,
    )  # fmt: skip


def _settle(
    partners: Partners, comparer: Comparer, should_continue: ShouldContinue
) -> tuple[Partners, Differences]:
    """Compare all pairs; groups of nearly equal choices are partners if they agree all the way.

    The other groups stay ambiguous.
    """
    options = [(number, *option) for number, doubt in enumerate(partners.doubts) for option in doubt.options]
    table = np.array(options, np.int64).reshape(-1, 4)
    pairs = Pairs(
        np.concatenate((partners.rows_a, table[:, 1])), np.concatenate((partners.rows_b, table[:, 2]))
    )
    found = comparer.compare(pairs, should_continue)
    sure = len(partners.rows_a)
    agree = np.ones(len(table), np.bool_)
    agree[found.runs["pair"][found.runs["pair"] >= sure] - sure] = False
    kept, open_doubts, left_a, left_b = [], [], [partners.only_a], [partners.only_b]
    borders = np.searchsorted(table[:, 0], np.arange(len(partners.doubts) + 1)).tolist()
    for doubt, first, last in zip(partners.doubts, borders[:-1], borders[1:], strict=True):
        count = min(len(doubt.rows_a), len(doubt.rows_b))
        chosen = settled([option[:2] for option in doubt.options], agree[first:last].tolist(), count)
        if chosen is None:
            open_doubts.append(doubt)
            continue
        kept += [first + each for each in chosen]
        if len(chosen) < max(len(doubt.rows_a), len(doubt.rows_b)):
            left_a.append(np.setdiff1d(doubt.rows_a, [doubt.options[each][0] for each in chosen]))
            left_b.append(np.setdiff1d(doubt.rows_b, [doubt.options[each][1] for each in chosen]))
    chosen_pairs = np.concatenate((np.arange(sure), sure + np.array(kept, np.int64)))
    chosen_pairs = chosen_pairs[np.argsort(pairs.rows_a[chosen_pairs], kind="stable")]
    place = np.full(len(pairs.rows_a), -1)
    place[chosen_pairs] = np.arange(len(chosen_pairs))
    runs = found.runs[place[found.runs["pair"]] >= 0].copy()
    runs["pair"] = place[runs["pair"]]
    runs = runs[np.lexsort((runs["first"], runs["what"], runs["pair"]))]
    by = np.concatenate((partners.by, table[:, 3]))
    return Partners(
        pairs.rows_a[chosen_pairs], pairs.rows_b[chosen_pairs], by[chosen_pairs], tuple(open_doubts),
        np.sort(np.concatenate(left_a)), np.sort(np.concatenate(left_b)),
    ), Differences(
        found.times, runs, found.largest[chosen_pairs], found.largest_times[chosen_pairs]
    )  # fmt: skip


def _governing(
    a: Side,
    b: Side,
    differences: Differences,
    roads: RoadMap | MapFile | None,
    should_continue: ShouldContinue,
) -> tuple[tuple[set[int], set[int]], bool]:
    """Return the rows in A and in B of the traffic lights that govern lanes that the hero drives."""
    if not (differences.runs["what"] == WHATS.index(What.LIGHT)).any():
        return (set(), set()), False
    (in_a, map_a), (in_b, map_b) = (governing_lights(side, roads, should_continue) for side in (a, b))
    return (set(in_a), set(in_b)), map_a or map_b


def _candidates(
    a: Side, b: Side, partners: Partners, differences: Differences, governing: tuple[set[int], set[int]]
) -> Iterator[Candidate]:
    heroes_a, heroes_b = set(a.heroes), set(b.heroes)
    for run in differences.runs:
        row_a, row_b = int(partners.rows_a[run["pair"]]), int(partners.rows_b[run["pair"]])
        governs = WHATS[int(run["what"])] is What.LIGHT and (row_a in governing[0] or row_b in governing[1])
        yield Candidate(run, row_a, row_b, row_a in heroes_a and row_b in heroes_b, governs)


def _alone(
    alone_a: tuple[Ints, NDArray[np.void]], alone_b: tuple[Ints, NDArray[np.void]]
) -> Iterator[Candidate]:
    for row, run in zip(alone_a[0].tolist(), alone_a[1], strict=True):
        yield Candidate(run, row, None)
    for row, run in zip(alone_b[0].tolist(), alone_b[1], strict=True):
        yield Candidate(run, None, row)


def _first_end(a: Side, b: Side) -> End | None:
    """Return the recording that ends more than a frame before the other."""
    if abs(a.times[-1] - b.times[-1]) <= max(a.usual_step, b.usual_step) + 1e-6:
        return None
    which, side = ("a", a) if a.times[-1] < b.times[-1] else ("b", b)
    complete = not any(problem.damage for problem in side.index.problems)
    return End(which, float(side.times[-1]), complete, int(side.index.frame_ids[-1]))
