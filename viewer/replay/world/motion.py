"""Velocity: recorded where there is additional data, else derived from poses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from viewer.arrays import Floats, match
from viewer.lazy import lazy
from viewer.logfile import packets
from viewer.recording.actors import VEHICLES
from viewer.recording.index import FrameBytes, RecordingIndex
from viewer.recording.units import metres, recorded_velocities
from viewer.replay.world.derivatives import derive
from viewer.replay.world.pose import teleported


@dataclass(frozen=True, eq=False)
class Motion:
    """Velocities of the living actors: m/s, world axes, shape (N, 3), and whether each is recorded (N,)."""

    velocities: Floats
    recorded: NDArray[np.bool_]

    @lazy
    def speeds(self) -> Floats:
        """Length of each velocity in m/s, shape (N,)."""
        speeds: Floats = np.linalg.norm(self.velocities, axis=1)
        return speeds


def motion_at(
    index: RecordingIndex,
    frame_index: int,
    frame: FrameBytes | None,
    actor_ids: NDArray[np.int64],
    rows: NDArray[np.int64],
    derivable: NDArray[np.bool_],
) -> Motion:
    """Return the velocities at a frame: of Kinematics, else by ``derive`` from the frames around it.

    ``derivable`` tells for whom to derive, shape (N,): the frame's Position must have them.
    """
    velocities = np.full((len(rows), 3), np.nan)
    recorded = np.zeros(len(rows), np.bool_)
    if frame is None:
        return Motion(velocities, recorded)
    kinematics = frame.records(packets.KINEMATICS)
    places, known = match(actor_ids, kinematics["actor_id"])
    values = recorded_velocities(kinematics["velocity"][known])
    sane = np.isfinite(values).all(axis=1)
    velocities[places[sane]] = values[sane]
    recorded[places[sane]] = True
    others = np.flatnonzero(derivable & ~recorded)
    if len(others):
        velocities[others] = derived_at(index, frame_index, frame, actor_ids[others], rows[others])
    return Motion(velocities, recorded)


def derived_at(
    index: RecordingIndex,
    frame_index: int,
    frame: FrameBytes,
    actor_ids: NDArray[np.int64],
    rows: NDArray[np.int64],
) -> Floats:
    """Return velocities (N, 3) of some actors from Position in the frame before, this one and the one after.

    Ids are ascending, shape (N,), and rows of the actor table belong to them, shape (N,).
    """
    last = frame_index + 1 if frame_index else 2  # the first may have to borrow from the second
    around = range(max(frame_index - 1, 0), min(last + 1, len(index.heads)))
    locations = np.full((len(around), len(rows), 3), np.nan)
    spawned, destroyed = index.actors.spawn_frame[rows], index.actors.destroy_frame[rows]
    for i, number in enumerate(around):
        records = (frame if number == frame_index else index.read_frame(number)).records(packets.POSITION)
        places, known = match(actor_ids, records["actor_id"])
        locations[i, places] = metres(records["location"][known])
        locations[i, (number < spawned) | (destroyed <= number)] = np.nan
    here = frame_index - around.start
    velocities = np.full((len(rows), 3), np.nan)
    driven = np.isin(index.actors.category[rows], VEHICLES)
    for chosen, times in ((driven, index.driven_elapsed), (~driven, index.elapsed)):
        if chosen.any():
            elapsed = times[around.start : around.stop]
            velocities[chosen] = _derived(elapsed, locations[:, chosen], here)
    return velocities


def _derived(elapsed: Floats, locations: Floats, here: int) -> Floats:
    """Return the velocities at one of a few frames, shape (N, 3), from locations (K, N, 3)."""
    jumps = teleported(np.diff(locations, axis=0), np.diff(elapsed)[:, None])
    for i, jump in enumerate(jumps):  # what lies beyond a teleport says nothing about the motion here
        beyond = i if i < here else i + 1
        locations[beyond][jump] = np.nan
    velocities: Floats = derive(elapsed, locations)[here]
    return velocities
