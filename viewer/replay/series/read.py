"""Reading signals from a recording."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.cancellation import Proceed, always, check
from viewer.replay.series.reading import Reading
from viewer.replay.series.series import Series, with_gaps
from viewer.replay.series.signals import Scope, Signal


def series_of_signals(
    signals: Sequence[Signal], make: Callable[[Proceed], Reading], proceed: Proceed = always
) -> tuple[Series, ...]:
    """Return some signals over the life of an actor, or over the recording.

    Args:
        signals: rows of a table.
        make: returns the reading that all of them read from, which asks whether to go on.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        ValueError: a signal needs an actor, or another one, that the reading does not have.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    done = 0.0

    def ask(share: float) -> bool:
        return proceed(done + share / len(signals))

    reading = make(ask)
    for signal in signals:
        if signal.scope is not Scope.SCENE and (
            reading.row < 0 or (signal.scope is Scope.PAIR and reading.other < 0)
        ):
            raise ValueError(f"'{signal.name}' is about {signal.scope.value}: which?")
    series = []
    for number, signal in enumerate(signals):
        done = number / len(signals)
        check(proceed, done)
        series.append(_read(signal, reading))
    return tuple(series)


def _read(signal: Signal, reading: Reading) -> Series:
    samples = signal.read(reading)
    elapsed, values = with_gaps(reading.index, samples)
    return Series(
        name=signal.name,
        label=signal.label,
        unit=signal.unit,
        elapsed=elapsed,
        values=values,
        recorded=signal.recorded and samples.recorded,
        steps=signal.steps,
        states=signal.states,
    )
