"""Library as text for people: recordings with the worst first, tables, and events that must not happen."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from viewer.analysis.event_table import IMPORTANCE
from viewer.analysis.run_facts import MISSING
from viewer.export import rows
from viewer.file_error import printable
from viewer.installation import how_to_install
from viewer.library.columns import AtMost, Columns
from viewer.library.library import EXTRA, Library, Progress
from viewer.recording.actor_name import ActorName

SHOWN = (
    "name", "map_name", "status", "score_composed", "duration", "hero_id", "collisions", "hero_collisions",
    "hero_contacts", "hero_red_lights", "hero_stop_signs", "hero_incidents", "worst", "worst_at", "penalty",
    "why",
)  # fmt: skip
"""Columns of the library's table ``recordings`` in the text that is printed for people to read."""
SHOWN_OF_RUNS = (
    "name", "map_name", "scenario_name", "status", "passed", "score_composed", "score_route", "score_penalty",
    "duration_game", "why",
)  # fmt: skip
"""Columns that are printed instead if there is no recording, only results of runs."""
NEEDED = tuple(
    dict.fromkeys((*SHOWN, *SHOWN_OF_RUNS, "path", "error", "not_judged", "penalty_at_most", "route"))
)
"""Columns of the table ``recordings`` from which the list of recordings printed for people is made."""
_MAX_WIDTH = 48
"""Greatest width of a column in a text table, in characters."""
_MEASURED_ROWS = 1000
"""Number of rows of a text table, from its first on, that determine the width of its columns."""
_MAX_TIMES = 5
_NO_HERO = "hero_id: "
_MAX_SAID = 3
"""Greatest number of sentences about a library on standard error, before their number and that of its files.
"""
_MAX_LISTED = 20
"""Greatest number of recordings that are listed one by one in text about a library."""


def shown_penalties(recordings: Columns) -> list[float | None]:
    """Return the penalty of each recording: the product of the Leaderboard's penalty factors for the hero.

    If only some factors of a recording are known, its penalty is an upper bound (``AtMost``); if none is
    known, it is None. ``recordings`` are columns of the table of recordings.
    """
    both = zip(recordings["penalty"], recordings["penalty_at_most"], strict=True)
    return [AtMost(most) if known is None and most is not None else known for known, most in both]


def worst_first(columns: Columns) -> list[int]:
    """Return the indices of the rows of ``columns``, the table of recordings, ordered from worst to best.

    Runs that did not pass by their results, and recordings without results, come first, then routes without
    a record, then runs that passed; within these, runs are sorted by worst event, penalty, number of
    incidents, score, and path. A run without a score is the worst if it did not pass. Files that cannot be
    used come last.
    """
    names = (
        "error", "worst", "penalty_at_most", "hero_incidents", "score_composed", "status", "passed", "path",
        "name",
    )  # fmt: skip
    compared = zip(*(columns[name] for name in names), strict=True)

    def weight(row: tuple[Any, ...]) -> tuple[Any, ...]:
        error, worst, penalty, incidents, score, status, passed, path, name = row
        group = 2 if passed else int(status == MISSING)
        factor = 1.0 if penalty is None else penalty
        points = score if score is not None else 100.0 if status is None else 0.0
        importance = IMPORTANCE.get(worst, len(IMPORTANCE))
        return (
            error is not None,
            group,
            importance,
            factor,
            -(incidents or 0),
            points,
            path is None,
            path or name,
        )

    keys = list(map(weight, compared))
    return sorted(range(len(keys)), key=keys.__getitem__)


def progress_words(far: Progress) -> str:
    """Return ``far``, the progress of a survey, as text: ``1,200 recordings (30 done, 5 min left)``."""
    left = "" if far.seconds_left is None else f", {_duration(far.seconds_left)} left"
    return f"{far.of:,} recordings ({far.done:,} done{left})"


