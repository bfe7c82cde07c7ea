"""The table of signals (quantities over time, as speed).

A new signal is one row here and the function that reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from viewer.analysis.controlled_lanes import LIGHT_SOURCES
from viewer.cancellation import ShouldContinue, always, check
from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.logfile.payload import Records
from viewer.recording.actors import MOVERS, VEHICLES, Category
from viewer.recording.index import RecordingIndex
from viewer.recording.units import CENTIMETRES_PER_METRE
from viewer.replay.paths.trajectory import Trajectory
from viewer.signals import signal_source
from viewer.signals.series import Samples, Series, with_gaps
from viewer.signals.signal import Scope, Signal, Signals
from viewer.signals.signal_source import (
    SignalSource,
    Value,
    acceleration,
    field_of,
    pose_component,
    wheel_steering,
)

if TYPE_CHECKING:  # not loaded before the first picture
    from viewer.analysis.route_line import PlannedRoute
    from viewer.roads.road_map import RoadMap

LIGHT_STATES = tuple(map(str, TrafficLightState))
"""Texts for the values of TrafficLightState, by index."""

_METRES = 1.0 / CENTIMETRES_PER_METRE
OFF_ON = ("off", "on")
"""Texts shown for the values 0 and 1 of a signal that can only be off or on, such as that of a lamp."""


def _analysed(name: str, source: SignalSource) -> Samples:
    """Call the function ``name`` of ``viewer.signals.surroundings`` with ``source``; return its samples.

    That module is imported at the first call, since it imports most of the analysis.
    """
    samples: Samples = getattr(import_module(f"{__package__}.surroundings"), name)(source)
    return samples


_position = partial(Signal, needs=(packets.POSITION,))
_derived = partial(_position, recorded=False)
_kinematics = partial(Signal, needs=(packets.KINEMATICS,), of=MOVERS)
_wheel = partial(Signal, needs=(packets.ANIM_VEHICLE_WHEELS,), of=VEHICLES)
_ahead = partial(
    Signal, needs=(packets.TRAFFIC_LIGHT_STATE, packets.POSITION), of=VEHICLES,
    steps=True, recorded=False, uses_roads=True,
)  # fmt: skip


def _fields_of(kind: PacketKind, *of: Category) -> Callable[..., Signal]:
    """Return a function that makes Signals from fields of the packets of ``kind``.

    The function's parameters are the signal's name, label and unit, and the field with its values (or a
    function of the records). ``of`` are the categories of actors that have such packets.
    """

    def row(name: str, label: str, unit: str, value: str | Value, **more: Any) -> Signal:  # noqa: ANN401 - of a row
        return Signal(name, label, unit, partial(field_of, kind, value), (kind,), of=of, **more)

    return row


_control = _fields_of(packets.ANIM_VEHICLE, *VEHICLES)
_walker = _fields_of(packets.ANIM_WALKER, Category.WALKER)
_biker = _fields_of(packets.ANIM_BIKER, *VEHICLES)
_lights = _fields_of(packets.VEHICLE_LIGHT, *VEHICLES)
_light = _fields_of(packets.TRAFFIC_LIGHT_STATE, Category.TRAFFIC_LIGHT)


def _metres(field: str) -> Value:
    return lambda records: records[field].astype(np.float64) * _METRES


def _lamp(bit: VehicleLightState, name: str, label: str) -> Signal:
    def lit(records: Records) -> NDArray[np.bool_]:
        return np.asarray((records["lights"] & np.uint32(bit)) != 0)

    return _lights(name, label, "", lit, steps=True, states=OFF_ON)


def _door(which: VehicleDoor) -> Signal:
    name, needs = which.name.lower(), (packets.VEHICLE_DOOR,)
    return Signal(
        f"door_{name}", f"Door, {name.replace('_', ' ')}", "", partial(signal_source.door, which), needs,
        of=VEHICLES, steps=True, states=("closed", "open"),
    )  # fmt: skip


def _weather(name: str, unit: str) -> Signal:
    label, needs = name.replace("_", " ").capitalize(), (packets.WEATHER,)
    return Signal(
        f"weather_{name}", label, unit, partial(signal_source.weather, name), needs, Scope.SCENE, steps=True
    )


_ROWS = (
    # Motion.
    _kinematics("speed", "Speed", "m/s", signal_source.recorded_speed),
    _derived("derived_speed", "Speed, derived", "m/s", signal_source.derived_speed),
    _derived("acceleration", "Acceleration", "m/s²", partial(acceleration, 0), of=MOVERS),
    _derived("lateral_acceleration", "Lateral acceleration", "m/s²", partial(acceleration, 1), of=MOVERS),
    _derived("jerk", "Jerk", "m/s³", signal_source.jerk, of=MOVERS),
    _kinematics("yaw_rate", "Yaw rate", "°/s", signal_source.recorded_yaw_rate),
    _derived("derived_yaw_rate", "Yaw rate, derived", "°/s", signal_source.derived_yaw_rate, of=MOVERS),
    *(
        _position(name, name, "m", partial(pose_component, "locations", axis))
        for axis, name in enumerate("xyz")
    ),
    *(
        _position(name, name.capitalize(), "°", partial(pose_component, "rotations", axis))
        for axis, name in enumerate(("pitch", "yaw", "roll"))
    ),
    _derived(
        "distance", "Distance", "m", signal_source.distance, scope=Scope.PAIR, pair="Distance to {actor}"
    ),
    # What an actor is told to do.
    _control("throttle", "Throttle", "", "throttle"),
    _control("brake", "Brake", "", "brake"),
    _control("steer", "Steering", "", "steer"),
    _control("gear", "Gear", "", "gear", steps=True),
    _control("hand_brake", "Hand brake", "", lambda it: it["hand_brake"] != 0, steps=True, states=OFF_ON),
    _control("reverse", "Reverse gear", "", lambda it: it["gear"] < 0, steps=True, states=OFF_ON),
    _walker("walker_speed", "Commanded speed", "m/s", _metres("speed")),
    _biker("biker_speed", "Forward speed", "m/s", _metres("forward_speed")),
    _biker("engine_rotation", "Engine rotation", "", "engine_rotation"),
    # Its equipment.
    _lamp(VehicleLightState.BRAKE, "brake_light", "Brake light"),
    _lamp(VehicleLightState.LEFT_BLINKER, "left_indicator", "Left indicator"),
    _lamp(VehicleLightState.RIGHT_BLINKER, "right_indicator", "Right indicator"),
    _lamp(VehicleLightState.REVERSE, "reverse_light", "Reversing light"),
    _lamp(VehicleLightState.POSITION, "position_light", "Position light"),
    _lamp(VehicleLightState.LOW_BEAM, "low_beam", "Low beam"),
    _lamp(VehicleLightState.HIGH_BEAM, "high_beam", "High beam"),
    _lamp(VehicleLightState.FOG, "fog_light", "Fog light"),
    _lamp(VehicleLightState.INTERIOR, "interior_light", "Interior light"),
    _lamp(VehicleLightState.SPECIAL1, "special_light_1", "Special light 1"),
    _lamp(VehicleLightState.SPECIAL2, "special_light_2", "Special light 2"),
    *(
        _wheel(
            f"wheel_steering_{where.replace(' ', '_')}", f"Steering angle, {where}", "°",
            partial(wheel_steering, wheel),
        )
        for wheel, where in enumerate(("front left", "front right", "back left", "back right"))
    ),
    *(_door(each) for each in VehicleDoor if each is not VehicleDoor.ALL),
    # Traffic lights.
    _light(
        "light_state", "State", "", lambda it: np.minimum(it["state"], TrafficLightState.UNKNOWN),
        steps=True, states=LIGHT_STATES,
    ),
    _light("frozen", "Frozen", "", lambda it: it["frozen"] != 0, steps=True, states=("no", "yes")),
    _light("time_in_state", "Time in state", "s", "time_in_state"),
    Signal(
        "time_since_change", "Time since it changed", "s", signal_source.time_since_change,
        (packets.TRAFFIC_LIGHT_STATE,), of=(Category.TRAFFIC_LIGHT,), recorded=False,
    ),
    # The scene.
    Signal("frame_duration", "Frame time", "s", signal_source.frame_duration, scope=Scope.SCENE, steps=True),
    Signal(
        "real_time_factor", "Real-time factor", "×", signal_source.real_time_factor, (packets.PLATFORM_TIME,),
        Scope.SCENE, steps=True, recorded=False,
    ),
    *(_weather(field.name, field.unit) for field in packets.WEATHER.fields),
    # The town, and others in it.
    _ahead("light_ahead", "Light ahead", "", partial(_analysed, "light_ahead_state"), states=LIGHT_STATES),
    _ahead("light_ahead_id", "Id of the light ahead", "", partial(_analysed, "light_ahead_id")),
    _ahead(
        "light_ahead_source", "Light ahead, known by", "", partial(_analysed, "light_ahead_source"),
        states=LIGHT_SOURCES,
    ),
    _derived("ttc", "Time to collision", "s", partial(_analysed, "time_to_collision"), of=VEHICLES),
    _derived(
        "nearest_distance", "Distance to the nearest", "m", partial(_analysed, "nearest_distance"),
        of=MOVERS,
    ),
    _derived("nearest_id", "Id of the nearest", "", partial(_analysed, "nearest_id"), of=MOVERS, steps=True),
    _derived(
        "route_distance", "Distance from the route", "m", partial(_analysed, "route_distance"),
        of=VEHICLES, uses_route=True,
    ),
    _derived(
        "box_distance", "Gap", "m", partial(_analysed, "box_distance"),
        scope=Scope.PAIR, of=MOVERS, pair="Gap to {actor}",
    ),
    _derived(
        "pair_ttc", "Time to collision", "s", partial(_analysed, "pair_time_to_collision"),
        scope=Scope.PAIR, of=MOVERS, pair="Time to collision with {actor}",
    ),
)  # fmt: skip

SIGNALS = Signals(_ROWS)
"""Signals (quantities that can be plotted over time) that the recording's file itself may have."""


