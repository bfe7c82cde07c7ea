"""Which signals can be plotted of whom, as one chooses among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viewer.recording.index import RecordingIndex
from viewer.signals import SIGNALS, Scope, Signal, possible_signals
from viewer.signals.series import SeriesKey
from viewer.ui import format as fmt
from viewer.ui.timeline.signals.signal_names import signal_label, whose
from viewer.ui.translation import tr

_MOST_ACTORS = 8
_USUAL = ("light_state", "speed", "derived_speed")


@dataclass(frozen=True, slots=True)
class Offer:
    """A signal that can be plotted.

    Attributes:
        section: heading under which it stands.
        text: what it is called.
        detail: its unit, and whether it is derived.
        key: what to plot.

    """

    section: str
    text: str
    detail: str
    key: SeriesKey

    def matches(self, words: Sequence[str]) -> bool:
        """Return whether all words, in lower case, occur in it."""
        text = f"{self.section} {self.text} {self.detail} {self.key.name}".lower()
        return all(word in text for word in words)


def offers(index: RecordingIndex, rows: Sequence[int], hero: int | None) -> Iterator[Offer]:
    """Yield what can be plotted of selected actors, the primary one last in ``rows``, hero and recording."""
    primary_first = list(dict.fromkeys(reversed(rows)))
    people = primary_first if hero is None else [*dict.fromkeys((*primary_first, hero))]
    for row in people[:_MOST_ACTORS]:
        section = _section(index, row, hero)
        for signal in possible_signals(index, row):
            if signal.scope is Scope.ACTOR:
                yield _offer(section, signal, SeriesKey(signal.name, row))
            elif signal.scope is Scope.PAIR:
                for other in people[:_MOST_ACTORS]:
                    key = SeriesKey(signal.name, row, other)
                    if other != row and signal.possible(index, other):
                        to = tr("{signal} to {actor}")
                        name = tr("hero") if other == hero else whose(index, SeriesKey("speed", other))
                        text = to.format(signal=signal_label(signal.name), actor=name)
                        yield _offer(section, signal, key, text)
    for signal in possible_signals(index):
        yield _offer(tr("Recording"), signal, SeriesKey(signal.name))


def usual_key(index: RecordingIndex, row: int) -> SeriesKey | None:
    """Return the state of a light, or the speed, the recorded one if there is one; else the first, if any."""
    possible = {signal.name for signal in possible_signals(index, row) if signal.scope is Scope.ACTOR}
    name = next((name for name in (*_USUAL, *sorted(possible)) if name in possible), None)
    return None if name is None else SeriesKey(name, row)


def recorded_or_derived(index: RecordingIndex, name: str, row: int | None) -> str:
    """Return the name of a signal, or, where it is not recorded, of what is derived in its place."""
    derived = f"derived_{name}"
    instead = derived in SIGNALS and not SIGNALS[name].possible(index, row)
    return derived if instead else name


def _offer(section: str, signal: Signal, key: SeriesKey, text: str = "") -> Offer:
    source = "" if signal.recorded else tr("derived")
    return Offer(section, text or signal_label(signal.name), fmt.join(signal.unit, source), key)


def _section(index: RecordingIndex, row: int, hero: int | None) -> str:
    description = index.actors.descriptions[row]
    role = tr("hero") if row == hero else fmt.plain(description.role_name)
    return fmt.join(f"{description.actor_id} {fmt.short_blueprint(description.type_id)}", role)
