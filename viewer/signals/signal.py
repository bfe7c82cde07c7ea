"""Signals: what a quantity over time is called, who has it, and how its values are found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from viewer.logfile.fields import PacketKind
from viewer.recording.actors import Category
from viewer.recording.index import RecordingIndex
from viewer.signals.series import Samples, Series


class Scope(Enum):
    """Subjects of a signal: one actor, two actors, or the recording."""

    ACTOR = "one actor"
    PAIR = "two actors"
    SCENE = "the recording"


@dataclass(frozen=True, slots=True)
class Signal:
    """A quantity that can be plotted over time: one row of the table of signals.

    Attributes:
        name: id of the signal.
        label: name shown to people.
        pair: of a signal of two actors, the label beside the first actor, with ``{actor}`` for the other.
        unit: unit of the values, empty if they have none.
        read: function that makes the samples, or the whole series, from a ``SignalSource``.
        needs: kinds of packets without which the signal has no values.
        scope: whether it is a signal of one actor, of two actors, or of the whole recording.
        of: categories of actors that can have the signal.
        steps: whether a value holds until the next one; else a line joins them when plotted.
        states: texts for the values 0, 1, …; None if values are plain numbers.
        recorded: whether the values are in the file as they are (else derived).
        uses_roads: whether the signal is more exact with a road map.
        uses_route: whether the signal has no values without the hero's route.
        rows: rows in the actor table of the only actors that have the signal; None for all of ``of``.
        mark: whose values they are if they are not in the recording, such as "agent"; else empty.
        lane_of: name of another signal in whose lanes this one is drawn as a thin curve, always and only
            there; empty if it is plotted by itself.
    """

    name: str
    label: str
    unit: str
    read: Callable[..., Samples | Series]
    needs: tuple[PacketKind, ...] = ()
    scope: Scope = Scope.ACTOR
    of: Collection[Category] = frozenset(Category)
    steps: bool = False
    states: tuple[str, ...] | None = None
    recorded: bool = True
    uses_roads: bool = False
    uses_route: bool = False
    pair: str = ""
    rows: Collection[int] | None = None
    mark: str = ""
    lane_of: str = ""

    def possible(self, index: RecordingIndex, row: int | None = None) -> bool:
        """Return whether the recording ``index`` can have this signal, for the actor in ``row``.

        ``row`` is its row in the actor table: for signals of a pair, that of either actor; for those of the
        recording, None.
        """
        for kind in self.needs:
            if not index.packet_counts.get(index.dialect.id_of(kind)):
                return False
        if self.scope is Scope.SCENE:
            return row is None
        if row is None or (self.rows is not None and row not in self.rows):
            return False
        return int(index.actors.category[row]) in self.of


def signal_of(series: Series, *, mark: str, row: int | None = None, lane_of: str = "") -> Signal:
    """Return a signal whose values are those of ``series``, which were read or computed before.

    Args:
        series: its name has a dot, as ``agent.brake``, so that it is none of the table; its label is in the
            user's language.
        mark: whose values they are, such as "agent".
        row: row in the actor table of the actor that they are about; None for the recording as a whole.
        lane_of: name of the signal in whose lanes this one is drawn as a thin curve; empty for none.
    """
    return Signal(
        series.name, series.label, series.unit, lambda _source: series,
        scope=Scope.SCENE if row is None else Scope.ACTOR, steps=series.steps, states=series.states,
        recorded=series.recorded, rows=None if row is None else (row,), mark=mark, lane_of=lane_of,
    )  # fmt: skip


class Signals(Mapping[str, Signal]):
    """Signals that a recording may have, by name, in the order in which they are listed; immutable."""

    def __init__(self, rows: Iterable[Signal]) -> None:
        self._by_name = {signal.name: signal for signal in rows}
        self._in_lane_of: dict[str, list[Signal]] = {}
        for signal in self._by_name.values():
            self._in_lane_of.setdefault(signal.lane_of, []).append(signal)

    def __getitem__(self, name: str) -> Signal:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def with_rows(self, rows: Iterable[Signal]) -> Signals:
        """Return these signals and ``rows``, which replace signals of the same names."""
        return Signals((*self._by_name.values(), *rows))

    def possible(self, index: RecordingIndex, row: int | None = None) -> tuple[Signal, ...]:
        """Return the signals that can be plotted for the actor in ``row`` of the actor table.

        If ``row`` is None, return those of the recording as a whole. Signals that are drawn in the lanes of
        others are left out.
        """
        return tuple(signal for signal in self._in_lane_of[""] if signal.possible(index, row))

    def in_lane_of(self, name: str) -> Sequence[Signal]:
        """Return the signals that are drawn as thin curves in the lanes of the signal ``name``."""
        return self._in_lane_of.get(name, ())
