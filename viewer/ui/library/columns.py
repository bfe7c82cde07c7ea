"""Columns of the library page and the text of their values."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from viewer.analysis.event_kinds import KINDS
from viewer.analysis.event_table import IMPORTANCE
from viewer.library.columns import TABLES, AtMost, Columns
from viewer.ui import format as fmt
from viewer.ui.event_text import name_of
from viewer.ui.translation import tr, translated
from viewer.ui.widgets.table import TableColumn

WAY, REASON, KEY = "way", "reason", "key"
"""Names of three columns of the library page's table: picture of the hero's path, worst event, and a key.

The page adds them to those of the table ``recordings``. The key tells rows apart; that of a recording is its
path.
"""
SCORE, FLIP = "score_before", "flip"
"""Names of two columns of the library page: score of the same run in another night, and the flip."""
TITLES = {
    "name": "Recording", REASON: "Worst", "status": "Status", "score_composed": "Score", "penalty": "Penalty",
    "beside": "Beside", "hero_incidents": "Incidents", "collisions": "Collisions",
    "hero_collisions": "Hero's collisions",
    "hero_contacts": "Contacts", "hero_red_lights": "Red lights", "hero_stop_signs": "Stop signs",
    "map_name": "Town", "duration": "Length", "hero_distance": "Distance", "hero_top_speed": "Top speed",
    "hero_least_ttc": "Least TTC", "hero_hardest_braking": "Hardest braking", "route": "Route",
    "repetition": "Repetition", "scenario_name": "Scenario", "date": "Recorded",
}  # fmt: skip
"""Titles of the library page's columns by column name, in the order that the columns have at first.

Those that explain a bad run come first, so that they need no scrolling.
"""
_DIGITS = {"penalty": 3, "score_composed": 1, "duration": 1, "hero_distance": 0, "hero_top_speed": 1}
_NUMBERS = ("int64", "double")


class Reason(NamedTuple):
    """Cell of the library page about a recording's worst event: a text, and a rank for sorting.

    The lowest rank is that of the worst event.
    """

    rank: int
    text: str


def reason(
    worst: str | None,
    worst_at: float | None,
    why: str | None,
    error: str | None,
    *,
    recorded: bool = True,
    passed: bool | None = None,
) -> Reason:
    """Return a text about a recording's worst event, or why the recording cannot be used, with a rank.

    Args:
        worst: kind of the event, None without one.
        worst_at: its time in seconds, None if it has no time.
        why: why the hero stood, or why the run failed by its results; None if that is not the worst.
        error: why the recording cannot be used, None if it can.
        recorded: False if there is no recording of the run: then only the results tell something.
        passed: whether the run passed by its results; None if that is not known.
    """
    if error is not None:
        return Reason(len(IMPORTANCE) + 1, fmt.plain(translated(error)))
    if not recorded:
        unsaid = tr("passed; no recording") if passed else tr("no recording")
        text = unsaid if why is None else translated(why)
        return Reason(len(IMPORTANCE) - (why is not None), fmt.plain(text))
    if worst is None:
        return Reason(len(IMPORTANCE), tr("nothing found"))
    title = name_of(worst) if worst in KINDS else worst
    text = title if worst_at is None else tr("{0} at {1}").format(title, fmt.seconds(worst_at))
    text = text if why is None else translated(why)
    return Reason(IMPORTANCE.get(worst, len(IMPORTANCE)), fmt.plain(text))


def reasons(recordings: Columns) -> list[Reason]:
    """Return for each of ``recordings`` its worst event or its error, to show beside the file name."""
    names = ("worst", "worst_at", "why", "error", "name", "path", "passed")
    rows = zip(*(recordings[name] for name in names), strict=True)
    return [
        reason(
            worst,
            at,
            why,
            error and error.removeprefix(f"{name}: "),
            recorded=path is not None,
            passed=passed,
        )
        for worst, at, why, error, name, path, passed in rows
    ]


def _written(value: Any, digits: int) -> str:  # noqa: ANN401 - whatever the table holds
    if isinstance(value, Reason):
        return value.text
    if isinstance(value, AtMost):
        return str(value)
    if isinstance(value, float):
        return fmt.number(value, digits)
    return fmt.date(value) if isinstance(value, datetime) else fmt.plain(str(value))


def _holdings(text: str) -> str:
    """Return what lies beside a recording, such as "6 cameras, plan", in the user's language."""
    words = {"plan": tr("plan"), "signals": tr("signals"), "log": tr("log")}
    return fmt.plain(", ".join(words.get(part) or translated(part) for part in text.split(", ")))


def page_columns() -> list[TableColumn]:
    """Return the columns of the library page, a table of recordings, with unit and description."""
    known = {column.name: column for column in TABLES["recordings"]}
    shown = [TableColumn(WAY, "", lambda _: "")]
    for name, title in TITLES.items():
        of = known[name if name != REASON else "worst"]
        written = _holdings if name == "beside" else partial(_written, digits=_DIGITS.get(name, 2))
        heading = f"{tr(title)}, {of.unit}" if of.unit else tr(title)
        shown.append(TableColumn(name, heading, written, tr(of.doc), number=of.type in _NUMBERS))
    doc = tr("better: passed now and failed in the other folder; worse: the other way round")
    before = partial(_written, digits=_DIGITS["score_composed"])
    shown.insert(
        5, TableColumn(SCORE, tr("Score before"), before, tr("score in the other folder"), number=True)
    )
    shown.insert(6, TableColumn(FLIP, tr("Flip"), str, doc))
    return shown
