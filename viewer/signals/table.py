"""The table of signals, one row each: a new one is a row here and the function that reads it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from importlib import import_module

from viewer.analysis.signal_places import LIGHT_SOURCES
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.signals import motion, states
from viewer.signals.reading import Reading
from viewer.signals.series import Samples

ANYBODY = frozenset(Category)
WALKERS = frozenset({Category.WALKER})
LIGHTS = frozenset({Category.TRAFFIC_LIGHT})

OFF_ON = ("off", "on")
NO_YES = ("no", "yes")
CLOSED_OPEN = ("closed", "open")
LIGHT_STATES = tuple(map(str, TrafficLightState))

_METRES = 1.0 / CENTIMETRES_PER_METRE


class Scope(Enum):
    """What a signal is about."""

    ACTOR = "one actor"
    PAIR = "two actors"
    SCENE = "the recording"


@dataclass(frozen=True, slots=True)
class Signal:
    """One row of the table.

    Attributes:
        name: its id.
        label: what it is called.
        unit: of its values, empty if they have none.
        needs: the packets without which there is nothing of it.
        read: how it is read, from a ``Reading``, or from a ``TownReading`` by those that need one.
        scope: what it is about.
        of: categories of actors that can have it.
        steps: whether it jumps from one value to the next.
        states: what the values 0, 1, … mean; None if they are numbers.
        recorded: whether its values stand in the file as they are, or are derived.
        uses_roads: whether a road map makes it better.
        uses_route: whether there is nothing of it without the hero's route.

    """

    name: str
    label: str
    unit: str
    needs: tuple[PacketKind, ...]
    read: Callable[..., Samples]
    scope: Scope = Scope.ACTOR
    of: Collection[Category] = ANYBODY
    steps: bool = False
    states: tuple[str, ...] | None = None
    recorded: bool = True
    uses_roads: bool = False
    uses_route: bool = False

    def possible(self, index: RecordingIndex, row: int | None = None) -> bool:
        """Return whether a recording, and the actor of a row in it, can have the signal.

        Of a pair, the row is that of either actor.
        """
        for kind in self.needs:
            if not index.packet_counts.get(index.dialect.id_of(kind)):
                return False
        if self.scope is Scope.SCENE:
            return row is None
        return row is not None and int(index.actors.category[row]) in self.of


def _motion() -> tuple[Signal, ...]:
    position, kinematics = (packets.POSITION,), (packets.KINEMATICS,)
    return (
        Signal("speed", "Speed", "m/s", kinematics, motion.recorded_speed, of=MOVERS),
        Signal("derived_speed", "Speed, derived", "m/s", position, motion.derived_speed, recorded=False),
        Signal(
            "acceleration", "Acceleration", "m/s²", position, motion.acceleration(0),
            of=MOVERS, recorded=False,
        ),
        Signal(
            "lateral_acceleration", "Lateral acceleration", "m/s²", position, motion.acceleration(1),
            of=MOVERS, recorded=False,
        ),
        Signal("jerk", "Jerk", "m/s³", position, motion.jerk, of=MOVERS, recorded=False),
        Signal("yaw_rate", "Yaw rate", "°/s", kinematics, motion.recorded_yaw_rate, of=MOVERS),
        Signal(
            "derived_yaw_rate", "Yaw rate, derived", "°/s", position, motion.derived_yaw_rate,
            of=MOVERS, recorded=False,
        ),
        Signal("x", "x", "m", position, motion.location(0)),
        Signal("y", "y", "m", position, motion.location(1)),
        Signal("z", "z", "m", position, motion.location(2)),
        Signal("pitch", "Pitch", "°", position, motion.rotation(0)),
        Signal("yaw", "Yaw", "°", position, motion.rotation(1)),
        Signal("roll", "Roll", "°", position, motion.rotation(2)),
        Signal("distance", "Distance", "m", position, motion.distance, Scope.PAIR, recorded=False),
    )  # fmt: skip


def _control() -> tuple[Signal, ...]:
    vehicle, of = packets.ANIM_VEHICLE, VEHICLES
    return (
        Signal("throttle", "Throttle", "", (vehicle,), states.field_of(vehicle, "throttle"), of=of),
        Signal("brake", "Brake", "", (vehicle,), states.field_of(vehicle, "brake"), of=of),
        Signal("steer", "Steering", "", (vehicle,), states.field_of(vehicle, "steer"), of=of),
        Signal("gear", "Gear", "", (vehicle,), states.field_of(vehicle, "gear"), of=of, steps=True),
        Signal(
            "hand_brake", "Hand brake", "", (vehicle,), states.flag_of(vehicle, "hand_brake"),
            of=of, steps=True, states=OFF_ON,
        ),
        Signal(
            "reverse", "Reverse gear", "", (vehicle,), states.reverse_gear,
            of=of, steps=True, states=OFF_ON,
        ),
        Signal(
            "walker_speed", "Commanded speed", "m/s", (packets.ANIM_WALKER,),
            states.field_of(packets.ANIM_WALKER, "speed", _METRES), of=WALKERS,
        ),
        Signal(
            "biker_speed", "Forward speed", "m/s", (packets.ANIM_BIKER,),
            states.field_of(packets.ANIM_BIKER, "forward_speed", _METRES), of=VEHICLES,
        ),
        Signal(
            "engine_rotation", "Engine rotation", "", (packets.ANIM_BIKER,),
            states.field_of(packets.ANIM_BIKER, "engine_rotation"), of=VEHICLES,
        ),
    )  # fmt: skip


_WHEELS = ("front left", "front right", "back left", "back right")

_LAMPS = {
    VehicleLightState.BRAKE: ("brake_light", "Brake light"),
    VehicleLightState.LEFT_BLINKER: ("left_indicator", "Left indicator"),
    VehicleLightState.RIGHT_BLINKER: ("right_indicator", "Right indicator"),
    VehicleLightState.REVERSE: ("reverse_light", "Reversing light"),
    VehicleLightState.POSITION: ("position_light", "Position light"),
    VehicleLightState.LOW_BEAM: ("low_beam", "Low beam"),
    VehicleLightState.HIGH_BEAM: ("high_beam", "High beam"),
    VehicleLightState.FOG: ("fog_light", "Fog light"),
    VehicleLightState.INTERIOR: ("interior_light", "Interior light"),
    VehicleLightState.SPECIAL1: ("special_light_1", "Special light 1"),
    VehicleLightState.SPECIAL2: ("special_light_2", "Special light 2"),
}


def _equipment() -> tuple[Signal, ...]:
    wheels = tuple(
        Signal(
            f"wheel_steering_{name.replace(' ', '_')}", f"Steering angle, {name}", "°",
            (packets.ANIM_VEHICLE_WHEELS,), states.wheel_steering(place), of=VEHICLES,
        )
        for place, name in enumerate(_WHEELS)
    )  # fmt: skip
    lamps = tuple(
        Signal(
            name, label, "", (packets.VEHICLE_LIGHT,), states.lamp(bit),
            of=VEHICLES, steps=True, states=OFF_ON,
        )
        for bit, (name, label) in _LAMPS.items()
    )  # fmt: skip
    doors = tuple(
        Signal(
            f"door_{each.name.lower()}", f"Door, {each.name.lower().replace('_', ' ')}", "",
            (packets.VEHICLE_DOOR,), states.door(each), of=VEHICLES, steps=True, states=CLOSED_OPEN,
        )
        for each in VehicleDoor
        if each is not VehicleDoor.ALL
    )  # fmt: skip
    return (*lamps, *wheels, *doors)


def _traffic_lights() -> tuple[Signal, ...]:
    kind = packets.TRAFFIC_LIGHT_STATE
    return (
        Signal(
            "light_state", "State", "", (kind,), states.light_state,
            of=LIGHTS, steps=True, states=LIGHT_STATES,
        ),
        Signal(
            "frozen", "Frozen", "", (kind,), states.flag_of(kind, "frozen"),
            of=LIGHTS, steps=True, states=NO_YES,
        ),
        Signal(
            "time_in_state", "Time in state", "s", (kind,), states.field_of(kind, "time_in_state"),
            of=LIGHTS,
        ),
    )  # fmt: skip


def _scene() -> tuple[Signal, ...]:
    of_weather = tuple(
        Signal(
            f"weather_{field.name}", field.name.replace("_", " ").capitalize(), field.unit,
            (packets.WEATHER,), states.weather(field.name), Scope.SCENE, steps=True,
        )
        for field in packets.WEATHER.fields
    )  # fmt: skip
    return (
        Signal("frame_duration", "Frame time", "s", (), states.frame_duration, Scope.SCENE, steps=True),
        Signal(
            "real_time_factor", "Real-time factor", "×", (packets.PLATFORM_TIME,),
            states.real_time_factor, Scope.SCENE, steps=True, recorded=False,
        ),
        *of_weather,
    )  # fmt: skip


def _in(module: str, name: str) -> Callable[[Reading], Samples]:
    """Return a function of a module here that is imported when it is called, with most of the analysis."""

    def read(reading: Reading) -> Samples:
        found: Samples = getattr(import_module(f"{__package__}.{module}"), name)(reading)
        return found

    return read


def _lights() -> tuple[Signal, ...]:
    needs = (packets.TRAFFIC_LIGHT_STATE, packets.POSITION)
    return (
        Signal(
            "light_ahead", "Light ahead", "", needs, _in("town", "light_ahead_state"),
            of=VEHICLES, steps=True, states=LIGHT_STATES, recorded=False, uses_roads=True,
        ),
        Signal(
            "light_ahead_id", "Id of the light ahead", "", needs, _in("town", "light_ahead_id"),
            of=VEHICLES, steps=True, recorded=False, uses_roads=True,
        ),
        Signal(
            "light_ahead_source", "Light ahead, known by", "", needs, _in("town", "light_ahead_source"),
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
            "route_distance", "Distance from the route", "m", needs, _in("town", "route_distance"),
            of=VEHICLES, recorded=False, uses_route=True,
        ),
        Signal(
            "box_distance", "Gap", "m", needs, _in("nearest", "box_distance"), Scope.PAIR,
            of=MOVERS, recorded=False,
        ),
        Signal(
            "pair_ttc", "Time to collision with", "s", needs, _in("nearest", "pair_time_to_collision"),
            Scope.PAIR, of=MOVERS, recorded=False,
        ),
    )  # fmt: skip


SIGNALS: Mapping[str, Signal] = {
    signal.name: signal
    for signal in (
        *_motion(), *_control(), *_equipment(), *_traffic_lights(), *_scene(), *_lights(), *_others(),
    )
}  # fmt: skip
"""All signals by name, in the order in which to list them."""


def possible_signals(index: RecordingIndex, row: int | None = None) -> tuple[Signal, ...]:
    """Return the signals that the actor of a row can have, or, without a row, the recording as a whole."""
    return tuple(signal for signal in SIGNALS.values() if signal.possible(index, row))
