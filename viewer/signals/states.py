"""Signals of what an actor is told to do, of the states it is in, and of the scene: time and weather."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from viewer.logfile import packets
from viewer.logfile.enums import TrafficLightState, VehicleDoor, VehicleLightState
from viewer.logfile.fields import PacketKind
from viewer.signals.reading import Reading
from viewer.signals.series import Samples

Read = Callable[[Reading], Samples]


def field_of(kind: PacketKind, name: str, scale: float = 1.0) -> Read:
    """Return how to read a number of the actor's records, in the program's unit."""

    def read(reading: Reading) -> Samples:
        frames, records = reading.records(kind)
        with np.errstate(invalid="ignore"):  # a signalling NaN complains when it is widened
            return Samples(frames, records[name].astype(np.float64) * scale, recorded=True)

    return read


def flag_of(kind: PacketKind, name: str) -> Read:
    """Return how to read a bool of the actor's records, as 0 or 1."""

    def read(reading: Reading) -> Samples:
        frames, records = reading.records(kind)
        return Samples(frames, (records[name] != 0).astype(np.float64), recorded=True)

    return read


def reverse_gear(reading: Reading) -> Samples:
    """Return whether the gear is one for going backwards, as 0 or 1."""
    frames, records = reading.records(packets.ANIM_VEHICLE)
    return Samples(frames, (records["gear"] < 0).astype(np.float64), recorded=True)


def lamp(bit: VehicleLightState) -> Read:
    """Return how to read whether a lamp of a vehicle is on, as 0 or 1."""

    def read(reading: Reading) -> Samples:
        frames, records = reading.records(packets.VEHICLE_LIGHT)
        on = (records["lights"] & np.uint32(bit)) != 0
        return Samples(frames, on.astype(np.float64), recorded=True)

    return read


def light_state(reading: Reading) -> Samples:
    """Return the TrafficLightState; numbers that mean nothing are Unknown."""
    frames, records = reading.records(packets.TRAFFIC_LIGHT_STATE)
    states = np.minimum(records["state"], TrafficLightState.UNKNOWN)
    return Samples(frames, states.astype(np.float64), recorded=True)


def wheel_steering(place: int) -> Read:
    """Return how to read the steering angle of the wheel at a place, degrees."""

    def read(reading: Reading) -> Samples:
        frames, wheels = reading.wheels
        mine = np.flatnonzero(wheels["place"] == place)
        mine = mine[np.diff(frames[mine], prepend=-1) > 0]  # a doubled wheel counts once
        with np.errstate(invalid="ignore"):
            return Samples(frames[mine], wheels["steering_angle"][mine].astype(np.float64), recorded=True)

    return read


def door(which: VehicleDoor) -> Read:
    """Return how to read whether a door is open, as 0 or 1: closed at first, then as of the latest change."""

    def read(reading: Reading) -> Samples:
        doors = reading.book.doors
        mine = doors.rows == reading.row
        frames = np.arange(reading.life.start, reading.life.stop)
        latest = np.searchsorted(doors.frames[mine], frames, side="right")
        values = np.append(0, doors.records[mine] >> which & 1)[latest].astype(np.float64)
        return Samples(frames, values, recorded=True)

    return read


def frame_duration(reading: Reading) -> Samples:
    """Return how long each frame lasts, seconds; nobody knows it of the last one."""
    durations = reading.index.frames["duration"][:-1].copy()
    return Samples(np.arange(len(durations)), durations, recorded=True)


def real_time_factor(reading: Reading) -> Samples:
    """Return recorded seconds per second of the wall clock, over each frame.

    Where the clock stood still or went backwards, and in the last frame, it is not known.
    """
    frames, records = reading.single(packets.PLATFORM_TIME)
    with np.errstate(invalid="ignore", over="ignore"):
        took = np.diff(records["time"].astype(np.float64))
    took[np.diff(frames) > 1] = np.nan
    frames = frames[:-1]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        factors = np.where(took > 0.0, reading.index.frames["duration"][frames] / took, np.nan)
    return Samples(frames, factors, recorded=False)


def weather(name: str) -> Read:
    """Return how to read a parameter of the weather: as of the latest change."""

    def read(reading: Reading) -> Samples:
        changes = reading.book.of(packets.WEATHER)
        frames = np.arange(int(changes.frames[0]) if len(changes.frames) else 0, len(reading.index.heads))
        if not len(changes.frames):
            frames = frames[:0]
        latest = np.searchsorted(changes.frames, frames, side="right") - 1
        with np.errstate(invalid="ignore"):
            return Samples(frames, changes.records[name].astype(np.float64)[latest], recorded=True)

    return read
