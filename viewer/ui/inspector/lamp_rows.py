"""The lamps of a vehicle, the state of a traffic light, and the light that an actor drives towards."""

from __future__ import annotations

import math

from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleLightState
from viewer.recording.actors import Category
from viewer.ui.format import UNKNOWN
from viewer.ui.inspector.row import Row, Source, Swatch, Value, field
from viewer.ui.inspector.told import ActorNow
from viewer.ui.inspector.values import actor as link_to
from viewer.ui.inspector.values import plain, quantity, together, vector
from viewer.ui.translation import tr

_RECORDED, _DERIVED = Source.RECORDED, Source.DERIVED
_LAMPS = {
    VehicleLightState.POSITION: "position_light",
    VehicleLightState.LOW_BEAM: "low_beam",
    VehicleLightState.HIGH_BEAM: "high_beam",
    VehicleLightState.FOG: "fog_light",
    VehicleLightState.LEFT_BLINKER: "left_indicator",
    VehicleLightState.RIGHT_BLINKER: "right_indicator",
    VehicleLightState.BRAKE: "brake_light",
    VehicleLightState.REVERSE: "reverse_light",
}
"""Lamps that are drawn, in their order, and the signal of each."""
_OTHERS = {
    VehicleLightState.INTERIOR: "interior_light",
    VehicleLightState.SPECIAL1: "special_light_1",
    VehicleLightState.SPECIAL2: "special_light_2",
}
_ROLES = {
    TrafficLightState.RED: "light_red",
    TrafficLightState.YELLOW: "light_yellow",
    TrafficLightState.GREEN: "light_green",
    TrafficLightState.OFF: "faint",
    TrafficLightState.UNKNOWN: "faint",
}


def lamps(actor: ActorNow) -> Value | None:
    """Return the lamps of a vehicle that are drawn, and in words those that are lit."""
    index, lights = actor.told.index, actor.snapshot.lights
    if actor.snapshot.category is not Category.VEHICLE:
        return None
    if not index.packet_counts.get(index.dialect.id_of(packets.VEHICLE_LIGHT)):
        return plain(tr("not recorded"), tr("The file does not tell which lamps are lit"))
    if lights is None:
        return None
    lit = [plain(_name(lamp)) for lamp in _LAMPS if lights & lamp]
    parts = []
    for lamp, signal in _LAMPS.items():
        word = tr("on") if lights & lamp else tr("off")
        value = plain(word, tr("Recorded"), _RECORDED, actor.keys(signal), bool(lights & lamp))
        parts.append((_name(lamp), value))
    drawn = tuple((lamp, bool(lights & lamp)) for lamp in _LAMPS)
    return together(lit, _RECORDED, tr("Recorded"))._replace(parts=tuple(parts), lamps=drawn)


def other_lamps(actor: ActorNow) -> Value | None:
    """Return which lamps are lit that are not drawn; None while none is."""
    lights = actor.snapshot.lights or VehicleLightState(0)
    lit = [
        plain(_name(lamp), signals=actor.keys(signal)) for lamp, signal in _OTHERS.items() if lights & lamp
    ]
    return together(lit, _RECORDED, tr("Recorded")) if lit else None


def _name(lamp: VehicleLightState) -> str:
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
    }[lamp]


def traffic_light_rows(actor: ActorNow) -> list[Row]:
    """Return the state of a traffic light, and how long its states last."""
    light, times = actor.snapshot.traffic_light, actor.details.light_times
    frozen = time = state = lengths = None
    if light is not None:
        tip, group = tr("Recorded"), tr("Recorded for the whole group of the light")
        state = plain(_state(light.state), tip, _RECORDED, actor.keys("light_state"))
        state = state._replace(swatch=Swatch(_ROLES[light.state], round=True))
        time = quantity(light.time_in_state, 1, "s", _RECORDED, tip, actor.keys("time_in_state"))
        word = tr("yes") if light.frozen else tr("no")
        frozen = plain(word, group, _RECORDED, actor.keys("frozen"), light.frozen)
    if times is not None:
        names = tr("green"), tr("yellow"), tr("red")
        lengths = vector(times, 1, "s", _RECORDED, tr("Recorded: how long each state lasts"), names=names)
    return [
        field("state", tr("State"), state),
        field("time_in_state", tr("Time in state"), time),
        field("frozen", tr("Frozen"), frozen),
        field("light_times", tr("Green, yellow, red"), lengths),
    ]


def light_ahead(actor: ActorNow) -> Value | None:
    """Return which light an actor drives towards, and how that is known.

    A signal that is NaN says that there is none; the value is None as long as one of the signals is not read.
    """
    state, actor_id, source = map(actor.now, ("light_ahead", "light_ahead_id", "light_ahead_source"))
    if state is None or actor_id is None or source is None:
        return None
    keys = actor.keys("light_ahead")
    if math.isnan(actor_id):
        return plain(tr("none"), tr("Derived: no light governs the lane ahead"), _DERIVED, keys)
    known = TrafficLightState.UNKNOWN if math.isnan(state) else TrafficLightState(int(state))
    rows = actor.told.index.actors.rows_of(int(actor_id))
    light = link_to(int(rows[0]) if len(rows) else -1, int(actor_id))
    how = LIGHT_SOURCES[int(source)] if math.isfinite(source) else UNKNOWN
    tip = tr("Derived; which light it is, is known by {0}").format(how)
    value = plain(f"{_state(known)} · {light.text}", tip, _DERIVED, keys)
    return value._replace(link=light.link, swatch=Swatch(_ROLES[known], round=True))


def _state(state: TrafficLightState) -> str:
    return {
        TrafficLightState.RED: tr("red"),
        TrafficLightState.YELLOW: tr("yellow"),
        TrafficLightState.GREEN: tr("green"),
        TrafficLightState.OFF: tr("off"),
        TrafficLightState.UNKNOWN: tr("unknown"),
    }[state]
