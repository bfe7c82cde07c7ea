"""Numbers of a benchmark as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from viewer.export import rows
from viewer.file_error import printable
from viewer.library.numbers import Summary
from viewer.library.summary import text_lines

_MAX_LISTED = 20
"""Greatest number of routes that are listed one by one; of repeated ones, those that differ most."""


def summary_lines(summary: Summary) -> Iterator[str]:
    """Yield the lines of ``summary``: scores, tables of abilities, scenarios and causes, then notes."""
    expected, found = summary.expected, summary.found
    if expected is None and not found:
        yield "No run has a record in results, so there are no numbers."
        return
    if expected is None:
        yield f"{rows.many(found, 'route')} with a record; no file of routes says how many there should be."
    else:
        missing = _named("missing", summary.missing)
        yield f"{found:,} of {rows.many(expected, 'route')} have a record{missing}."
    if summary.foreign:
        yield f"Not counted, as they are not among the routes{_named('', summary.foreign)}."
    yield ""
    of = f"of {found if expected is None else expected:,}"
    also = expected is not None and expected != found
    for name, value, over_found in (
        ("driving score", _shown(summary.driving_score), _shown(summary.driving_score_found)),
        (
            "success rate",
            f"{_percent(summary.success_rate)} ({summary.passed:,.10g} {of})",
            _percent(summary.success_rate_found),
        ),
        ("efficiency", f"{_shown(summary.efficiency)} %" if summary.efficiency is not None else "–", ""),
        ("comfort", _percent(summary.comfort), ""),
    ):
        rest = f"; of the {found:,} found: {over_found}" if also and over_found else ""
        yield f"{name:<13}  {value}{rest}"
    yield ""
    yield from text_lines([{
        "ability": [*summary.abilities], "passed": [*map(_percent, summary.abilities.values())],
    }])  # fmt: skip
    if summary.scenarios:
        shares = [*summary.scenarios.values()]
        yield ""
        yield from text_lines([{
            "scenario": [*summary.scenarios], "found": [each.found for each in shares],
            "missing": [each.missing for each in shares], "passed": [each.passed for each in shares],
            "driving score": [each.driving_score for each in shares],
        }])  # fmt: skip
    if summary.reasons:
        yield ""
        reasons = summary.reasons
        yield from text_lines([{"not passed": [*reasons], "runs": [*reasons.values()]}])
    if summary.repetitions:
        groups = sorted(summary.repetitions, key=lambda each: -each.spread)
        yield ""
        yield from text_lines([{
            name: [getattr(each, name) for each in groups[:_MAX_LISTED]]
            for name in ("route", "n", "mean", "spread", "best", "worst", "passed")
        }])  # fmt: skip
        if len(groups) > _MAX_LISTED:
            yield f"… and {len(groups) - _MAX_LISTED:,} more routes with several runs, all in --json."
    if summary.notes:
        yield ""
        yield from map(printable, summary.notes)


def _named(word: str, ids: Iterable[str]) -> str:
    """Return the ``ids`` of routes as the end of a sentence: ``; missing: 1711, 1792``; empty without ids."""
    listed = [*ids]
    if not listed:
        return ""
    more = f" and {len(listed) - _MAX_LISTED:,} more" if len(listed) > _MAX_LISTED else ""
    start = f"; {len(listed):,} {word}: " if word else ": "
    return start + ", ".join(printable(each) for each in listed[:_MAX_LISTED]) + more


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.2f} %"
