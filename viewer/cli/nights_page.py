"""HTML report of two nights: their numbers, and a table of the runs in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from viewer.analysis.run_facts import INFRACTIONS
from viewer.file_error import printable
from viewer.library.nights import BETTER, WORSE, Nights, RunPair
from viewer.library.numbers import Summary

_STYLE = """
:root { color-scheme: light dark; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
th { font-weight: 600; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.worse td:first-child { box-shadow: inset 4px 0 #d1495b; }
tr.better td:first-child { box-shadow: inset 4px 0 #2a9d6f; }
.quiet { opacity: .65; }
"""  # noqa: E501 - one rule a line
_HEADS = ("Route", "A", "B", "Score in A", "Score in B", "Infractions", "Recordings")


def nights_page(nights: Nights, name_a: str, name_b: str) -> str:
    """Return the HTML report of ``nights``; ``name_a`` and ``name_b`` are the paths of the two nights."""
    return "".join(_parts(nights, name_a, name_b))


def _parts(nights: Nights, name_a: str, name_b: str) -> Iterator[str]:
    worse, better = len(nights.flips(WORSE)), len(nights.flips(BETTER))
    rest = len(nights.pairs) - worse - better
    yield '<!doctype html><html lang="en"><meta charset="utf-8"><title>Two nights</title>'
    yield f"<style>{_STYLE}</style>"
    yield f"<h1>{worse} worse, {better} better, {rest} as before</h1>"
    heads = ("", "routes", "driving score", "success rate")
    yield _table(heads, [("", _cells((title, *_numbers(summary)), 1)) for title, summary in (
        (f"A: {name_a}", nights.summary_a), (f"B: {name_b}", nights.summary_b))])  # fmt: skip
    yield _table(_HEADS, [(pair.flip or "", _cells(_run(pair), 3, 5)) for pair in nights.pairs])
    for title, rows in (("Only in A", nights.only_a), ("Only in B", nights.only_b)):
        if rows:
            names = ", ".join(str(row["route"] or row["name"]) for row in rows)
            yield f"<h2>{title}</h2><p>{_text(names)}</p>"
    yield "".join(f'<p class="quiet">{_text(note)}</p>' for note in nights.notes)


def _numbers(summary: Summary) -> tuple[str, ...]:
    of = "" if summary.expected is None else f" of {summary.expected}"
    score = "–" if summary.driving_score is None else f"{summary.driving_score:.4f}"
    rate = "–" if summary.success_rate is None else f"{summary.success_rate:.2%}"
    return f"{summary.found}{of}", score, rate


def _run(pair: RunPair) -> tuple[str, ...]:
    scores = (
        "–" if row["score_composed"] is None else f"{row['score_composed']:.2f}" for row in (pair.a, pair.b)
    )
    changes = (f"{INFRACTIONS[name][0]}: {one} → {other}" for name, (one, other) in pair.infractions.items())
    statuses = (str(row["status"] or "–") for row in (pair.a, pair.b))
    verdict = "" if pair.parting is None else pair.parting.verdict
    return pair.route, *statuses, *scores, "; ".join(changes), verdict


def _cells(texts: Iterable[str], first: int, end: int = 99) -> str:
    """Return ``texts`` as table cells; those from ``first`` to before ``end`` are numbers."""
    return "".join(
        f'<td class="number">{_text(text)}</td>' if first <= at < end else f"<td>{_text(text)}</td>"
        for at, text in enumerate(texts)
    )


def _table(heads: Iterable[str], rows: Iterable[tuple[str, str]]) -> str:
    head = "".join(f"<th>{_text(each)}</th>" for each in heads)
    return (
        f"<table><tr>{head}</tr>"
        + "".join(f'<tr class="{kind}">{cells}</tr>' for kind, cells in rows)
        + "</table>"
    )


def _text(text: str) -> str:
    return escape(printable(text))
