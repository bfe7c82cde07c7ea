"""Reading signals from a recording, with or without the town's roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from viewer.cancellation import Proceed, always, check
from viewer.recording.index import RecordingIndex
from viewer.replay.paths.trajectory import Trajectory
from viewer.signals.reading import Reading
from viewer.signals.series import Samples, Series, with_gaps
from viewer.signals.table import SIGNALS, Scope, Signal

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap


def read_series(
    index: RecordingIndex,
    names: Sequence[str],
    row: int | None = None,
    *,
    other: int | None = None,
    road_map: RoadMap | None = None,
    route: PlannedRoute | None = None,
    proceed: Proceed = always,
) -> tuple[Series, ...]:
    """Return some signals over the life of an actor, or over the recording.

    What they are made from is read once for all of them.

    Args:
        index: the recording, or as much of it as has been read.
        names: ids of SIGNALS.
        row: the actor, for signals of one or of two.
        other: the other one, for signals of two.
        road_map: where they drive, if that is known; one that does not fit is not used.
        route: of the hero, if that is known.
        proceed: is told the share that is done, and answers whether to go on.

    Raises:
        KeyError: there is no such signal.
        ValueError: a signal needs an actor, or another one, that is not given.
        MemoryBudgetError: a signal needs everybody, who are too many for the memory that is allowed.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``proceed`` said no.

    """
    done = 0.0

    def ask(share: float) -> bool:
        return proceed(done + share / len(names))

    signals = [SIGNALS[name] for name in names]
    reading = Reading(index, row, ask, other=other, road_map=road_map, route=route)
    for signal in signals:
        if signal.scope is not Scope.SCENE and (
            row is None or (signal.scope is Scope.PAIR and other is None)
        ):
            raise ValueError(f"'{signal.name}' is about {signal.scope.value}: which?")
    series = []
    for number, signal in enumerate(signals):
        done = number / len(signals)
        check(proceed, done)
        series.append(_series(index, signal, signal.read(reading)))
    return tuple(series)


def read_speed(index: RecordingIndex, row: int, poses: Trajectory, *, proceed: Proceed = always) -> Series:
    """Return an actor's speed: recorded where there is additional data, else derived from its poses.

    Errors as for ``trajectory``.
    """
    reading = Reading(index, row, proceed)
    vars(reading)["poses"] = poses  # they need not be read again
    for signal in (SIGNALS["speed"], SIGNALS["derived_speed"]):
        series = _series(index, signal, signal.read(reading))
        if series.known:
            break
    return series


def _series(index: RecordingIndex, signal: Signal, samples: Samples) -> Series:
    recorded = signal.recorded and samples.recorded
    return Series(
        signal.name, signal.label, signal.unit, *with_gaps(index, samples),
        recorded=recorded, steps=signal.steps, states=signal.states,
    )  # fmt: skip
