"""Visible states besides poses: lamps, doors, wheels, traffic light phases, trigger volumes, weather.

States that the map draws are computed once per World (all actors at one time) and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Flags, Floats, Ints, match, wrap_degrees
from viewer.cancellation import ShouldContinue, always
from viewer.lazy import cached_per_object
from viewer.logfile import packets
from viewer.logfile.enums import LightGroup, TrafficLightState, VehicleLightState
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.index import RecordingIndex
from viewer.recording.read.changes import changes_of, door_changes
from viewer.recording.read.records import all_records
from viewer.recording.units import metres
from viewer.replay.world.world import World

BLINK_PERIOD = 0.8
"""Seconds from one flash of an indicator to the next."""

_BRAKING = 0.02  # a brake pedal that is touched
_BLINKERS = np.uint32(VehicleLightState.LEFT_BLINKER | VehicleLightState.RIGHT_BLINKER)
_FRONT = 2  # wheels: 0 front left, 1 front right


@cached_per_object
def lamps_at(world: World) -> NDArray[np.uint32]:
    """Return the lamps that shine on each actor, as bits of VehicleLightState, shape (N,).

    Besides the recorded lamps, the brake and reversing lamps are lit from the recorded control, since most
    clients drive without switching lamps. Indicators are dark for half of each BLINK_PERIOD, counted from
    time 0.
    """
    lamps = world.vehicle_lights.copy()
    controls = world.records(packets.ANIM_VEHICLE)
    indices, known = match(world.actor_ids, controls["actor_id"])
    with np.errstate(invalid="ignore"):
        braking = (controls["brake"][known] > _BRAKING) | (controls["hand_brake"][known] != 0)
    lamps[indices[braking]] |= np.uint32(VehicleLightState.BRAKE)
    lamps[indices[controls["gear"][known] < 0]] |= np.uint32(VehicleLightState.REVERSE)
    if world.elapsed % BLINK_PERIOD >= BLINK_PERIOD / 2:
        lamps &= ~_BLINKERS
    return lamps


@cached_per_object
def doors_at(world: World) -> NDArray[np.uint8]:
    """Return the open doors of each actor, as bits ``1 << VehicleDoor``, shape (N,); 0 if none recorded.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    is_open = np.zeros(len(world.index.actors), np.uint8)
    rows, bits = door_changes(world.index).latest(world.frame_index)
    is_open[rows] = bits
    return is_open[world.rows]


@cached_per_object
def front_wheels_at(world: World) -> Floats:
    """Return the steering angles of the left and right front wheels, degrees to the right, shape (N, 2).

    NaN where not recorded: only CARLA 0.9.15 and later write them.
    """
    angles = np.full((len(world.rows), 2), np.nan)
    kind = packets.ANIM_VEHICLE_WHEELS
    for payload in world.payloads(kind):
        try:
            wheels = decode_rows(kind, payload, world.index.dialect.engine_of(kind))
        except DamagedPayloadError:
            continue
        wheels = wheels[wheels["place"] < _FRONT]
        indices, known = match(world.actor_ids, wheels["actor_id"])
        angles[indices, wheels["place"][known]] = wheels["steering_angle"][known]
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(angles) <= 90.0, angles, np.nan)  # noqa: PLR2004 - no wheel turns farther


_LASTING = {TrafficLightState.GREEN: "green", TrafficLightState.YELLOW: "yellow"}
"""Name of the field of TrafficLightTime (a packet) that has the length of each traffic light phase.

Red is missing. Lights of one junction are a group and get green in turn: a light stays red until all others
had their turn. The red time in the packet is only a pause of the group between two turns.
"""

_LONGEST = 1e7
"""Remaining seconds of a traffic light phase above which the recorded value counts as damaged.

Scripts do make phases long to hold a light, so it is high.
"""


class LightPhases(NamedTuple):
    """Clocks of traffic lights: whether they stand still, and how long the phase still lasts.

    Both arrays have shape (N,), one entry for each actor of a World.

    Attributes:
        frozen: True for traffic lights that a script has frozen, so that they do not change by themselves.
        left: seconds that remain of a green or yellow phase; NaN if unknown.
    """

    frozen: Flags
    left: Floats


