"""Old and new names in stored settings: settings of earlier versions are read through these tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

LIBRARY_COLUMNS = {
    "map": "map_name", "length": "duration", "recorded": "date", "score": "score_composed",
    "incidents": "hero_incidents", "contacts": "hero_contacts", "red_lights": "hero_red_lights",
    "stop_signs": "hero_stop_signs", "least_ttc": "hero_least_ttc",
    "hardest_braking": "hero_hardest_braking",
}  # fmt: skip
"""New names of the library page's columns, by their old names."""


def columns_renamed(names: Mapping[str, str]) -> Callable[[Any], str]:
    """Return a parser of a stored arrangement of columns, which replaces old names in it by new ones.

    An arrangement is the columns' names with commas between them, a semicolon, and the state of the header.

    Args:
        names: new names by old names.
    """

    def read(stored: Any) -> str:  # noqa: ANN401 - JSON
        known, mark, state = stored.partition(";")
        return f"{','.join(names.get(name, name) for name in known.split(','))}{mark}{state}"

    return read
