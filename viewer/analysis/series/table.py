"""The table of all signals, the recording's own and those that this package adds, and reading them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.cancellation import Proceed, always
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.replay.series.read import series_of_signals
from viewer.replay.series.series import Series
from viewer.replay.series.signals import LIGHT_STATES, RECORDING_SIGNALS, Scope, Signal

if TYPE_CHECKING:  # who only looks at the table does not need what it takes to read
    from viewer.analysis.route_line import PlannedRoute
    from viewer.analysis.series.reading import TownReading
    from viewer.replay.series.series import Samples
    from viewer.roads.road_map import RoadMap


def _in(module: str, name: str) -> Callable[[TownReading], Samples]:
    """Return a function of a module here that is imported when it is called."""

    def read(reading: TownReading) -> Samples:
        found: Samples = getattr(import_module(f"{__package__}.{module}"), name)(reading)
        return found

    return read


def _lights() -> tuple[Signal, ...]:
    needs = (packets.TRAFFIC_LIGHT_STATE, packets.POSITION)
    return (
        Signal(
            "light_ahead", "Light ahead", "", needs, _in("reading", "light_ahead_state"),
            of=VEHICLES, steps=True, states=LIGHT_STATES, recorded=False, uses_roads=True,
        ),
        Signal(
            "light_ahead_id", "Id of the light ahead", "", needs, _in("reading", "light_ahead_id"),
            of=VEHICLES, steps=True, recorded=False, uses_roads=True,
        ),
        Signal(
            "light_ahead_source", "Light ahead, known by", "", needs, _in("reading", "light_ahead_source"),
            of=VEHICLES, steps=True, states=LIGHT_SOURCES, recorded=False, uses_roads=True,
        ),
    )  # fmt: skip


def _others() -> tuple[Signal, ...]:
    needs = (packets.POSITION,)
    return (
        Signal(
            "ttc", "Time to collision", "s", needs, _in("nearest", "time_to_collision"),
            of=VEHICLES, recorded=False,
        ),
        Signal(
            "nearest_distance", "Distance to the nearest", "m", needs, _in("nearest", "nearest_distance"),
            of=MOVERS, recorded=False,
        ),
        Signal(
            "nearest_id", "Id of the nearest", "", needs, _in("nearest", "nearest_id"),
            of=MOVERS, steps=True, recorded=False,
        ),
        Signal(
            "route_distance", "Distance from the route", "m", needs, _in("reading", "route_distance"),
            of=VEHICLES, recorded=False, uses_route=True,
        ),
        Signal(
            "box_distance", "Distance between boxes", "m", needs, _in("nearest", "box_distance"), Scope.PAIR,
            of=MOVERS, recorded=False,
        ),
        Signal(
            "pair_ttc", "Time to collision with", "s", needs, _in("nearest", "pair_time_to_collision"),
            Scope.PAIR, of=MOVERS, recorded=False,
        ),
    )  # fmt: skip


SIGNALS: Mapping[str, Signal] = {
    **RECORDING_SIGNALS,
    **{signal.name: signal for signal in (*_lights(), *_others())},
}
"""All signals by name, in the order in which to list them."""


def possible_signals(index: RecordingIndex, row: int | None = None) -> tuple[Signal, ...]:
    """Return the signals that the actor of a row can have, or, without a row, the recording as a whole."""
    return tuple(signal for signal in SIGNALS.values() if signal.possible(index, row))


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
    from viewer.analysis.series.reading import TownReading  # noqa: PLC0415 - most of the analysis is behind it

    def reading(ask: Proceed) -> TownReading:
        return TownReading(index, row, other, road_map, route, ask)

    return series_of_signals([SIGNALS[name] for name in names], reading, proceed)
