"""The table of all signals: the recording's own, and those that this package adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.logfile import packets
from viewer.recording.actors import MOVERS, VEHICLES
from viewer.recording.index import RecordingIndex
from viewer.replay.series.signals import LIGHT_STATES, RECORDING_SIGNALS, Scope, Signal

if TYPE_CHECKING:  # who only looks at the table does not need what it takes to read
    from viewer.analysis.series.reading import TownReading
    from viewer.replay.series.series import Samples


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
