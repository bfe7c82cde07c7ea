"""The columns of the page, and how their values are written."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any

from viewer.analysis.kinds import KINDS
from viewer.library.columns import TABLES
from viewer.ui import format as fmt
from viewer.ui.translation import tr
from viewer.ui.widgets.table import TableColumn

WAY = "way"
"""The picture of the hero's way: the first column."""
_TITLES = {
    "name": tr("Recording"), "worst": tr("Worst"), "incidents": tr("Incidents"),
    "collisions": tr("Collisions"), "contacts": tr("Contacts"), "red_lights": tr("Red lights"),
    "stop_signs": tr("Stop signs"), "penalty": tr("Penalty"), "score": tr("Score"), "length": tr("Length"),
    "hero_distance": tr("Distance"), "hero_top_speed": tr("Top speed"), "least_ttc": tr("Least TTC"),
    "hardest_braking": tr("Hardest braking"), "map": tr("Town"), "route": tr("Route"),
    "recorded": tr("Recorded"),
}  # fmt: skip
_DIGITS = {"penalty": 3, "score": 1, "length": 1, "hero_distance": 0, "hero_top_speed": 1}


def _written(value: Any, digits: int) -> str:  # noqa: ANN401 - whatever the table holds
    if isinstance(value, float):
        return fmt.number(value, digits)
    if isinstance(value, datetime):
        return fmt.date(value)
    return fmt.plain(KINDS[value].title if value in KINDS else str(value))


def page_columns() -> list[TableColumn]:
    """Return the columns of recordings that the page shows, each with its unit and what it is."""
    known = {column.name: column for column in TABLES["recordings"]}
    shown = [TableColumn(WAY, "", lambda _: "")]
    for name, title in _TITLES.items():
        unit, meaning = known[name].unit, known[name].meaning
        written = partial(_written, digits=_DIGITS.get(name, 2))
        shown.append(TableColumn(name, f"{title}, {unit}" if unit else title, written, meaning))
    return shown
