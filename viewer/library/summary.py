"""A library in short: the worst first, its tables as text, and whether something happened that must not."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Any

from viewer.analysis.event_kinds import KINDS
from viewer.export import rows
from viewer.file_error import printable
from viewer.installation import how_to_install
from viewer.library.columns import AtMost, Columns
from viewer.library.library import EXTRA, Library, Progress
from viewer.recording.actor_name import ActorName

SHOWN = (
    "name", "map", "length", "hero", "collisions", "hero_collisions", "contacts", "red_lights", "stop_signs",
    "incidents", "worst", "worst_at", "penalty", "score",
)  # fmt: skip
"""Columns of the recordings that people are shown."""
NEEDED = (*SHOWN, "path", "error", "not_judged", "penalty_at_most")
"""Columns that what is shown is made of."""
_WIDEST = 48
_FIRST = 1000
"""Rows that decide how wide the columns of a table are."""
_TIMES = 5
_NO_HERO = "hero: "
_MOST_TOLD = 20
"""Recordings that are told one by one where there may be many."""


def shown_penalties(recordings: Columns) -> list[float | None]:
    """Return the penalty of each recording; where not all of it was judged, what it is at most."""
    both = zip(recordings["penalty"], recordings["penalty_at_most"], strict=True)
    return [AtMost(most) if known is None and most is not None else known for known, most in both]


_RANKS = {kind: (row.weight, rank) for rank, (kind, row) in enumerate(KINDS.items())}
_NONE = (math.inf, math.inf)


def worst_first(columns: Columns) -> list[int]:
    """Return the places of the rows of ``recordings`` by what was worst, then penalty, incidents and path.

    Files that cannot be used come last.
    """
    told = zip(
        *(columns[name] for name in ("error", "worst", "penalty_at_most", "incidents", "path")), strict=True
    )

    def weight(row: tuple[Any, ...]) -> tuple[Any, ...]:
        error, worst, penalty, incidents, path = row
        factor = 1.0 if penalty is None else penalty
        return error is not None, _RANKS.get(worst, _NONE), factor, -(incidents or 0), path

    keys = list(map(weight, told))
    return sorted(range(len(keys)), key=keys.__getitem__)


def progress_words(far: Progress) -> str:
    """Return how far it is: ``1,200 recordings (30 done, 5 min left)``."""
    left = "" if far.seconds_left is None else f", {_duration(far.seconds_left)} left"
    return f"{far.of:,} recordings ({far.done:,} done{left})"


def _duration(seconds: float) -> str:
    hours, minutes = divmod(int(seconds) // 60, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min" if minutes else f"{seconds:.0f} s"


def plain_rows(table: Columns) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table as JSON and CSV know them."""
    for row in zip(*(map(_plain, values) for values in table.values()), strict=True):
        yield dict(zip(table, row, strict=True))


def text_lines(parts: Iterable[Columns]) -> Iterator[str]:
    """Yield a table for people, its columns side by side; the first line names them.

    The first rows decide how wide a column is: what is longer in a later one moves what follows in its line.

    Args:
        parts: the columns of some rows after the other; one at least.

    """
    rest = iter(parts)
    first = {name: [*values] for name, values in next(rest).items()}
    while len(next(iter(first.values()), ())) < _FIRST and (part := next(rest, None)) is not None:
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
    """Return how the cells of a column are filled up to one width; of numbers at the left."""
    width = min(max(map(len, (name, *_cells(column)))), _WIDEST)
    numbers = set(map(type, column)) <= {int, float, bool, AtMost, type(None)}
    return f"%{'' if numbers else '-'}{width}.{_WIDEST}s"


def _cells(column: Sequence[Any]) -> list[str]:
    """Return a column of a table as text."""
    if list in set(map(type, column)):
        return [*map(_cell, column)]
    typed = [*zip(map(type, column), column, strict=True)]
    known = {each: _cell(each[1]) for each in set(typed)}  # most columns repeat a few values
    return [*map(known.__getitem__, typed)]


