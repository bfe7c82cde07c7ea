"""Two nights compared: runs of two libraries paired by route, what each passed, and where pairs part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from viewer.analysis.run_facts import INFRACTIONS, MISSING
from viewer.cancellation import ShouldContinue, always, check, part_of
from viewer.file_error import last_name
from viewer.library.benchmark import summary_of
from viewer.library.columns import Columns
from viewer.library.library import Library
from viewer.library.numbers import Summary
from viewer.tables.column import Column

WORSE, BETTER = "worse", "better"
_NEEDED = (
    "path", "name", "route", "repetition", "status", "passed", "score_composed", "counts", "error",
    *INFRACTIONS,
)  # fmt: skip
_SAME_SCORE = 1e-6
Row = Mapping[str, Any]


class Parting(NamedTuple):
    """Comparison of two recordings of one route.

    Attributes:
        verdict: verdict of ``viewer.comparison``, such as ``agent-first``.
        first: the difference that the verdict is about, as a JSON object; None without one.
        new_event: the worst event that only B has, as a JSON object; None without one.
    """

    verdict: str
    first: Mapping[str, Any] | None
    new_event: Mapping[str, Any] | None


@dataclass(frozen=True)
class RunPair:
    """One run of a route in both nights.

    Attributes:
        a: its row in the table of recordings of night A.
        b: its row in that of night B.
        parting: where the recordings part; None without two recordings, or if they were not compared.
    """

    a: Row
    b: Row
    parting: Parting | None = None

    @property
    def route(self) -> str:
        """Id of the route; the name of the run if its route is not known."""
        return str(self.a["route"] or self.a["name"])

    @property
    def flip(self) -> str | None:
        """``worse`` if only A passed, ``better`` if only B did, else None."""
        if self.a["passed"] is None or self.b["passed"] is None or self.a["passed"] == self.b["passed"]:
            return None
        return WORSE if self.a["passed"] else BETTER

    @property
    def infractions(self) -> dict[str, tuple[int, int]]:
        """Numbers of infractions in A and B, of those kinds of which there are not equally many."""
        both = {name: (self.a[name], self.b[name]) for name in INFRACTIONS}
        return {
            name: counts for name, counts in both.items() if None not in counts and counts[0] != counts[1]
        }

    @property
    def differs(self) -> bool:
        """Whether statuses, scores, infractions or recordings differ."""
        scores = self.a["score_composed"], self.b["score_composed"]
        known = [each for each in scores if each is not None]
        equal = len(known) != 1 and (not known or abs(known[0] - known[-1]) <= _SAME_SCORE)
        parts = self.parting is not None and self.parting.verdict not in ("same", "same-until-end")
        return self.a["status"] != self.b["status"] or not equal or bool(self.infractions) or parts


@dataclass(frozen=True)
class Nights:
    """Comparison of two nights.

    Attributes:
        pairs: runs that are in both, those first that got worse, then better, then by route.
        only_a: rows of runs that only A has.
        only_b: rows of runs that only B has.
        summary_a: numbers of the benchmark over A.
        summary_b: those over B.
        notes: sentences on runs that could not be paired.
    """

    pairs: tuple[RunPair, ...]
    only_a: tuple[Row, ...]
    only_b: tuple[Row, ...]
    summary_a: Summary
    summary_b: Summary
    notes: tuple[str, ...] = field(default=())

    @property
    def differs(self) -> bool:
        """Whether anything differs, or could not be compared."""
        return bool(self.only_a or self.only_b or self.notes) or any(pair.differs for pair in self.pairs)

    def flips(self, flip: str) -> list[RunPair]:
        """Return the pairs that got ``flip``: ``worse`` or ``better``."""
        return [pair for pair in self.pairs if pair.flip == flip]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        names = [column.name for column in NIGHTS]
        values = zip(*(column.values(self.pairs) for column in NIGHTS), strict=True)
        return {
            "runs": [dict(zip(names, row, strict=True)) for row in values],
            "only_in_a": [name_of(row) for row in self.only_a],
            "only_in_b": [name_of(row) for row in self.only_b],
            "summary_a": self.summary_a.as_json(),
            "summary_b": self.summary_b.as_json(),
            "notes": [*self.notes],
        }


def _of(get: Callable[[RunPair], Any]) -> Callable[[Sequence[RunPair]], list[Any]]:
    return lambda pairs: [*map(get, pairs)]


def _of_parting(name: str) -> Callable[[Sequence[RunPair]], list[Any]]:
    return _of(lambda pair: None if pair.parting is None else getattr(pair.parting, name))


NIGHTS: tuple[Column[Sequence[RunPair]], ...] = (
    Column("route", "string", "", "the route's id, or the name of the run", _of(lambda pair: pair.route)),
    Column(
        "repetition", "int64", "", "number of the repetition, from 0",
        _of(lambda pair: pair.a["repetition"]),
    ),
    Column("verdict", "string", "", "verdict of the two recordings", _of_parting("verdict")),
    Column("first", "json", "", "where the two recordings part", _of_parting("first")),
    Column("status_a", "string", "", "status in A", _of(lambda pair: pair.a["status"])),
    Column("status_b", "string", "", "status in B", _of(lambda pair: pair.b["status"])),
    Column("score_a", "double", "", "score in A, 0 to 100", _of(lambda pair: pair.a["score_composed"])),
    Column("score_b", "double", "", "score in B, 0 to 100", _of(lambda pair: pair.b["score_composed"])),
    Column("passed_a", "bool", "", "whether A passed", _of(lambda pair: pair.a["passed"])),
    Column("passed_b", "bool", "", "whether B passed", _of(lambda pair: pair.b["passed"])),
    Column("flip", "string", "", "worse: only A passed; better: only B did", _of(lambda pair: pair.flip)),
    Column(
        "infractions", "json", "", "numbers in A and B of kinds of infractions that are not equally many",
        _of(lambda pair: {name: [*counts] for name, counts in pair.infractions.items()}),
    ),
    Column("new_event", "json", "", "the worst event that only B has", _of_parting("new_event")),
)  # fmt: skip
"""Columns of the table of runs that are in both nights."""

Compare = Callable[[Path, Path, ShouldContinue], Parting | None]
"""Function that compares the recordings at two paths; None if they cannot be read."""


def compare_nights(
    a: Library, b: Library, compare: Compare | None = None, should_continue: ShouldContinue = always
) -> Nights:
    """Return what differs between the runs of two libraries, which have been refreshed.

    Runs are paired by route and repetition; where a route is not known, by name. Of several attempts, the
    newest counts. A name that several runs of one night have pairs none of them.

    Args:
        a: the night before.
        b: the night after.
        compare: compares the recordings of a pair; None leaves recordings out.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        ReadingCancelledError: ``should_continue`` returned False.
    """
    groups_a, groups_b = _groups(a), _groups(b)
    notes = [*_doubled(groups_a, "A"), *_doubled(groups_b, "B")]
    several = {key for groups in (groups_a, groups_b) for key, rows in groups.items() if len(rows) > 1}
    keyed_a, keyed_b = (
        {key: rows[0] for key, rows in groups.items() if key not in several}
        for groups in (groups_a, groups_b)
    )
    both = [RunPair(row, keyed_b[key]) for key, row in keyed_a.items() if key in keyed_b]
    pairs = []
    for done, pair in enumerate(both):
        so_far = part_of(should_continue, done / len(both), 1 / len(both))
        check(so_far, 0.0)
        paths = pair.a["path"], pair.b["path"]
        parting = None
        if compare is not None and None not in paths:
            parting = compare(Path(paths[0]), Path(paths[1]), so_far)
            if parting is None:
                notes.append(f"{pair.route}: its recordings cannot be compared; one is damaged or too large.")
        pairs.append(RunPair(pair.a, pair.b, parting))
    order = {WORSE: 0, BETTER: 1, None: 2}
    pairs.sort(key=lambda pair: (order[pair.flip], _in_order(pair.route), pair.a["repetition"] or 0))
    return Nights(
        tuple(pairs),
        tuple(row for key, row in keyed_a.items() if key not in keyed_b),
        tuple(row for key, row in keyed_b.items() if key not in keyed_a),
        summary_of(a, should_continue), summary_of(b, should_continue), tuple(notes),
    )  # fmt: skip


def _groups(library: Library) -> dict[tuple[str, int], list[Row]]:
    """Return the runs of ``library`` that count, by route (else name) and repetition."""
    columns: Columns = library.columns("recordings", _NEEDED)
    groups: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for values in zip(*columns.values(), strict=True):
        row = dict(zip(columns, values, strict=True))
        if row["status"] == MISSING or row["counts"] is False:
            continue
        name = str(row["route"] or Path(last_name(str(row["name"]))).stem.casefold())
        groups[name, row["repetition"] or 0].append(row)
    return groups


def _doubled(groups: Mapping[tuple[str, int], Sequence[Row]], side: str) -> list[str]:
    """Return a sentence on each of ``groups`` with several runs; ``side`` is the name of the night."""
    return [
        f"{side}: {len(rows)} runs are called {key[0]}, repetition {key[1]}; they are not compared."
        for key, rows in groups.items()
        if len(rows) > 1
    ]


def _in_order(name: str) -> tuple[int, int, str]:
    return (0, int(name), "") if name.isdecimal() else (1, 0, name)


def name_of(row: Row) -> str:
    """Return the route's id of a row of the table of recordings; the run's name if it is not known."""
    return str(row["route"] or row["name"])
