"""SQL queries that group the runs of a library."""

from __future__ import annotations

from collections.abc import Mapping

from viewer.ui.translation import tr

_NUMBERS = (
    "count(*) AS n, count(*) FILTER (passed) AS passed, avg(score_composed) AS mean, "
    "stddev_samp(score_composed) AS spread, max(score_composed) AS best, min(score_composed) AS worst"
)
_BY_ABILITY = "(SELECT unnest(ability) AS ability, * EXCLUDE (ability) FROM recordings)"


def groupings() -> Mapping[str, str]:
    """Return the SQL query of each grouping of the runs with a score, by its title in the menu."""
    groups = {
        tr("Ability"): ("ability", _BY_ABILITY),
        tr("Scenario"): (r"regexp_replace(scenario_name, '_\d+$', '') AS scenario", "recordings"),
        tr("Town"): ("map_name", "recordings"),
        tr("Route"): ("route", "recordings"),
        tr("Status"): ("status", "recordings"),
    }
    return {
        title: f"SELECT {by}, {_NUMBERS} FROM {table} WHERE score_composed IS NOT NULL AND counts "  # noqa: S608 - fixed texts
        "GROUP BY ALL ORDER BY mean"
        for title, (by, table) in groups.items()
    }
