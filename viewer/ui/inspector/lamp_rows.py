"""The rows of lamps: those of a vehicle, and those of a traffic light."""

from __future__ import annotations

import math
from collections.abc import Iterator
from types import MappingProxyType

from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.recording.index import RecordingIndex
from viewer.replay.world.snapshot import TrafficLight
from viewer.ui.format import UNKNOWN
from viewer.ui.inspector.sheet import Lamp, OverTime, Piece, Row, Source, Swatch, Value, fact
from viewer.ui.inspector.values import actor, plain, quantity, seen_over_time, signal_of
from viewer.ui.translation import tr

_SHOWN = MappingProxyType(
    {
        VehicleLightState.POSITION: "position_light",
        VehicleLightState.LOW_BEAM: "low_beam",
        VehicleLightState.HIGH_BEAM: "high_beam",
        VehicleLightState.FOG: "fog_light",
        VehicleLightState.LEFT_BLINKER: "left_indicator",
        VehicleLightState.RIGHT_BLINKER: "right_indicator",
        VehicleLightState.BRAKE: "brake_light",
        VehicleLightState.REVERSE: "reverse_light",
    }
)
"""Lamps that have a field of their own, in their order, and the signal of each."""
_OTHERS = MappingProxyType(
    {
        VehicleLightState.INTERIOR: "interior_light",
        VehicleLightState.SPECIAL1: "special_light_1",
        VehicleLightState.SPECIAL2: "special_light_2",
    }
)
_ROLES = MappingProxyType(
    {
        TrafficLightState.RED: "light_red",
        TrafficLightState.YELLOW: "light_yellow",
        TrafficLightState.GREEN: "light_green",
        TrafficLightState.OFF: "faint",
        TrafficLightState.UNKNOWN: "faint",
    }
)


def lamps_value(index: RecordingIndex, row: int, lights: VehicleLightState | None) -> Value | None:
    """Return the lamps of a vehicle that have a field, and in words those that are lit."""
    if lights is None:
        return None
    names = _names()
    lamps = tuple(
        Lamp(lamp, names[lamp], bool(lights & lamp), signal_of(index, signal, row))
        for lamp, signal in _SHOWN.items()
    )
    lit = ", ".join(lamp.name for lamp in lamps if lamp.lit) or tr("none")
    return Value((Piece(lit),), Source.RECORDED, tr("Recorded"), lamps=lamps)


def lamp_by_lamp(value: Value) -> Value:
    """Return lamps as a value with a part for each."""
    states = {True: tr("on"), False: tr("off")}
    parts = tuple(
        (lamp.name, Value((Piece(states[lamp.lit], target=lamp.key and OverTime(lamp.key)),), raw=lamp.lit))
        for lamp in value.lamps
    )
    return Value(value.pieces, value.source, value.tip, parts=parts)


def other_lamps(index: RecordingIndex, row: int, lights: VehicleLightState | None) -> Value | None:
    """Return which lamps are lit that have no field; each can be seen over time. None while none is."""
    if lights is None or not any(lights & lamp for lamp in _OTHERS):
        return None
    pieces: list[Piece] = []
    for lamp, signal in _OTHERS.items():
        if lights & lamp:
            one = seen_over_time(plain(_names()[lamp]), signal_of(index, signal, row))
            pieces += (Piece(", "), *one.pieces)
    return Value(tuple(pieces[1:]), Source.RECORDED, tr("Recorded"))


def _names() -> dict[VehicleLightState, str]:
    return {
        VehicleLightState.POSITION: tr("position"),
        VehicleLightState.LOW_BEAM: tr("low beam"),
        VehicleLightState.HIGH_BEAM: tr("high beam"),
        VehicleLightState.BRAKE: tr("brake"),
        VehicleLightState.RIGHT_BLINKER: tr("right indicator"),
        VehicleLightState.LEFT_BLINKER: tr("left indicator"),
        VehicleLightState.REVERSE: tr("reverse"),
        VehicleLightState.FOG: tr("fog"),
        VehicleLightState.INTERIOR: tr("interior"),
        VehicleLightState.SPECIAL1: tr("special 1"),
        VehicleLightState.SPECIAL2: tr("special 2"),
    }


def traffic_light_rows(index: RecordingIndex, row: int, light: TrafficLight | None) -> Iterator[Row]:
    """Yield the state of a traffic light; the values are None where the file is silent."""
    tip = tr("Recorded")
    frozen = time = state = None
    if light is not None:
        lamp = Swatch(_ROLES[light.state], round=True)
        state = Value((Piece(_state(light.state)),), Source.RECORDED, tip, lamp)
        word = tr("yes") if light.frozen else tr("no")
        group = tr("Recorded for the whole group of the light")
        frozen = plain(word, group)._replace(source=Source.RECORDED, raw=light.frozen)
        time = quantity(light.time_in_state, 1, "s", Source.RECORDED, tip)
    for key, label, value, signal in (
        ("state", tr("State"), state, "light_state"),
        ("time_in_state", tr("Time in state"), time, "time_in_state"),
        ("frozen", tr("Frozen"), frozen, "frozen"),
    ):
        key_of_signal = signal_of(index, signal, row)
        yield fact(key, label, None if value is None else seen_over_time(value, key_of_signal))


LIGHT_AHEAD = ("light_ahead", "light_ahead_id", "light_ahead_source")
"""Signals that tell of the light that an actor drives towards."""


def light_ahead_row(
    index: RecordingIndex, row: int, state: float | None, actor_id: float | None, source: float | None
) -> Row:
    """Return which light an actor drives towards, and how that is known.

    NaN is that there is none; the value is None as long as one of the signals is not read.
    """
    label = tr("Light ahead")
    if state is None or actor_id is None or source is None:
        return fact("light_ahead", label, None)
    key = signal_of(index, "light_ahead", row)
    if math.isnan(actor_id):
        tip = tr("Derived: no light governs the lane ahead")
        none = plain(tr("none"), tip)._replace(source=Source.DERIVED)
        return fact("light_ahead", label, seen_over_time(none, key))
    known = TrafficLightState.UNKNOWN if math.isnan(state) else TrafficLightState(int(state))
    pieces = seen_over_time(plain(_state(known)), key).pieces
    rows = index.actors.rows_of(int(actor_id))
    light = actor(int(rows[0]) if len(rows) else -1, int(actor_id))
    how = LIGHT_SOURCES[int(source)] if math.isfinite(source) else UNKNOWN
    tip = tr("Derived; which light it is, is known by {0}").format(how)
    swatch = Swatch(_ROLES[known], round=True)
    return fact("light_ahead", label, Value((*pieces, Piece(" · "), light), Source.DERIVED, tip, swatch))


def light_by_part(value: Value) -> Value:
    """Return the light ahead as a value with a part for its state and one for who it is."""
    if len(value.pieces) == 1:
        return value
    state, _, light = value.pieces
    names = tr("light ahead"), tr("light")
    parts = value._replace(pieces=(state,)), value._replace(pieces=(light,), swatch=None)
    return value._replace(parts=tuple(zip(names, parts, strict=True)))


def _state(state: TrafficLightState) -> str:
    return {
        TrafficLightState.RED: tr("red"),
        TrafficLightState.YELLOW: tr("yellow"),
        TrafficLightState.GREEN: tr("green"),
        TrafficLightState.OFF: tr("off"),
        TrafficLightState.UNKNOWN: tr("unknown"),
    }[state]