def _duration(seconds: float) -> str:
    """Return ``seconds`` as text, in hours, minutes or seconds."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds:.0f} s"


def text_lines(parts: Iterable[Columns]) -> Iterator[str]:
    """Yield the lines of a text table, the column names first.

    The width of a column is that of its widest cell among the first rows; a wider cell further down shifts
    the rest of its line.

    Args:
        parts: the rows in parts, as lists by column name; at least one part.
    """
    rest = iter(parts)
    first = {name: [*values] for name, values in next(rest).items()}
    while len(next(iter(first.values()), ())) < _MEASURED_ROWS and (part := next(rest, None)) is not None:
        for name, values in part.items():
            first[name] += values
    forms = [_form(name, values) for name, values in first.items()]
    yield "  ".join(form % name for form, name in zip(forms, first, strict=True)).rstrip()
    for part in chain((first,), rest):
        columns = (
            [form % cell for cell in _cells(values)]
            for form, values in zip(forms, part.values(), strict=True)
        )
        yield from ("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def _form(name: str, column: Sequence[Any]) -> str:
    """Return the % format for the cells of a column of a text table, as wide as the widest cell.

    Numbers are aligned right.
    """
    width = min(max(map(len, (name, *_cells(column)))), _MAX_WIDTH)
    numbers = set(map(type, column)) <= {int, float, bool, AtMost, type(None)}
    return f"%{'' if numbers else '-'}{width}.{_MAX_WIDTH}s"


def _cells(column: Sequence[Any]) -> list[str]:
    """Return the values in ``column`` as texts for display."""
    if list in set(map(type, column)):
        return [*map(_cell, column)]
    typed = [*zip(map(type, column), column, strict=True)]
    known = {each: _cell(each[1]) for each in set(typed)}  # most columns repeat a few values
    return [*map(known.__getitem__, typed)]


def _cell(value: Any) -> str:  # noqa: ANN401 - any value of a table
    if value is None:
        return "–"
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, AtMost):
        return str(value)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if math.isfinite(value) else "–"
    return "; ".join(map(_cell, value)) if isinstance(value, list) else printable(str(value))


def rest_lines(library: Library, recordings: Columns) -> Iterator[str]:
    """Yield at most five lines on what the table of recordings does not show.

    These are problems and remarks of the library, recordings without a hero, and results that were not
    joined; then, in one line, the numbers of recordings and other files, and where the tables are kept.
    """
    unusable = sum(error is not None for error in recordings["error"])
    recorded = sum(path is not None for path in recordings["path"])
    facts = [rows.many(recorded, "recording")]
    if recorded < len(recordings["path"]):
        facts.append(rows.many(len(recordings["path"]) - recorded, "run") + " without a recording")
    if unusable:
        facts.append(f"{rows.many(unusable, 'recording')} cannot be used")
    if library.found.others:
        facts.append(rows.many(library.found.others, "other file"))
    if library.kept_in is not None:
        facts.append(f"tables of {library.size() / 1e6:.1f} MB in {printable(library.kept_in)}")
    else:
        facts.append(f"nothing is kept: {how_to_install(EXTRA)}")
    reasons = (
        (name, next((each for each in reasons_of or () if each.startswith(_NO_HERO)), None))
        for name, reasons_of in zip(recordings["name"], recordings["not_judged"], strict=True)
    )
    without_hero = [
        f"{name}: {why.removeprefix(_NO_HERO)}; --hero ID or --hero role=NAME says who it is."
        for name, why in reasons
        if why
    ]
    unjoined = [each.line for each in library.not_joined]
    lines = [*map(printable, (*library.remarks, *library.found.problems)), *without_hero, *unjoined]
    yield from lines[:_MAX_SAID] if len(lines) > _MAX_SAID + 1 else lines
    if len(lines) > _MAX_SAID + 1:
        asked = '; --query "SELECT * FROM unjoined" lists what was not joined' if unjoined else ""
        yield f"… and {len(lines) - _MAX_SAID:,} more{asked}."
    yield "; ".join(facts) + "."


def _limited(lines: Sequence[str], what: str) -> Iterator[str]:
    """Yield at most ``_MAX_LISTED`` of ``lines``; if there are others, then "… and 3 more" and ``what``."""
    yield from lines[:_MAX_LISTED]
    if len(lines) > _MAX_LISTED:
        yield f"… and {len(lines) - _MAX_LISTED:,} more {what}."


def happened(library: Library, kinds: Collection[str], whose: ActorName | None = None) -> Iterator[str]:
    """Yield a sentence for each recording with events of ``kinds``; beyond a limit, others are only counted.

    Args:
        library: the library of recordings, refreshed.
        kinds: names of kinds of events.
        whose: the actor whose events count; all actors if None.
    """
    events = library.columns("events", ("recording", "kind", "actor_id", "other_id", "start", "hero"))
    wanted = None if whose in (None, ActorName()) else _ids_of(library, whose)
    found: dict[str, dict[str, list[float]]] = {}
    for path, kind, one, other, start, of_hero in zip(*events.values(), strict=True):
        if kind not in kinds or (whose == ActorName() and not of_hero):
            continue
        if wanted is None or not wanted.isdisjoint(((path, one), (path, other))):
            found.setdefault(path, {}).setdefault(kind, []).append(start)
    lines = [
        f"{printable(path)}: {'; '.join(_times(kind, sorted(starts)) for kind, starts in by_kind.items())}."
        for path, by_kind in sorted(found.items())
    ]
    yield from _limited(lines, "recordings")


def _times(kind: str, starts: Sequence[float]) -> str:
    times = ", ".join(f"{start:.3f} s" for start in starts[:_MAX_TIMES])
    return f"{kind} at {times}" + (
        f" and {len(starts) - _MAX_TIMES:,} more" if len(starts) > _MAX_TIMES else ""
    )


def unjudged(recordings: Columns, kinds: Collection[str]) -> Iterator[str]:
    """Yield a sentence on each recording in which events of ``kinds`` could not be searched for, and why.

    If there are many, one on the number of the others ends the list. ``recordings`` is the table of
    recordings, with its column ``not_judged``.
    """
    lines = [
        f"{printable(path)}: not judged: {printable('; '.join(reasons))}."
        for path, reasons_of in zip(recordings["path"], recordings["not_judged"], strict=True)
        if (reasons := [each for each in reasons_of or () if each.partition(":")[0] in kinds])
    ]
    yield from _limited(lines, "recordings")


def _ids_of(library: Library, whose: ActorName | None) -> set[tuple[str, int]]:
    """Return path of the recording and id of each actor in the library of recordings that ``whose`` names."""
    actors = library.columns("actors", ("recording", "actor_id", "role_name"))
    return {
        (path, actor)
        for path, actor, role in zip(*actors.values(), strict=True)
        if whose is not None
        and (actor == whose.actor_id or (whose.role_name is not None and role == whose.role_name))
    }