@cached_per_object
def light_phases(world: World) -> LightPhases:
    """Return the phases of the traffic lights in ``world``, from recorded phase lengths and times in state.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    frozen, left = np.zeros(len(world.rows), np.bool_), np.full(len(world.rows), np.nan)
    records = world.records(packets.TRAFFIC_LIGHT_STATE)
    indices, known = match(world.actor_ids, records["actor_id"])
    records = records[known]
    frozen[indices] = records["frozen"]
    rows, lengths = changes_of(world.index, packets.TRAFFIC_LIGHT_TIME).latest(world.frame_index)
    with np.errstate(invalid="ignore"):
        for state, name in _LASTING.items():
            length = np.full(len(world.index.actors), np.nan)
            length[rows] = lengths[name]
            lasting = (records["state"] == state) & (records["frozen"] == 0)
            left[indices[lasting]] = length[world.rows[indices[lasting]]] - records["time_in_state"][lasting]
        left = np.where(np.abs(left) < _LONGEST, np.maximum(left, 0.0), np.nan)
    return LightPhases(frozen, left)


_LARGEST = 500.0  # metres; a larger one is no volume


class GroundBoxes(NamedTuple):
    """Boxes seen from above: centres (K, 2) and half sizes (K, 2) in metres, headings (K,) in radians."""

    centers: Floats
    headings: Floats
    extents: Floats


NO_BOXES = GroundBoxes(np.empty((0, 2)), np.empty(0), np.empty((0, 2)))
"""GroundBoxes without any box (K = 0), for when no trigger volumes are to be drawn."""


@cached_per_object
def trigger_boxes(world: World) -> GroundBoxes:
    """Return the trigger volumes of the actors in ``world`` as boxes, as last recorded up to its frame.

    The file has no headings for them: each box gets the yaw of its actor. Raises ChangedError if the file was
    replaced or cut, UnreadableError if it cannot be read.
    """
    rows, records = changes_of(world.index, packets.TRIGGER_VOLUME).latest(world.frame_index)
    indices = np.flatnonzero(np.isin(world.rows, rows))
    records = records[np.searchsorted(rows, world.rows[indices])]
    centers = metres(records["origin"])[:, :2]
    extents = np.abs(metres(records["extent"])[:, :2])
    headings = np.radians(wrap_degrees(world.rotations[indices, 1]))
    with np.errstate(invalid="ignore"):
        sane = np.isfinite(centers).all(axis=1) & (extents <= _LARGEST).all(axis=1) & np.isfinite(headings)
    return GroundBoxes(centers[sane], headings[sane], extents[sane])


# -- the scene


@dataclass(frozen=True, slots=True)
class SceneLights:
    """Numbers of scene lights in one LightGroup (street, building, …): ``count`` in all, ``on`` lit."""

    group: LightGroup
    count: int
    on: int


class Surroundings(NamedTuple):
    """Weather, scene lights and clocks at one time; None or empty where not recorded.

    Attributes:
        weather: name, value and unit of each weather parameter, as last recorded.
        scene_lights: counts of lights, one entry per group.
        platform_time: wall-clock seconds since the recording started.
        visual_time: seconds since the simulation started.
        real_time_factor: recorded seconds per wall-clock second over the frame; derived.
    """

    weather: tuple[tuple[str, float, str], ...]
    scene_lights: tuple[SceneLights, ...]
    platform_time: float | None
    visual_time: float | None
    real_time_factor: float | None


def surroundings_at(world: World) -> Surroundings:
    """Return weather, scene lights and clocks at the frame of ``world``.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read.
    """
    index, at = world.index, world.frame_index
    weather = changes_of(index, packets.WEATHER).until(at)[-1:]
    lights = changes_of(index, packets.SCENE_LIGHT).until(at)[::-1]
    lights = lights[np.unique(lights["light_id"], return_index=True)[1]]
    platform, visual = (
        world.records(kind)["time"][:1].astype(np.float64).tolist()
        for kind in (packets.PLATFORM_TIME, packets.VISUAL_TIME)
    )
    _, factors = real_time_factors(index, slice(at, at + 2))
    return Surroundings(
        weather=tuple(
            (field.name.replace("_", " "), float(record[field.name]), field.unit)
            for record in weather
            for field in packets.WEATHER.fields
        ),
        scene_lights=tuple(
            SceneLights(group, int(of_group.sum()), int((of_group & (lights["on"] != 0)).sum()))
            for group in LightGroup
            if (of_group := lights["group"] == group).any()
        ),
        platform_time=platform[0] if platform else None,
        visual_time=visual[0] if visual else None,
        real_time_factor=next(iter(factors[np.isfinite(factors)][:1].tolist()), None),
    )


def real_time_factors(
    index: RecordingIndex, frames: slice, *, should_continue: ShouldContinue = always
) -> tuple[Ints, Floats]:
    """Return recorded seconds per wall-clock second from each of ``frames`` to the next.

    Raises ChangedError if the file was replaced or cut, UnreadableError if it cannot be read,
    ReadingCancelledError if ``should_continue`` returns False.

    Returns:
        Indices (K,) of the frames that have a recorded platform time (wall clock), without the last of them;
        and the factor of each (K,). A factor is NaN where the next frame has no platform time, or one that is
        not later.
    """
    found, records = all_records(index, packets.PLATFORM_TIME, frames, should_continue=should_continue)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        took = np.diff(records["time"].astype(np.float64))
        took[np.diff(found) > 1] = np.nan
        return found[:-1], np.where(took > 0.0, index.frames["duration"][found[:-1]] / took, np.nan)
