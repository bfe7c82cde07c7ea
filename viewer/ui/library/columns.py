"""The columns of the page, and how their values are written."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from viewer.analysis.event_kinds import KINDS
from viewer.library.columns import TABLES, AtMost, Columns
from viewer.ui import format as fmt
from viewer.ui.event_text import name_of
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.table import TableColumn

WAY, REASON = "way", "reason"
"""The picture of the hero's way, and what was worst: columns that only the page has."""
TITLES = {
    "name": "Recording", REASON: "Worst", "score": "Score", "penalty": "Penalty",
    "incidents": "Incidents", "collisions": "Collisions", "hero_collisions": "Hero's collisions",
    "contacts": "Contacts", "red_lights": "Red lights", "stop_signs": "Stop signs", "map": "Town",
    "length": "Length", "hero_distance": "Distance", "hero_top_speed": "Top speed",
    "least_ttc": "Least TTC", "hardest_braking": "Hardest braking", "route": "Route",
    "recorded": "Recorded",
}  # fmt: skip
"""In their order at first: what tells why a run is bad stands where it is seen without scrolling."""
_DIGITS = {"penalty": 3, "score": 1, "length": 1, "hero_distance": 0, "hero_top_speed": 1}
_NUMBERS = ("int64", "double")
_PLACES = {kind: place for place, kind in enumerate(sorted(KINDS, key=lambda kind: KINDS[kind].weight))}


class Reason(NamedTuple):
    """Why a recording stands where it does; sorted, the worst comes first."""

    place: int
    text: str


def reason(worst: str | None, worst_at: float | None, error: str | None) -> Reason:
    """Return what was worst in a recording and when, or why it cannot be used."""
    if error is not None:
        return Reason(len(_PLACES) + 1, fmt.plain(translated(error)))
    if worst is None:
        return Reason(len(_PLACES), tr("nothing found"))
    title = name_of(worst) if worst in KINDS else worst
    told = title if worst_at is None else tr("{0} at {1}").format(title, fmt.seconds(worst_at))
    return Reason(_PLACES.get(worst, len(_PLACES)), fmt.plain(told))


def reasons(recordings: Columns) -> list[Reason]:
    """Return the same of each row of ``recordings``; the name that an error begins with stands beside it."""
    rows = zip(*(recordings[name] for name in ("worst", "worst_at", "error", "name")), strict=True)
    return [reason(worst, at, error and error.removeprefix(f"{name}: ")) for worst, at, error, name in rows]


def _written(value: Any, digits: int) -> str:  # noqa: ANN401 - whatever the table holds
    if isinstance(value, Reason):
        return value.text
    if isinstance(value, AtMost):
        return str(value)
    if isinstance(value, float):
        return fmt.number(value, digits)
    return fmt.date(value) if isinstance(value, datetime) else fmt.plain(str(value))


def page_columns() -> list[TableColumn]:
    """Return the columns of recordings that the page shows, each with its unit and what it is."""
    known = {column.name: column for column in TABLES["recordings"]}
    shown = [TableColumn(WAY, "", lambda _: "")]
    for name, title in TITLES.items():
        of = known[name if name != REASON else "worst"]
        written = partial(_written, digits=_DIGITS.get(name, 2))
        heading = f"{tr(title)}, {of.unit}" if of.unit else tr(title)
        shown.append(TableColumn(name, heading, written, tr(of.meaning), number=of.type in _NUMBERS))
    return shown
