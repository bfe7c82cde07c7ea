"""Reading signals from a recording."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.series.reading import Reading
from viewer.replay.series.series import Series, with_gaps
from viewer.replay.series.signals import SIGNALS, Scope, Signal


def read_series(
    index: RecordingIndex,
    names: Sequence[str],
    row: int | None = None,
    *,
    other: int | None = None,
    proceed: Proceed = always,
) -> tuple[Series, ...]:
    """Return some signals over the life of an actor, or over the recording.

    What they are made from is read once for all of them.

    Args:
        index: the recording, or as much of it as has been read.
        names: ids of SIGNALS.
        row: the actor, for signals of one or of two.
        other: the other one, for signals of two.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        KeyError: there is no such signal.
        ValueError: a signal needs an actor, or another one, that is not given.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    signals = [SIGNALS[name] for name in names]
    for signal in signals:
        if signal.scope is not Scope.SCENE and (
            row is None or (signal.scope is Scope.PAIR and other is None)
        ):
            raise ValueError(f"'{signal.name}' is about {signal.scope.value}: which?")
    done = 0.0

    def ask(share: float) -> bool:
        return proceed(done + share / len(signals))

    reading = Reading(index, row, other, ask)
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
