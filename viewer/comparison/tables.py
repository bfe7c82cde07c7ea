"""Tables of a comparison: partners, differences and intervals; and the whole as a JSON document."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from viewer.comparison.comparison import Comparison, Largest
from viewer.comparison.event_changes import EventChanges
from viewer.comparison.partners import BY
from viewer.comparison.runs import WHATS
from viewer.comparison.side import Side
from viewer.comparison.verdict import Difference
from viewer.lazy import lazy
from viewer.recording.index import RecordingIndex
from viewer.tables.column import Column, Values
from viewer.tables.events import EventRows, event_objects

SCHEMA = 1


@dataclass(frozen=True, eq=False)
class PartnerRows:
    """Partners to show, then actors that exist only in A, then only in B.

    Attributes:
        comparison: the comparison.
    """

    comparison: Comparison

    @lazy
    def rows(self) -> list[tuple[int, int, int]]:
        """Index of the pair, row in A and row in B of each entry; −1 for none."""
        partners = self.comparison.partners
        pairs = zip(range(len(partners.by)), partners.rows_a.tolist(), partners.rows_b.tolist(), strict=True)
        alone = [(-1, row, -1) for row in partners.only_a.tolist()]
        return [*pairs, *alone, *((-1, -1, row) for row in partners.only_b.tolist())]

    @lazy
    def firsts(self) -> list[Difference | None]:
        """First difference of each entry, None for entries that agree."""
        alone = {(each.row_a, each.row_b): each for each in self.comparison.unpaired}
        return [
            self.comparison.firsts[pair] if pair >= 0
            else alone.get((row_a if row_a >= 0 else None, row_b if row_b >= 0 else None))
            for pair, row_a, row_b in self.rows
        ]  # fmt: skip


@dataclass(frozen=True, eq=False)
class DifferenceRows:
    """Differences to show, and the comparison that they are of."""

    comparison: Comparison
    differences: tuple[Difference, ...]


def all_differences(comparison: Comparison) -> DifferenceRows:
    """Return the first difference of each pair of partners and each actor without a partner, by time."""
    found = [each for each in comparison.firsts if each is not None] + [*comparison.unpaired]
    return DifferenceRows(comparison, tuple(sorted(found, key=lambda each: each.time)))


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _actor_values(
    of: Callable[[PartnerRows], Iterator[tuple[RecordingIndex, int]]],
    get: Callable[[RecordingIndex, int], Any],
) -> Callable[[PartnerRows], Values]:
    return lambda source: [None if row < 0 else get(index, row) for index, row in of(source)]


def _in_a(source: PartnerRows) -> Iterator[tuple[RecordingIndex, int]]:
    return ((source.comparison.a.index, row) for _, row, _ in source.rows)


def _in_b(source: PartnerRows) -> Iterator[tuple[RecordingIndex, int]]:
    return ((source.comparison.b.index, row) for _, _, row in source.rows)


def _either(source: PartnerRows) -> Iterator[tuple[RecordingIndex, int]]:
    for of_a, of_b in zip(_in_a(source), _in_b(source), strict=True):
        yield of_a if of_a[1] >= 0 else of_b


def _first(get: Callable[[Difference], Any]) -> Callable[[PartnerRows], Values]:
    return lambda source: [None if each is None else get(each) for each in source.firsts]


def _largest(get: Callable[[Largest], Any]) -> Callable[[PartnerRows], Values]:
    def values(source: PartnerRows) -> Values:
        found = [source.comparison.largest(pair) if pair >= 0 else None for pair, _, _ in source.rows]
        return [None if each is None else get(each) for each in found]

    return values


PARTNERS: tuple[Column[PartnerRows], ...] = (
    Column("a_id", "int64", "", "id of the actor in A; null if it exists only in B",
           _actor_values(_in_a, lambda index, row: int(index.actors.actor_id[row]))),
    Column("a_spawn_frame", "int64", "", "id of the frame in which it was spawned in A",
           _actor_values(_in_a, lambda index, row: index.actor(row).spawn_frame)),
    Column("b_id", "int64", "", "id of the actor in B; null if it exists only in A",
           _actor_values(_in_b, lambda index, row: int(index.actors.actor_id[row]))),
    Column("b_spawn_frame", "int64", "", "id of the frame in which it was spawned in B",
           _actor_values(_in_b, lambda index, row: index.actor(row).spawn_frame)),
    Column("type_id", "string", "", "blueprint, that of A first",
           _actor_values(_either, lambda index, row: index.actors.descriptions[row].type_id or None)),
    Column("by", "string", "", "rule by which they are partners; null without a partner",
           lambda source: [None if pair < 0 else BY[int(source.comparison.partners.by[pair])].value
                           for pair, _, _ in source.rows]),
    Column("first_time", "double", "s", "when they first differ, on A's clock",
           _first(lambda each: each.time)),
    Column("first_frame", "int64", "", "id of A's frame then", _first(lambda each: each.frame)),
    Column("first_what", "string", "", "in what they first differ", _first(lambda each: each.what.value)),
    Column("first_value", "double", "first_unit", "by how much; null for states",
           _first(lambda each: _finite(each.value))),
    Column("first_unit", "string", "", "unit of that value; of a control its name",
           _first(lambda each: each.unit or None)),
    Column("first_states", "string", "", "states in A and in B", _first(lambda each: each.states or None)),
    Column("hero_distance", "double", "m", "how far from the hero that is",
           _first(lambda each: _finite(each.hero_distance))),
    Column("largest_what", "string", "", "in what they differ most", _largest(lambda each: each.what.value)),
    Column("largest_value", "double", "largest_unit", "by how much", _largest(lambda each: each.value)),
    Column("largest_time", "double", "s", "when, on A's clock", _largest(lambda each: each.time)),
    Column("largest_unit", "string", "", "unit of that value", _largest(lambda each: each.unit)),
)  # fmt: skip
"""Columns of the table of partners; a row is a pair, or an actor that exists in one recording only."""


def _difference(get: Callable[[Difference], Any]) -> Callable[[DifferenceRows], Values]:
    return lambda source: [get(each) for each in source.differences]


def _id_in(of_a: bool) -> Callable[[DifferenceRows], Values]:  # noqa: FBT001 - one of two
    def ids(source: DifferenceRows) -> Values:
        side = source.comparison.a if of_a else source.comparison.b
        rows = [each.row_a if of_a else each.row_b for each in source.differences]
        return [None if row is None else int(side.index.actors.actor_id[row]) for row in rows]

    return ids


DIFFERENCES: tuple[Column[DifferenceRows], ...] = (
    Column("time", "double", "s", "when it begins, on A's clock", _difference(lambda each: each.time)),
    Column("frame", "int64", "", "id of A's frame then", _difference(lambda each: each.frame)),
    Column("what", "string", "", "in what they differ", _difference(lambda each: each.what.value)),
    Column("a_id", "int64", "", "id of the actor in A; null for none", _id_in(of_a=True)),
    Column("b_id", "int64", "", "id of the actor in B; null for none", _id_in(of_a=False)),
    Column("value", "double", "unit", "by how much; null for states",
           _difference(lambda each: _finite(each.value))),
    Column("unit", "string", "", "unit of the value; of a control its name",
           _difference(lambda each: each.unit or None)),
    Column("states", "string", "", "states in A and in B", _difference(lambda each: each.states or None)),
    Column("hero_distance", "double", "m", "how far from the hero",
           _difference(lambda each: _finite(each.hero_distance))),
)  # fmt: skip
"""Columns of the table of differences; a row is the first of a pair, or an actor without a partner."""


INTERVALS: tuple[Column[Comparison], ...] = (
    Column("a_id", "int64", "", "id of the actor in A", lambda source: source.a.index.actors.actor_id[
        source.partners.rows_a[source.differences.runs["pair"]]]),
    Column("b_id", "int64", "", "id of the actor in B", lambda source: source.b.index.actors.actor_id[
        source.partners.rows_b[source.differences.runs["pair"]]]),
    Column("what", "string", "", "in what they differ",
           lambda source: source.differences.runs["what"], tuple(what.value for what in WHATS)),
    Column("begin", "double", "s", "when it begins, on A's clock",
           lambda source: source.times[source.differences.runs["first"]]),
    Column("end", "double", "s", "last time at which they differ",
           lambda source: source.times[source.differences.runs["last"]]),
    Column("largest", "double", "unit", "largest difference; null for states",
           lambda source: source.differences.runs["largest"]),
)  # fmt: skip
"""Columns of the table of intervals; a row is a stretch of time in which partners differ in one respect."""


# -- the JSON document


def document(comparison: Comparison, changes: EventChanges | None = None) -> dict[str, Any]:
    """Return ``comparison`` as a JSON object; ``changes`` are the events that differ, None if unknown."""
    a, b = comparison.a, comparison.b
    alignment, decision, ends = comparison.alignment, comparison.decision, comparison.ends
    better = alignment.better
    partners, times = comparison.partners, comparison.times
    return {
        "schema": SCHEMA,
        "verdict": comparison.verdict.value,
        "sentence": comparison.sentence,
        "reason": comparison.reason or None,
        "a": _side(a),
        "b": _side(b),
        "overlap": [float(times[0]), float(times[-1])] if len(times) else None,
        "tolerance": comparison.tolerance.values,
        "align": {
            "mode": alignment.mode, "offset": alignment.offset,
            "better": None if better is None else {"mode": better.mode, "offset": better.offset},
        },
        "first": difference_object(comparison, decision.first),
        "start": [difference_object(comparison, each) for each in decision.start],
        "then": difference_object(comparison, decision.then),
        "ends": None if ends is None else {"which": ends.which, "time": ends.time, "complete": ends.complete},
        "partners": [_partner(comparison, pair) for pair in range(len(partners.by))],
        "ambiguous": [
            {"a": [_actor(a, row) for row in doubt.rows_a], "b": [_actor(b, row) for row in doubt.rows_b]}
            for doubt in partners.doubts
        ],
        "only_in_a": [_actor(a, row) for row in partners.only_a.tolist()],
        "only_in_b": [_actor(b, row) for row in partners.only_b.tolist()],
        "only_recorded_in": {"a": [*comparison.only_recorded_a], "b": [*comparison.only_recorded_b]},
        "not_compared": [*comparison.not_compared],
        "events": None if changes is None else _event_changes(comparison, changes),
    }  # fmt: skip


def _event_changes(comparison: Comparison, changes: EventChanges) -> dict[str, Any]:
    a, b = comparison.a.index, comparison.b.index
    moved = event_objects(EventRows(a, changes.moved, changes.heroes_a))
    return {
        "new": event_objects(EventRows(b, changes.new, changes.heroes_b)),
        "gone": event_objects(EventRows(a, changes.gone, changes.heroes_a)),
        "moved": [{"event": event, "by": by} for event, by in zip(moved, changes.by, strict=True)],
    }


def _side(side: Side) -> dict[str, Any]:
    index = side.index
    return {
        "file": str(index.path), "map": index.header.map_name,
        "hero": _actor(side, side.heroes[0]) if side.heroes else None,
        "begin": float(index.elapsed[0]) if len(index.elapsed) else None,
        "end": float(index.elapsed[-1]) if len(index.elapsed) else None,
        "complete": not any(problem.damage for problem in index.problems),
    }  # fmt: skip


def _actor(side: Side, row: int | None) -> dict[str, int] | None:
    return None if row is None else side.index.actor(row)._asdict()


def difference_object(comparison: Comparison, difference: Difference | None) -> dict[str, Any] | None:
    """Return a difference that ``comparison`` found as a JSON object; None for None."""
    if difference is None:
        return None
    return {
        "time": difference.time, "frame": difference.frame, "what": difference.what.value,
        "a": _actor(comparison.a, difference.row_a), "b": _actor(comparison.b, difference.row_b),
        "value": _finite(difference.value), "unit": difference.unit or None,
        "states": difference.states or None, "hero_distance": _finite(difference.hero_distance),
        "hero_follows": _finite(difference.hero_follows), "since": difference.since,
    }  # fmt: skip


def _partner(comparison: Comparison, pair: int) -> dict[str, Any]:
    partners, largest = comparison.partners, comparison.largest(pair)
    return {
        "a": _actor(comparison.a, int(partners.rows_a[pair])),
        "b": _actor(comparison.b, int(partners.rows_b[pair])),
        "by": BY[int(partners.by[pair])].value,
        "first": difference_object(comparison, comparison.firsts[pair]),
        "largest": None if largest is None else {
            "what": largest.what.value, "value": largest.value, "time": largest.time, "unit": largest.unit,
        },
        "intervals": [
            {
                "what": WHATS[int(run["what"])].value, "begin": float(comparison.times[run["first"]]),
                "end": float(comparison.times[run["last"]]), "largest": _finite(float(run["largest"])),
            }
            for run in comparison.intervals(pair)
        ],
    }  # fmt: skip
