"""Texts for signals (plotted quantities) and their values, and the list of signals that can be plotted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from viewer.recording.index import RecordingIndex
from viewer.replay.time.time_range import Range
from viewer.signals import Scope, Series, Signal, Signals, series_stats, time_in_states
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.speed_unit import MPS, in_shown_unit, speed_digits
from viewer.ui.translation import tr

_DIGITS: Mapping[str, int] = MappingProxyType({"°": 1, "s": 3, "%": 1})
_USUAL_DIGITS = 2
_MOST_ACTORS = 8
_USUAL = ("light_state", "speed", "derived_speed")
_AHEAD = "light_ahead"
"""Name of the signal with the state of the traffic light ahead; an unknown value of it is shown as "none"."""


def signal_label(signal: Signal) -> str:
    """Return the label of ``signal`` in the user's language; it loses an ending ", derived"."""
    return signal.label if signal.mark else tr(signal.label.removesuffix(", derived"))


def source_of(signal: Signal, *, recorded: bool) -> str:
    """Return whose values a signal has, such as "agent"; "derived" or "" for those of the recording.

    ``recorded`` is whether the values are in a file as they are.
    """
    return signal.mark or ("" if recorded else tr("derived"))


def whose(index: RecordingIndex, key: SeriesKey) -> str:
    """Return the ids of the actors of the signal ``key``, such as "88 and 51"; empty if it has none."""
    ids = index.actors.actor_id
    rows = [row for row in (key.row, key.other) if row is not None and row < len(ids)]
    return tr(" and ").join(str(int(ids[row])) for row in rows)


def curve_title(index: RecordingIndex, key: SeriesKey, signal: Signal) -> str:
    """Return the title of a curve of ``signal``: ids of the actors in ``key`` and label, as "88 speed"."""
    who, what = whose(index, key), signal_label(signal)
    return f"{who} {what[:1].lower()}{what[1:]}" if who else what


def full_title(index: RecordingIndex, key: SeriesKey, signal: Signal, *, recorded: bool) -> str:
    """Return the title of a curve with unit and source, such as "88 speed (m/s, recorded)".

    ``recorded`` is whether the values of ``signal`` are in a file as they are; ``key`` has its actors.
    """
    source = source_of(signal, recorded=recorded) or tr("recorded")
    inside = ", ".join(part for part in (signal.unit, source) if part)
    return f"{curve_title(index, key, signal)} ({inside})"


def value_text(series: Series, value: float) -> str:
    """Return ``value`` of ``series`` as text in the displayed unit, without the unit's name.

    If the values are states (such as those of a traffic light), return the name of the state.
    """
    if series.states is not None:
        unknown = tr("none") if series.name == _AHEAD else fmt.UNKNOWN
        return tr(series.states[int(value)]) if 0 <= value < len(series.states) else unknown
    return _shown(value, series)


def _digits_of(series: Series) -> int:
    if series.unit == MPS:
        return speed_digits()
    return _DIGITS.get(series.unit, 0 if series.whole else _USUAL_DIGITS)


def stats_texts(series: Series, chosen: Range) -> tuple[str, ...]:
    """Return minimum, mean and maximum of ``series`` over the range ``chosen`` as three texts without unit.

    If the values are states (such as those of a traffic light), return a single text with the seconds that
    each state lasts.
    """
    if series.states is not None:
        known = range(len(series.states))
        times = ((state, time) for state, time in time_in_states(series, chosen).items() if state in known)
        return (fmt.join(*(f"{tr(series.states[state])} {fmt.seconds(time)}" for state, time in times)),)
    stats = series_stats(series, chosen)
    return tuple(_shown(value, series) for value in (stats.least, stats.mean, stats.most))


def _shown(value: float, series: Series) -> str:
    return fmt.number(in_shown_unit(value, series.unit), _digits_of(series))


@dataclass(frozen=True, slots=True)
class PlottableSignal:
    """A signal (quantity over time) that can be plotted.

    Attributes:
        section: heading in the list of signals, such as an actor.
        text: label.
        detail: unit, and whose values they are or that they are derived.
        key: the signal and its actor.
    """

    section: str
    text: str
    detail: str
    key: SeriesKey

    def matches(self, words: Sequence[str]) -> bool:
        """Return whether all ``words`` (lower case) occur in the signal's section, label, detail or name."""
        text = f"{self.section} {self.text} {self.detail} {self.key.name}".lower()
        return all(word in text for word in words)


def plottable_signals(
    signals: Signals, index: RecordingIndex, rows: Sequence[int], hero: int | None
) -> Iterator[PlottableSignal]:
    """Yield those of ``signals`` that can be plotted: those of actors, then those of the whole recording.

    The actors are those in ``rows`` (rows of the actor table), the last one first, then the ``hero`` (ego
    vehicle) unless None; only the first ``_MOST_ACTORS`` of them. Signals between two of them are included.
    """
    primary_first = list(dict.fromkeys(reversed(rows)))
    people = primary_first if hero is None else [*dict.fromkeys((*primary_first, hero))]
    for row in people[:_MOST_ACTORS]:
        section = _section(index, row, hero)
        for signal in signals.possible(index, row):
            if signal.scope is Scope.ACTOR:
                yield _offer(section, signal, SeriesKey(signal.name, row))
            elif signal.scope is Scope.PAIR:
                for other in people[:_MOST_ACTORS]:
                    key = SeriesKey(signal.name, row, other)
                    if other != row and signal.possible(index, other):
                        name = tr("hero") if other == hero else whose(index, SeriesKey("speed", other))
                        yield _offer(section, signal, key, tr(signal.pair).format(actor=name))
    for signal in signals.possible(index):
        yield _offer(tr("Recording"), signal, SeriesKey(signal.name))


def usual_key(signals: Signals, index: RecordingIndex, row: int) -> SeriesKey | None:
    """Return the key of the signal that is plotted for an actor by default; None if it has none.

    For a traffic light that is its state, for others the speed, recorded if possible. An actor without either
    gets its first one of ``signals`` by name. ``row`` is the actor's row in the actor table.
    """
    possible = {signal.name for signal in signals.possible(index, row) if signal.scope is Scope.ACTOR}
    name = next((name for name in (*_USUAL, *sorted(possible)) if name in possible), None)
    return None if name is None else SeriesKey(name, row)


def recorded_or_derived(signals: Signals, index: RecordingIndex, name: str, row: int | None) -> str:
    """Return the signal name ``name``, or that of the derived signal if the recording cannot have the former.

    ``row`` is the actor's row in the actor table, None for a signal of the whole recording. A signal without
    a derived counterpart in ``signals`` keeps its name.
    """
    derived = f"derived_{name}"
    instead = derived in signals and not signals[name].possible(index, row)
    return derived if instead else name


def _offer(section: str, signal: Signal, key: SeriesKey, text: str = "") -> PlottableSignal:
    source = source_of(signal, recorded=signal.recorded)
    return PlottableSignal(section, text or signal_label(signal), fmt.join(signal.unit, source), key)


def _section(index: RecordingIndex, row: int, hero: int | None) -> str:
    description = index.actors.descriptions[row]
    role = tr("hero") if row == hero else fmt.plain(description.role_name)
    return fmt.join(f"{description.actor_id} {fmt.short_blueprint(description.type_id)}", role)
