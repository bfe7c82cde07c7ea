"""How curves and their values are written."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from viewer.recording.index import RecordingIndex
from viewer.replay.series import SIGNALS, Scope, Series, SeriesStats
from viewer.replay.series.key import SeriesKey
from viewer.ui import format as fmt

_DIGITS: Mapping[str, int] = MappingProxyType({"°": 1, "s": 3, "%": 1})
_USUAL_DIGITS = 2


def tr(text: str) -> str:
    """Translate a text of the plots."""
    return QCoreApplication.translate("Plots", text)


def signal_label(name: str) -> str:
    """Return what a signal is called beside a mark that tells whether it is derived."""
    return SIGNALS[name].label.removesuffix(", derived")


def whose(index: RecordingIndex, key: SeriesKey) -> str:
    """Return ids of those whom a signal is about, empty for the recording."""
    ids = index.actors.actor_id
    rows = [row for row in (key.row, key.other) if row is not None and row < len(ids)]
    return "–".join(str(int(ids[row])) for row in rows)


def curve_title(index: RecordingIndex, key: SeriesKey) -> str:
    """Return what a curve is called: whose, and what."""
    return f"{whose(index, key)} {signal_label(key.name)}".strip()


def full_title(index: RecordingIndex, key: SeriesKey, *, recorded: bool) -> str:
    """Return what a curve is called where nothing else tells its unit and its source."""
    unit = SIGNALS[key.name].unit
    source = tr("recorded") if recorded else tr("derived")
    inside = ", ".join(part for part in (unit, source) if part)
    return f"{curve_title(index, key)} ({inside})"


def value_text(series: Series, value: float) -> str:
    """Return a value of a series without its unit; a state by its name."""
    if series.states is not None:
        return series.states[int(value)] if 0 <= value < len(series.states) else fmt.UNKNOWN
    return fmt.number(value, digits_of(series.name))


def digits_of(name: str) -> int:
    """Return how many digits behind the point a signal is written with."""
    signal = SIGNALS[name]
    if signal.steps and not signal.unit and signal.scope is Scope.ACTOR:
        return 0
    return _DIGITS.get(signal.unit, _USUAL_DIGITS)


def stats_text(series: Series, stats: SeriesStats) -> str:
    """Return what a signal amounts to over a range, in one line."""
    digits = digits_of(series.name)
    change = fmt.number(stats.change, digits)
    if stats.change > 0 and change.strip("0.,"):
        change = f"+{change}"
    return fmt.join(
        tr("mean {}").format(fmt.number(stats.mean, digits)),
        fmt.range_(fmt.number(stats.least, digits), fmt.number(stats.most, digits)),
        f"Δ {change}",
    )


def times_text(series: Series, seconds: Mapping[int, float]) -> str:
    """Return how long each state was in force, in one line."""
    states = series.states or ()
    known = ((states[state], time) for state, time in seconds.items() if 0 <= state < len(states))
    return fmt.join(*(f"{name} {fmt.seconds(time)}" for name, time in known))