def _cell(value: Any) -> str:  # noqa: ANN401 - whatever a table holds
    if value is None:
        return "–"
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, AtMost):
        return str(value)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".") if math.isfinite(value) else "–"
    if isinstance(value, list):
        value = "; ".join(map(_cell, value))
    return printable(str(_plain(value)))


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a table holds
    if value is None or isinstance(value, (str, int, list, dict)):
        return value
    if isinstance(value, float):
        return rows.finite(value)
    return value.isoformat() if isinstance(value, (datetime, date)) else str(value)


def rest_lines(library: Library, recordings: Columns) -> Iterator[str]:
    """Yield what the table does not say: other files, what cannot be used, where it is kept."""
    unusable = sum(error is not None for error in recordings["error"])
    said = [rows.many(len(recordings["path"]), "recording")]
    if unusable:
        said.append(f"{unusable:,} of them cannot be used")
    if library.found.others:
        said.append(rows.many(library.found.others, "other file"))
    if library.kept_in is not None:
        said.append(f"tables of {library.size() / 1e6:.1f} MB in {printable(library.kept_in)}")
    else:
        said.append(f"nothing is kept: {how_to_install(EXTRA)}")
    reasons = (
        (name, next((each for each in told or () if each.startswith(_NO_HERO)), None))
        for name, told in zip(recordings["name"], recordings["not_judged"], strict=True)
    )
    nobody = [
        f"{name}: {why.removeprefix(_NO_HERO)}; --hero ID or --hero role=NAME says who it is."
        for name, why in reasons
        if why
    ]
    yield from _first(nobody, "recordings without a hero")
    yield from map(printable, (*library.found.problems, *library.unjoined, *library.remarks))
    yield "; ".join(said) + "."


def _first(lines: Sequence[str], what: str) -> Iterator[str]:
    """Yield some lines, and how many more there are."""
    yield from lines[:_MOST_TOLD]
    if len(lines) > _MOST_TOLD:
        yield f"… and {len(lines) - _MOST_TOLD:,} more {what}."


def happened(library: Library, kinds: Collection[str], whose: ActorName | None = None) -> Iterator[str]:
    """Yield a sentence for each recording in which events of some kinds happened, to anybody or to an actor.

    Only the first recordings are told, and how many more there are.
    """
    events = library.columns("events", ("recording", "kind", "actors", "start", "hero"))
    wanted = None if whose in (None, ActorName()) else _ids_of(library, whose)
    found: dict[str, dict[str, list[float]]] = {}
    for path, kind, actors, start, of_hero in zip(*events.values(), strict=True):
        if kind not in kinds or (whose == ActorName() and not of_hero):
            continue
        if wanted is None or not wanted.isdisjoint((path, actor) for actor in actors):
            found.setdefault(path, {}).setdefault(kind, []).append(start)
    lines = [
        f"{printable(path)}: {'; '.join(_times(kind, sorted(starts)) for kind, starts in by_kind.items())}."
        for path, by_kind in sorted(found.items())
    ]
    yield from _first(lines, "recordings")


def _times(kind: str, starts: Sequence[float]) -> str:
    times = ", ".join(f"{start:.3f} s" for start in starts[:_TIMES])
    return f"{kind} at {times}" + (f" and {len(starts) - _TIMES:,} more" if len(starts) > _TIMES else "")


def unjudged(recordings: Columns, kinds: Collection[str]) -> Iterator[str]:
    """Yield a sentence for each recording in which some of the kinds could not be judged; as ``happened``."""
    lines = [
        f"{printable(path)}: not judged: {printable('; '.join(reasons))}."
        for path, told in zip(recordings["path"], recordings["not_judged"], strict=True)
        if (reasons := [each for each in told or () if each.partition(":")[0] in kinds])
    ]
    yield from _first(lines, "recordings")


def _ids_of(library: Library, whose: ActorName | None) -> set[tuple[str, int]]:
    """Return the recordings in which there is an actor, each with its id there."""
    actors = library.columns("actors", ("recording", "actor", "role_name"))
    return {
        (path, actor)
        for path, actor, role in zip(*actors.values(), strict=True)
        if whose is not None
        and (actor == whose.actor_id or (whose.role_name is not None and role == whose.role_name))
    }