# -- reading them


def read_series(
    index: RecordingIndex,
    names: Sequence[str],
    row: int | None = None,
    *,
    signals: Signals = SIGNALS,
    other: int | None = None,
    road_map: RoadMap | None = None,
    route: PlannedRoute | None = None,
    should_continue: ShouldContinue = always,
) -> tuple[Series, ...]:
    """Return one series per name in ``names``, over the lifetime of an actor, or over the recording.

    Parts of the file that several signals need are read once.

    Args:
        index: the recording, or as much of it as has been read.
        names: names in ``signals``.
        row: row of the actor, for signals of one or two actors.
        signals: the signals that there are.
        other: row of the second actor, for signals of two actors.
        road_map: the map, if known; a map that does not fit the recording is not used.
        route: route of the hero, if known.
        should_continue: called with the fraction done, 0 to 1; returns False to cancel.

    Raises:
        KeyError: there is no such signal.
        ValueError: a signal needs an actor, or a second one, that is not given.
        MemoryBudgetError: a signal needs all actors, which are too many for the allowed memory.
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.
        ReadingCancelledError: ``should_continue`` returned False.
    """
    done = 0.0

    def ask(share: float) -> bool:
        return should_continue(done + share / len(names))

    read = [signals[name] for name in names]
    source = SignalSource(index, row, ask, other=other, road_map=road_map, route=route)
    for signal in read:
        if signal.scope is not Scope.SCENE and (
            row is None or (signal.scope is Scope.PAIR and other is None)
        ):
            raise ValueError(f"'{signal.name}' is about {signal.scope.value}: which?")
    series = []
    for number, signal in enumerate(read):
        done = number / len(read)
        check(should_continue, done)
        series.append(_series(index, signal, signal.read(source)))
    return tuple(series)


def read_speed(
    index: RecordingIndex, row: int, poses: Trajectory, *, should_continue: ShouldContinue = always
) -> Series:
    """Return the speed in m/s of an actor: recorded if the recording has it, else derived from ``poses``.

    ``row`` is the actor's in the actor table of the recording ``index``; recorded speeds are in Kinematics
    packets. Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read,
    ReadingCancelledError if ``should_continue`` returns False.
    """
    source = SignalSource(index, row, should_continue)
    vars(source)["poses"] = poses  # they need not be read again
    for signal in (SIGNALS["speed"], SIGNALS["derived_speed"]):
        series = _series(index, signal, signal.read(source))
        if series.known:
            break
    return series


def _series(index: RecordingIndex, signal: Signal, samples: Samples | Series) -> Series:
    """Return the series of ``signal`` with the values of ``samples``, NaN where a gap begins.

    ``index`` is the recording that the samples are from, which has the times of the frames. A whole series is
    returned as it is.
    """
    if isinstance(samples, Series):
        return samples
    recorded = signal.recorded and samples.recorded
    return Series(
        signal.name, signal.label, signal.unit, *with_gaps(index, samples),
        recorded=recorded, steps=signal.steps, states=signal.states,
    )  # fmt: skip
