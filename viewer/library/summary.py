"""A library in short: the worst first, its tables as text, and whether something happened that must not."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from viewer.analysis.kinds import KINDS
from viewer.export import rows
from viewer.export.errors import how_to_install
from viewer.file_error import printable
from viewer.library.columns import Columns
from viewer.library.library import EXTRA, Library, Progress
from viewer.recording.actor_name import ActorName

SHOWN = (
    "name", "map", "length", "hero", "collisions", "contacts", "red_lights", "stop_signs", "incidents",
    "worst", "worst_at", "penalty", "score",
)  # fmt: skip
"""Columns of the recordings that people are shown."""
_WIDEST = 48
_RANKS = {kind: (row.weight, rank) for rank, (kind, row) in enumerate(KINDS.items())}
_NONE = (math.inf, math.inf)


def worst_first(columns: Columns) -> list[int]:
    """Return the places of the rows of ``recordings`` by what was worst, then penalty, incidents and path.

    Files that cannot be used come last.
    """
    told = zip(*(columns[name] for name in ("error", "worst", "penalty", "incidents", "path")), strict=True)

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


def text_lines(table: Columns) -> Iterator[str]:
    """Yield a table for people, its columns side by side; the first line names them."""
    columns = (_cells(name, values) for name, values in table.items())
    return ("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def _cells(name: str, column: Sequence[Any]) -> list[str]:
    """Return a column of a table as text of one width below its name, numbers to the right."""
    types = set(map(type, column))
    if list in types:
        told = [name, *map(_cell, column)]
    else:  # most columns repeat a few values
        known = {value: _cell(value) for value in set(column)}
        told = [name, *map(known.__getitem__, column)]
    width = min(max(map(len, told)), _WIDEST)
    numbers = types <= {int, float, bool, type(None)}
    fit = f"%{'' if numbers else '-'}{width}.{width}s"
    return [fit % cell for cell in told]


def _cell(value: Any) -> str:  # noqa: ANN401 - whatever a table holds
    if value is None:
        return "–"
    if isinstance(value, str):
        return printable(value)
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
    yield from map(printable, (*library.found.problems, *library.unjoined))
    yield "; ".join(said) + "."


def happened(library: Library, kinds: Collection[str], whose: ActorName | None = None) -> bool:
    """Tell whether an event of some kinds happened, to anybody or to an actor."""
    events = library.columns("events")
    wanted = None if whose is None else _ids_of(library, whose)
    told = zip(events["recording"], events["kind"], events["actors"], strict=True)
    return any(
        kind in kinds and (wanted is None or not wanted.isdisjoint((path, actor) for actor in actors))
        for path, kind, actors in told
    )


def _ids_of(library: Library, whose: ActorName) -> set[tuple[str, int]]:
    """Return the recordings in which there is an actor, each with its id there."""
    if whose == ActorName():
        recordings = library.columns("recordings", ("path", "hero"))
        heroes = zip(recordings["path"], recordings["hero"], strict=True)
        return {(path, hero) for path, hero in heroes if hero is not None}
    actors = library.columns("actors")
    told = zip(actors["recording"], actors["actor"], actors["role_name"], strict=True)
    return {
        (path, actor)
        for path, actor, role in told
        if actor == whose.actor_id or (whose.role_name is not None and role == whose.role_name)
    }
