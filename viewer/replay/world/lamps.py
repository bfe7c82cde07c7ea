"""Which lamps of vehicles are seen, and what else of them moves: doors and front wheels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from viewer.logfile import packets
from viewer.logfile.enums import VehicleDoor, VehicleLightState
from viewer.logfile.nested import decode_rows
from viewer.logfile.payload import DamagedPayloadError
from viewer.recording.read.changes import ChangeBook
from viewer.replay.world.matching import match
from viewer.replay.world.world import World

BLINK_PERIOD = 0.8
"""Seconds from one flash of an indicator to the next."""

_BRAKING = 0.02  # a brake pedal that is touched
_BLINKERS = np.uint32(VehicleLightState.LEFT_BLINKER | VehicleLightState.RIGHT_BLINKER)
_FRONT = 2  # wheels: 0 front left, 1 front right
_DOORS = tuple(door for door in VehicleDoor if door is not VehicleDoor.ALL)


def lamps_at(world: World) -> NDArray[np.uint32]:
    """Return bits of VehicleLightState that shine, shape (N,).

    Those that are recorded, and from the recorded control the brake's and the reversing lamp: most clients
    drive without switching lamps. Indicators are dark for half of their period, which begins at time 0.
    """
    lamps = world.vehicle_lights.copy()
    controls = world.records(packets.ANIM_VEHICLE)
    places, known = match(world.actor_ids, controls["actor_id"])
    with np.errstate(invalid="ignore"):
        braking = (controls["brake"][known] > _BRAKING) | (controls["hand_brake"][known] != 0)
    lamps[places[braking]] |= np.uint32(VehicleLightState.BRAKE)
    lamps[places[controls["gear"][known] < 0]] |= np.uint32(VehicleLightState.REVERSE)
    if world.elapsed % BLINK_PERIOD >= BLINK_PERIOD / 2:
        lamps &= ~_BLINKERS
    return lamps


def doors_at(world: World, book: ChangeBook) -> NDArray[np.uint8]:
    """Return which doors are open as bits ``1 << VehicleDoor``, shape (N,); 0 where none are recorded.

    Raises:
        ChangedError: the file was replaced or cut since it was opened.
        UnreadableError: the system cannot read.

    """
    is_open = np.zeros(len(world.rows), np.uint8)
    index = world.index
    if not index.packet_counts.get(index.dialect.id_of(packets.VEHICLE_DOOR)):
        return is_open
    changes = book.of(packets.VEHICLE_DOOR)
    records = changes.until(world.frame_index)
    places, known = match(world.actor_ids, records["actor_id"])
    lived = changes.frames[known] >= index.actors.spawn_frame[world.rows[places]]
    places, records = places[lived], records[known[lived]]
    for door in _DOORS:
        told = np.flatnonzero((records["door"] == door) | (records["door"] == VehicleDoor.ALL))
        state = np.zeros(len(world.rows), np.bool_)
        state[places[told]] = records["open"][told]  # the latest one is written last
        is_open[state] |= np.uint8(1 << door)
    return is_open


def front_wheels_at(world: World) -> NDArray[np.float64]:
    """Return the steering angles of the left and the right front wheel, degrees to the right, shape (N, 2).

    NaN where they are not recorded: only CARLA 0.9.15 and later write them.
    """
    angles = np.full((len(world.rows), 2), np.nan)
    kind = packets.ANIM_VEHICLE_WHEELS
    for payload in world.payloads(kind):
        try:
            wheels = decode_rows(kind, payload, world.index.dialect.engine_of(kind))
        except DamagedPayloadError:
            continue
        wheels = wheels[wheels["place"] < _FRONT]
        places, known = match(world.actor_ids, wheels["actor_id"])
        angles[places, wheels["place"][known]] = wheels["steering_angle"][known]
    with np.errstate(invalid="ignore"):
        return np.where(np.abs(angles) <= 90.0, angles, np.nan)  # noqa: PLR2004 - no wheel turns farther
