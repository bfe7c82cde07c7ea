"""Comparison of two nights as lines of text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from viewer.analysis.run_facts import INFRACTIONS
from viewer.library.nights import BETTER, WORSE, Nights, Row, RunPair, name_of
from viewer.library.numbers import Summary


def nights_lines(nights: Nights, most: int = 20) -> Iterator[str]:
    """Yield the comparison as lines for people; of each list, at most ``most`` lines."""
    worse, better = nights.flips(WORSE), nights.flips(BETTER)
    rest = len(nights.pairs) - len(worse) - len(better)
    of = f"{len(nights.pairs):,} runs are in both"
    yield f"{of}: {len(worse)} worse, {len(better)} better, {rest} as before."
    for name, summary in (("A", nights.summary_a), ("B", nights.summary_b)):
        yield f"{name}: {_numbers(summary)}."
    for title, pairs in (("Worse", worse), ("Better", better)):
        yield from _listed(title, [_flip_line(pair) for pair in pairs], most)
    changed = [
        f"{pair.route}: {_score(pair.a)} → {_score(pair.b)}{_changes(pair)}"
        for pair in nights.pairs
        if pair.flip is None and pair.differs
    ]
    yield from _listed("Changed, but not passed or failed anew", changed, most)
    for title, rows in (("Only in A", nights.only_a), ("Only in B", nights.only_b)):
        yield from _listed(title, [name_of(row) for row in rows], most)
    yield from nights.notes


def _numbers(summary: Summary) -> str:
    of = "" if summary.expected is None else f" of {summary.expected}"
    score = "no score" if summary.driving_score is None else f"driving score {summary.driving_score:.2f}"
    rate = "" if summary.success_rate is None else f", success {summary.success_rate:.1%}"
    return f"{summary.found}{of} routes, {score}{rate}"


def _listed(title: str, lines: Sequence[str], most: int) -> Iterable[str]:
    if lines:
        yield f"{title}:"
        yield from (f"  {line}" for line in lines[:most])
        if len(lines) > most:
            yield f"  … and {len(lines) - most:,} more"


def _score(row: Row) -> str:
    return "no score" if row["score_composed"] is None else f"{row['score_composed']:.1f}"


def _flip_line(pair: RunPair) -> str:
    statuses = f"{pair.a['status'] or 'no status'} → {pair.b['status'] or 'no status'}"
    return f"{pair.route}: {statuses}, {_score(pair.a)} → {_score(pair.b)}{_changes(pair)}"


def _changes(pair: RunPair) -> str:
    texts = [
        f"{INFRACTIONS[name][0]} {counts[0]} → {counts[1]} times" for name, counts in pair.infractions.items()
    ]
    if pair.parting is not None:
        texts.append(pair.parting.verdict)
    return "".join(f"; {text}" for text in texts)
