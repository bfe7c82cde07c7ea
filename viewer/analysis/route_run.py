"""One run of one route, as a record of the Leaderboard's results tells of it."""

from __future__ import annotations

import re
import sys
from typing import Any, NamedTuple

from viewer.analysis.checkpoint import Record
from viewer.file_error import last_name, plain

ROUTE_NAME = re.compile(r"(?:^|_)RouteScenario_(.+?)_rep(\d+)(?:_|$)", re.IGNORECASE)
"""Pattern of a run's name by the Leaderboard; its groups are the route's id and the repetition."""
_PREFIX = "RouteScenario_"


class RouteRun(NamedTuple):
    """One run of one route.

    Attributes:
        record: its record in the results; empty if there is none.
        route: id of the route as in the file of routes; empty if not known.
        repetition: number of the repetition, from 0; None if not known.
        attempt: 1 for the oldest of several different records of this route and repetition, 2 for the next.
        counts: False if a newer attempt counts instead of this one.
        map_name: town by the file of routes; empty if not known.
        scenario_name: scenario by the file of routes; empty if not known.
        comfort: share of the run that was comfortable by Bench2Drive's rule, 0 to 1; None if not known.
    """

    record: Record
    route: str
    repetition: int | None = None
    attempt: int | None = 1
    counts: bool = True
    map_name: str = ""
    scenario_name: str = ""
    comfort: float | None = None


def route_and_repetition(record: Record) -> tuple[str, int | None]:
    """Return the route's id and the repetition in a record; the repetition is None if it has none.

    >>> route_and_repetition({"route_id": "RouteScenario_1711_rep0"})
    ('1711', 0)
    """
    route = str(record.get("route_id") or "")
    name, mark, repetition = route.removeprefix(_PREFIX).partition("_rep")
    if route.startswith(_PREFIX) and (repetition.isdecimal() or not mark):  # faster than the pattern
        return as_text(name), int(repetition[:9]) if mark else None
    found = ROUTE_NAME.search(route) or ROUTE_NAME.search(str(record.get("save_name") or ""))
    if found is None:
        return plain(last_name(route)), None
    return plain(found[1]), int(found[2][:9])


def route_key(name: str) -> tuple[str, int] | None:
    """Return the route id and the repetition in ``name``; None if it has none.

    >>> route_key("RouteScenario_1711_rep0_Town12_ParkingCutIn_1_8_11_27_21_59_56")
    ('1711', 0)
    """
    found = ROUTE_NAME.search(name)
    return None if found is None else (found[1].casefold(), int(found[2]))


def as_text(value: Any) -> str:  # noqa: ANN401 - any JSON
    """Return ``value`` from a JSON document as text that every output can contain."""
    text = value if isinstance(value, str) else str(value)
    return text if text.isascii() and text.isprintable() else plain(text)


def finite_number(value: object) -> float | None:
    """Return ``value`` from a JSON document as a float; None if it is no finite number."""
    if type(value) is float:
        return value if abs(value) <= sys.float_info.max else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) <= sys.float_info.max else None
